import sys
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from casino_war.errors import CasinoWarError, DatabaseBusyError, DatabaseUnusableError
from casino_war.store.address import database_file, read_url, shown_url
from casino_war.store.database import Database
from casino_war.store.engine import make_engine
from casino_war.store.players import add_player, player_by_id
from casino_war.store.postgresql import libpq_arguments
from tests.databases import ONLY_POSTGRESQL, ONLY_SQLITE, opened
from tests.store.rows import player_row


@ONLY_SQLITE
def test_settings_that_tables_and_triggers_count_on(database: Database) -> None:
    expected = {
        "journal_mode": "wal",
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "synchronous": 1,
        "busy_timeout": 100,
    }
    with database.reading() as connection:
        for name, value in expected.items():
            assert connection.exec_driver_sql(f"PRAGMA {name}").scalar() == value


def test_synchronous_full_by_setting(tmp_path: Path) -> None:
    path = tmp_path / "full.sqlite3"
    path.touch()
    database = Database(f"sqlite:///{path}", synchronous="FULL")
    with database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    database.dispose()


def test_engine_is_made_at_first_use_and_again_after_dispose(database: Database) -> None:
    database.dispose()
    first = database.engine
    assert database.engine is first
    database.dispose()
    database.dispose()
    assert database.engine is not first


def test_writing_commits(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        player = player_row(connection, at)
    with database.reading() as connection:
        assert player_by_id(connection, player.id) == player


def test_writing_rolls_back_on_any_error(database: Database, at: datetime) -> None:
    def write_and_fail() -> None:
        with database.writing() as connection:
            player_row(connection, at)
            raise RuntimeError("after the insert")

    with pytest.raises(RuntimeError, match="after the insert"):
        write_and_fail()
    with database.reading() as connection:
        assert player_by_id(connection, 1) is None


def test_reading_keeps_nothing(database: Database, at: datetime) -> None:
    # PostgreSQL refuses it at once.
    with suppress(DatabaseUnusableError), database.reading() as connection:
        player_row(connection, at)
    with database.reading() as connection:
        assert player_by_id(connection, 1) is None


def test_reading_sees_one_snapshot(database: Database, at: datetime) -> None:
    with database.reading() as reader:
        assert player_by_id(reader, 1) is None
        with database.writing() as writer:
            player_row(writer, at)
        assert player_by_id(reader, 1) is None


@ONLY_SQLITE
def test_second_writer_is_told_that_the_database_is_busy(database: Database) -> None:
    entered = []
    with database.writing(), pytest.raises(DatabaseBusyError), database.writing():
        entered.append("second")
    assert not entered


@ONLY_SQLITE
def test_reader_who_turns_writer_too_late_is_busy_too(database: Database, at: datetime) -> None:
    def read_then_write() -> None:
        with database.reading() as reader:
            player_by_id(reader, 1)
            with database.writing() as writer:
                player_row(writer, at)
            player_row(reader, at, "q")

    with pytest.raises(DatabaseBusyError):
        read_then_write()


def test_writers_wait_for_each_other(database: Database, at: datetime) -> None:
    patient = Database(database.url, busy_timeout_ms=5000)

    def write(letter: str) -> None:
        with patient.writing() as connection:
            player_row(connection, at, letter)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in "abcdefgh"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with patient.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM player")).scalar() == 8
    patient.dispose()


def test_no_free_connection_is_busy(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_connection() -> None:
        raise PoolTimeoutError("none left")

    monkeypatch.setattr(database.engine, "connect", no_connection)
    with pytest.raises(DatabaseBusyError), database.reading():
        pass


@ONLY_SQLITE
@pytest.mark.parametrize("state", ["55P03", "40P01", "40001", "57014", "53200", "53300"])
def test_waits_of_postgresql_are_busy(database: Database, state: str) -> None:
    class LockNotAvailable(Exception):
        sqlstate = state

    error = OperationalError("UPDATE", {}, LockNotAvailable())
    with pytest.raises(DatabaseBusyError), database.reading():
        raise error


def test_other_errors_of_the_database_pass(database: Database) -> None:
    with pytest.raises(DBAPIError) as caught, database.reading() as connection:
        connection.execute(text("SELECT nowhere FROM player"))
    assert "nowhere" in str(caught.value.orig)


def test_references_are_enforced(database: Database, at: datetime) -> None:
    with pytest.raises(IntegrityError), database.writing() as connection:
        connection.execute(
            text("INSERT INTO seat VALUES (1, 99, 'classic', 99, 0, :at)"), {"at": str(at)}
        )


def test_times_come_back_aware_and_in_utc(database: Database) -> None:
    in_stockholm = datetime(2026, 7, 1, 14, 0, tzinfo=timezone(timedelta(hours=2)))
    with database.writing() as connection:
        stored = add_player(connection, token="t" * 22, at=in_stockholm)
    assert stored.created_at == datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
    assert stored.created_at.utcoffset() == timedelta(0)


def test_naive_time_is_refused(database: Database) -> None:
    naive = datetime(2026, 7, 1, 14, 0, tzinfo=UTC).replace(tzinfo=None)
    with pytest.raises(Exception, match="time zone"), database.writing() as connection:
        add_player(connection, token="t" * 22, at=naive)


def test_errors_hold_no_parameters(database: Database, at: datetime) -> None:
    token = "secret" * 4
    with database.writing() as connection:
        add_player(connection, token=token, at=at)
    with pytest.raises(IntegrityError) as caught, database.writing() as connection:
        add_player(connection, token=token, at=at)
    assert "unique constraint" in str(caught.value).lower()
    assert token not in str(caught.value)
    assert token not in repr(caught.value)


@pytest.mark.parametrize("url", ["sqlite:///x", "postgresql+psycopg://nobody@127.0.0.1:1/x"])
def test_no_engine_shows_parameters(url: str) -> None:
    assert make_engine(read_url(url)).hide_parameters


@pytest.mark.parametrize(
    "url",
    [
        "",
        " ",
        "nonsense",
        "oracle9://x",
        "mysql://u@h/x",
        "sqlite+aiosqlite:///x",
        "postgres://h/x",
        "postgresql+asyncpg://h/x",
        "postgresql+psycopg2://h/x",
        "postgresql://h:port/x",
        "sqlite:///\udcff",
        "postgresql://u:\udcff@h/x",
    ],
)
def test_an_address_that_cannot_be_used_is_refused(url: str) -> None:
    with pytest.raises(CasinoWarError, match=r"^DATABASE_URL "):
        Database(url)


def test_a_wrong_option_in_the_address_is_refused() -> None:
    with pytest.raises(CasinoWarError, match=r"^DATABASE_URL cannot be used: .*'soon'"):
        make_engine(read_url("sqlite:///x?timeout=soon"))


def test_a_missing_driver_is_named_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(CasinoWarError, match=r"package psycopg .*'casino-war\[postgres\]'"):
        make_engine(read_url("postgresql://nobody@127.0.0.1:1/x"))


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:////srv/casino.sqlite3", "/srv/casino.sqlite3"),
        ("sqlite:///casino.sqlite3", "casino.sqlite3"),
        ("sqlite:///file:/srv/my%2520casino?mode=ro&uri=true", "/srv/my casino"),
        ("sqlite:///file::memory:?uri=true", None),
        ("sqlite://", None),
        ("postgresql://h/x", None),
    ],
)
def test_the_file_of_a_database(url: str, path: str | None) -> None:
    assert database_file(read_url(url)) == (None if path is None else Path(path))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://casino:hidden@db/casino",
        "postgresql://casino@db/casino?password=hidden",
        "postgresql://casino@db/casino?sslmode=require&sslpassword=hidden",
    ],
)
def test_no_password_is_shown_with_an_address(url: str) -> None:
    shown = shown_url(url)
    assert shown.startswith("postgresql://casino")
    assert "hidden" not in shown


