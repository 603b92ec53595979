"""Days: what a seat's rounds of each day came to, for statistics by table and by time.

Days are those of UTC, counted from 1970-01-01, and a round belongs to that of its
settlement. A seat plays one round after the other, so that its runs can be kept with them.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Index,
    RowMapping,
    ScalarSelect,
    UniqueConstraint,
    bindparam,
    select,
)
from sqlmodel import Field

from casino_war.store.changes import Step, insert_of, update_of
from casino_war.store.columns import check, id_column, reference, table_of
from casino_war.store.luck_sums import NAMES, LuckColumns, LuckSums, luck_checks

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC).toordinal()


class SeatDay(LuckColumns, table=True):
    """The `LuckSums` of a seat on one day by one version of rules, and its runs.

    ``run`` is how it stood after the last round: rounds won one after the other, or below
    zero rounds lost. A round that brings neither leaves it as it is. The longest ones are
    those that ended or went on in this day's rounds, by these rules.
    """

    __tablename__ = "seat_day"
    __table_args__ = (
        UniqueConstraint("seat_id", "rules_id", "day"),
        Index("ix_seat_day_seat_id_last_round_id", "seat_id", "last_round_id"),
        *luck_checks(),
        check("rounds_won_within_rounds", "rounds_won >= 0 AND rounds_won + rounds_lost <= rounds"),
    )

    id: int = Field(sa_column=id_column())
    seat_id: int = Field(sa_column=reference("seat.id"))
    rules_id: int = Field(sa_column=reference("table_rules.id"))
    day: int
    last_round_id: int = Field(sa_column=reference("round.id"))
    rounds_won: int
    rounds_lost: int
    best_net_cents: int = Field(sa_type=BigInteger)
    worst_net_cents: int = Field(sa_type=BigInteger)
    run: int
    longest_won: int
    longest_lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDay:
    """What a seat's day came to, up to the round that was added last; amounts in cents."""

    last_round_id: int
    sums: LuckSums
    rounds_won: int = 0
    rounds_lost: int = 0
    best_net_cents: int = 0
    """The most that a round has brought, 0 if none brought anything."""
    worst_net_cents: int = 0
    """The most that a round has cost, as a net below zero."""
    run: int = 0
    longest_won: int = 0
    longest_lost: int = 0


SEAT_DAY = table_of(SeatDay)
_OWN = tuple(each.name for each in fields(StoredDay) if each.name != "sums")
_ALL = (*_OWN, *NAMES)
_LABEL = "day_"

DAY_COLUMNS_LABELED = tuple(SEAT_DAY.c[name].label(f"{_LABEL}{name}") for name in _ALL)
"""A day's columns beside those of other tables; None where there is no such day."""

_NEWEST = SEAT_DAY.alias("newest_day")


def run_of(seat_id: ColumnElement[int]) -> ScalarSelect[int]:
    """Ask how a seat's run stands, None before its first round."""
    return (
        select(_NEWEST.c.run)
        .where(_NEWEST.c.seat_id == seat_id)
        .order_by(_NEWEST.c.last_round_id.desc())
        .limit(1)
        .scalar_subquery()
    )


_RUN = select(run_of(bindparam("of_seat")))

_PLACE = ("seat_id", "rules_id", "day")
_ADD = insert_of(SEAT_DAY, (*_PLACE, *_ALL))
_KEEP = update_of(SEAT_DAY, _PLACE, _ALL)
_OF_SEATS = select(
    SEAT_DAY.c.seat_id, SEAT_DAY.c.rules_id, SEAT_DAY.c.day, *(SEAT_DAY.c[name] for name in _ALL)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DayOfSeat:
    """A row of `SeatDay` with where it belongs."""

    seat_id: int
    rules_id: int
    day: int
    stored: StoredDay


def day_of(at: datetime) -> int:
    """Return the number of a moment's day, counted from 1970-01-01 in UTC."""
    return at.astimezone(UTC).toordinal() - _EPOCH


def begin_of(day: int) -> datetime:
    """Return the moment at which a day begins."""
    return datetime.fromordinal(day + _EPOCH).replace(tzinfo=UTC)


def with_round(before: StoredDay | None, run: int, round_id: int, sums: LuckSums) -> StoredDay:
    """Return a day with one round more, whose *sums* it adds; *run* is the seat's so far."""
    day = before or StoredDay(last_round_id=0, sums=LuckSums())
    net_cents = sums.net_cents
    if net_cents > 0:
        run = max(run, 0) + 1
    elif net_cents < 0:
        run = min(run, 0) - 1
    return StoredDay(
        last_round_id=round_id,
        sums=day.sums + sums,
        rounds_won=day.rounds_won + (net_cents > 0),
        rounds_lost=day.rounds_lost + (net_cents < 0),
        best_net_cents=max(day.best_net_cents, net_cents),
        worst_net_cents=min(day.worst_net_cents, net_cents),
        run=run,
        longest_won=max(day.longest_won, run),
        longest_lost=max(day.longest_lost, -run),
    )


def kept_day(place: tuple[int, int, int], day: StoredDay, *, is_new: bool) -> Step:
    """Store a day of a seat by these rules: *place* is seat, rules and day by their numbers.

    Whoever adds to it holds the player's row locked meanwhile.
    """
    values: dict[str, int] = {name: getattr(day, name) for name in _OWN}
    values |= {name: getattr(day.sums, name) for name in NAMES}
    if is_new:
        return _ADD, values | dict(zip(_PLACE, place, strict=True))
    return _KEEP, values | {f"of_{name}": at for name, at in zip(_PLACE, place, strict=True)}


def days_of_seats(
    connection: Connection, seat_ids: Collection[int], *, from_day: int | None = None
) -> Iterator[DayOfSeat]:
    """Read the days of these seats, the earliest first."""
    query = _OF_SEATS.where(SEAT_DAY.c.seat_id.in_(seat_ids))
    if from_day is not None:
        query = query.where(SEAT_DAY.c.day >= from_day)
    query = query.order_by(SEAT_DAY.c.day, SEAT_DAY.c.seat_id, SEAT_DAY.c.last_round_id)
    for row in connection.execute(query).mappings():
        yield _of_seat(row)


def every_day(connection: Connection) -> Iterator[DayOfSeat]:
    """Read all days there are, seat by seat."""
    query = _OF_SEATS.order_by(SEAT_DAY.c.seat_id, SEAT_DAY.c.last_round_id)
    for row in connection.execute(query.execution_options(yield_per=500)).mappings():
        yield _of_seat(row)


def last_run(connection: Connection, seat_id: int) -> int:
    """Return how a seat's run stands, 0 before its first round."""
    return connection.execute(_RUN, {"of_seat": seat_id}).scalar_one() or 0


def labeled_day(row: RowMapping) -> StoredDay | None:
    """Read a day from columns labeled as `DAY_COLUMNS_LABELED`, None if there was none."""
    return None if row[f"{_LABEL}last_round_id"] is None else _day(row, _LABEL)


def _of_seat(row: RowMapping) -> DayOfSeat:
    return DayOfSeat(
        seat_id=row["seat_id"], rules_id=row["rules_id"], day=row["day"], stored=_day(row, "")
    )


def _day(row: RowMapping, prefix: str) -> StoredDay:
    return StoredDay(
        sums=LuckSums(**{name: row[f"{prefix}{name}"] for name in NAMES}),
        **{name: row[f"{prefix}{name}"] for name in _OWN},
    )
