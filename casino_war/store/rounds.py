"""Rounds: the line of notation that tells each, and the facts of the settled ones."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    bindparam,
    func,
    select,
    text,
)
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.rows import count_rows, every, first, update_row

_OPEN = text("settled_at IS NULL")


class Round(StoreModel, table=True):
    """One deal. What stands below ``settled_at`` is None while a decision is awaited.

    ``number`` counts the player's rounds from 1. Amounts are cents.
    """

    __tablename__ = "round"
    __table_args__ = (
        UniqueConstraint("player_id", "number"),
        Index("ix_round_player_id_id", "player_id", "id"),
        Index("ix_round_seat_id_id", "seat_id", "id"),
        Index("ix_round_player_id_dealt_at_id", "player_id", "dealt_at", "id"),
        Index("ix_round_seat_id_dealt_at_id", "seat_id", "dealt_at", "id"),
        Index(
            "uq_round_open_seat_id",
            "seat_id",
            unique=True,
            sqlite_where=_OPEN,
            postgresql_where=_OPEN,
        ),
        check("number_from_one", "number >= 1"),
        check("settled_with_cards", "(settled_at IS NULL) = (cards_text IS NULL)"),
        check("settled_with_outcome", "(settled_at IS NULL) = (outcome_text IS NULL)"),
        check("settled_with_wagered", "(settled_at IS NULL) = (wagered_cents IS NULL)"),
        check("settled_with_net", "(settled_at IS NULL) = (net_cents IS NULL)"),
        check("settled_with_balance", "(settled_at IS NULL) = (balance_after_cents IS NULL)"),
        check("wagered_positive", "wagered_cents > 0"),
        check("balance_after_from_zero", "balance_after_cents >= 0"),
    )

    id: int = Field(sa_column=id_column())
    player_id: int = Field(sa_column=reference("player.id"))
    seat_id: int = Field(sa_column=reference("seat.id"))
    table_key: str = Field(sa_column=Column(String(64), nullable=False))
    rules_id: int = Field(sa_column=reference("table_rules.id"))
    shoe_id: int = Field(sa_column=reference("shoe.id", is_indexed=True))
    number: int = Field(sa_column=Column(Integer, nullable=False))
    notation: str = Field(sa_column=Column(Text, nullable=False))
    dealt_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    settled_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    cards_text: str | None = Field(sa_column=Column(Text, nullable=True))
    outcome_text: str | None = Field(sa_column=Column(Text, nullable=True))
    wagered_cents: int | None = Field(sa_column=Column(BigInteger, nullable=True))
    net_cents: int | None = Field(sa_column=Column(BigInteger, nullable=True))
    balance_after_cents: int | None = Field(sa_column=Column(BigInteger, nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFacts:
    """What a settlement adds to a round; each can be computed again from its notation."""

    cards_text: str
    outcome_text: str
    wagered_cents: int
    net_cents: int
    balance_after_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """What a round is played again from, and what its table lists of it."""

    id: int
    number: int
    rules_id: int
    shoe_id: int
    notation: str
    settled_at: datetime | None
    outcome_text: str | None
    net_cents: int | None

    @property
    def is_open(self) -> bool:
        """Whether the round still waits for a decision."""
        return self.settled_at is None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRound(PlayedRound):
    """A row of `Round`."""

    player_id: int
    seat_id: int
    table_key: str
    dealt_at: datetime
    cards_text: str | None
    wagered_cents: int | None
    balance_after_cents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRound:
    """What a session is added up from; None where a decision is awaited."""

    dealt_at: datetime
    rules_id: int
    notation: str
    wagered_cents: int | None
    net_cents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PathRound:
    """What a point of the bankroll's path is made of: a settled round, in brief."""

    number: int
    rules_id: int
    notation: str
    dealt_at: datetime
    net_cents: int
    balance_after_cents: int


ROUND = table_of(Round)
_FACTS = tuple(each.name for each in fields(RoundFacts))
_OPEN_FACTS = dict.fromkeys(("settled_at", *_FACTS))

_NEXT_NUMBER = (
    select(func.coalesce(func.max(ROUND.c.number), 0) + 1)
    .where(ROUND.c.player_id == bindparam("of_player"))
    .scalar_subquery()
)
_ADD = ROUND.insert().values(number=_NEXT_NUMBER).returning(ROUND.c.id, ROUND.c.number)
_IS_OPEN = ROUND.c.settled_at.is_(None)
_OF_SEAT = ROUND.c.seat_id == bindparam("of_seat")
_OF_PLAYER = ROUND.c.player_id == bindparam("of_player")
_OPEN_OF_PLAYER = ROUND.select().where(_OF_PLAYER, _IS_OPEN).order_by(ROUND.c.id)
_BY_PLAYER = ROUND.select().where(_OF_PLAYER, ROUND.c.id == bindparam("of_id"))
_LAST_OF_SEAT = (
    select(*(ROUND.c[each.name] for each in fields(PlayedRound)))
    .where(_OF_SEAT)
    .order_by(ROUND.c.id.desc())
    .limit(bindparam("at_most"))
)
_OF_SESSION = (
    select(*(ROUND.c[each.name] for each in fields(SessionRound)))
    .where(_OF_PLAYER)
    .order_by(ROUND.c.number.desc())
    .execution_options(yield_per=256)
)
_PATH = (
    select(*(ROUND.c[each.name] for each in fields(PathRound)))
    .where(_OF_PLAYER, ROUND.c.settled_at.is_not(None))
    .order_by(ROUND.c.number)
    .limit(bindparam("at_most"))
)
_LAST_OF_PLAYER = ROUND.select().where(_OF_PLAYER).order_by(ROUND.c.number.desc()).limit(1)
_SETTLED_OF_SEAT = (
    ROUND.select()
    .where(_OF_SEAT, ROUND.c.id > bindparam("after_id"), ROUND.c.settled_at.is_not(None))
    .order_by(ROUND.c.id)
    .limit(bindparam("at_most"))
)


