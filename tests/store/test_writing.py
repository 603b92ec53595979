"""Transactions that meet others: they wait, lose, are run again, and never say more than that."""

import logging
import threading
from collections.abc import Iterator
from datetime import datetime

import pytest
from sqlalchemy import Connection, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, OperationalError

from casino_war.errors import DatabaseBusyError
from casino_war.store.database import RETRY_PAUSES_SECONDS, Database
from casino_war.store.players import PLAYER, lock_player
from tests.databases import ONLY_POSTGRESQL, Databases, opened
from tests.store.rows import player_row

RUNS_MAX = len(RETRY_PAUSES_SECONDS) + 1


@pytest.fixture
def patient(databases: Databases) -> Iterator[Database]:
    """A database on which one waits for as long as PostgreSQL takes to see a deadlock."""
    url = databases.fresh()
    with opened(url) as database:
        yield database
    databases.discard(url)


def players(database: Database) -> int:
    with database.reading() as connection:
        return connection.execute(select(func.count()).select_from(PLAYER)).scalar_one()


def test_what_was_written_is_kept_and_answered(database: Database, at: datetime) -> None:
    assert database.write(lambda connection: player_row(connection, at).id) == 1
    assert players(database) == 1


def test_an_error_leaves_nothing_and_is_not_tried_again(database: Database, at: datetime) -> None:
    runs = []

    def work(connection: Connection) -> None:
        runs.append(player_row(connection, at))
        raise RuntimeError("after the insert")

    with pytest.raises(RuntimeError, match="after the insert"):
        database.write(work)
    assert len(runs) == 1
    assert players(database) == 0


class _LostRace(Exception):
    def __init__(self, state: str) -> None:
        self.sqlstate = state


@pytest.mark.parametrize(
    ("state", "losses"),
    [
        *(("40001", losses) for losses in (1, RUNS_MAX - 1)),
        *((state, 1) for state in ("40P01", "23505", "57P01", "57P05", "08006", "25P03", "25P04")),
        *((state, 1) for state in ("0A000", "26000", "42P05")),
    ],
)
def test_a_lost_race_is_run_again(patient: Database, at: datetime, state: str, losses: int) -> None:
    runs = []

    def work(connection: Connection) -> str:
        player_row(connection, at)
        runs.append(state)
        if len(runs) <= losses:
            raise OperationalError("UPDATE", {}, _LostRace(state))
        return "kept"

    assert patient.write(work) == "kept"
    assert len(runs) == losses + 1
    assert players(patient) == 1


@pytest.mark.parametrize(
    ("state", "reason"),
    [("40001", "busy"), ("0A000", "busy"), ("57P01", "unreachable"), ("25P03", "unreachable")],
)
def test_races_are_not_run_for_ever(patient: Database, state: str, reason: str) -> None:
    runs = []

    def work(connection: Connection) -> None:
        runs.append(state)
        raise OperationalError("UPDATE", {}, _LostRace(state))

    with pytest.raises(DatabaseBusyError) as caught:
        patient.write(work)
    assert caught.value.reason == reason
    assert len(runs) == RUNS_MAX


def test_whoever_asks_is_told_of_runs_and_refusals(databases: Databases) -> None:
    url = databases.fresh()
    told: list[str] = []
    database = Database(url, on_retry=lambda: told.append("again"), on_refusal=told.append)

    def work(_: Connection) -> None:
        raise OperationalError("UPDATE", {}, _LostRace("40001"))

    with pytest.raises(DatabaseBusyError):
        database.write(work)
    with pytest.raises(DatabaseBusyError), database.reading():
        raise OperationalError("SELECT", {}, _LostRace("57P01"))
    assert told == ["again"] * (RUNS_MAX - 1) + ["busy", "unreachable"]
    database.dispose()
    databases.discard(url)


def test_a_row_that_is_there_for_good_is_no_race(database: Database, at: datetime) -> None:
    database.write(lambda connection: player_row(connection, at))
    with pytest.raises(IntegrityError):
        database.write(lambda connection: player_row(connection, at))


