"""What tells a database from every other, whatever addresses lead to it."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

# The moment tells servers apart that have the same name at different addresses.
_IDENTITY_OF_POSTGRESQL = """
SELECT pg_postmaster_start_time(), oid FROM pg_database WHERE datname = current_database()
"""


def identity(connection: Connection) -> tuple[Any, ...]:
    """Return what no other database has, as long as its server runs or its file stands."""
    if connection.dialect.name == "postgresql":
        return tuple(connection.execute(text(_IDENTITY_OF_POSTGRESQL)).one())
    return file_identity(connection)


def file_identity(connection: Connection) -> tuple[int, ...]:
    """Return what tells an SQLite file from every other; nothing for a database in memory."""
    name = connection.exec_driver_sql("PRAGMA database_list").one()[2]
    if not name:
        return ()
    found = Path(name).stat()
    return (found.st_dev, found.st_ino)
