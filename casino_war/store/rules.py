"""Every version of a table's rules that was ever played, stored whole."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Integer, String, Text, UniqueConstraint
from sqlmodel import Field

from casino_war.errors import N_, BrokenInvariantError
from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, table_of
from casino_war.store.rows import Remembered, add_row, by_id, every, first


class RulesVersion(StoreModel, table=True):
    """One version of the rules of a table; ``rules_json`` holds every field."""

    __tablename__ = "table_rules"
    __table_args__ = (
        UniqueConstraint("key", "version"),
        check("version_from_one", "version >= 1"),
    )

    id: int = Field(sa_column=id_column())
    key: str = Field(sa_column=Column(String(64), nullable=False))
    version: int = Field(sa_column=Column(Integer, nullable=False))
    title: str = Field(sa_column=Column(Text, nullable=False))
    rules_json: str = Field(sa_column=Column(Text, nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRules:
    """A row of `RulesVersion`."""

    id: int
    key: str
    version: int
    title: str
    rules_json: str
    created_at: datetime


TABLE_RULES = table_of(RulesVersion)


def find_rules(connection: Connection, key: str, version: int) -> StoredRules | None:
    """Find one version of a table's rules."""
    query = TABLE_RULES.select().where(TABLE_RULES.c.key == key, TABLE_RULES.c.version == version)
    return first(connection, query, StoredRules)


@Remembered
def rules_by_id(connection: Connection, rules_id: int) -> StoredRules:
    """Read the rules that a seat or a round points to."""
    return by_id(connection, TABLE_RULES, rules_id, StoredRules)


def versions_of(connection: Connection, key: str) -> tuple[StoredRules, ...]:
    """List the versions of a table's rules, the newest first."""
    query = TABLE_RULES.select().where(TABLE_RULES.c.key == key)
    return every(connection, query.order_by(TABLE_RULES.c.version.desc()), StoredRules)


def ensure_rules(
    connection: Connection,
    *,
    key: str,
    version: int,
    title: str,
    rules_json: str,
    at: datetime,
    is_same: Callable[[str, str], bool] = operator.eq,
) -> StoredRules:
    """Return the stored version of these rules, storing it first if it is new.

    *is_same* says whether two texts hold the same rules; without it, texts are compared.

    Raises:
        BrokenInvariantError: this version is stored with other rules; rules that were
            played get a new version, they never change.
    """
    stored = find_rules(connection, key, version)
    if stored is None:
        values = {
            "key": key,
            "version": version,
            "title": title,
            "rules_json": rules_json,
            "created_at": at,
        }
        return add_row(connection, TABLE_RULES, StoredRules, values)
    if not is_same(stored.rules_json, rules_json):
        raise BrokenInvariantError(
            N_("The rules %(key)s in version %(version)s are stored with other content."),
            key=repr(key),
            version=version,
        )
    return stored
