"""Waits are bounded for all: the last of many hears in time that others keep the database."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from casino_war.errors import DatabaseBusyError, DatabaseUnusableError
from casino_war.store.copy_mark import mark_unfinished
from casino_war.store.database import Database
from casino_war.store.engine import unchecked_references
from casino_war.store.patience import Patience
from casino_war.store.players import PLAYER, lock_player
from tests.databases import ONLY_SQLITE, Databases, opened
from tests.store.rows import player_row

WAIT_MS = 600
WRITERS = 4
WRITES_EACH = 5


@pytest.fixture
def hasty(databases: Databases) -> Iterator[Database]:
    url = databases.fresh()
    with opened(url, busy_timeout_ms=WAIT_MS) as database:
        yield database
    databases.discard(url)


@contextmanager
def kept(database: Database, token: str) -> Iterator[None]:
    """Keep the database, or a player of it, as another program on it would."""
    with opened(database.url.render_as_string(hide_password=False)) as other, ExitStack() as held:
        connection = held.enter_context(other.writing())
        lock_player(connection, token)
        yield


def test_many_writers_do_not_wait_one_time_after_another(
    hasty: Database, at: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = hasty.write(lambda connection: player_row(connection, at)).token

    def write(_: int) -> str:
        try:
            hasty.write(lambda connection: lock_player(connection, token))
        except DatabaseBusyError as error:
            return error.reason
        return "written"

    waits: list[float] = []
    ask = Patience.wait_seconds

    def noted(patience: Patience) -> float:
        seconds = ask(patience)
        waits.append(seconds)
        return seconds

    with monkeypatch.context() as patched, kept(hasty, token):
        patched.setattr(Patience, "wait_seconds", noted)
        with ThreadPoolExecutor(WRITERS) as pool:
            told = list(pool.map(write, range(WRITERS * WRITES_EACH)))
    assert set(told) == {"busy"}
    # The first of each thread waits its full time; on a slow machine some forget it once.
    assert len(waits) >= WRITERS * WRITES_EACH
    assert waits.count(WAIT_MS / 1000) <= 2 * WRITERS
    assert write(0) == "written"


def test_patience_comes_back_with_the_first_who_gets_through(hasty: Database, at: datetime) -> None:
    token = hasty.write(lambda connection: player_row(connection, at)).token
    with kept(hasty, token), pytest.raises(DatabaseBusyError):
        hasty.write(lambda connection: lock_player(connection, token))
    hasty.write(lambda connection: lock_player(connection, token))
    is_kept, released = threading.Event(), []

    def keep() -> None:
        with kept(hasty, token):
            is_kept.set()
            time.sleep(WAIT_MS / 4000)
            released.append("before the other wrote")

    thread = threading.Thread(target=keep)
    thread.start()
    assert is_kept.wait(30)
    hasty.write(lambda connection: lock_player(connection, token))
    assert released
    thread.join()


def test_a_database_that_is_still_being_filled_is_told(databases: Databases) -> None:
    url = databases.empty()
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).touch()
    with opened(url) as database:
        database.write(lambda connection: mark_unfinished(connection, "another"))
        with pytest.raises(DatabaseUnusableError) as caught, database.reading() as connection:
            connection.execute(select(PLAYER))
        assert caught.value.reason == "unfinished"
    databases.discard(url)


@ONLY_SQLITE
def test_a_failure_is_told_to_whoever_had_to_wait_as_well(hasty: Database, at: datetime) -> None:
    token = hasty.write(lambda connection: player_row(connection, at)).token
    has_begun = threading.Event()

    def keep(connection: Connection) -> None:
        has_begun.set()
        # Longer than what passes for no wait at all.
        time.sleep(WAIT_MS / 1000 / 4)
        lock_player(connection, token)

    with ThreadPoolExecutor(1) as pool:
        keeping = pool.submit(hasty.write, keep)
        assert has_begun.wait()
        with pytest.raises(DatabaseUnusableError) as refused:
            _write_where_it_may_not(hasty)
        keeping.result()
    # The error still has the cursor that met it, which must not hold the lock for it.
    assert refused.value.reason == "read_only"
    hasty.write(lambda connection: lock_player(connection, token))


@ONLY_SQLITE
def test_a_failure_where_references_are_not_checked_is_told(hasty: Database) -> None:
    hasty.dispose()
    with pytest.raises(DBAPIError, match="readonly"):
        _fill_where_it_may_not(hasty)


def _write_where_it_may_not(database: Database) -> None:
    with database.writing() as connection:
        _be_refused(connection)


def _fill_where_it_may_not(database: Database) -> None:
    with (
        database.engine.connect() as connection,
        unchecked_references(connection),
        connection.begin(),
    ):
        _be_refused(connection)


def _be_refused(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA query_only = ON")
    connection.execute(PLAYER.update().values(token="another"))
