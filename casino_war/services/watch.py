"""The house's own watch: audits what is new, charts every table, and rings the alarm.

One watches at a time, over all machines that share a database: whoever holds the watch says
so at each look, and another takes it over once the holder has not been seen for long. All
that is found is stored, so that every process can tell how the house stands.
"""

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.exc import NoResultFound

from casino_war.errors import (
    N_,
    CasinoWarError,
    DatabaseBusyError,
    DatabaseUnusableError,
)
from casino_war.odds.control import BATCH_ROUNDS, Chart, Figure, Judged
from casino_war.services.audit import AuditReport, run_audit
from casino_war.services.house import House
from casino_war.services.rounds import rules_of
from casino_war.services.watched_round import Totals, weigh
from casino_war.store import rules as rules_store
from casino_war.store import watch as store
from casino_war.store.quiet import quiet_reading
from casino_war.store.rules import StoredRules
from casino_war.store.watch import FindingKind, StoredFinding
from casino_war.store.watched_rounds import highest_transfer, settled_between

LOST_AFTER = timedelta(minutes=5)
"""A watchman who has not been seen for so long has left the watch."""

TRANSFERS_AT_ONCE = 20_000
"""Transfers that are charted in one transaction: some 5,000 rounds."""

_log = logging.getLogger("casino_war.watch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What one look found."""

    audit: AuditReport
    rounds_charted: int
    new: tuple[StoredFinding, ...]
    """Findings that are new with this look."""


@contextmanager
def on_watch(house: House, watchman: str) -> Iterator[None]:
    """Keep the watch in a watchman's name, and leave it at the end.

    Raises:
        CasinoWarError: another holds it.
    """
    require_watch(house, watchman)
    try:
        yield
    finally:
        # The next takes it over before long, whether or not this can still be said.
        with suppress(DatabaseBusyError, DatabaseUnusableError):
            house.database.write(lambda connection: store.leave_watch(connection, watchman))


def require_watch(house: House, watchman: str) -> None:
    """Take the watch or say again that it is held.

    Raises:
        CasinoWarError: another holds it.
    """
    at = house.clock()

    def take(connection: Connection) -> str | None:
        if store.take_watch(connection, watchman, at, unseen_since=at - LOST_AFTER):
            return None
        state = store.watch_state(connection)
        return (state and state.holder) or ""

    holder = house.database.write(take)
    if holder is not None:
        raise CasinoWarError(
            N_(
                "%(holder)s keeps the watch; it is one's own until it was not seen for %(minutes)s"
                " minutes."
            ),
            reason="watched",
            holder=holder,
            minutes=LOST_AFTER.seconds // 60,
        )


def look(
    house: House,
    watchman: str,
    *,
    is_stopping: Callable[[], bool] = lambda: False,
    batch_rounds: int = BATCH_ROUNDS,
) -> Look:
    """Audit what is new since the last clean audit, and chart the rounds settled since.

    Whatever is found for the first time is stored, and logged as an error.

    Raises:
        CasinoWarError: another keeps the watch.
        DatabaseBusyError: the database did not answer in time.
        DatabaseUnusableError: it cannot be read or written.
    """
    require_watch(house, watchman)
    report = run_audit(house)
    found = list(_keep_audit(house, report))
    charted = 0
    while not is_stopping():
        piece = _chart_some(house, batch_rounds)
        if piece is None:
            break
        charted += piece.rounds
        found += piece.found
    for finding in found:
        _tell(finding)
    return Look(audit=report, rounds_charted=charted, new=tuple(found))


def acknowledge(house: House) -> int:
    """Let the alarms of charts so far ring no more; return how many there were.

    Violations of the books ring until they are mended.
    """
    at = house.clock()

    def note(connection: Connection) -> int:
        rung = len(store.open_chart_findings(connection))
        if rung:
            store.add_finding(connection, FindingKind.ACKNOWLEDGED, "chart", "", at=at)
        return rung

    return house.database.write(note)


def _keep_audit(house: House, report: AuditReport) -> Iterable[StoredFinding]:
    at = house.clock()
    texts = {each.name: each.text for each in reversed(report.violations)}

    def keep(connection: Connection) -> list[StoredFinding]:
        state = store.watch_state(connection)
        before = [] if state is None else json.loads(state.violations_json)
        store.keep_audit(
            connection,
            audited_at=at,
            is_clean=not texts,
            violations_json=json.dumps(sorted(texts)),
        )
        changes = [
            *((FindingKind.VIOLATION, name, texts[name]) for name in texts if name not in before),
            *((FindingKind.CLEARED, name, "") for name in before if name not in texts),
        ]
        return [
            store.add_finding(connection, kind, name, text, at=at) for kind, name, text in changes
        ]

    return house.database.write(keep)


@dataclass(slots=True)
class _Piece:
    """Rounds charted in one transaction."""

    before: int
    after: int
    at: datetime
    rounds: int = 0
    charts: dict[int, tuple[Chart, Totals]] = field(default_factory=dict)
    points: list[dict[str, object]] = field(default_factory=list)
    alarms: list[tuple[int, str, str]] = field(default_factory=list)
    found: list[StoredFinding] = field(default_factory=list)


def _chart_some(house: House, batch_rounds: int) -> _Piece | None:
    """Chart the next transfers; None if there are none, or if writers cannot be waited for."""
    with quiet_reading(house.database) as (connection, is_quiet):
        state = store.watch_state(connection)
        before = 0 if state is None else state.last_transfer_id
        after = highest_transfer(connection, before, TRANSFERS_AT_ONCE)
        piece = _Piece(before, after, house.clock())
        # Behind a writer's back a lower number could still come to light.
        if not is_quiet or after == before:
            return None
        _read(connection, piece, batch_rounds)
    return piece if house.database.write(lambda written: _write(written, piece)) else None


def _read(connection: Connection, piece: _Piece, batch_rounds: int) -> None:
    piece.charts = {
        each.rules_id: (
            Chart.from_data(json.loads(each.chart_json), batch_rounds=batch_rounds),
            Totals(**json.loads(each.totals_json)),
        )
        for each in store.charts(connection)
    }
    touched = set()
    for round_ in settled_between(connection, piece.before, piece.after):
        rules_id = round_.rules_id
        try:
            stored = rules_store.rules_by_id(connection, rules_id)
            weighed = weigh(rules_of(stored.rules_json), round_)
            chart, totals = piece.charts.setdefault(
                rules_id, (Chart(batch_rounds=batch_rounds), Totals())
            )
            totals.add(round_, weighed)
        except (CasinoWarError, NoResultFound, ValueError, TypeError, IndexError):
            # What cannot be read is the audit's to tell.
            continue
        touched.add(rules_id)
        piece.rounds += 1
        judged = chart.add(weighed.figures)
        if judged is not None:
            _close(piece, stored, chart.batches, judged)
    piece.charts = {rules_id: piece.charts[rules_id] for rules_id in touched}


def _close(piece: _Piece, rules: StoredRules, number: int, judged: Mapping[Figure, Judged]) -> None:
    figures = {
        figure: [each.deviation.z, each.drift.up, each.drift.down]
        for figure, each in judged.items()
    }
    piece.points.append(
        {
            "rules_id": rules.id,
            "number": number,
            "closed_at": piece.at,
            "figures_json": json.dumps(figures),
        }
    )
    for figure, each in judged.items():
        for alarm in each.alarms:
            text = (
                f"{rules.key}@{rules.version}, batch {number}:"
                f" {each.deviation.z:+.1f} standard deviations,"
                f" drift {each.drift.up:.1f} up, {each.drift.down:.1f} down"
            )
            piece.alarms.append((rules.id, f"{figure}_{alarm}", text))


def _write(connection: Connection, piece: _Piece) -> bool:
    if not store.move_mark(connection, piece.before, piece.after):
        return False
    for rules_id, (chart, totals) in piece.charts.items():
        store.keep_chart(
            connection,
            rules_id,
            chart_json=json.dumps(chart.to_data()),
            totals_json=json.dumps(totals.to_data()),
        )
    store.add_points(connection, piece.points)
    piece.found = [
        store.add_finding(connection, FindingKind.CHART, code, text, at=piece.at, rules_id=rules_id)
        for rules_id, code, text in piece.alarms
    ]
    return True


def _tell(finding: StoredFinding) -> None:
    if finding.kind == FindingKind.CLEARED:
        _log.warning("watch: %s holds again", finding.code)
    else:
        _log.error("watch alarm: %s: %s", finding.code, " ".join(finding.text.split()))
