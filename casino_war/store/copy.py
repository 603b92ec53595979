"""Copying rows from one database to another, of whichever kinds, and proving the copy.

Rows are read as the models say and in the order of their keys, so that both databases
give the same digest for the same rows, whatever they keep on disk.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Connection, String, Table, collate, func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ColumnElement

from casino_war.errors import N_, CasinoWarError
from casino_war.store.audit_marks import AUDIT_MARK
from casino_war.store.schema import METADATA
from casino_war.store.unreadable import is_unreadable

COPIED = tuple(table for table in METADATA.sorted_tables if table is not AUDIT_MARK)
"""The tables that make a casino. How far an audit has come is said of one database only."""

Progress = Callable[[str, int], None]
"""Told what is being copied or compared and how many rows of it are done."""

BATCH_ROWS = 2000


@dataclass(frozen=True, slots=True)
class TableCopy:
    """What a table holds: its rows, and a SHA-256 over all of them in their order."""

    name: str
    rows: int
    digest: str


class _Digest:
    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.rows = 0

    def add(self, row: tuple[object, ...]) -> None:
        self._hash.update(repr(row).encode())
        self.rows += 1

    def of(self, table: Table) -> TableCopy:
        return TableCopy(table.name, self.rows, self._hash.hexdigest())


def copy_tables(
    source: Connection, target: Connection, progress: Progress
) -> tuple[TableCopy, ...]:
    """Copy every table of `COPIED`, each after those that it points to, in batches.

    The target has all tables, empty and without triggers: rows come as they are, balances
    among them. Its numbering goes on after the highest number.

    Raises:
        CasinoWarError: a row of a careless SQLite cannot be read, or does not fit PostgreSQL.
        DBAPIError: the target refuses a row.
    """
    return tuple(_copy(source, target, table, progress) for table in COPIED)


def refuse_differences(
    target: Connection, copied: tuple[TableCopy, ...], progress: Progress
) -> None:
    """Read the target's tables and refuse any that are not as they were read before.

    Raises:
        CasinoWarError: a table differs.
    """
    for expected in copied:
        found = _read(target, METADATA.tables[expected.name], progress)
        if found != expected:
            raise CasinoWarError(
                N_("The table %(table)s has come over as other rows than it was read as."),
                reason="copy_differs",
                table=expected.name,
            )


def _copy(source: Connection, target: Connection, table: Table, progress: Progress) -> TableCopy:
    digest = _Digest()
    for batch in _batches(source, table):
        for row in batch:
            digest.add(row)
        _insert(target, table, batch)
        progress(table.name, digest.rows)
    _number_on(target, table)
    # Once more at its end, for a table without rows too.
    progress(table.name, digest.rows)
    return digest.of(table)


def _insert(target: Connection, table: Table, batch: list[tuple[object, ...]]) -> None:
    names = table.columns.keys()
    if target.dialect.name != "postgresql":
        target.execute(table.insert(), [dict(zip(names, row, strict=True)) for row in batch])
        return
    import psycopg  # late, for whoever keeps to SQLite has no need of it

    # Several times as fast as INSERT.
    preparer = target.dialect.identifier_preparer
    columns = ", ".join(preparer.format_column(column) for column in table.columns)
    statement = f"COPY {preparer.format_table(table)} ({columns}) FROM STDIN"
    cursor = target.connection.cursor()
    try:
        with cursor.copy(statement) as rows:
            for row in batch:
                rows.write_row(row)
    except psycopg.Error as error:
        # Only what comes first: the rest shows rows, seeds and all.
        raise _unfit(table, error.diag.message_primary or str(error)) from error
    finally:
        cursor.close()


def _read(connection: Connection, table: Table, progress: Progress) -> TableCopy:
    digest = _Digest()
    for batch in _batches(connection, table):
        for row in batch:
            digest.add(row)
        progress(table.name, digest.rows)
    return digest.of(table)


def _batches(connection: Connection, table: Table) -> Iterator[list[tuple[object, ...]]]:
    """Read a table, a batch at a time, from a cursor that the server keeps."""
    query = select(table).order_by(*(_sorted(connection, key) for key in table.primary_key))
    # A client's cursor would first fetch all there is.
    streamed: Mapping[str, object] = {"stream_results": True, "yield_per": BATCH_ROWS}
    try:
        with connection.execute(query, execution_options=streamed) as result:
            for batch in result.partitions():
                yield [tuple(row) for row in batch]
    except (ValueError, TypeError) as error:
        # SQLite takes any text for a moment.
        raise _unfit(table, str(error)) from error
    except DBAPIError as error:
        if not is_unreadable(error):
            raise
        raise _unfit(table, str(error.orig)) from error


def _unfit(table: Table, why: str) -> CasinoWarError:
    return CasinoWarError(
        N_("The table %(table)s cannot be copied: %(why)s"),
        reason="copy_unfit",
        table=table.name,
        why=why,
    )


def _sorted(connection: Connection, key: Column[Any]) -> ColumnElement[Any]:
    # By its bytes, as SQLite does; PostgreSQL would ask the language of the database.
    is_text = isinstance(key.type, String) and connection.dialect.name == "postgresql"
    return collate(key, "C") if is_text else key


def _number_on(connection: Connection, table: Table) -> None:
    """Let the next number be the one after the highest; SQLite looks for it by itself."""
    column = table.autoincrement_column
    if column is None or connection.dialect.name != "postgresql":
        return
    highest = connection.execute(select(func.coalesce(func.max(column), 0))).scalar_one()
    connection.execute(
        text("SELECT setval(pg_get_serial_sequence(:table, :column), :next, false)"),
        {
            "table": connection.dialect.identifier_preparer.format_table(table),
            "column": column.name,
            "next": highest + 1,
        },
    )
