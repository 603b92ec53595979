"""How rows are read and written: as frozen values, by statements that are built once.

To build a query takes several times as long as to run it: those of every round are built
once, with `bindparam` for what changes, and run with *values*.
"""

from collections.abc import Callable, Mapping
from functools import cache, update_wrapper
from typing import Any, Final, Generic, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    Table,
    Update,
    bindparam,
    func,
    select,
)
from sqlalchemy.sql.dml import ReturningInsert

K = TypeVar("K")
T = TypeVar("T")
Values = Mapping[str, Any]

NO_VALUES: Final[Values] = {}


def first(
    connection: Connection, query: Select[Any], kind: type[T], values: Values = NO_VALUES
) -> T | None:
    """Read the only or first row as a *kind*, a dataclass with fields named as the columns."""
    result = connection.execute(query, values)
    names, row = result.keys(), result.first()
    return None if row is None else kind(**dict(zip(names, row, strict=True)))


def every(
    connection: Connection, query: Select[Any], kind: type[T], values: Values = NO_VALUES
) -> tuple[T, ...]:
    """Read all rows as *kind*."""
    result = connection.execute(query, values)
    names = tuple(result.keys())
    return tuple(kind(**dict(zip(names, row, strict=True))) for row in result)


def add_row(
    connection: Connection,
    table: Table,
    kind: type[T],
    values: Values,
    statement: ReturningInsert[Any] | None = None,
) -> T:
    """Insert one row and read it back as it is stored, its id included.

    Columns that are not among the *values* are None, unless a *statement* of the caller's
    own reckons them.
    """
    insert = _insert(table) if statement is None else statement
    return kind(**connection.execute(insert, values).mappings().one())


def update_row(connection: Connection, table: Table, row_id: int, **values: object) -> None:
    """Change columns of the row of an id."""
    connection.execute(_update(table), {"row_id": row_id, **values})


def by_id(connection: Connection, table: Table, row_id: int, kind: type[T]) -> T:
    """Read the row of an id that another row points to, and that is therefore there."""
    result = connection.execute(_by_id(table), {"row_id": row_id})
    return kind(**dict(zip(result.keys(), result.one(), strict=True)))


def count_rows(connection: Connection, table: FromClause, *conditions: ColumnElement[bool]) -> int:
    """Count the rows of a table that meet all these conditions."""
    query = select(func.count()).select_from(table).where(*conditions)
    return connection.scalar(query) or 0


def part_of(row: Row[Any], table: Table, kind: type[T], start: int = 0) -> T:
    """Read one table's columns, in their order from place *start* on, from those of several."""
    names = _names(table)
    return kind(**dict(zip(names, row[start : start + len(names)], strict=True)))


@cache
def _names(table: Table) -> tuple[str, ...]:
    return tuple(column.name for column in table.c)


@cache
def _insert(table: Table) -> ReturningInsert[Any]:
    return table.insert().returning(*table.c)


@cache
def _update(table: Table) -> Update:
    return table.update().where(table.c.id == bindparam("row_id"))


@cache
def _by_id(table: Table) -> Select[Any]:
    return table.select().where(table.c.id == bindparam("row_id"))


class Remembered(Generic[K, T]):
    """A reader of what a transaction does not change, which asks once in each for the same key."""

    def __init__(self, read: Callable[[Connection, K], T]) -> None:
        self._read = read
        self._memory: WeakKeyDictionary[Connection, dict[K, T]] = WeakKeyDictionary()
        update_wrapper(self, read)

    def __call__(self, connection: Connection, key: K) -> T:
        """Return what was read of this key, reading it first if need be."""
        known = self._memory.setdefault(connection, {})
        if key not in known:
            known[key] = self._read(connection, key)
        return known[key]

    def note(self, connection: Connection, key: K, value: T) -> None:
        """Remember what another query has read already."""
        self._memory.setdefault(connection, {})[key] = value
