"""Seats of practice games: a person, or a computer player by the name of its strategy."""

from dataclasses import dataclass

from sqlalchemy import Column, Connection, Integer, String, UniqueConstraint
from sqlmodel import Field

from casino_war.store.columns import (
    StoreModel,
    check,
    every,
    id_column,
    reference,
    table_of,
)


class PracticeSeat(StoreModel, table=True):
    """One seat of one game, counted from 0; one player may sit on several."""

    __tablename__ = "practice_seat"
    __table_args__ = (
        UniqueConstraint("game_id", "seat"),
        check("seat_of_four", "seat BETWEEN 0 AND 3"),
        check("person_or_computer", "player_id IS NULL OR strategy IS NULL"),
    )

    id: int = Field(sa_column=id_column())
    game_id: int = Field(sa_column=reference("practice_game.id"))
    seat: int = Field(sa_column=Column(Integer, nullable=False))
    player_id: int | None = Field(sa_column=reference("player.id", is_optional=True))
    strategy: str | None = Field(sa_column=Column(String(64), nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPracticeSeat:
    """A row of `PracticeSeat`."""

    id: int
    game_id: int
    seat: int
    player_id: int | None
    strategy: str | None


PRACTICE_SEAT = table_of(PracticeSeat)


def add_seat(
    connection: Connection, *, game_id: int, seat: int, player_id: int | None, strategy: str | None
) -> None:
    """Store a seat of a new game."""
    connection.execute(
        PRACTICE_SEAT.insert().values(
            game_id=game_id, seat=seat, player_id=player_id, strategy=strategy
        )
    )


def seats_of(connection: Connection, game_id: int) -> tuple[StoredPracticeSeat, ...]:
    """List the seats of a game in their order."""
    query = PRACTICE_SEAT.select().where(PRACTICE_SEAT.c.game_id == game_id)
    return every(connection, query.order_by(PRACTICE_SEAT.c.seat), StoredPracticeSeat)
