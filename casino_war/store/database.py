"""The database: its engine, its settings, and transactions for reading and writing."""

import math
import sqlite3
import threading
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import unquote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from casino_war.errors import N_, BrokenInvariantError, CasinoWarError
from casino_war.store.busy import busy_refused, is_passing
from casino_war.store.file_watch import watch_file
from casino_war.store.patience import Patience
from casino_war.store.unusable import drop_unusable
from casino_war.store.write_queue import WriteQueue

T = TypeVar("T")
Synchronous = Literal["NORMAL", "FULL"]

BUSY_TIMEOUT_MS = 5000

ANSWER_SECONDS = BUSY_TIMEOUT_MS / 1000 + 1
"""How long a site waits for PostgreSQL to answer: longer than a statement waits for a lock."""

RETRY_PAUSES_SECONDS = (0.005, 0.02, 0.08, 0.32)
"""The pauses between the runs of a transaction that lost a race, one less than its runs."""

# Waits, locks and triggers are written for these; any other would half work.
_DRIVERS = ("sqlite", "sqlite+pysqlite", "postgresql", "postgresql+psycopg")
# What psycopg and SQLAlchemy can read, whatever a keeper has chosen for the whole database.
_FORMS = ("-c timezone=UTC", "-c datestyle=ISO", "-c quote_all_identifiers=off")
_BEGIN_OPTION = "casino_war_begin"
_FULL_SHARE = 0.9


