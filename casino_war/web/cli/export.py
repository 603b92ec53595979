"""The commands ``casino-war export`` and ``casino-war replay``: rounds out, and dealt again."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import IO, TYPE_CHECKING, Any, TextIO

import click

from casino_war.services.record_file import FileFormat
from casino_war.web.cli.common import DONE, FOUND, JSON, Digits, examples
from casino_war.web.cli.open_house import open_house

if TYPE_CHECKING:
    from casino_war.services.recheck import Recheck

ID_MAX = 2**63 - 1


@click.command(
    epilog=examples(
        "casino-war export --output rounds.csv",
        "casino-war export --player 1 --format jsonl --output one.jsonl --json",
        "casino-war export --format jsonl | gzip > rounds.jsonl.gz",
    ),
)
@click.option("--player", type=Digits(1, ID_MAX), help="Only the rounds of the player of this id.")
@click.option(
    "--format",
    "file_format",
    type=click.Choice([each.value for each in FileFormat]),
    default=FileFormat.CSV.value,
    show_default=True,
    help="CSV with a line of names, or JSON Lines.",
)
@click.option(
    "--output",
    type=click.File("w", encoding="utf-8", lazy=True, atomic=True),
    default="-",
    help="Write to a new FILE instead of the standard output.",
    metavar="FILE",
)
@click.option("--json", "as_json", is_flag=True, help="Tell what was written as JSON.")
def export(player: int | None, file_format: str, output: IO[str], as_json: bool) -> None:
    """Write every settled round, the oldest first, with all that it takes to deal it again.

    How many there are is told on the standard error, so that it never stands in the file.
    """
    from casino_war.services.record_file import write_records
    from casino_war.services.round_export import export_of_house

    with open_house() as house, export_of_house(house, player) as rounds:
        for line in write_records(rounds.records, FileFormat(file_format)):
            output.write(line)
    told = json.dumps({"rounds": rounds.rows}) if as_json else f"rounds written: {rounds.rows}"
    click.echo(told, err=True)


@click.command(
    epilog=examples(
        "casino-war replay rounds.csv --statistics",
        "casino-war export --format jsonl | casino-war replay - --json",
    ),
)
@click.argument("file", type=click.File("r", encoding="utf-8-sig"), metavar="FILE")
@click.option(
    "--statistics", is_flag=True, help="Measure the shuffles of the finished shoes as well."
)
@JSON
def replay(file: TextIO, statistics: bool, as_json: bool) -> None:
    """Deal the rounds of an exported FILE again and compare every result and transfer.

    Nothing but the file is needed; it may be CSV or JSON Lines, - reads the standard input.
    Exits with 1 at the first difference and says what it is, with 2 where a line is no
    record, or where there is no round at all.
    """
    from casino_war.services.recheck import recheck
    from casino_war.services.record_file import read_records

    done = recheck(read_records(file))
    if done.rounds == 0 and done.difference is None:
        raise click.UsageError("The file holds no round.")
    facts = dict(_facts(done))
    if statistics:
        facts["statistics"] = _statistics(done)
    click.echo(json.dumps(facts) if as_json else "\n".join(_lines(facts, done)))
    sys.exit(DONE if done.difference is None else FOUND)


def _facts(done: "Recheck") -> Iterator[tuple[str, Any]]:
    yield "rounds", done.rounds
    yield "transfers", done.transfers
    yield "wagered_cents", done.wagered_cents
    yield "net_cents", done.net_cents
    yield "finished_shoes", len(done.shoes)
    yield "rounds_of_unfinished_shoes", done.unproven
    difference = None if done.difference is None else asdict(done.difference)
    yield "difference", difference


def _statistics(done: "Recheck") -> list[dict[str, Any]]:
    from casino_war.game.randomness import FairStream, shuffle
    from casino_war.odds.shuffles import CARDS, measure

    orders = (
        shuffle(range(CARDS * decks), FairStream(server_seed, client_seed, nonce))
        for server_seed, client_seed, nonce, decks in sorted(done.shoes)
    )
    return [asdict(each) for each in measure(orders)]


def _lines(facts: dict[str, Any], done: "Recheck") -> Iterator[str]:
    for name, fact in facts.items():
        if name not in ("difference", "statistics"):
            yield f"{name} {fact}"
    for each in facts.get("statistics", ()):
        yield (
            f"{each['name']}: {each['total']} in {each['shuffles']} shuffles,"
            f" expected {each['expected']:.1f}, z {each['z']:+.2f}, p {each['p']:.3f}"
        )
    if done.difference is None:
        yield "every result and transfer is as its cards and rules make it"
    else:
        yield str(done.difference)
