"""Searching a player's rounds: by table, outcome, time and amounts, newest first.

Whatever is asked for, one search looks at no more than a bounded number of rounds; where
it stops, the next one goes on. Rounds stand in the order in which they were dealt; where
days are asked for, in the order of the clock, which may have been set back between two.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, literal, select, tuple_

from casino_war.store.columns import BIG_ID, UtcDateTime
from casino_war.store.rounds import ROUND, StoredRound
from casino_war.store.rows import every
from casino_war.store.rules import TABLE_RULES
from casino_war.store.seats import SEAT

SCAN_MAX = 20_000
"""How many rounds one search looks at."""

OPEN = "open"
"""What to search by for rounds that wait for a decision, in the place of an outcome."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFilter:
    """What rounds are asked for; None asks for all. Amounts are cents, both ends included.

    ``seat_id`` must be the player's. ``outcome`` is that of any hand, or `OPEN`.
    ``dealt_before`` is excluded.
    """

    seat_id: int | None = None
    outcome: str | None = None
    dealt_from: datetime | None = None
    dealt_before: datetime | None = None
    wagered_from_cents: int | None = None
    wagered_to_cents: int | None = None
    net_from_cents: int | None = None
    net_to_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the order of rounds."""

    dealt_at: datetime
    round_id: int


@dataclass(frozen=True, slots=True)
class Found:
    """Rounds found. ``stopped_at`` is where the search gave up looking, if it did."""

    rounds: tuple[StoredRound, ...]
    stopped_at: Place | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What rounds come to; those that wait for a decision count, their chips do not yet."""

    rounds: int
    wagered_cents: int
    net_cents: int


