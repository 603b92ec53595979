"""Seats: one player at one table, with shoes and rounds of its own."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Integer, String, UniqueConstraint, bindparam
from sqlmodel import Field

from casino_war.store.changes import Step, make, update_of
from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.rows import add_row, every, first, update_row


class Seat(StoreModel, table=True):
    """A player at a table, and the version that the table's forms are drawn from.

    Its shoes and its open round are found from their side, so that no two tables point
    at each other.
    """

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("player_id", "table_key"),
        check("version_from_zero", "version >= 0"),
    )

    id: int = Field(sa_column=id_column())
    player_id: int = Field(sa_column=reference("player.id"))
    table_key: str = Field(sa_column=Column(String(64), nullable=False))
    rules_id: int = Field(sa_column=reference("table_rules.id"))
    version: int = Field(sa_column=Column(Integer, nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSeat:
    """A row of `Seat`."""

    id: int
    player_id: int
    table_key: str
    rules_id: int
    version: int
    created_at: datetime


SEAT = table_of(Seat)

_AT_TABLE = SEAT.select().where(
    SEAT.c.player_id == bindparam("of_player"), SEAT.c.table_key == bindparam("of_table")
)
_BUMP_VERSION = update_of(SEAT, ("id", "version"), ("version",))


def add_seat(
    connection: Connection, *, player_id: int, table_key: str, rules_id: int, at: datetime
) -> StoredSeat:
    """Store a new seat, version 0."""
    values = {
        "player_id": player_id,
        "table_key": table_key,
        "rules_id": rules_id,
        "version": 0,
        "created_at": at,
    }
    return add_row(connection, SEAT, StoredSeat, values)


def seat_at(connection: Connection, player_id: int, table_key: str) -> StoredSeat | None:
    """Find the player's seat at a table."""
    values = {"of_player": player_id, "of_table": table_key}
    return first(connection, _AT_TABLE, StoredSeat, values)


def seats_of(connection: Connection, player_id: int) -> tuple[StoredSeat, ...]:
    """List the player's seats, the first taken first."""
    query = SEAT.select().where(SEAT.c.player_id == player_id).order_by(SEAT.c.id)
    return every(connection, query, StoredSeat)


def bumped_seat_version(seat_id: int, version: int) -> Step:
    """Raise the version by one if it still is *version*: else no row is changed."""
    return _BUMP_VERSION, {"of_id": seat_id, "of_version": version, "version": version + 1}


def bump_seat_version(connection: Connection, seat_id: int, version: int) -> bool:
    """Do that; say whether it still was."""
    return make(connection, [bumped_seat_version(seat_id, version)]) == 1


def set_seat_rules(connection: Connection, seat_id: int, rules_id: int) -> None:
    """Play by other rules from the next round on."""
    update_row(connection, SEAT, seat_id, rules_id=rules_id)