class Database:
    """One database, named by a SQLAlchemy URL.

    The engine is made at first use, so that each worker process opens connections of its
    own after the fork; a file must be there by then. ``busy_timeout_ms`` bounds every wait:
    for a turn to write, a lock and a connection. ``synchronous`` is SQLite's: NORMAL keeps
    the file whole through a crash of the machine but may lose its last transactions, FULL
    none and is slower. ``answer_seconds`` bounds how long any one statement may take on
    PostgreSQL, None where a statement may read or write everything. ``on_retry`` is told of
    every transaction that is run again, ``on_refusal`` why one was given up.

    Raises:
        CasinoWarError: the address cannot be read, or names another kind of database.
    """

    def __init__(
        self,
        url: str | URL,
        *,
        synchronous: Synchronous = "NORMAL",
        busy_timeout_ms: int = BUSY_TIMEOUT_MS,
        answer_seconds: float | None = None,
        on_retry: Callable[[], None] = lambda: None,
        on_refusal: Callable[[str], None] = lambda _reason: None,
    ) -> None:
        self.url = read_url(url)
        self._synchronous = synchronous
        self._busy_timeout_ms = busy_timeout_ms
        self._engine: Engine | None = None
        self._lock = threading.Lock()
        self._path = path = database_file(self.url)
        self._answer_seconds = answer_seconds
        self._on_retry = on_retry
        self._on_refusal = on_refusal
        self._patience = Patience(busy_timeout_ms / 1000)
        self._queue = None if path is None else WriteQueue(path, self._patience.full_seconds)

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
                drop_unusable(self._engine)
                if self._answer_seconds is not None and self._engine.dialect.name == "postgresql":
                    # Late, for whoever keeps to SQLite has no psycopg.
                    from casino_war.store.bounded_answers import bound_answers

                    bound_answers(self._engine, self._answer_seconds)
                if self._path is not None:
                    watch_file(self._engine, self._path)
            return self._engine

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """Read from one snapshot; whatever is written here is rolled back, or refused.

        Raises:
            DatabaseBusyError: the database did not answer in time.
            DatabaseUnusableError: it is full, read-only, missing or damaged; or this was to
                be written, on PostgreSQL.
        """
        with busy_refused(self._on_refusal), self.engine.connect() as connection:
            if connection.dialect.name != "postgresql":
                yield connection
                return
            connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            yield connection
            # There is nothing to keep, but after a rollback psycopg would have forgotten
            # every statement that the server has prepared. All has been read by now, so that
            # it is nobody's loss if the server has gone.
            with suppress(DBAPIError):
                connection.commit()

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """Write in one transaction: committed at the end, rolled back on any error.

        Raises:
            DatabaseBusyError: another writer kept the database for too long, or this one
                lost a race that `write` would have run again.
            DatabaseUnusableError: as above.
        """
        with busy_refused(self._on_refusal), self._transaction() as connection:
            yield connection

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run *work* in one transaction and return its answer; run it again if it lost a race.

        It runs five times at most, and must find by itself what an earlier run has left:
        where the connection breaks in mid-commit, nobody knows whether that was kept.

        Raises:
            DatabaseBusyError: the database stayed busy or out of reach.
            DatabaseUnusableError: as above.
        """
        give_up_at = time.monotonic() + self._busy_timeout_ms / 1000
        with busy_refused(self._on_refusal):
            for pause_seconds in RETRY_PAUSES_SECONDS:
                try:
                    with self._transaction() as connection:
                        return work(connection)
                except DBAPIError as error:
                    if not is_passing(error) or time.monotonic() > give_up_at:
                        raise
                self._on_retry()
                time.sleep(pause_seconds)
            with self._transaction() as connection:
                return work(connection)

    @contextmanager
    def _transaction(self) -> Generator[Connection]:
        wait_seconds = self._patience.wait_seconds()
        give_up_at = time.monotonic() + wait_seconds
        # The turn comes first: who waits for it must not keep a connection from readers.
        with (
            self._patience.learning(),
            self._turn(give_up_at),
            self.engine.connect() as connection,
        ):
            if connection.dialect.name == "sqlite":
                # The only write lock is taken at once; after a SELECT it could not be had
                # without starting over.
                begin_immediately(connection)
            left_ms = max(1, round(1000 * (give_up_at - time.monotonic())))
            # Which is what the connection was opened with, where nobody had to wait.
            is_full = left_ms > _FULL_SHARE * self._busy_timeout_ms
            with _begun(connection, None if is_full else left_ms, self._busy_timeout_ms):
                yield connection

    def _turn(self, give_up_at: float) -> AbstractContextManager[None]:
        return nullcontext() if self._queue is None else self._queue.turn(give_up_at)

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
    # Python's sqlite3 would begin transactions by itself, and late.
    arguments = {"isolation_level": None} if is_sqlite else _libpq_arguments(url, busy_timeout_ms)
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
            connect_args=arguments,
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
        event.listen(engine, "handle_error", _hide_values)
    return engine


def _libpq_arguments(url: URL, busy_timeout_ms: int) -> dict[str, object]:
    """Return what every connection to PostgreSQL is opened with; *url* may say more."""
    given = url.query.get("options", ())
    options = [given] if isinstance(given, str) else [*given]
    return {
        # libpq would wait for a machine that does not answer as long as the network does.
        "connect_timeout": url.query.get("connect_timeout", math.ceil(busy_timeout_ms / 1000)),
        "client_encoding": "utf8",
        "options": " ".join([f"-c lock_timeout={busy_timeout_ms}", *_FORMS, *options]),
    }


def _hide_values(context: ExceptionContext) -> None:
    """Leave of an error what PostgreSQL says first; its details show rows, seeds and all."""
    original, told = context.original_exception, context.sqlalchemy_exception
    first = getattr(getattr(original, "diag", None), "message_primary", None)
    if first:
        whole = str(original)
        original.args = (first,)
        if told is not None:
            told.args = tuple(str(each).replace(whole, first) for each in told.args)


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


@contextmanager
def _begun(connection: Connection, wait_ms: int | None, full_ms: int) -> Generator[None]:
    """Begin a transaction that waits for locks *wait_ms*; None is as long as others do."""
    if wait_ms is None:
        with connection.begin():
            yield
    elif connection.dialect.name == "postgresql":
        with connection.begin():
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {wait_ms}")
            yield
    else:
        driver = sqlite_driver(connection)
        driver.execute(f"PRAGMA busy_timeout = {wait_ms}")
        try:
            with connection.begin():
                yield
        finally:
            driver.execute(f"PRAGMA busy_timeout = {full_ms}")


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
        driver.execute("PRAGMA foreign_keys = ON")


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
