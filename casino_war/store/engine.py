"""Engines: connections with the settings that the tables, triggers and locks count on."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Literal

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from casino_war.errors import N_, BrokenInvariantError, CasinoWarError
from casino_war.store.address import database_file, unusable_url
from casino_war.store.postgresql import as_the_server_has_it, hide_values, libpq_arguments

Synchronous = Literal["NORMAL", "FULL"]

BUSY_TIMEOUT_MS = 5000
"""How long a statement waits for a lock, and a request for a connection."""

_BEGIN_OPTION = "casino_war_begin"


def make_engine(
    url: URL,
    *,
    synchronous: Synchronous = "NORMAL",
    busy_timeout_ms: int = BUSY_TIMEOUT_MS,
    poolclass: type[Pool] | None = None,
) -> Engine:
    """Make an engine with the settings that the tables and triggers count on.

    Raises:
        CasinoWarError: the driver's package is missing, or an option in *url* is wrong.
    """
    is_sqlite = url.get_backend_name() == "sqlite"
    # Other pools than that of a file or a server never make anybody wait.
    is_pooled = poolclass is None and not (is_sqlite and database_file(url) is None)
    waits = {"pool_timeout": busy_timeout_ms / 1000} if is_pooled else {}
    # Each statement of a writer must see what was committed while it waited for a row.
    isolation = {} if is_sqlite else {"isolation_level": "READ COMMITTED"}
    places = {} if is_sqlite else {"paramstyle": "numeric_dollar"}
    try:
        engine = create_engine(
            url,
            poolclass=poolclass,
            # Python's sqlite3 would begin transactions by itself, and late.
            connect_args={"isolation_level": None}
            if is_sqlite
            else libpq_arguments(url, busy_timeout_ms),
            # Errors are logged; seeds and tokens are among the parameters.
            hide_parameters=True,
            **waits,
            **isolation,
            **places,
        )
    except ImportError as error:
        raise CasinoWarError(
            N_("The package %(package)s is missing: pip install 'casino-war[postgres]' brings it."),
            reason="driver",
            package=error.name or "psycopg",
        ) from error
    except ValueError as error:
        raise unusable_url(error) from error
    if is_sqlite:
        _listen_to_sqlite(engine, synchronous, busy_timeout_ms)
    else:
        # Late, for whoever keeps to SQLite has no psycopg.
        from casino_war.store.hung_up import drop_hung_up
        from casino_war.store.quick_cursors import use_quick_cursors

        drop_hung_up(engine)
        use_quick_cursors(engine)
        event.listen(engine, "handle_error", hide_values)
        event.listen(engine, "checkin", as_the_server_has_it)
    return engine


def _listen_to_sqlite(engine: Engine, synchronous: Synchronous, busy_timeout_ms: int) -> None:
    def set_pragmas(dbapi_connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = dbapi_connection.cursor()
        # First, for the switch to WAL may have to wait too.
        cursor.execute(f"PRAGMA busy_timeout = {int(busy_timeout_ms)}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute(f"PRAGMA synchronous = {synchronous}")
        cursor.execute("PRAGMA foreign_keys = ON")
        # Otherwise INSERT OR REPLACE deletes rows past their delete triggers.
        cursor.execute("PRAGMA recursive_triggers = ON")
        cursor.close()

    event.listen(engine, "connect", set_pragmas)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "invalidate", _let_go)


def _let_go(dbapi_connection: DBAPIConnection, *_: object) -> None:
    """Give the write lock back before a connection that has failed is closed.

    SQLite closes it only once its last statement is gone, which an error may keep for long
    with all that led to it.
    """
    with suppress(sqlite3.Error):
        dbapi_connection.rollback()


def begin_immediately(connection: Connection) -> None:
    """Let the connection's transactions take SQLite's write lock at their beginning."""
    connection.execution_options(**{_BEGIN_OPTION: "IMMEDIATE"})


def _begin(connection: Connection) -> None:
    mode = connection.get_execution_options().get(_BEGIN_OPTION, "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {mode}")


@contextmanager
def unchecked_references(connection: Connection) -> Generator[None]:
    """Let SQLite's tables be rebuilt, or filled, that others point to.

    SQLite takes this between transactions only; whoever asks for it looks at the
    references with `refuse_broken_references` before committing.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = sqlite_driver(connection)
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        set_back(driver, "PRAGMA foreign_keys = ON")


def set_back(driver: sqlite3.Connection, pragma: str) -> None:
    """Set a pragma back to what it was before a transaction, which may have failed."""
    # What failed may have closed the connection for good, which is then the error to tell.
    with suppress(sqlite3.ProgrammingError):
        driver.execute(pragma)


def sqlite_driver(connection: Connection) -> sqlite3.Connection:
    """Return Python's own connection, for what must be said between transactions.

    Raises:
        TypeError: the connection is to another kind of database.
    """
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        raise TypeError(f"{connection.dialect.name!r} is not SQLite")
    return driver


def refuse_broken_references(connection: Connection) -> None:
    """Refuse to go on where rows of an SQLite database point to nothing.

    Raises:
        BrokenInvariantError: there are such rows; it names the first few.
    """
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(5)
        if broken:
            raise BrokenInvariantError(
                N_("There are rows that point to nothing: %(rows)s."),
                reason="broken_references",
                rows=", ".join(f"{table} to {parent}" for table, _, parent, _ in broken),
            )
