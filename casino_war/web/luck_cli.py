"""The command ``casino-war luck``: what the luck meter has still to measure."""

import click

from casino_war.web.open_house import open_house


@click.group()
def luck() -> None:
    """Look after the luck meter's sums."""


@luck.command("catch-up")
def catch_up() -> None:
    """Measure every round that the luck meter does not count yet, and say how many.

    Players may play on meanwhile.
    """
    from casino_war.services.luck_catch_up import measure_everybody

    with open_house() as house:
        measured = measure_everybody(house)
    click.echo(f"rounds measured: {measured}")
