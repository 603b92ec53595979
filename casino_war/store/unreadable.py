"""Rows that the database itself cannot read out or reckon with, such as only a forger leaves.

Sums that outgrow its integers, texts of no encoding, moments of no calendar.
"""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, DBAPIError

# SQLite has no code of its own for them.
_WORDS_OF_SQLITE = ("integer overflow", "Could not decode to UTF-8")


@contextmanager
def unreadable_told(connection: Connection) -> Generator[None]:
    """Read what may be so; the transaction can go on after it, on PostgreSQL too.

    Raises:
        ValueError: it is; as where what was read makes no sense.
    """
    try:
        with connection.begin_nested():
            yield
    except DBAPIError as error:
        if not is_unreadable(error):
            raise
        raise ValueError(str(error.orig).partition("\n")[0]) from error


def is_unreadable(error: DBAPIError) -> bool:
    """Say whether it is of rows that cannot be read, and not of the database as a whole."""
    if isinstance(error.orig, sqlite3.Error):
        return str(error.orig).startswith(_WORDS_OF_SQLITE)
    return isinstance(error, DataError)
