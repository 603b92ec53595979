"""Players: a token for the session cookie and a version for the cashier's forms."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Integer, String, Text, bindparam
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, table_of
from casino_war.store.rows import add_row, every, first, update_row


class Player(StoreModel, table=True):
    """Whoever has stored something. ``token`` is all that a browser knows of the player.

    Another token signs every browser out. ``frozen_at`` is when the operator let the player
    deal no more, ``closed_at`` when the player left for good; ``care_text`` holds the limits
    that the player has set, and is None where there are none.
    """

    __tablename__ = "player"
    __table_args__ = (
        check("token_length", "length(token) >= 22"),
        check("version_from_zero", "version >= 0"),
    )

    id: int = Field(sa_column=id_column())
    token: str = Field(sa_column=Column(String(64), nullable=False, unique=True))
    version: int = Field(sa_column=Column(Integer, nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    frozen_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    closed_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    care_text: str | None = Field(sa_column=Column(Text, nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlayer:
    """A row of `Player`."""

    id: int
    token: str
    version: int
    created_at: datetime
    frozen_at: datetime | None
    closed_at: datetime | None
    care_text: str | None


PLAYER = table_of(Player)

_BY_TOKEN = PLAYER.select().where(PLAYER.c.token == bindparam("of_token"))
# Rows that point to the player may still be written by others.
_LOCK = _BY_TOKEN.with_for_update(key_share=True)
_BY_IDS = (
    PLAYER.select().where(PLAYER.c.id.in_(bindparam("ids", expanding=True))).order_by(PLAYER.c.id)
)


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


def lock_players(connection: Connection, ids: Collection[int]) -> dict[int, StoredPlayer]:
    """Find players by id and let no other writer have their rows before the end.

    In the order of their ids, so that two who want the same ones never wait for each other.
    """
    found = every(
        connection,
        _BY_IDS.with_for_update(key_share=True),
        StoredPlayer,
        {"ids": sorted(ids)},
    )
    return {player.id: player for player in found}


def player_by_id(connection: Connection, player_id: int) -> StoredPlayer | None:
    """Find the player of an id."""
    return first(connection, _BY_IDS, StoredPlayer, {"ids": [player_id]})


def change_player(connection: Connection, player_id: int, **values: object) -> None:
    """Change columns of a player, whose row is locked."""
    update_row(connection, PLAYER, player_id, **values)
