"""The command ``casino-war luck``: what the luck meter has still to measure."""

import json

import click

from casino_war.web.cli.common import JSON, examples
from casino_war.web.cli.open_house import open_house


@click.group(epilog=examples("casino-war luck catch-up"))
def luck() -> None:
    """Look after the luck meter's sums."""


@luck.command(
    "catch-up", epilog=examples("casino-war luck catch-up", "casino-war luck catch-up --json")
)
@JSON
def catch_up(as_json: bool) -> None:
    """Measure every round that the luck meter does not count yet, and say how many.

    Players may play on meanwhile.
    """
    from casino_war.services.luck_catch_up import measure_everybody

    with open_house() as house:
        measured = measure_everybody(house)
    told = json.dumps({"rounds_measured": measured}) if as_json else f"rounds measured: {measured}"
    click.echo(told)
