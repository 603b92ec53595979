"""Luck: what a seat's rounds came to and what was to be expected of them, added up.

Sums, not rows for rounds: a page that tells the luck of a million rounds reads a handful of
rows. They hold nothing that the rounds do not tell, so that the audit adds them up again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Dialect,
    Integer,
    RowMapping,
    String,
    UniqueConstraint,
    bindparam,
    exists,
    func,
    select,
)
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field

from casino_war.store.columns import StoreModel, check, id_column, reference, table_of
from casino_war.store.players import PLAYER
from casino_war.store.rounds import ROUND
from casino_war.store.seats import SEAT

_DIGITS_MAX = 64


class Digits(TypeDecorator[int]):
    """A whole number of any size, as text: squares of cents outgrow the databases' integers."""

    impl = String(_DIGITS_MAX)
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | None:
        """Print the number."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        """Read the number."""
        return None if value is None else int(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckSums:
    """What settled rounds came to and what was to be expected, added up.

    Amounts are cents; what is expected is in millionths of a cent or whole cents squared,
    rounded to the nearest (halves to even) for each round. ``hands`` counts first cards
    held against the dealer's, ``ties`` those that tied. Wars and surrenders are decisions of
    hands with an ante; second tie bets are counted in the amounts alone.
    """

    rounds: int = 0
    hands: int = 0
    ties: int = 0
    wagered_cents: int = 0
    net_cents: int = 0
    expected_microcents: int = 0
    """Expected net from a full shoe, each hand doing what is best for its own wagers."""
    variance_cents2: int = 0
    """Variance of the deals and of the wars that were fought, hands of one round together."""
    wars: int = 0
    wars_won: int = 0
    wars_tied: int = 0
    surrenders: int = 0
    lesser_decisions: int = 0
    """Decisions worth less than another, by what their player could know."""
    decision_cost_microcents: int = 0
    """What those decisions were worth less than the best ones."""
    tie_bets: int = 0
    tie_bets_won: int = 0
    tie_bet_cents: int = 0
    tie_bet_net_cents: int = 0

    def __add__(self, other: "LuckSums") -> "LuckSums":
        """Add up field by field."""
        return LuckSums(**{name: getattr(self, name) + getattr(other, name) for name in _NAMES})


class SeatLuck(StoreModel, table=True):
    """The `LuckSums` of a seat by one version of its table's rules, up to the last round added."""

    __tablename__ = "seat_luck"
    __table_args__ = (
        UniqueConstraint("seat_id", "rules_id"),
        check("rounds_positive", "rounds >= 1"),
        check("ties_within_hands", "ties >= 0 AND ties <= hands"),
        check("wars_won_within_wars", "wars_won >= 0 AND wars_tied >= 0 AND wars_won <= wars"),
        check("tie_bets_won_within_tie_bets", "tie_bets_won >= 0 AND tie_bets_won <= tie_bets"),
    )

    id: int = Field(sa_column=id_column())
    seat_id: int = Field(sa_column=reference("seat.id"))
    rules_id: int = Field(sa_column=reference("table_rules.id"))
    last_round_id: int = Field(sa_column=reference("round.id"))
    rounds: int = Field(sa_column=Column(Integer, nullable=False))
    hands: int = Field(sa_column=Column(Integer, nullable=False))
    ties: int = Field(sa_column=Column(Integer, nullable=False))
    wagered_cents: int = Field(sa_column=Column(BigInteger, nullable=False))
    net_cents: int = Field(sa_column=Column(BigInteger, nullable=False))
    expected_microcents: int = Field(sa_column=Column(Digits, nullable=False))
    variance_cents2: int = Field(sa_column=Column(Digits, nullable=False))
    wars: int = Field(sa_column=Column(Integer, nullable=False))
    wars_won: int = Field(sa_column=Column(Integer, nullable=False))
    wars_tied: int = Field(sa_column=Column(Integer, nullable=False))
    surrenders: int = Field(sa_column=Column(Integer, nullable=False))
    lesser_decisions: int = Field(sa_column=Column(Integer, nullable=False))
    decision_cost_microcents: int = Field(sa_column=Column(Digits, nullable=False))
    tie_bets: int = Field(sa_column=Column(Integer, nullable=False))
    tie_bets_won: int = Field(sa_column=Column(Integer, nullable=False))
    tie_bet_cents: int = Field(sa_column=Column(BigInteger, nullable=False))
    tie_bet_net_cents: int = Field(sa_column=Column(BigInteger, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLuck:
    """The sums of a seat by one version of rules, up to the round that was added last."""

    last_round_id: int
    sums: LuckSums


SEAT_LUCK = table_of(SeatLuck)
_NAMES = tuple(each.name for each in fields(LuckSums))
_COLUMNS = (SEAT_LUCK.c.last_round_id, *(SEAT_LUCK.c[name] for name in _NAMES))

# Built once: with so many columns that takes longer than running them does.
_OF_SEAT = select(SEAT_LUCK.c.rules_id, *_COLUMNS).where(
    SEAT_LUCK.c.seat_id == bindparam("of_seat")
)
_LAST = (
    select(func.max(SEAT_LUCK.c.last_round_id))
    .where(SEAT_LUCK.c.seat_id == bindparam("of_seat"))
    .scalar_subquery()
)
_IS_LATE = exists().where(
    ROUND.c.seat_id == bindparam("of_seat"),
    ROUND.c.id > _LAST,
    ROUND.c.id < bindparam("before_id"),
    ROUND.c.settled_at.is_not(None),
)
_BEFORE = _OF_SEAT.add_columns(_IS_LATE.label("is_late"))
_KEEP = SEAT_LUCK.update().where(
    SEAT_LUCK.c.seat_id == bindparam("of_seat"), SEAT_LUCK.c.rules_id == bindparam("of_rules")
)


def luck_of_seat(connection: Connection, seat_id: int) -> dict[int, StoredLuck]:
    """Read a seat's sums by the id of the rules they were played by."""
    rows = connection.execute(_OF_SEAT, {"of_seat": seat_id}).mappings()
    return {row["rules_id"]: _stored(row) for row in rows}


def luck_before(
    connection: Connection, seat_id: int, round_id: int
) -> dict[int, StoredLuck] | None:
    """Read a seat's sums as above, None unless they count all its settled rounds before one."""
    rows = connection.execute(_BEFORE, {"of_seat": seat_id, "before_id": round_id}).mappings()
    found = rows.all()
    if not found or found[0]["is_late"]:
        return None
    return {row["rules_id"]: _stored(row) for row in found}


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


def keep_luck(connection: Connection, seat_id: int, rules_id: int, luck: StoredLuck) -> None:
    """Store the sums of a seat by these rules in place of those it had.

    Whoever adds to them holds the player's row locked meanwhile.
    """
    values = {name: getattr(luck.sums, name) for name in _NAMES}
    values["last_round_id"] = luck.last_round_id
    place = {"of_seat": seat_id, "of_rules": rules_id}
    if not connection.execute(_KEEP, {**place, **values}).rowcount:
        connection.execute(SEAT_LUCK.insert(), {"seat_id": seat_id, "rules_id": rules_id, **values})


def _stored(row: RowMapping) -> StoredLuck:
    sums = LuckSums(**{name: row[name] for name in _NAMES})
    return StoredLuck(last_round_id=row["last_round_id"], sums=sums)
