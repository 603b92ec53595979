"""Luck: what a seat's rounds came to and what was to be expected of them, added up.

Sums, not rows for rounds: a page that tells the luck of a million rounds reads a handful of
rows. `casino_war.store.days` has the same sums for each day. They hold nothing that the
rounds do not tell, so that the audit adds them up again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Double,
    RowMapping,
    Select,
    UniqueConstraint,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    select,
)
from sqlmodel import Field

from casino_war.store.changes import Step, insert_of, update_of
from casino_war.store.columns import id_column, reference, table_of
from casino_war.store.days import (
    DAY_COLUMNS_LABELED,
    SEAT_DAY,
    StoredDay,
    labeled_day,
    run_of,
)
from casino_war.store.luck_sums import NAMES, LuckColumns, LuckSums, luck_checks
from casino_war.store.own_tables import OWN_PREFIX
from casino_war.store.players import PLAYER
from casino_war.store.rounds import ROUND
from casino_war.store.seats import SEAT


class SeatLuck(LuckColumns, table=True):
    """The `LuckSums` of a seat by one version of its table's rules, up to the last round added."""

    __tablename__ = "seat_luck"
    __table_args__ = (UniqueConstraint("seat_id", "rules_id"), *luck_checks())

    id: int = Field(sa_column=id_column())
    seat_id: int = Field(sa_column=reference("seat.id"))
    rules_id: int = Field(sa_column=reference("table_rules.id"))
    last_round_id: int = Field(sa_column=reference("round.id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLuck:
    """The sums of a seat by one version of rules, up to the round that was added last."""

    last_round_id: int
    sums: LuckSums


SEAT_LUCK = table_of(SeatLuck)
_COLUMNS = (SEAT_LUCK.c.last_round_id, *(SEAT_LUCK.c[name] for name in NAMES))

# Built once: with so many columns that takes longer than running them does.
_OF_SEAT = select(SEAT_LUCK.c.rules_id, *_COLUMNS).where(
    SEAT_LUCK.c.seat_id == bindparam("of_seat")
)
_PLACE = ("seat_id", "rules_id")
_ALL = ("last_round_id", *NAMES)
_ADD = insert_of(SEAT_LUCK, (*_PLACE, *_ALL))
_KEEP = update_of(SEAT_LUCK, _PLACE, _ALL)

_LABEL = "luck_"
_EVERY_LUCK = SEAT_LUCK.alias("every_luck")
_LAST = (
    select(func.max(_EVERY_LUCK.c.last_round_id))
    .where(_EVERY_LUCK.c.seat_id == SEAT.c.id)
    .correlate(SEAT)
    .scalar_subquery()
)
_IS_LATE = (
    exists()
    .where(ROUND.c.seat_id == SEAT.c.id, ROUND.c.id > _LAST, ROUND.c.settled_at.is_not(None))
    .correlate(SEAT)
)
_INEXACT = ("expected_microcents", "decision_cost_microcents", "variance_cents2")
OWN_TABLES = "own"
"""The name under which all tables of players are added up: there may be any number of them."""
_NAME = case((SEAT.c.table_key.startswith(OWN_PREFIX), OWN_TABLES), else_=SEAT.c.table_key)
_TOTALS = (
    select(
        _NAME.label("name"),
        *(func.sum(SEAT_LUCK.c[n]).label(n) for n in ("rounds", "wagered_cents", "net_cents")),
        # One of them is text, and the others may outgrow the databases' integers.
        *(func.sum(cast(SEAT_LUCK.c[n], Double)).label(n) for n in _INEXACT),
    )
    .join_from(SEAT_LUCK, SEAT, SEAT_LUCK.c.seat_id == SEAT.c.id)
    .group_by("name")
)


def luck_of_seat(connection: Connection, seat_id: int) -> dict[int, StoredLuck]:
    """Read a seat's sums by the id of the rules they were played by."""
    rows = connection.execute(_OF_SEAT, {"of_seat": seat_id}).mappings()
    return {row["rules_id"]: _stored(row) for row in rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckBefore:
    """What a seat's sums are before a round, and what its day and its run have come to.

    Sums and day are those by the seat's present rules, None where there are none yet.
    """

    rules_id: int
    luck: StoredLuck | None
    day: StoredDay | None
    run: int
    """Rounds won one after the other, below zero those lost."""


def with_luck(query: Select[Any]) -> Select[Any]:
    """Add to a query of seats what `luck_before` reads; the day is that of ``of_day``."""
    of_rules = and_(SEAT_LUCK.c.seat_id == SEAT.c.id, SEAT_LUCK.c.rules_id == SEAT.c.rules_id)
    of_day = and_(
        SEAT_DAY.c.seat_id == SEAT.c.id,
        SEAT_DAY.c.rules_id == SEAT.c.rules_id,
        SEAT_DAY.c.day == bindparam("of_day"),
    )
    return (
        query.add_columns(
            *(SEAT_LUCK.c[name].label(f"{_LABEL}{name}") for name in _ALL),
            _LAST.label("last_measured"),
            _IS_LATE.label("is_late"),
            run_of(SEAT.c.id).correlate(SEAT).label("run_before"),
            *DAY_COLUMNS_LABELED,
        )
        .join(SEAT_LUCK, of_rules, isouter=True)
        .join(SEAT_DAY, of_day, isouter=True)
    )


def luck_before(row: RowMapping, rules_id: int) -> LuckBefore | None:
    """Read a seat's sums, None unless they count all its settled rounds, one at least."""
    if row["last_measured"] is None or row["is_late"]:
        return None
    is_there = row[f"{_LABEL}last_round_id"] is not None
    return LuckBefore(
        rules_id=rules_id,
        luck=_stored(row, _LABEL) if is_there else None,
        day=labeled_day(row),
        run=row["run_before"] or 0,
    )


def last_measured(luck: Mapping[int, StoredLuck]) -> int:
    """Return the id of the last round that a seat's sums count, 0 before the first."""
    return max((each.last_round_id for each in luck.values()), default=0)


def tokens_of_late(connection: Connection) -> tuple[str, ...]:
    """List the tokens of the players with settled rounds that no sums count yet."""
    last = (
        select(func.coalesce(func.max(SEAT_LUCK.c.last_round_id), 0))
        .where(SEAT_LUCK.c.seat_id == SEAT.c.id)
        .scalar_subquery()
    )
    is_late = exists().where(
        ROUND.c.seat_id == SEAT.c.id, ROUND.c.settled_at.is_not(None), ROUND.c.id > last
    )
    query = select(PLAYER.c.token).where(exists().where(SEAT.c.player_id == PLAYER.c.id, is_late))
    return tuple(connection.scalars(query.order_by(PLAYER.c.id)))


def every_luck(connection: Connection) -> dict[tuple[int, int], StoredLuck]:
    """Read all sums there are, by the ids of their seat and their rules."""
    query = select(SEAT_LUCK.c.seat_id, SEAT_LUCK.c.rules_id, *_COLUMNS)
    rows = connection.execute(query).mappings()
    return {(row["seat_id"], row["rules_id"]): _stored(row) for row in rows}


def luck_of_tables(connection: Connection) -> dict[str, LuckSums]:
    """Add up the sums of all seats, by the key of their table."""
    query = select(SEAT.c.table_key, *_COLUMNS).join_from(
        SEAT_LUCK, SEAT, SEAT_LUCK.c.seat_id == SEAT.c.id
    )
    found: dict[str, LuckSums] = {}
    for row in connection.execute(query).mappings():
        key = row["table_key"]
        found[key] = found.get(key, LuckSums()) + _stored(row).sums
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTotals:
    """What a table's sums come to, added up by the database; near enough for a gauge."""

    rounds: int
    wagered_cents: int
    net_cents: int
    expected_microcents: float
    decision_cost_microcents: float
    variance_cents2: float


def totals_of_tables(connection: Connection) -> dict[str, TableTotals]:
    """Add up the sums of all seats, by the key of their table, those of players together.

    One row of each table of the house is read, and one of all others.
    """
    return {
        row["name"]: TableTotals(
            rounds=int(row["rounds"]),
            wagered_cents=int(row["wagered_cents"]),
            net_cents=int(row["net_cents"]),
            **{name: float(row[name]) for name in _INEXACT},
        )
        for row in connection.execute(_TOTALS).mappings()
    }


def kept_luck(seat_id: int, rules_id: int, luck: StoredLuck, *, is_new: bool) -> Step:
    """Store the sums of a seat by these rules in place of those it had.

    Whoever adds to them holds the player's row locked meanwhile.
    """
    values = {name: getattr(luck.sums, name) for name in NAMES}
    values["last_round_id"] = luck.last_round_id
    if is_new:
        return _ADD, {"seat_id": seat_id, "rules_id": rules_id, **values}
    return _KEEP, {"of_seat_id": seat_id, "of_rules_id": rules_id, **values}


def _stored(row: RowMapping, prefix: str = "") -> StoredLuck:
    sums = LuckSums(**{name: row[f"{prefix}{name}"] for name in NAMES})
    return StoredLuck(last_round_id=row[f"{prefix}last_round_id"], sums=sums)
