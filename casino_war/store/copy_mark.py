"""The mark on a database that a copy has begun to fill and not finished.

Only a copy makes it, before anything else, and drops it in the transaction that brings
everything: who finds it has found no casino, whatever else stands there.
"""

from sqlalchemy import Column, Connection, MetaData, Table, Text, inspect, select

MARK_TABLE = "unfinished_copy"

# Of no model: a finished casino has no such table.
_MARK = Table(MARK_TABLE, MetaData(), Column("source", Text, nullable=False))


def source_of_unfinished_copy(connection: Connection) -> str | None:
    """Return what the database was to become a copy of, None if it bears no mark."""
    if not inspect(connection).has_table(MARK_TABLE):
        return None
    return connection.execute(select(_MARK.c.source)).scalar() or "another database"


def mark_unfinished(connection: Connection, source: str) -> None:
    """Put the mark on the database, in place of an earlier one; *source* is for people."""
    unmark(connection)
    _MARK.create(connection)
    connection.execute(_MARK.insert().values(source=source))


def unmark(connection: Connection) -> None:
    """Take the mark away if it is there."""
    _MARK.drop(connection, checkfirst=True)
