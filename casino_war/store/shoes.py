"""Shoes: the seeds of one shuffle, the order they gave, and how far it is dealt.

The current shoe of a seat is its unfinished one of the lowest nonce, the next shoe the
one after. Server seeds and orders are kept here and shown only once a shoe is finished.
"""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import (
    Column,
    Connection,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    bindparam,
    exists,
    func,
    select,
    text,
)
from sqlmodel import Field

from casino_war.store.changes import Step, update_of
from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.rows import Remembered, add_row, by_id, every, update_row

_IN_PLAY = text("finished_at IS NULL")


class Shoe(StoreModel, table=True):
    """One shuffle of one seat.

    ``order_text`` holds the cards in dealing order, drawn once when the shoe is started;
    ``position`` counts those dealt or burned.
    """

    __tablename__ = "shoe"
    __table_args__ = (
        UniqueConstraint("seat_id", "nonce"),
        # A seat may have finished thousands, and has two in play.
        Index(
            "ix_shoe_in_play_seat_id_nonce",
            "seat_id",
            "nonce",
            sqlite_where=_IN_PLAY,
            postgresql_where=_IN_PLAY,
        ),
        check("nonce_from_zero", "nonce >= 0"),
        check("server_seed_length", "length(server_seed) = 64"),
        check("commitment_length", "length(commitment) = 64"),
        check("client_seed_length", "length(client_seed) BETWEEN 1 AND 64"),
        check("decks_positive", "decks >= 1"),
        check("position_from_zero", "position >= 0"),
        check("started_with_order", "(started_at IS NULL) = (order_text IS NULL)"),
        check("dealt_once_started", "started_at IS NOT NULL OR position = 0"),
        check("finished_with_reason", "(finished_at IS NULL) = (end_reason IS NULL)"),
    )

    id: int = Field(sa_column=id_column())
    seat_id: int = Field(sa_column=reference("seat.id"))
    nonce: int = Field(sa_column=Column(Integer, nullable=False))
    server_seed: str = Field(sa_column=Column(String(64), nullable=False))
    commitment: str = Field(sa_column=Column(String(64), nullable=False))
    client_seed: str = Field(sa_column=Column(String(64), nullable=False))
    decks: int = Field(sa_column=Column(Integer, nullable=False))
    order_text: str | None = Field(sa_column=Column(Text, nullable=True))
    position: int = Field(sa_column=Column(Integer, nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    started_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    finished_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    end_reason: str | None = Field(sa_column=Column(String(32), nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredShoe:
    """A row of `Shoe`; what must stay secret stays out of its printed form too."""

    id: int
    seat_id: int
    nonce: int
    server_seed: str = field(repr=False)
    commitment: str
    client_seed: str
    decks: int
    order_text: str | None = field(repr=False)
    position: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    end_reason: str | None


SHOE = table_of(Shoe)

_EARLIER = SHOE.alias("earlier_shoe")
HAS_EARLIER_IN_PLAY = exists().where(
    _EARLIER.c.seat_id == SHOE.c.seat_id,
    _EARLIER.c.nonce < SHOE.c.nonce,
    _EARLIER.c.finished_at.is_(None),
)
"""Is a shoe whose turn has not come: its seat has another to finish first."""

_ADVANCE = update_of(SHOE, ("id",), ("position",))
_ORDER = select(SHOE.c.order_text).where(SHOE.c.id == bindparam("shoe_id"))
_NEXT_NONCE = (
    select(func.coalesce(func.max(SHOE.c.nonce) + 1, 0))
    .where(SHOE.c.seat_id == bindparam("of_seat"))
    .scalar_subquery()
)
_ADD = SHOE.insert().values(nonce=_NEXT_NONCE).returning(*SHOE.c)
_OF_SEAT = SHOE.c.seat_id == bindparam("of_seat")
_SHOES_IN_PLAY = SHOE.select().where(_OF_SEAT, SHOE.c.finished_at.is_(None)).order_by(SHOE.c.nonce)


def add_shoe(
    connection: Connection,
    *,
    seat_id: int,
    server_seed: str,
    commitment: str,
    client_seed: str,
    decks: int,
    at: datetime,
) -> StoredShoe:
    """Store a committed shoe under the seat's next nonce: 0, 1, 2, ... without a gap."""
    values = {
        "of_seat": seat_id,
        "seat_id": seat_id,
        "server_seed": server_seed,
        "commitment": commitment,
        "client_seed": client_seed,
        "decks": decks,
        "position": 0,
        "created_at": at,
    }
    return add_row(connection, SHOE, StoredShoe, values, _ADD)


def shoes_in_play(connection: Connection, seat_id: int) -> tuple[StoredShoe, ...]:
    """List the seat's unfinished shoes: the current one first, then the next."""
    return every(connection, _SHOES_IN_PLAY, StoredShoe, {"of_seat": seat_id})


def shoe_by_id(connection: Connection, shoe_id: int) -> StoredShoe:
    """Read the shoe that a round points to."""
    return by_id(connection, SHOE, shoe_id, StoredShoe)


@Remembered
def order_of(connection: Connection, shoe_id: int) -> str | None:
    """Read the order of the shoe that a round points to: once drawn, it never changes."""
    return connection.scalar(_ORDER, {"shoe_id": shoe_id})


def note_order(connection: Connection, shoe: StoredShoe) -> None:
    """Spare `order_of` the question for a shoe that was read whole."""
    if shoe.order_text is not None:
        order_of.note(connection, shoe.id, shoe.order_text)


def set_client_seed(connection: Connection, shoe_id: int, client_seed: str) -> bool:
    """Set the client seed unless the shoe is started or finished; say whether it was set."""
    statement = (
        SHOE.update()
        .where(SHOE.c.id == shoe_id, SHOE.c.started_at.is_(None), SHOE.c.finished_at.is_(None))
        .values(client_seed=client_seed)
    )
    return connection.execute(statement).rowcount == 1


def start_shoe(
    connection: Connection, shoe_id: int, *, order_text: str, position: int, at: datetime
) -> None:
    """Store the order of a shoe at its first deal, *position* cards being burned already."""
    update_row(connection, SHOE, shoe_id, order_text=order_text, position=position, started_at=at)


def advanced_shoe(shoe_id: int, position: int) -> Step:
    """Store how many cards of the shoe are dealt or burned."""
    return _ADVANCE, {"of_id": shoe_id, "position": position}


def finish_shoe(connection: Connection, shoe_id: int, *, end_reason: str, at: datetime) -> None:
    """Mark a shoe finished, started or not; from here on its server seed may be shown."""
    update_row(connection, SHOE, shoe_id, finished_at=at, end_reason=end_reason)
