"""The command ``casino-war secret``: the key that signs sessions."""

import json

import click

from casino_war.web import config
from casino_war.web.cli.common import JSON, examples


@click.group(epilog=examples("casino-war secret rotate"))
def secret() -> None:
    """Look after the key that signs the players' sessions."""


@secret.command(
    epilog=examples(
        "casino-war secret rotate",
        "casino-war secret rotate --forget-old",
        "casino-war secret rotate --json",
    )
)
@click.option(
    "--forget-old",
    is_flag=True,
    allow_from_autoenv=False,
    help="Sign everybody out: guests for ever, for they have no password.",
)
@JSON
def rotate(forget_old: bool, as_json: bool) -> None:
    """Draw another key; the servers take it with their next start.

    What the keys before it have signed stays good, and is signed anew when it is next used.
    """
    kept = config.rotate_key(config.instance_folder(), keeps_old=not forget_old)
    if as_json:
        click.echo(json.dumps({"older_keys_kept": kept}))
        return
    click.echo(f"A new key is in place. Keys before it that stay good: {kept}.")
    click.echo("Restart the servers now.")
