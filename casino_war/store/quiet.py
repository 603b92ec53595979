"""A snapshot with no writer under way, behind which no earlier row can come to light."""

from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from casino_war.store.busy import busy_refused
from casino_war.store.database import Database

_LOCK_WAIT_MS = 500


@contextmanager
def quiet_reading(database: Database) -> Generator[tuple[Connection, bool]]:
    """Read from one snapshot, as `Database.reading`; say whether no writer was under way.

    SQLite has one writer at a time, and rows come in the order of their ids. PostgreSQL
    gives ids out before it commits, so that a row of a lower id may follow one of a higher.
    There all writers, each of whom locks its player first, are held up for the moment in
    which the snapshot is taken. They are let by where that moment does not come soon.

    Raises:
        DatabaseBusyError: the database did not answer in time.
    """
    with database.reading() as connection:
        if connection.dialect.name != "postgresql":
            yield connection, True
            return
        with busy_refused(), database.engine.connect() as gate:
            is_quiet = _hold_up_writers(gate)
            # The snapshot of a transaction is that of its first statement.
            connection.execute(text("SELECT 1"))
            gate.rollback()
        yield connection, is_quiet


def _hold_up_writers(gate: Connection) -> bool:
    gate.execute(text(f"SET LOCAL lock_timeout = {_LOCK_WAIT_MS}"))
    try:
        gate.execute(text("LOCK TABLE player IN EXCLUSIVE MODE"))
    except DBAPIError:
        return False
    return True