def add_round(
    connection: Connection,
    *,
    player_id: int,
    seat_id: int,
    table_key: str,
    rules_id: int,
    shoe_id: int,
    notation: str,
    at: datetime,
    facts: RoundFacts | None = None,
) -> StoredRound:
    """Store a dealt round under the player's next number: open, or settled if it has *facts*."""
    values: dict[str, Any] = {
        "player_id": player_id,
        "seat_id": seat_id,
        "table_key": table_key,
        "rules_id": rules_id,
        "shoe_id": shoe_id,
        "notation": notation,
        "dealt_at": at,
    }
    if facts is not None:
        values |= _settled(facts, at)
    row = connection.execute(_ADD, {"of_player": player_id, **values}).one()
    return StoredRound(id=row.id, number=row.number, **{**_OPEN_FACTS, **values})


def set_notation(connection: Connection, round_id: int, notation: str) -> None:
    """Store the notation of an open round with its latest decision."""
    update_row(connection, ROUND, round_id, notation=notation)


def settle_round(connection: Connection, round_id: int, *, facts: RoundFacts, at: datetime) -> None:
    """Close a round; from here on it never changes."""
    update_row(connection, ROUND, round_id, **_settled(facts, at))


def _settled(facts: RoundFacts, at: datetime) -> dict[str, Any]:
    return {"settled_at": at, **{name: getattr(facts, name) for name in _FACTS}}


def open_rounds(connection: Connection, player_id: int) -> tuple[StoredRound, ...]:
    """List the player's rounds that wait for a decision, at all tables, oldest first."""
    return every(connection, _OPEN_OF_PLAYER, StoredRound, {"of_player": player_id})


def round_of_player(connection: Connection, player_id: int, round_id: int) -> StoredRound | None:
    """Find one of the player's rounds."""
    values = {"of_player": player_id, "of_id": round_id}
    return first(connection, _BY_PLAYER, StoredRound, values)


def numbers_of(connection: Connection, round_ids: Collection[int]) -> dict[int, int]:
    """Return the numbers by which their players count these rounds, by id."""
    query = select(ROUND.c.id, ROUND.c.number).where(ROUND.c.id.in_(round_ids))
    return {row.id: row.number for row in connection.execute(query)}


def last_rounds(connection: Connection, seat_id: int, limit: int) -> tuple[PlayedRound, ...]:
    """List the seat's last rounds, newest first, an open one included."""
    values = {"of_seat": seat_id, "at_most": limit}
    return every(connection, _LAST_OF_SEAT, PlayedRound, values)


def last_of_player(connection: Connection, player_id: int) -> StoredRound | None:
    """Find the player's last round."""
    return first(connection, _LAST_OF_PLAYER, StoredRound, {"of_player": player_id})


def settled_of_player(connection: Connection, player_id: int, limit: int) -> tuple[PathRound, ...]:
    """List the player's first settled rounds at all tables, in the order of their numbers."""
    values = {"of_player": player_id, "at_most": limit}
    return every(connection, _PATH, PathRound, values)


def newest_played(connection: Connection, player_id: int) -> Iterator[SessionRound]:
    """Read the player's rounds, the newest first, for as long as the caller asks for more."""
    result = connection.execute(_OF_SESSION, {"of_player": player_id})
    try:
        for row in result:
            yield SessionRound(**row._mapping)
    finally:
        result.close()


def rounds_of_shoe(connection: Connection, shoe_id: int) -> tuple[StoredRound, ...]:
    """List the rounds dealt from a shoe, in the order of dealing."""
    query = ROUND.select().where(ROUND.c.shoe_id == shoe_id).order_by(ROUND.c.id)
    return every(connection, query, StoredRound)


def cards_shown(
    connection: Connection, shoe_id: int, before_id: int | None = None
) -> tuple[str, ...]:
    """List the cards that the settled rounds of a shoe have shown, one text for each.

    Only rounds before round *before_id* if it is given. Burned cards are in no text.
    """
    query = select(ROUND.c.cards_text).where(
        ROUND.c.shoe_id == shoe_id, ROUND.c.cards_text.is_not(None)
    )
    if before_id is not None:
        query = query.where(ROUND.c.id < before_id)
    return tuple(connection.execute(query).scalars())


def count_settled(connection: Connection, seat_id: int, after_id: int) -> int:
    """Count settled rounds of a seat from behind *after_id* on."""
    return count_rows(
        connection,
        ROUND,
        ROUND.c.seat_id == seat_id,
        ROUND.c.id > after_id,
        ROUND.c.settled_at.is_not(None),
    )


def settled_rounds(
    connection: Connection, seat_id: int, after_id: int, limit: int
) -> tuple[StoredRound, ...]:
    """List settled rounds of a seat in the order of dealing, from behind *after_id* on."""
    values = {"of_seat": seat_id, "after_id": after_id, "at_most": limit}
    return every(connection, _SETTLED_OF_SEAT, StoredRound, values)