@ONLY_POSTGRESQL
def test_what_the_server_forbids_by_default_is_forbidden_also_after_reading(
    database: Database, at: datetime
) -> None:
    address = database.url.render_as_string(hide_password=False)
    with opened(f"{address}&options=-c default_transaction_read_only=on") as forbidden:
        for _ in range(2):
            with pytest.raises(DatabaseUnusableError, match="only be read"):
                forbidden.write(lambda connection: player_row(connection, at))
            with forbidden.reading() as connection:
                assert connection.exec_driver_sql("SELECT count(*) FROM player").scalar() == 0


@pytest.mark.parametrize(("given", "after"), [("0", 0), ("5", 5)])
def test_when_statements_are_prepared_is_the_keepers_choice(given: str, after: int) -> None:
    url = read_url(f"postgresql://here/casino?prepare_threshold={given}")
    assert libpq_arguments(url, 1)["prepare_threshold"] == after


@pytest.mark.parametrize(
    "query", ["prepare_threshold=now", "prepare_threshold=1&prepare_threshold=2"]
)
def test_what_is_no_number_of_runs_is_refused(query: str) -> None:
    with pytest.raises(CasinoWarError, match=r"^DATABASE_URL cannot be used: "):
        make_engine(read_url(f"postgresql://here/casino?{query}"))
