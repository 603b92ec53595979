"""Which practice game follows which: each has one rematch at most, wherever it is asked for."""

from sqlalchemy import Connection, UniqueConstraint, select
from sqlmodel import Field

from casino_war.store.columns import StoreModel, id_column, reference, table_of
from casino_war.store.practice import GAME


class PracticeRematch(StoreModel, table=True):
    """The game that its players went on with, after a finished one."""

    __tablename__ = "practice_rematch"
    __table_args__ = (UniqueConstraint("game_id"), UniqueConstraint("next_id"))

    id: int = Field(sa_column=id_column())
    game_id: int = Field(sa_column=reference("practice_game.id"))
    next_id: int = Field(sa_column=reference("practice_game.id"))


REMATCH = table_of(PracticeRematch)


def add_rematch(connection: Connection, game_id: int, next_id: int) -> None:
    """Store which game follows; whoever does holds the lock of the first."""
    connection.execute(REMATCH.insert().values(game_id=game_id, next_id=next_id))


def rematch_link(connection: Connection, game_id: int) -> str | None:
    """Return the link of the game that followed, None if none has."""
    query = select(GAME.c.link).where(GAME.c.id == REMATCH.c.next_id, REMATCH.c.game_id == game_id)
    return connection.execute(query).scalar_one_or_none()
