"""Changes that are made together: PostgreSQL is told of all of them at once.

To say something to a server and wait for its answer costs more than most changes do. Where
none of several needs to know what another has done, they are one statement there; SQLite,
which answers at once, makes one after the other.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Table, TextClause, bindparam, text
from sqlalchemy.types import TypeEngine

from casino_war.store.rows import Values

_PLACE = re.compile(r":(\w+)")
_OF = "of_"


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One INSERT or UPDATE that is used again and again; *statement* names values as ``:name``.

    Two are the same only if they are one: whoever makes a change makes it once.
    """

    statement: str
    types: Mapping[str, TypeEngine[Any]]
    """Those of all its values, by name."""


Step = tuple[Change, Values]
"""A change with its values."""


def insert_of(table: Table, columns: Sequence[str]) -> Change:
    """Make the change that adds a row; its values are named as their columns."""
    places = ", ".join(f":{name}" for name in columns)
    # Nothing but names of tables and columns is put into the texts here.
    statement = f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({places})"  # nosec B608
    return Change(statement, {name: table.c[name].type for name in columns})


def update_of(table: Table, where: Sequence[str], columns: Sequence[str]) -> Change:
    """Make the change of *columns* where others have the values ``of_`` and their name."""
    kept = ", ".join(f"{name} = :{name}" for name in columns)
    found = " AND ".join(f"{name} = :{_OF}{name}" for name in where)
    types = {name: table.c[name].type for name in columns}
    types |= {f"{_OF}{name}": table.c[name].type for name in where}
    return Change(f"UPDATE {table.name} SET {kept} WHERE {found}", types)  # nosec B608


def make(connection: Connection, steps: Sequence[Step]) -> int:
    """Make these changes, one at least, and return how many rows the last of them was of.

    None may be of a row that another one is of, or need what another one does.
    """
    if connection.dialect.name != "postgresql":
        *earlier, (last, values) = steps
        for change, its_values in earlier:
            connection.execute(_together((change,)), _named(0, its_values))
        return connection.execute(_together((last,)), _named(0, values)).rowcount
    named: dict[str, Any] = {}
    for place, (_, values) in enumerate(steps):
        named |= _named(place, values)
    return connection.execute(_together(tuple(change for change, _ in steps)), named).rowcount


def _named(place: int, values: Values) -> dict[str, Any]:
    return {f"{name}_{place}": value for name, value in values.items()}


@lru_cache(maxsize=256)
def _together(changes: tuple[Change, ...]) -> TextClause:
    """Write one statement; the values of each change have its place behind their names."""
    *earlier, last = (
        _PLACE.sub(rf":\1_{place}", change.statement) for place, change in enumerate(changes)
    )
    heads = ", ".join(f"change_{place} AS ({each})" for place, each in enumerate(earlier))
    statement = text(f"WITH {heads} {last}" if heads else last)
    return statement.bindparams(
        *(
            bindparam(f"{name}_{place}", type_=kind)
            for place, change in enumerate(changes)
            for name, kind in change.types.items()
        )
    )
