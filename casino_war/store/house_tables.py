"""What the operator has changed of the house's tables: closed ones, and other rules."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Integer, String, bindparam
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, table_of
from casino_war.store.rows import Remembered, add_row, every, first, update_row

OPERATOR_VERSIONS_FROM = 1001
"""Versions that operators publish begin here: those of the program's releases stay below."""


class HouseTable(StoreModel, table=True):
    """A table of the house that is not, or no more, as the program has it.

    ``version`` is the newest that the operator has published, None where there is none. Its
    rules stand in ``table_rules``.
    """

    __tablename__ = "house_table"
    __table_args__ = (
        check("version_of_operator", f"version IS NULL OR version >= {OPERATOR_VERSIONS_FROM}"),
    )

    id: int = Field(sa_column=id_column())
    key: str = Field(sa_column=Column(String(64), nullable=False, unique=True))
    version: int | None = Field(sa_column=Column(Integer, nullable=True))
    closed_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredHouseTable:
    """A row of `HouseTable`."""

    id: int
    key: str
    version: int | None
    closed_at: datetime | None


HOUSE_TABLE = table_of(HouseTable)

_BY_KEY = HOUSE_TABLE.select().where(HOUSE_TABLE.c.key == bindparam("of_key"))


@Remembered
def house_table(connection: Connection, key: str) -> StoredHouseTable | None:
    """Find what was changed of the table of a key; None where nothing was."""
    return first(connection, _BY_KEY, StoredHouseTable, {"of_key": key})


def changed_tables(connection: Connection) -> dict[str, StoredHouseTable]:
    """Read all that was changed, by the tables' keys."""
    return {row.key: row for row in every(connection, HOUSE_TABLE.select(), StoredHouseTable)}


def change_house_table(connection: Connection, key: str, **values: object) -> None:
    """Change a table's row, which is made if need be; the others keep their values."""
    stored = first(connection, _BY_KEY, StoredHouseTable, {"of_key": key})
    if stored is None:
        blank = {"key": key, "version": None, "closed_at": None}
        add_row(connection, HOUSE_TABLE, StoredHouseTable, blank | values)
    else:
        update_row(connection, HOUSE_TABLE, stored.id, **values)
