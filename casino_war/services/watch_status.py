"""How the house stands by its own watch: for the operator, and for whoever measures."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from casino_war.odds.control import Chart, Figure
from casino_war.services.house import House
from casino_war.services.watched_round import Totals
from casino_war.store import rules as rules_store
from casino_war.store import watch as store
from casino_war.store.watch import StoredFinding

POINTS_MAX = 500


@dataclass(frozen=True, slots=True)
class Point:
    """One figure of a finished batch: standard deviations, and the drifts right after it."""

    number: int
    z: float
    up: float
    down: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWatch:
    """A table by one version of its rules, as the charts have it."""

    rules_id: int
    key: str
    version: int
    title: str
    totals: Totals
    chart: Chart
    points: Mapping[Figure, tuple[Point, ...]]
    """The last finished batches by figure, none unless they were asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchStatus:
    """What the watch last found."""

    holder: str | None
    audited_at: datetime | None
    """When the books were audited last, None if never."""
    audit_age_seconds: float | None
    is_clean: bool | None
    violations: tuple[str, ...]
    """The names of the invariants that did not hold."""
    alarms: tuple[StoredFinding, ...]
    """What charts told and nobody has acknowledged."""
    tables: tuple[TableWatch, ...]

    @property
    def is_ringing(self) -> bool:
        """Whether anything found is still to be seen to."""
        return bool(self.violations or self.alarms)


def watch_status(house: House, *, points: int = 0) -> WatchStatus:
    """Read what the watch last found, with so many batches of each chart at most.

    It reads a few rows for each table, whatever was played.
    """
    with house.database.reading() as connection:
        state = store.watch_state(connection)
        audited_at = state.audited_at if state else None
        age = None if audited_at is None else (house.clock() - audited_at).total_seconds()
        return WatchStatus(
            holder=state.holder if state else None,
            audited_at=audited_at,
            audit_age_seconds=age,
            is_clean=state.is_clean if state else None,
            violations=tuple(json.loads(state.violations_json)) if state else (),
            alarms=store.open_chart_findings(connection),
            tables=tuple(
                _table(connection, each, min(points, POINTS_MAX))
                for each in store.charts(connection)
            ),
        )


def _table(connection: Connection, stored: store.StoredChart, points: int) -> TableWatch:
    rules = rules_store.rules_by_id(connection, stored.rules_id)
    found = store.last_points(connection, stored.rules_id, points) if points else ()
    read = [(each.number, json.loads(each.figures_json)) for each in found]
    return TableWatch(
        rules_id=rules.id,
        key=rules.key,
        version=rules.version,
        title=rules.title,
        totals=Totals(**json.loads(stored.totals_json)),
        chart=Chart.from_data(json.loads(stored.chart_json)),
        points={
            figure: tuple(Point(number, *figures[figure]) for number, figures in read)
            for figure in Figure
        },
    )
