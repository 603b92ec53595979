"""Seats of practice games: a person, a computer player by its strategy, or nobody yet."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Integer, String, UniqueConstraint, bindparam
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.rows import every, update_row

NAME_LENGTH_MAX = 24
"""Characters of the name that a person goes by at a table."""


class PracticeSeat(StoreModel, table=True):
    """One seat of one game, counted from 0; one player may sit on several.

    A seat with neither player nor strategy is free. ``stand_in`` is the strategy that plays
    for a person who has left, ``seen_at`` when the person's browser last asked for news.
    """

    __tablename__ = "practice_seat"
    __table_args__ = (
        UniqueConstraint("game_id", "seat"),
        check("seat_of_four", "seat BETWEEN 0 AND 3"),
        check("person_or_computer", "player_id IS NULL OR strategy IS NULL"),
        check("stand_in_for_person", "stand_in IS NULL OR player_id IS NOT NULL"),
        check("name_length", f"name IS NULL OR length(name) BETWEEN 1 AND {NAME_LENGTH_MAX}"),
    )

    id: int = Field(sa_column=id_column())
    game_id: int = Field(sa_column=reference("practice_game.id"))
    seat: int = Field(sa_column=Column(Integer, nullable=False))
    player_id: int | None = Field(
        sa_column=reference("player.id", is_optional=True, is_indexed=True)
    )
    strategy: str | None = Field(sa_column=Column(String(64), nullable=True))
    name: str | None = Field(sa_column=Column(String(NAME_LENGTH_MAX), nullable=True))
    stand_in: str | None = Field(sa_column=Column(String(64), nullable=True))
    seen_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPracticeSeat:
    """A row of `PracticeSeat`."""

    id: int
    game_id: int
    seat: int
    player_id: int | None
    strategy: str | None
    name: str | None
    stand_in: str | None
    seen_at: datetime | None

    @property
    def is_free(self) -> bool:
        """Nobody sits there yet."""
        return self.player_id is None and self.strategy is None


PRACTICE_SEAT = table_of(PracticeSeat)

_OF_GAME = (
    PRACTICE_SEAT.select()
    .where(PRACTICE_SEAT.c.game_id == bindparam("of_game"))
    .order_by(PRACTICE_SEAT.c.seat)
)


def add_seat(connection: Connection, *, game_id: int, seat: int, **values: object) -> None:
    """Store a seat of a new game by its columns; what is left out is empty."""
    connection.execute(PRACTICE_SEAT.insert().values(game_id=game_id, seat=seat, **values))


def seats_of(connection: Connection, game_id: int) -> tuple[StoredPracticeSeat, ...]:
    """List the seats of a game in their order."""
    return every(connection, _OF_GAME, StoredPracticeSeat, {"of_game": game_id})


def change_seat(connection: Connection, seat_id: int, **values: object) -> None:
    """Change columns of a seat; whoever does holds the game's lock."""
    update_row(connection, PRACTICE_SEAT, seat_id, **values)


def mark_seen(connection: Connection, game_id: int, player_id: int, at: datetime) -> None:
    """Note that a player's browser has asked for news."""
    connection.execute(
        PRACTICE_SEAT.update()
        .where(PRACTICE_SEAT.c.game_id == game_id, PRACTICE_SEAT.c.player_id == player_id)
        .values(seen_at=at)
    )


def forget_names(connection: Connection, player_id: int) -> None:
    """Delete the names that a player has gone by at all tables."""
    connection.execute(
        PRACTICE_SEAT.update()
        .where(PRACTICE_SEAT.c.player_id == player_id, PRACTICE_SEAT.c.name.is_not(None))
        .values(name=None)
    )
