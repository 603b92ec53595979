"""The lock of whoever changes what a database consists of: an upgrade, a downgrade, a copy.

Two of them at one moment go one after the other, and the second finds what the first has
left. It bars nobody from reading or writing rows.
"""

from sqlalchemy import Connection, text

WAIT_MS = 600_000
"""How long one waits for another: a migration may rewrite a table of many millions of rows."""

# Any number will do that no other program on the database would think of.
_POSTGRESQL_KEY = 0x0CA5_1A0A_0A12


def lock_structure(connection: Connection) -> None:
    """Wait for the lock and keep it until the connection is closed; ends its transaction.

    SQLite has only one lock to write, which a migration takes at its beginning: there the
    connection is merely made patient enough to wait for it.

    Raises:
        DBAPIError: the lock did not come in ten minutes.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET lock_timeout = {WAIT_MS}"))
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _POSTGRESQL_KEY})
        # To what every connection of ours is opened with.
        connection.execute(text("RESET lock_timeout"))
        connection.commit()
        return
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {WAIT_MS}")
    connection.rollback()
