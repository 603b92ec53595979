"""Members: players who have claimed their account with a name and a password."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, String, UniqueConstraint, bindparam
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.rows import add_row, first, update_row

NAME_LENGTH_MAX = 24
"""Characters of a member's name."""

# One sign may stand for a phrase of eighteen letters (U+FDFA).
_KEY_LENGTH_MAX = 20 * NAME_LENGTH_MAX


class Member(StoreModel, table=True):
    """A player's name and the hash of the password; a member who leaves has no row any more.

    ``name_key`` is the name as it is compared: no two members have the same.
    """

    __tablename__ = "member"
    __table_args__ = (
        UniqueConstraint("player_id"),
        check("name_length", f"length(name) BETWEEN 1 AND {NAME_LENGTH_MAX}"),
        check("name_key_present", "length(name_key) > 0"),
        check("password_hashed", "substr(password_hash, 1, 9) = '$argon2id'"),
    )

    id: int = Field(sa_column=id_column())
    player_id: int = Field(sa_column=reference("player.id"))
    name: str = Field(sa_column=Column(String(NAME_LENGTH_MAX), nullable=False))
    name_key: str = Field(sa_column=Column(String(_KEY_LENGTH_MAX), nullable=False, unique=True))
    password_hash: str = Field(sa_column=Column(String(256), nullable=False))
    claimed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMember:
    """A row of `Member`."""

    id: int
    player_id: int
    name: str
    name_key: str
    password_hash: str
    claimed_at: datetime


MEMBER = table_of(Member)

_BY_KEY = MEMBER.select().where(MEMBER.c.name_key == bindparam("of_key"))
_BY_PLAYER = MEMBER.select().where(MEMBER.c.player_id == bindparam("of_player"))


def add_member(
    connection: Connection,
    *,
    player_id: int,
    name: str,
    name_key: str,
    password_hash: str,
    at: datetime,
) -> StoredMember:
    """Store the name and the password's hash of a player."""
    values = {
        "player_id": player_id,
        "name": name,
        "name_key": name_key,
        "password_hash": password_hash,
        "claimed_at": at,
    }
    return add_row(connection, MEMBER, StoredMember, values)


def member_by_key(connection: Connection, name_key: str) -> StoredMember | None:
    """Find the member of a name, as names are compared."""
    return first(connection, _BY_KEY, StoredMember, {"of_key": name_key})


def member_of(connection: Connection, player_id: int) -> StoredMember | None:
    """Find what a player has claimed the account with, None for a guest."""
    return first(connection, _BY_PLAYER, StoredMember, {"of_player": player_id})


def change_member(connection: Connection, member_id: int, **values: object) -> None:
    """Change columns of a member, whose player's row is locked."""
    update_row(connection, MEMBER, member_id, **values)


def delete_member(connection: Connection, player_id: int) -> None:
    """Forget the name and the password of a player."""
    connection.execute(MEMBER.delete().where(MEMBER.c.player_id == player_id))
