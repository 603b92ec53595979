"""The house's own watch: who keeps it, what it has found, and the charts of the tables.

The one row of `WatchState` is the watchman's own. What was found and what was charted is
only ever added to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    func,
    or_,
    select,
    text,
)
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.rows import add_row, every, first

_ONLY = 1


class FindingKind(StrEnum):
    """What a finding tells of."""

    VIOLATION = "violation"
    """An invariant of the books does not hold."""
    CLEARED = "cleared"
    """It holds again."""
    CHART = "chart"
    """A table's rounds are not what chance makes of them."""
    ACKNOWLEDGED = "acknowledged"
    """Somebody has seen to the alarms of charts so far."""


class WatchState(StoreModel, table=True):
    """The watch as it stands: one row, replaced at each look.

    ``holder`` watches, unless it was not seen for long; ``last_transfer_id`` is how far the
    charts have come; ``violations_json`` lists the invariants that did not hold.
    """

    __tablename__ = "watch_state"
    __table_args__ = (check("only_one", f"id = {_ONLY}"),)

    id: int = Field(sa_column=id_column())
    holder: str | None = Field(sa_column=Column(String(128), nullable=True))
    seen_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    audited_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    is_clean: bool | None = Field(sa_column=Column(Boolean, nullable=True))
    violations_json: str = Field(sa_column=Column(Text, nullable=False))
    last_transfer_id: int = Field(sa_column=Column(BigInteger, nullable=False))


class WatchFinding(StoreModel, table=True):
    """Something that was found; ``rules_id`` names the table's rules where a chart told it."""

    __tablename__ = "watch_finding"
    __table_args__ = (
        check("kind_known", f"kind IN ({', '.join(repr(each.value) for each in FindingKind)})"),
        Index("ix_watch_finding_kind_id", "kind", "id"),
    )

    id: int = Field(sa_column=id_column())
    found_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    kind: str = Field(sa_column=Column(String(16), nullable=False))
    code: str = Field(sa_column=Column(String(64), nullable=False))
    rules_id: int | None = Field(sa_column=reference("table_rules.id", is_optional=True))
    text: str = Field(sa_column=Column(Text, nullable=False))


class WatchChart(StoreModel, table=True):
    """The charts of a table by one version of its rules, and what all its rounds came to."""

    __tablename__ = "watch_chart"
    __table_args__ = (UniqueConstraint("rules_id"),)

    id: int = Field(sa_column=id_column())
    rules_id: int = Field(sa_column=reference("table_rules.id"))
    chart_json: str = Field(sa_column=Column(Text, nullable=False))
    totals_json: str = Field(sa_column=Column(Text, nullable=False))


