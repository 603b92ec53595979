"""The command ``casino-war watch``: the house looks after itself."""

import json
import logging
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from casino_war.errors import N_, CasinoWarError, DatabaseBusyError, DatabaseUnusableError
from casino_war.game.money import format_chips
from casino_war.web.cli.common import DONE, FOUND, JSON, Digits, examples
from casino_war.web.cli.open_house import open_house
from casino_war.web.operations import beside

if TYPE_CHECKING:
    from casino_war.services.house import House
    from casino_war.services.watch_status import TableWatch, WatchStatus

EVERY_SECONDS = 10
_SHARE_OF_TIME = 4
"""It rests so many times as long as a look took: a look at everything is not had each time."""
_BUSY_SECONDS = 5.0
_POINTS = 60


@click.command(
    epilog=examples(
        "casino-war watch --every 60",
        "casino-war watch --once",
        "casino-war watch --status --chart",
        "casino-war watch --picture chart.svg --table classic",
        "casino-war watch --acknowledge",
    ),
)
@click.option(
    "--every",
    default=EVERY_SECONDS,
    show_default=True,
    type=Digits(1, 86_400),
    help="Seconds from one look to the next, at least.",
)
@click.option("--once", is_flag=True, help="Look once.")
@click.option("--status", "is_status", is_flag=True, help="Only tell what the last look found.")
@click.option("--acknowledge", is_flag=True, help="Silence the alarms of charts so far.")
@click.option("--chart", "has_chart", is_flag=True, help="Draw the control charts as text, too.")
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the control chart of --table as an SVG file.",
)
@click.option("--table", "table_key", metavar="KEY", help="Only the charts of this table.")
@JSON
@click.option("--tied", is_flag=True, help="End when the standard input does.")
@click.option("--name", hidden=True, allow_from_autoenv=False, help="Whose watch to keep.")
def watch(
    every: int,
    once: bool,
    is_status: bool,
    acknowledge: bool,
    has_chart: bool,
    picture: Path | None,
    table_key: str | None,
    as_json: bool,
    tied: bool,
    name: str | None,
) -> None:
    """Audit what is new and chart every table against exact expectation, again and again.

    One process watches a house at a time; casino-war run --watch starts it by itself. What
    it finds is stored, and written as an error to the log. The exit status is 1 while the
    books are violated or a chart rings.
    """
    from casino_war.services import watch as watching
    from casino_war.services.watch_status import watch_status

    with open_house() as house:
        if acknowledge:
            watching.acknowledge(house)
        elif not is_status and not has_chart and picture is None:
            _keep(house, name or beside.process_name(), every, is_once=once, is_tied=tied)
        status = watch_status(house, points=_POINTS if has_chart or picture or as_json else 0)
    tables = [each for each in status.tables if table_key in (None, each.key)]
    if picture is not None:
        _write_picture(picture, tables)
    if as_json:
        click.echo(json.dumps(_data(status, tables)))
    else:
        click.echo("\n".join(_lines(status, tables, has_chart=has_chart)))
    raise SystemExit(FOUND if status.is_ringing else DONE)


def _keep(house: "House", name: str, every: int, *, is_once: bool, is_tied: bool) -> None:
    from casino_war.services.watch import look, on_watch

    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    if is_once:
        with on_watch(house, name):
            look(house, name)
        return
    stopping = beside.stopping_event(is_tied=is_tied)
    while not stopping.is_set():
        try:
            with on_watch(house, name):
                _look_again(house, name, every, stopping)
        except (DatabaseBusyError, DatabaseUnusableError):
            stopping.wait(_BUSY_SECONDS)
        except CasinoWarError as error:
            if error.reason != "watched":
                raise
            # Another keeps it: this one stands by.
            stopping.wait(every)


def _look_again(house: "House", name: str, every: int, stopping: threading.Event) -> None:
    from casino_war.services.watch import look

    while not stopping.is_set():
        begun = monotonic()
        look(house, name, is_stopping=stopping.is_set)
        took = monotonic() - begun
        stopping.wait(max(every - took, _SHARE_OF_TIME * took))


def watchman(is_wanted: bool, every: int) -> AbstractContextManager[Callable[[], None]]:
    """Yield what tends the watch beside a server; it ends with it.

    The watch of one that was killed is still held in its name: its successor has the same.
    """
    arguments = ("watch", "--every", str(every), "--name", beside.process_name())
    return beside.beside(*arguments, is_wanted=is_wanted)


def _write_picture(path: Path, tables: "list[TableWatch]") -> None:
    from casino_war.odds.control import Figure
    from casino_war.web.cli.picture_file import write_picture
    from casino_war.web.cli.watch_pictures import picture

    drawn = [each for each in tables if each.points[Figure.RESULT]]
    if len(drawn) != 1:
        raise CasinoWarError(
            N_(
                "A picture shows one table with a finished batch; name it with --table."
                " There are: %(tables)s."
            ),
            reason="picture",
            tables=", ".join(sorted({each.key for each in drawn})) or "none",
        )
    write_picture(path, picture(drawn[0]))


def _data(status: "WatchStatus", tables: "list[TableWatch]") -> dict[str, Any]:
    at = status.audited_at
    return {
        "holder": status.holder,
        "audited_at": None if at is None else at.isoformat(timespec="seconds"),
        "audit_age_seconds": status.audit_age_seconds,
        "clean": status.is_clean,
        "violations": list(status.violations),
        "alarms": [
            {
                "at": each.found_at.isoformat(timespec="seconds"),
                "code": each.code,
                "text": each.text,
            }
            for each in status.alarms
        ],
        "tables": [_table_data(each) for each in tables],
    }


def _table_data(table: "TableWatch") -> dict[str, Any]:
    return {
        "table": table.key,
        "version": table.version,
        **table.totals.to_data(),
        "z": table.totals.z,
        "batches": table.chart.batches,
        "rounds_in_batch": table.chart.rounds,
        "figures": {
            figure.value: {
                "drift_up": drift.up,
                "drift_down": drift.down,
                "points": [[point.number, point.z] for point in table.points[figure]],
            }
            for figure, drift in table.chart.drifts.items()
        },
    }


def _lines(status: "WatchStatus", tables: "list[TableWatch]", *, has_chart: bool) -> list[str]:
    if status.audited_at is None:
        told = ["the house was never watched"]
    else:
        at = status.audited_at.isoformat(timespec="seconds")
        verdict = ", ".join(status.violations) or "clean"
        told = [f"audited {at}, {status.audit_age_seconds:.0f} s ago: {verdict}"]
    told += [
        f"alarm {each.found_at.isoformat(timespec='seconds')} {each.code}: {each.text}"
        for each in status.alarms
    ]
    for table in tables:
        told += _table_lines(table, has_chart=has_chart)
    return told


def _table_lines(table: "TableWatch", *, has_chart: bool) -> list[str]:
    from casino_war.odds.control import Figure
    from casino_war.web.cli.watch_pictures import text_chart

    totals = table.totals
    told = [
        (
            f"{table.key}@{table.version}: {totals.rounds} rounds,"
            f" wagered {format_chips(totals.wagered_cents)},"
            f" house {format_chips(totals.result_cents)},"
            f" expected {totals.expected_cents / 100:.1f},"
            f" {totals.z:+.2f} standard deviations,"
            f" {table.chart.batches} batches and {table.chart.rounds} rounds"
        )
    ]
    if has_chart and table.points[Figure.RESULT]:
        for figure in Figure:
            told += text_chart(table, figure)
    return told