def place_of(connection: Connection, player_id: int, round_id: int) -> Place | None:
    """Return the place of one of the player's rounds."""
    query = select(ROUND.c.dealt_at, ROUND.c.id).where(
        ROUND.c.id == round_id, ROUND.c.player_id == player_id
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else Place(row.dealt_at, row.id)


def conditions(player_id: int, wanted: RoundFilter) -> list[ColumnElement[bool]]:
    """Return what the player's rounds that are asked for must meet."""
    return [*_candidates(player_id, wanted, None), *_tests(wanted)]


def search_rounds(
    connection: Connection, player_id: int, wanted: RoundFilter, after: Place | None, limit: int
) -> Found:
    """Find up to *limit* rounds that come after a place: that is, were dealt before it."""
    candidates = _candidates(player_id, wanted, after)
    end = _end_of_scan(connection, candidates, wanted)
    query = _newest_first(ROUND.select().where(*candidates, *_tests(wanted)), wanted)
    if end is not None:
        query = query.where(_order(wanted) >= _at(end, wanted))
    rounds = every(connection, query.limit(limit), StoredRound)
    return Found(rounds, end if len(rounds) < limit else None)


def sum_rounds(connection: Connection, player_id: int, wanted: RoundFilter) -> Sums | None:
    """Add up all rounds that are asked for; None where too many would have to be looked at."""
    candidates = _candidates(player_id, wanted, None)
    if _end_of_scan(connection, candidates, wanted) is not None:
        return None
    query = select(
        func.count(),
        func.coalesce(func.sum(ROUND.c.wagered_cents), 0),
        func.coalesce(func.sum(ROUND.c.net_cents), 0),
    ).where(*candidates, *_tests(wanted))
    count, wagered, net = connection.execute(query).one()
    return Sums(rounds=count, wagered_cents=int(wagered), net_cents=int(net))


def numbers_between(
    connection: Connection, player_id: int, wanted: RoundFilter
) -> tuple[int, int] | None:
    """Return the numbers of the first and the last round of the filter's time, if there are any."""
    candidates = _candidates(player_id, wanted, None)
    query = select(ROUND.c.number).where(*candidates).limit(1)
    last = connection.execute(_newest_first(query, wanted)).scalar_one_or_none()
    first = connection.execute(query.order_by(*_columns(wanted))).scalar_one_or_none()
    return None if first is None or last is None else (first, last)


@dataclass(frozen=True, slots=True, kw_only=True)
class BalancePoint:
    """What a player had after a round, in cents."""

    number: int
    round_id: int
    dealt_at: datetime
    balance_after_cents: int


def balances_at(
    connection: Connection, player_id: int, numbers: Collection[int]
) -> tuple[BalancePoint, ...]:
    """Read the balances after the settled ones of these rounds, by their numbers, in order."""
    query = (
        select(
            ROUND.c.number,
            ROUND.c.id.label("round_id"),
            ROUND.c.dealt_at,
            ROUND.c.balance_after_cents,
        )
        .where(
            ROUND.c.player_id == player_id,
            ROUND.c.number.in_(numbers),
            ROUND.c.balance_after_cents.is_not(None),
        )
        .order_by(ROUND.c.number)
    )
    return every(connection, query, BalancePoint)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTitle:
    """A table where a player has a seat, as its rules call it there."""

    seat_id: int
    table_key: str
    title: str


def seats_of(connection: Connection, player_id: int, limit: int) -> tuple[SeatTitle, ...]:
    """List the tables where the player has a seat, the latest seat first."""
    query = (
        select(SEAT.c.id.label("seat_id"), SEAT.c.table_key, TABLE_RULES.c.title)
        .join_from(SEAT, TABLE_RULES, SEAT.c.rules_id == TABLE_RULES.c.id)
        .where(SEAT.c.player_id == player_id)
        .order_by(SEAT.c.id.desc())
        .limit(limit)
    )
    return every(connection, query, SeatTitle)


def _candidates(
    player_id: int, wanted: RoundFilter, after: Place | None
) -> list[ColumnElement[bool]]:
    """Ask for what an index finds in the order of rounds."""
    # A seat has one player: asking for both would let the database choose the longer way.
    whose = ROUND.c.player_id == player_id
    conditions = [whose if wanted.seat_id is None else ROUND.c.seat_id == wanted.seat_id]
    if wanted.dealt_from is not None:
        conditions.append(ROUND.c.dealt_at >= wanted.dealt_from)
    if wanted.dealt_before is not None:
        conditions.append(ROUND.c.dealt_at < wanted.dealt_before)
    if after is not None:
        conditions.append(_order(wanted) < _at(after, wanted))
    return conditions


def _tests(wanted: RoundFilter) -> list[ColumnElement[bool]]:
    """Ask for what each candidate must be looked at for."""
    conditions: list[ColumnElement[bool]] = []
    if wanted.outcome == OPEN:
        conditions.append(ROUND.c.settled_at.is_(None))
    elif wanted.outcome is not None:
        listed = literal(",") + ROUND.c.outcome_text + ","
        conditions.append(listed.contains(f",{wanted.outcome},", autoescape=True))
    bounds = (
        (ROUND.c.wagered_cents, wanted.wagered_from_cents, wanted.wagered_to_cents),
        (ROUND.c.net_cents, wanted.net_from_cents, wanted.net_to_cents),
    )
    for column, lowest, highest in bounds:
        if lowest is not None:
            conditions.append(column >= lowest)
        if highest is not None:
            conditions.append(column <= highest)
    return conditions


def _end_of_scan(
    connection: Connection, candidates: list[ColumnElement[bool]], wanted: RoundFilter
) -> Place | None:
    """Return the last place that a search looks at, None if there is nothing beyond it."""
    query = _newest_first(select(ROUND.c.dealt_at, ROUND.c.id).where(*candidates), wanted)
    rows = connection.execute(query.limit(2).offset(SCAN_MAX - 1)).all()
    return Place(rows[0].dealt_at, rows[0].id) if len(rows) == 2 else None


def _newest_first(query: Select[Any], wanted: RoundFilter) -> Select[Any]:
    return query.order_by(*(column.desc() for column in _columns(wanted)))


def _columns(wanted: RoundFilter) -> tuple[ColumnElement[Any], ...]:
    """Return what rounds are in the order of: an index leads to them by these."""
    if wanted.dealt_from is None and wanted.dealt_before is None:
        return (ROUND.c.id,)
    return (ROUND.c.dealt_at, ROUND.c.id)


def _order(wanted: RoundFilter) -> Any:
    return tuple_(*_columns(wanted))


def _at(place: Place, wanted: RoundFilter) -> Any:
    values = (literal(place.dealt_at, UtcDateTime), literal(place.round_id, BIG_ID))
    return tuple_(*values[-len(_columns(wanted)) :])
