"""Commands carried out: the memory that lets a repeated request have its first answer."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Index, String, Text, UniqueConstraint, bindparam, text
from sqlmodel import Field

from casino_war.store.changes import Step, insert_of
from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.rows import first

OF_OWN_TABLES = text("kind IN ('ChangeTable', 'CloseTable', 'MakeTable')")
"""Is a command about a player's own table: few are, and in these words an index finds them."""

OF_CLAIMS = text("kind = 'ClaimAccount'")
"""Is a command that claimed an account; as above."""


class CommandRecord(StoreModel, table=True):
    """One command under its key, with the digest of its content and its answer as text.

    The ids count commands in the order in which they came, so that an audit can tell the new
    ones. ``visitor`` is the browser's own name, on the one command that made its player: no
    browser makes two.
    """

    __tablename__ = "command"
    __table_args__ = (
        UniqueConstraint("key"),
        UniqueConstraint("visitor"),
        Index(
            "ix_command_own_tables_kind",
            "kind",
            sqlite_where=OF_OWN_TABLES,
            postgresql_where=OF_OWN_TABLES,
        ),
        Index(
            "ix_command_claims_player_id",
            "player_id",
            sqlite_where=OF_CLAIMS,
            postgresql_where=OF_CLAIMS,
        ),
        check("key_present", "length(key) > 0"),
        check("has_author", "player_id IS NOT NULL OR visitor IS NOT NULL"),
    )

    id: int = Field(sa_column=id_column())
    key: str = Field(sa_column=Column(String(128), nullable=False))
    player_id: int | None = Field(sa_column=reference("player.id", is_optional=True))
    visitor: str | None = Field(sa_column=Column(String(128), nullable=True))
    kind: str = Field(sa_column=Column(String(64), nullable=False))
    content_hash: str = Field(sa_column=Column(String(64), nullable=False))
    answer: str = Field(sa_column=Column(Text, nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCommand:
    """A row of `CommandRecord`."""

    id: int
    key: str
    player_id: int | None
    visitor: str | None
    kind: str
    content_hash: str
    answer: str
    created_at: datetime


COMMAND = table_of(CommandRecord)

_ADD = insert_of(COMMAND, [column.name for column in COMMAND.c if column.name != "id"])
_BY_KEY = COMMAND.select().where(COMMAND.c.key == bindparam("of_key"))


def find_command(connection: Connection, key: str) -> StoredCommand | None:
    """Find the command that was carried out under *key*."""
    return first(connection, _BY_KEY, StoredCommand, {"of_key": key})


def command_of_visitor(connection: Connection, visitor: str) -> StoredCommand | None:
    """Find the command by which the browser called *visitor* made its player."""
    return first(connection, COMMAND.select().where(COMMAND.c.visitor == visitor), StoredCommand)


def recorded_command(
    *,
    key: str,
    player_id: int | None,
    visitor: str | None,
    kind: str,
    content_hash: str,
    answer: str,
    at: datetime,
) -> Step:
    """Store a command in the transaction that carried it out."""
    return _ADD, {
        "key": key,
        "player_id": player_id,
        "visitor": visitor,
        "kind": kind,
        "content_hash": content_hash,
        "answer": answer,
        "created_at": at,
    }
