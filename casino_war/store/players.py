"""Players: a name for the session cookie and a version for the cashier's forms."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Integer, String, bindparam
from sqlmodel import Field

from casino_war.store.columns import (
    StoreModel,
    UtcDateTime,
    add_row,
    check,
    first,
    id_column,
    table_of,
)


class Player(StoreModel, table=True):
    """Whoever has bought in. ``token`` is all that a browser knows of the player."""

    __tablename__ = "player"
    __table_args__ = (
        check("token_length", "length(token) >= 22"),
        check("version_from_zero", "version >= 0"),
    )

    id: int = Field(sa_column=id_column())
    token: str = Field(sa_column=Column(String(64), nullable=False, unique=True))
    version: int = Field(sa_column=Column(Integer, nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlayer:
    """A row of `Player`."""

    id: int
    token: str
    version: int
    created_at: datetime


PLAYER = table_of(Player)

_BY_TOKEN = PLAYER.select().where(PLAYER.c.token == bindparam("of_token"))
# Rows that point to the player may still be written by others.
_LOCK = _BY_TOKEN.with_for_update(key_share=True)


def add_player(connection: Connection, *, token: str, at: datetime) -> StoredPlayer:
    """Store a new player, version 0; *token* has 22 URL-safe characters or more."""
    values = {"token": token, "version": 0, "created_at": at}
    return add_row(connection, PLAYER, StoredPlayer, values)


def player_by_token(connection: Connection, token: str) -> StoredPlayer | None:
    """Find the player of a session."""
    return first(connection, _BY_TOKEN, StoredPlayer, {"of_token": token})


def bump_player_version(connection: Connection, player_id: int, version: int) -> bool:
    """Raise the version by one if it still is *version*; say whether it was."""
    statement = (
        PLAYER.update()
        .where(PLAYER.c.id == player_id, PLAYER.c.version == version)
        .values(version=version + 1)
    )
    return connection.execute(statement).rowcount == 1


def lock_player(connection: Connection, token: str) -> StoredPlayer | None:
    """Find the player of a session and let no other writer have the row before the end."""
    return first(connection, _LOCK, StoredPlayer, {"of_token": token})
