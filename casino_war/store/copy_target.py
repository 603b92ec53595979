"""The database that a copy goes to: empty, nobody else's, and marked until it is whole.

Everything comes in one transaction, tables and all. What an interruption leaves is the
mark alone, so that nobody can play there meanwhile and the copy begins anew.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import Connection, MetaData, text
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from casino_war.errors import N_, CasinoWarError
from casino_war.store import migrate
from casino_war.store.address import read_url
from casino_war.store.audit_marks import AUDIT_MARK
from casino_war.store.busy import busy_refused
from casino_war.store.copy_mark import mark_unfinished, source_of_unfinished_copy, unmark
from casino_war.store.engine import (
    BUSY_TIMEOUT_MS,
    begin_immediately,
    make_engine,
    refuse_broken_references,
    sqlite_driver,
    unchecked_references,
)
from casino_war.store.schema import METADATA
from casino_war.store.structure_lock import lock_structure
from casino_war.store.triggers import create_triggers, drop_triggers

_PAUSE_SECONDS = 0.1
_CACHE_KIB = 64 * 1024

# What the server does by itself there has no user.
_OTHERS_ON_POSTGRESQL = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL
"""


@contextmanager
def copy_target(url: str | URL, source_name: str) -> Generator[Connection]:
    """Give a transaction in an empty database with all tables and without triggers.

    At its end triggers and references stand, or nothing does: call `finish` in it.
    *source_name* is for people who find the unfinished copy.

    Raises:
        CasinoWarError: the database holds anything, is another program's, or others are
            connected to it.
        DatabaseBusyError: it cannot be reached, or is kept busy.
    """
    read = read_url(url)
    migrate.refuse_missing(read, may_make=True)
    engine = make_engine(read, synchronous="FULL", poolclass=NullPool)
    try:
        with busy_refused(), engine.connect() as connection:
            lock_structure(connection)
            _refuse_others(connection)
            begin_immediately(connection)
            _give_room(connection)
            with connection.begin():
                _clear(connection)
                mark_unfinished(connection, source_name)
            with unchecked_references(connection), connection.begin():
                migrate.upgrade_within(connection)
                drop_triggers(connection)
                yield connection
    finally:
        engine.dispose()


def finish(connection: Connection) -> None:
    """Put the triggers in their places and take the mark away.

    Raises:
        BrokenInvariantError: rows point to nothing.
    """
    refuse_broken_references(connection)
    create_triggers(connection)
    unmark(connection)
    if connection.dialect.name == "postgresql":
        # It knows nothing yet of how much there is, and would plan the audit for a few rows.
        for table in METADATA.sorted_tables:
            connection.exec_driver_sql(f'ANALYZE "{table.name}"')


def _refuse_others(connection: Connection) -> None:
    """Refuse a database that a server, or anybody else, has open now.

    One that has just died, as an interrupted copy did, gets a moment to be noticed.
    """
    give_up_at = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while _is_shared(connection):
        if time.monotonic() > give_up_at:
            raise CasinoWarError(
                N_("Somebody else has the database open: stop the server on it first."),
                reason="database_in_use",
            )
        time.sleep(_PAUSE_SECONDS)


def _is_shared(connection: Connection) -> bool:
    if connection.dialect.name == "postgresql":
        others = connection.execute(text(_OTHERS_ON_POSTGRESQL)).scalar_one()
        connection.rollback()
        return bool(others)
    driver = sqlite_driver(connection)
    driver.execute("PRAGMA busy_timeout = 0")
    try:
        # Only who is alone with a file may leave its log.
        mode = driver.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
        driver.execute("PRAGMA journal_mode = WAL")
    except driver.OperationalError:
        return True
    finally:
        driver.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    return bool(mode != "delete")


def _give_room(connection: Connection) -> None:
    """Let SQLite keep enough of its indexes at hand to write millions of rows into them."""
    if connection.dialect.name == "sqlite":
        sqlite_driver(connection).execute(f"PRAGMA cache_size = -{_CACHE_KIB}")


def _clear(connection: Connection) -> None:
    """Drop all our tables, provided that nothing is in them and that there are no others."""
    if source_of_unfinished_copy(connection) is None:
        migrate.refuse_stranger(connection)
    found = migrate.tables_of(connection)
    if connection.dialect.name == "postgresql":
        for name in found:
            connection.execute(text(f'LOCK TABLE "{name}" IN ACCESS EXCLUSIVE MODE'))
    # That an empty casino was audited keeps nobody from filling it.
    held = {
        name: str(rows)
        for name, rows in migrate.rows_held(connection).items()
        if name != AUDIT_MARK.name
    }
    strange = {name: "another program's" for name in found if name not in METADATA.tables}
    if held or strange:
        raise CasinoWarError(
            N_("The database is not empty, it has %(tables)s. Nothing was changed."),
            reason="database_filled",
            tables=", ".join(f"{name} ({what})" for name, what in {**held, **strange}.items()),
        )
    drop_triggers(connection)
    tables = MetaData()
    tables.reflect(connection)
    tables.drop_all(connection)
