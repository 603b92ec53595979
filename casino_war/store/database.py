"""The database: its engine, its settings, and transactions for reading and writing."""

import sqlite3
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from casino_war.errors import N_, CasinoWarError, DatabaseBusyError

Synchronous = Literal["NORMAL", "FULL"]

BUSY_TIMEOUT_MS = 5000

# Waits, locks and triggers are written for these; any other would half work.
_DRIVERS = ("sqlite", "sqlite+pysqlite", "postgresql", "postgresql+psycopg")
_BEGIN_OPTION = "casino_war_begin"
_SQLITE_BUSY_CODES = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# Lock not available, deadlock, serialization failure: all pass if tried again.
_POSTGRESQL_BUSY_STATES = ("55P03", "40P01", "40001")


class Database:
    """One database, named by a SQLAlchemy URL.

    The engine is made at first use, so that each worker process opens connections of its
    own after the fork. ``busy_timeout_ms`` bounds every wait for a lock. ``synchronous``
    is SQLite's: NORMAL keeps the file whole through a crash of the machine but may lose
    its last transactions, FULL loses none and is slower.

    Raises:
        CasinoWarError: the address cannot be read, or names another kind of database.
    """

    def __init__(
        self,
        url: str | URL,
        *,
        synchronous: Synchronous = "NORMAL",
        busy_timeout_ms: int = BUSY_TIMEOUT_MS,
    ) -> None:
        self.url = read_url(url)
        self._synchronous = synchronous
        self._busy_timeout_ms = busy_timeout_ms
        self._engine: Engine | None = None
        self._lock = threading.Lock()

    @property
    def engine(self) -> Engine:
        """The engine of this process."""
        with self._lock:
            if self._engine is None:
                self._engine = make_engine(
                    self.url,
                    synchronous=self._synchronous,
                    busy_timeout_ms=self._busy_timeout_ms,
                )
            return self._engine

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """Read from one snapshot; whatever is written here is rolled back.

        Raises:
            DatabaseBusyError: the database did not answer in time.
        """
        with _busy_refused(), self.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """Write in one transaction: committed at the end, rolled back on any error.

        On SQLite it takes the only write lock at once; taken later, after a SELECT, the
        lock could not be had without starting over.

        Raises:
            DatabaseBusyError: another writer kept the database for too long.
        """
        with _busy_refused(), self.engine.connect() as connection:
            begin_immediately(connection)
            with connection.begin():
                yield connection

    def dispose(self) -> None:
        """Close all connections; the next use opens new ones."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None


def read_url(url: str | URL) -> URL:
    """Read the address of a database.

    Raises:
        CasinoWarError: it is no address, or not one of SQLite or PostgreSQL with psycopg.
    """
    try:
        read = make_url(url)
        # A byte that is no text would come to light only while connecting.
        read.render_as_string(hide_password=False).encode()
    except (ArgumentError, ValueError) as error:
        raise unusable_url(error) from error
    if read.drivername not in _DRIVERS:
        raise CasinoWarError(
            N_("DATABASE_URL must begin with sqlite:// or postgresql://, not with %(driver)s://."),
            reason="driver",
            driver=read.drivername,
        )
    return read


def unusable_url(error: Exception) -> CasinoWarError:
    """Say why an address names no database, in the words of whoever tried to use it."""
    return CasinoWarError(
        N_("DATABASE_URL cannot be used: %(why)s"), reason="database_url", why=str(error)
    )


def database_file(url: URL) -> Path | None:
    """Return the file of an SQLite database, None for one in memory or on a server."""
    if url.get_backend_name() != "sqlite":
        return None
    name = url.database or ""
    if name.startswith("file:") and "uri" in url.query:
        name = "" if url.query.get("mode") == "memory" else unquote(name.removeprefix("file:"))
    return None if name in ("", ":memory:") else Path(name)


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
    arguments: dict[str, object] = (
        # Python's sqlite3 would begin transactions by itself, and late.
        {"isolation_level": None}
        if is_sqlite
        else {"options": f"-c lock_timeout={busy_timeout_ms}"}
    )
    try:
        engine = create_engine(
            url,
            pool_pre_ping=not is_sqlite,
            poolclass=poolclass,
            connect_args=arguments,
            # Errors are logged; seeds and tokens are among the parameters.
            hide_parameters=True,
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


def begin_immediately(connection: Connection) -> None:
    """Let the connection's transactions take SQLite's write lock at their beginning."""
    connection.execution_options(**{_BEGIN_OPTION: "IMMEDIATE"})


def _begin(connection: Connection) -> None:
    mode = connection.get_execution_options().get(_BEGIN_OPTION, "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {mode}")


@contextmanager
def _busy_refused() -> Iterator[None]:
    try:
        yield
    except PoolTimeoutError as error:
        raise _busy_error() from error
    except DBAPIError as error:
        if _is_busy(error):
            raise _busy_error() from error
        raise


def _busy_error() -> DatabaseBusyError:
    return DatabaseBusyError(N_("The database is busy. Nothing was changed; please try again."))


def _is_busy(error: DBAPIError) -> bool:
    original = error.orig
    if isinstance(original, sqlite3.Error):
        # The low byte is the kind, what stands above it the case.
        code = getattr(original, "sqlite_errorcode", 0)
        return code & 0xFF in _SQLITE_BUSY_CODES
    return getattr(original, "sqlstate", None) in _POSTGRESQL_BUSY_STATES
