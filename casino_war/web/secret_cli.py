"""The command ``casino-war secret``: the key that signs sessions."""

import click

from casino_war.web import config
from casino_war.web.one_line import OneLineGroup


@click.group(cls=OneLineGroup)
def secret() -> None:
    """Look after the key that signs the players' sessions."""


@secret.command()
@click.option(
    "--forget-old",
    is_flag=True,
    allow_from_autoenv=False,
    help="Sign everybody out: guests for ever, for they have no password.",
)
def rotate(forget_old: bool) -> None:
    """Draw another key; the servers take it with their next start.

    What the keys before it have signed stays good, and is signed anew when it is next used.
    """
    kept = config.rotate_key(config.instance_folder(), keeps_old=not forget_old)
    click.echo(f"A new key is in place. Keys before it that stay good: {kept}.")
    click.echo("Restart the servers now.")
