"""The command ``casino-war luck``: what the luck meter has still to measure."""

import click

from casino_war.web import config


@click.group()
def luck() -> None:
    """Look after the luck meter's sums."""


@luck.command("catch-up")
def catch_up() -> None:
    """Measure every round that the luck meter does not count yet, and say how many.

    Players may play on meanwhile.
    """
    from casino_war.services.house import House
    from casino_war.services.luck_catch_up import measure_everybody
    from casino_war.store import migrate
    from casino_war.store.database import Database

    url = config.environment_url(config.instance_folder(), may_make=False)
    migrate.require_head(url)
    database = Database(url)
    try:
        measured = measure_everybody(House(database=database))
    finally:
        database.dispose()
    click.echo(f"rounds measured: {measured}")