class WatchPoint(StoreModel, table=True):
    """A finished batch of rounds on those charts; numbers count from 1."""

    __tablename__ = "watch_point"
    __table_args__ = (
        UniqueConstraint("rules_id", "number"),
        check("number_from_one", "number >= 1"),
    )

    id: int = Field(sa_column=id_column())
    rules_id: int = Field(sa_column=reference("table_rules.id"))
    number: int = Field(sa_column=Column(Integer, nullable=False))
    closed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    figures_json: str = Field(sa_column=Column(Text, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredWatch:
    """A row of `WatchState`."""

    id: int
    holder: str | None
    seen_at: datetime
    audited_at: datetime | None
    is_clean: bool | None
    violations_json: str
    last_transfer_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFinding:
    """A row of `WatchFinding`."""

    id: int
    found_at: datetime
    kind: str
    code: str
    rules_id: int | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChart:
    """A row of `WatchChart`."""

    id: int
    rules_id: int
    chart_json: str
    totals_json: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPoint:
    """A row of `WatchPoint`."""

    id: int
    rules_id: int
    number: int
    closed_at: datetime
    figures_json: str


WATCH_STATE = table_of(WatchState)
WATCH_FINDING = table_of(WatchFinding)
WATCH_CHART = table_of(WatchChart)
WATCH_POINT = table_of(WatchPoint)


def watch_state(connection: Connection) -> StoredWatch | None:
    """Read how the watch stands, None if nobody has ever watched."""
    return first(connection, WATCH_STATE.select(), StoredWatch)


def take_watch(
    connection: Connection, holder: str, at: datetime, *, unseen_since: datetime
) -> bool:
    """Take or keep the watch; whoever holds it must not have been seen since that moment."""
    # Two who come first together must not both make the row.
    connection.execute(
        text(
            "INSERT INTO watch_state (id, seen_at, violations_json, last_transfer_id)"
            " VALUES (1, :at, '[]', 0) ON CONFLICT (id) DO NOTHING"
        ).bindparams(at=UtcDateTime().process_bind_param(at, connection.dialect))
    )
    is_free = or_(
        WATCH_STATE.c.holder.is_(None),
        WATCH_STATE.c.holder == holder,
        WATCH_STATE.c.seen_at < unseen_since,
    )
    taken = WATCH_STATE.update().where(is_free).values(holder=holder, seen_at=at)
    return bool(connection.execute(taken).rowcount)


def leave_watch(connection: Connection, holder: str) -> None:
    """Let the next take over at once."""
    mine = WATCH_STATE.update().where(WATCH_STATE.c.holder == holder)
    connection.execute(mine.values(holder=None))


def keep_audit(
    connection: Connection, *, audited_at: datetime, is_clean: bool, violations_json: str
) -> None:
    """Note what the latest audit found."""
    connection.execute(
        WATCH_STATE.update().values(
            audited_at=audited_at, is_clean=is_clean, violations_json=violations_json
        )
    )


def move_mark(connection: Connection, before: int, after: int) -> bool:
    """Note how far the charts have come; False if another has charted meanwhile."""
    moved = WATCH_STATE.update().where(WATCH_STATE.c.last_transfer_id == before)
    return bool(connection.execute(moved.values(last_transfer_id=after)).rowcount)


def add_finding(
    connection: Connection,
    kind: FindingKind,
    code: str,
    text: str,
    *,
    at: datetime,
    rules_id: int | None = None,
) -> StoredFinding:
    """Note what was found."""
    values = {
        "found_at": at,
        "kind": kind.value,
        "code": code[:64],
        "rules_id": rules_id,
        "text": text,
    }
    return add_row(connection, WATCH_FINDING, StoredFinding, values)


def open_chart_findings(connection: Connection) -> tuple[StoredFinding, ...]:
    """List what charts told since somebody last acknowledged that, the oldest first."""
    is_of = WATCH_FINDING.c.kind
    seen_to = (
        select(func.coalesce(func.max(WATCH_FINDING.c.id), 0))
        .where(is_of == FindingKind.ACKNOWLEDGED.value)
        .scalar_subquery()
    )
    query = WATCH_FINDING.select().where(
        is_of == FindingKind.CHART.value, WATCH_FINDING.c.id > seen_to
    )
    return every(connection, query.order_by(WATCH_FINDING.c.id), StoredFinding)


def charts(connection: Connection) -> tuple[StoredChart, ...]:
    """List the charts of all tables."""
    return every(connection, WATCH_CHART.select().order_by(WATCH_CHART.c.rules_id), StoredChart)


def keep_chart(connection: Connection, rules_id: int, *, chart_json: str, totals_json: str) -> None:
    """Store a table's chart as it stands."""
    values = {"chart_json": chart_json, "totals_json": totals_json}
    kept = WATCH_CHART.update().where(WATCH_CHART.c.rules_id == rules_id).values(values)
    if not connection.execute(kept).rowcount:
        connection.execute(WATCH_CHART.insert().values(rules_id=rules_id, **values))


def add_points(connection: Connection, points: Sequence[dict[str, object]]) -> None:
    """Add finished batches to the charts."""
    if points:
        connection.execute(WATCH_POINT.insert(), list(points))


def last_points(connection: Connection, rules_id: int, limit: int) -> tuple[StoredPoint, ...]:
    """List the last finished batches of a table, the oldest of them first."""
    query = WATCH_POINT.select().where(WATCH_POINT.c.rules_id == rules_id)
    found = every(connection, query.order_by(WATCH_POINT.c.number.desc()).limit(limit), StoredPoint)
    return found[::-1]