@ONLY_POSTGRESQL
def test_a_deadlock_is_undone_and_run_again(patient: Database, at: datetime) -> None:
    with patient.writing() as connection:
        tokens = [player_row(connection, at, letter).token for letter in "ab"]
    both = threading.Barrier(2)

    def run(order: list[str], runs: list[str]) -> None:
        def work(connection: Connection) -> None:
            runs.append(order[0])
            lock_player(connection, order[0])
            if len(runs) == 1:
                both.wait(timeout=30)
            lock_player(connection, order[1])

        patient.write(work)

    runs: tuple[list[str], list[str]] = ([], [])
    threads = [
        threading.Thread(target=run, args=pair)
        for pair in zip((tokens, tokens[::-1]), runs, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(len(ran) for ran in runs) == [1, 2]


@ONLY_POSTGRESQL
def test_a_connection_that_breaks_is_made_anew(patient: Database, at: datetime) -> None:
    runs = []

    def work(connection: Connection) -> None:
        player_row(connection, at)
        runs.append("run")
        if len(runs) == 1:
            connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    patient.write(work)
    assert len(runs) == 2
    assert players(patient) == 1


@ONLY_POSTGRESQL
def test_a_row_that_is_kept_too_long_is_busy(
    database: Database, at: datetime, caplog: pytest.LogCaptureFixture
) -> None:
    token = database.write(lambda connection: player_row(connection, at)).token
    with database.writing() as connection:
        lock_player(connection, token)
        with pytest.raises(DatabaseBusyError) as caught:
            database.write(lambda other: lock_player(other, token))
    assert caught.value.reason == "busy"
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage() == "canceling statement due to lock timeout (busy)"


@ONLY_POSTGRESQL
def test_readers_do_not_wait_for_writers(database: Database, at: datetime) -> None:
    token = database.write(lambda connection: player_row(connection, at)).token
    with database.writing() as connection:
        lock_player(connection, token)
        assert players(database) == 1


@ONLY_POSTGRESQL
def test_isolation_is_ours_whatever_the_server_prefers(database: Database) -> None:
    levels = {"reading": "repeatable read", "writing": "read committed"}
    for way, level in levels.items():
        with getattr(database, way)() as connection:
            for name, value in (("transaction_isolation", level), ("TimeZone", "UTC")):
                assert connection.execute(text(f"SHOW {name}")).scalar() == value


def test_a_server_that_is_not_there_is_told(caplog: pytest.LogCaptureFixture) -> None:
    with opened("postgresql://nobody:secret@127.0.0.1:1/x", busy_timeout_ms=100) as database:
        for way in (database.reading, database.writing):
            with pytest.raises(DatabaseBusyError) as caught, way():
                pass
            assert caught.value.reason == "unreachable"
        with pytest.raises(DatabaseBusyError):
            database.write(lambda connection: None)
    assert len(caplog.records) == 3
    assert "secret" not in caplog.text


@ONLY_POSTGRESQL
def test_options_in_the_address_are_kept(databases: Databases) -> None:
    url = databases.fresh()
    options = {"options": "-c application_name=casino"}
    settings = {"application_name": "casino", "lock_timeout": "5s"}
    address = make_url(url).update_query_dict(options).render_as_string(hide_password=False)
    with opened(address) as database, database.reading() as connection:
        for name, value in settings.items():
            assert connection.execute(text(f"SHOW {name}")).scalar() == value
    databases.discard(url)


PREPARED_AFTER = 6
"""Runs of a statement after which psycopg has it prepared."""

WORDS = text("SELECT word FROM words")


def prepare(database: Database) -> None:
    """Let the server prepare a statement, then change what its answer looks like."""
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE words (word varchar(10))")
    for _ in range(PREPARED_AFTER):
        with database.reading() as connection:
            connection.execute(WORDS)
    # In the manner of a migration, which has a connection of its own.
    with opened(database.url) as another, another.writing() as connection:
        connection.exec_driver_sql("ALTER TABLE words ALTER word TYPE varchar(20)")


@ONLY_POSTGRESQL
def test_a_writer_prepares_anew_what_a_migration_has_made_stale(patient: Database) -> None:
    prepare(patient)
    assert patient.write(lambda connection: connection.execute(WORDS).all()) == []


@ONLY_POSTGRESQL
def test_a_reader_comes_again_once_a_migration_has_made_a_statement_stale(
    patient: Database,
) -> None:
    prepare(patient)
    with pytest.raises(DatabaseBusyError), patient.reading() as connection:
        connection.execute(WORDS)
    with patient.reading() as connection:
        assert connection.execute(WORDS).all() == []
