"""Rules of War that players keep under names of their own, every version whole."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Integer, String, Text, UniqueConstraint, func, select
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.rows import add_row, count_rows, every, first

NAME_LENGTH_MAX = 60
"""Characters of a name."""


class OwnWarRules(StoreModel, table=True):
    """One version of the rules of a name; ``rules_text`` is blank where the name was given up.

    Versions of a player's name are 1, 2, ...: who writes them holds the player's lock.
    ``command_key`` is the key of the command that stored it.
    """

    __tablename__ = "own_war_rules"
    __table_args__ = (
        UniqueConstraint("player_id", "name", "version"),
        UniqueConstraint("command_key"),
        check("name_length", f"length(name) BETWEEN 1 AND {NAME_LENGTH_MAX}"),
        check("version_from_one", "version >= 1"),
    )

    id: int = Field(sa_column=id_column())
    player_id: int = Field(sa_column=reference("player.id"))
    name: str = Field(sa_column=Column(String(NAME_LENGTH_MAX), nullable=False))
    version: int = Field(sa_column=Column(Integer, nullable=False))
    rules_text: str = Field(sa_column=Column(Text, nullable=False))
    command_key: str = Field(sa_column=Column(String(128), nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOwnWarRules:
    """A row of `OwnWarRules`."""

    id: int
    player_id: int
    name: str
    version: int
    rules_text: str
    command_key: str
    created_at: datetime


OWN_WAR_RULES = table_of(OwnWarRules)


def add_version(
    connection: Connection,
    *,
    player_id: int,
    name: str,
    version: int,
    rules_text: str,
    command_key: str,
    at: datetime,
) -> StoredOwnWarRules:
    """Store another version of the rules of a name, blank to give the name up."""
    values = {
        "player_id": player_id,
        "name": name,
        "version": version,
        "rules_text": rules_text,
        "command_key": command_key,
        "created_at": at,
    }
    return add_row(connection, OWN_WAR_RULES, StoredOwnWarRules, values)


def newest_version(connection: Connection, player_id: int, name: str) -> StoredOwnWarRules | None:
    """Find the newest version of a name, given up or not."""
    query = OWN_WAR_RULES.select().where(
        OWN_WAR_RULES.c.player_id == player_id, OWN_WAR_RULES.c.name == name
    )
    return first(connection, query.order_by(OWN_WAR_RULES.c.version.desc()), StoredOwnWarRules)


def kept_by(connection: Connection, player_id: int) -> tuple[StoredOwnWarRules, ...]:
    """List the newest version of every name that the player keeps, the latest first."""
    newest = (
        select(func.max(OWN_WAR_RULES.c.id))
        .where(OWN_WAR_RULES.c.player_id == player_id)
        .group_by(OWN_WAR_RULES.c.name)
    )
    query = OWN_WAR_RULES.select().where(
        OWN_WAR_RULES.c.id.in_(newest), OWN_WAR_RULES.c.rules_text != ""
    )
    return every(connection, query.order_by(OWN_WAR_RULES.c.id.desc()), StoredOwnWarRules)


def count_versions(connection: Connection, player_id: int) -> int:
    """Count the versions that a player has stored, of all names."""
    return count_rows(connection, OWN_WAR_RULES, OWN_WAR_RULES.c.player_id == player_id)
