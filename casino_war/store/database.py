"""The database: transactions for reading and for writing, and how long they wait."""

import threading
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from casino_war.store.address import database_file, read_url
from casino_war.store.busy import busy_refused, is_passing
from casino_war.store.engine import (
    BUSY_TIMEOUT_MS,
    Synchronous,
    begin_immediately,
    make_engine,
    set_back,
    sqlite_driver,
)
from casino_war.store.file_watch import watch_file
from casino_war.store.patience import Patience
from casino_war.store.unusable import drop_unusable
from casino_war.store.write_queue import WriteQueue

T = TypeVar("T")

ANSWER_SECONDS = BUSY_TIMEOUT_MS / 1000 + 1
"""How long a site waits for PostgreSQL to answer: longer than a statement waits for a lock."""

RETRY_PAUSES_SECONDS = (0.005, 0.02, 0.08, 0.32)
"""The pauses between the runs of a transaction that lost a race, one less than its runs."""

# A wait this close to the full one is not told to the connection, which has it already.
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
            # Where nobody had to wait, that is what the connection was opened with.
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
            set_back(driver, f"PRAGMA busy_timeout = {full_ms}")
