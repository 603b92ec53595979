"""Tables that players have made: whose each is, what it is called, and its newest version.

The rules stand in ``table_rules``, every version whole, under the table's key.
"""

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Index, Integer, String, join, select
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.rows import add_row, count_rows, every, first
from casino_war.store.rules import TABLE_RULES
from casino_war.store.seats import SEAT

OWN_PREFIX = "own-"
"""How the keys of these tables begin, and of no table of the house."""

_KEY = re.compile(rf"{OWN_PREFIX}[a-z0-9]{{22,60}}", re.ASCII)

TITLE_LENGTH_MAX = 60
"""Characters of a title."""


class OwnTable(StoreModel, table=True):
    """A table of a player's. ``version`` is that of its newest rules, ``title`` theirs.

    Titles of a player's open tables differ: who writes them holds the player's lock.
    ``command_key`` is the key of the command that made it.
    """

    __tablename__ = "own_table"
    __table_args__ = (
        Index("ix_own_table_player_id_id", "player_id", "id"),
        check("key_prefixed", f"substr(key, 1, {len(OWN_PREFIX)}) = '{OWN_PREFIX}'"),
        check("key_length", "length(key) >= 26"),
        check("title_length", f"length(title) BETWEEN 1 AND {TITLE_LENGTH_MAX}"),
        check("version_from_one", "version >= 1"),
    )

    id: int = Field(sa_column=id_column())
    key: str = Field(sa_column=Column(String(64), nullable=False, unique=True))
    player_id: int = Field(sa_column=reference("player.id"))
    title: str = Field(sa_column=Column(String(TITLE_LENGTH_MAX), nullable=False))
    version: int = Field(sa_column=Column(Integer, nullable=False))
    command_key: str = Field(sa_column=Column(String(128), nullable=False, unique=True))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    closed_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOwnTable:
    """A row of `OwnTable`."""

    id: int
    key: str
    player_id: int
    title: str
    version: int
    command_key: str
    created_at: datetime
    closed_at: datetime | None

    @property
    def is_closed(self) -> bool:
        """Whether its owner has closed it."""
        return self.closed_at is not None


OWN_TABLE = table_of(OwnTable)


def is_own_key(key: str) -> bool:
    """Say whether a text is the key of a player's table, if there is one."""
    return bool(_KEY.fullmatch(key))


def add_own_table(
    connection: Connection, *, key: str, player_id: int, title: str, command_key: str, at: datetime
) -> StoredOwnTable:
    """Store a new table, open, whose rules are version 1."""
    values = {
        "key": key,
        "player_id": player_id,
        "title": title,
        "version": 1,
        "command_key": command_key,
        "created_at": at,
    }
    return add_row(connection, OWN_TABLE, StoredOwnTable, values)


def own_table(connection: Connection, key: str) -> StoredOwnTable | None:
    """Find the table of that key, open or closed."""
    return first(connection, OWN_TABLE.select().where(OWN_TABLE.c.key == key), StoredOwnTable)


def made_by_command(connection: Connection, command_key: str) -> StoredOwnTable | None:
    """Find the table that a command made."""
    query = OWN_TABLE.select().where(OWN_TABLE.c.command_key == command_key)
    return first(connection, query, StoredOwnTable)


def open_tables_of(connection: Connection, player_id: int) -> tuple[StoredOwnTable, ...]:
    """List the player's open tables, the newest first."""
    query = OWN_TABLE.select().where(
        OWN_TABLE.c.player_id == player_id, OWN_TABLE.c.closed_at.is_(None)
    )
    return every(connection, query.order_by(OWN_TABLE.c.id.desc()), StoredOwnTable)


def open_tables_visited(
    connection: Connection, player_id: int, limit: int
) -> tuple[StoredOwnTable, ...]:
    """List the open tables of others at which the player has a seat, the latest seat first."""
    query = (
        select(OWN_TABLE)
        .join_from(SEAT, OWN_TABLE, SEAT.c.table_key == OWN_TABLE.c.key)
        .where(
            SEAT.c.player_id == player_id,
            OWN_TABLE.c.player_id != player_id,
            OWN_TABLE.c.closed_at.is_(None),
        )
        .order_by(SEAT.c.id.desc())
        .limit(limit)
    )
    return every(connection, query, StoredOwnTable)


def count_versions_since(connection: Connection, player_id: int, since: datetime) -> int:
    """Count the versions of rules that the player has stored since then, at all tables."""
    versions = join(OWN_TABLE, TABLE_RULES, TABLE_RULES.c.key == OWN_TABLE.c.key)
    return count_rows(
        connection,
        versions,
        OWN_TABLE.c.player_id == player_id,
        TABLE_RULES.c.created_at > since,
    )


def set_newest(connection: Connection, table: StoredOwnTable, *, title: str, version: int) -> bool:
    """Store title and version of the newest rules unless the row has moved on; say if so."""
    return _change(connection, table, title=title, version=version)


def close_own_table(connection: Connection, table: StoredOwnTable, at: datetime) -> bool:
    """Close the table unless the row has moved on; say whether it was closed."""
    return _change(connection, table, closed_at=at)


def _change(connection: Connection, table: StoredOwnTable, **values: object) -> bool:
    statement = OWN_TABLE.update().where(
        OWN_TABLE.c.id == table.id,
        OWN_TABLE.c.version == table.version,
        OWN_TABLE.c.closed_at.is_(None),
    )
    return connection.execute(statement.values(**values)).rowcount == 1
