"""A casino in one file and back, whatever kind of database it is kept in."""

import os
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import text

from casino_war.errors import CasinoWarError
from casino_war.game.round import Decision
from casino_war.resources import data_dir
from casino_war.services import backup as backups
from casino_war.services.audit import run_audit
from casino_war.services.copy import copy_casino
from casino_war.services.house import House
from casino_war.store import migrate
from casino_war.store.backup_file import part_of
from casino_war.store.database import Database
from tests.databases import ONLY_SQLITE, Databases, SqliteFiles, opened
from tests.services.guest import Guest, bet
from tests.services.moved import address, break_at, is_only_marked, prepare, quiet, rows_of


@pytest.fixture
def casino(databases: Databases) -> Iterator[Database]:
    url = databases.copy(databases.prepared("a casino to be moved", prepare))
    with opened(url) as database:
        yield database
    databases.discard(url)


@pytest.fixture
def empty(databases: Databases) -> Iterator[str]:
    url = databases.empty()
    yield url
    databases.discard(url)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "saved 100%.sqlite3"


@pytest.fixture
def saved(sqlite_databases: SqliteFiles, file: Path) -> Path:
    """A backup of an SQLite database."""
    back_up(sqlite_databases.prepared("a casino to be moved", prepare), file)
    return file


def back_up(url: str, file: Path) -> None:
    backups.backup(url, file, quiet, may_replace=False)


def _only(file: Path) -> bool:
    return [*file.parent.iterdir()] == [file]


def test_a_backup_brings_every_row_back(casino: Database, file: Path, empty: str) -> None:
    back_up(address(casino), file)
    assert _only(file)
    assert file.stat().st_mode & 0o777 == 0o600
    before = file.read_bytes()
    report = backups.restore(file, empty, quiet)
    assert sum(table.rows for table in report.tables) == sum(map(len, rows_of(casino).values()))
    assert migrate.check(empty) == []
    with opened(empty) as database:
        assert rows_of(database) == rows_of(casino)
    assert _only(file)
    assert file.read_bytes() == before


def test_a_backup_is_of_one_moment_while_all_play(casino: Database, file: Path) -> None:
    house = House(database=casino)
    is_over, is_on = Event(), Event()

    def keep_playing(visitor: str) -> int:
        guest = Guest(house, visitor=visitor).buy_in().sit()
        rounds = 0
        while not is_over.is_set():
            try:
                guest.deal(bet(10))
            finally:
                is_on.set()
            rounds += 1
            if guest.seat.open_round_id is not None:
                guest.decide(Decision.SURRENDER)
        return rounds

    with ThreadPoolExecutor(2) as pool:
        playing = [pool.submit(keep_playing, visitor) for visitor in ("Cy", "Dee")]
        try:
            assert is_on.wait(60)
            back_up(address(casino), file)
        finally:
            is_over.set()
        assert all(player.result() > 0 for player in playing)
    with opened(f"sqlite:///{file}") as database:
        saved, now = rows_of(database), rows_of(casino)
    assert len(saved["transfer"]) < len(now["transfer"])
    assert saved["transfer"] < now["transfer"]


def test_a_file_is_replaced_only_if_told_and_only_by_a_whole_one(
    casino: Database, file: Path
) -> None:
    file.write_text("dear")
    with pytest.raises(CasinoWarError, match="--force"):
        back_up(address(casino), file)
    with pytest.raises(RuntimeError, match="interrupted"):
        backups.backup(address(casino), file, break_at("audit"), may_replace=True)
    assert file.read_text() == "dear"
    assert _only(file)
    backups.backup(address(casino), file, quiet, may_replace=True)
    with opened(f"sqlite:///{file}") as database:
        assert rows_of(database) == rows_of(casino)


def test_a_backup_removes_nothing_that_it_did_not_make(casino: Database, file: Path) -> None:
    others = [file.with_name(file.name + suffix) for suffix in (".part", ".part-wal", ".part-lock")]
    for other in others:
        other.write_text("dear")
    back_up(address(casino), file)
    assert {*file.parent.iterdir()} == {file, *others}
    assert {other.read_text() for other in others} == {"dear"}


def test_a_casino_may_be_called_as_a_part_of_its_backup(
    sqlite_databases: SqliteFiles, tmp_path: Path
) -> None:
    casino = tmp_path / "saved.part"
    url = sqlite_databases.prepared("a casino to be moved", prepare)
    shutil.copy(url.removeprefix("sqlite:///"), casino)
    back_up(f"sqlite:///{casino}", tmp_path / "saved")
    assert casino.exists()
    migrate.require_head(f"sqlite:///{casino}")


@ONLY_SQLITE
def test_two_backups_at_once_do_not_meet(casino: Database, file: Path) -> None:
    with part_of(file, may_replace=True) as part:
        back_up(address(casino), file)
        shutil.copy(str(casino.url.database), part)
    assert _only(file)


@ONLY_SQLITE
def test_what_is_no_file_is_never_replaced(casino: Database, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for may_replace in (False, True):
        with pytest.raises(CasinoWarError, match="is no file: a backup cannot take its place"):
            backups.backup(address(casino), folder, quiet, may_replace=may_replace)
    assert [*folder.iterdir()] == []


def test_a_link_that_leads_nowhere_is_replaced_only_if_told(casino: Database, file: Path) -> None:
    file.symlink_to(file.with_name("nowhere"))
    with pytest.raises(CasinoWarError, match="--force"):
        back_up(address(casino), file)
    assert file.is_symlink()
    backups.backup(address(casino), file, quiet, may_replace=True)
    assert not file.is_symlink()
    assert _only(file)


@ONLY_SQLITE
def test_a_backup_keeps_no_mark_of_an_audit(casino: Database, file: Path, empty: str) -> None:
    run_audit(House(database=casino))
    back_up(address(casino), file)
    copy_casino(address(casino), empty, quiet)
    for url in (f"sqlite:///{file}", empty):
        with opened(url) as database:
            assert rows_of(database)["audit_mark"] == set()
            report = run_audit(House(database=database))
        assert report.why == "there is no clean audit to go on from"


@ONLY_SQLITE
def test_a_full_disk_is_told_and_leaves_nothing(casino: Database, file: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = Path(str(casino.url.database)).stat().st_size
    # Python lets files that may not grow fail to be written, and the process live.
    resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, limits[1]))
    try:
        with pytest.raises(CasinoWarError, match="cannot be written"):
            back_up(address(casino), file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [*file.parent.iterdir()] == []


@ONLY_SQLITE
def test_a_file_that_has_come_meanwhile_is_left_alone(casino: Database, file: Path) -> None:
    def come(what: str, rows: int) -> None:
        file.write_text("dear")

    with pytest.raises(CasinoWarError, match="--force"):
        backups.backup(address(casino), file, come, may_replace=False)
    assert file.read_text() == "dear"


@ONLY_SQLITE
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal", "-door", "-writer"])
@pytest.mark.parametrize("is_linked", [False, True])
def test_the_database_itself_is_no_place_for_its_backup(
    casino: Database, tmp_path: Path, suffix: str, is_linked: bool
) -> None:
    database = Path(str(casino.url.database))
    url = address(casino)
    if is_linked:
        link = tmp_path / "linked.sqlite3"
        link.symlink_to(database)
        url = f"sqlite:///{link}"
    with pytest.raises(CasinoWarError, match="the database itself"):
        backups.backup(url, Path(f"{database}{suffix}"), quiet, may_replace=True)


def test_a_casino_that_is_not_clean_gets_no_backup(casino: Database, file: Path) -> None:
    with casino.writing() as connection:
        connection.execute(text("UPDATE account SET balance_cents = 9 WHERE kind = 'felt'"))
    with pytest.raises(CasinoWarError, match="violations, the first being balances-equal"):
        back_up(address(casino), file)
    assert [*file.parent.iterdir()] == []


@ONLY_SQLITE
def test_an_interrupted_restore_begins_anew(saved: Path, empty: str) -> None:
    with pytest.raises(RuntimeError, match="interrupted"):
        backups.restore(saved, empty, break_at("round"))
    assert is_only_marked(empty)
    with pytest.raises(CasinoWarError, match=r"copy of .*saved 100%\.sqlite3 and is not finished"):
        migrate.require_head(empty)
    backups.restore(saved, empty, quiet)
    migrate.require_head(empty)
    with pytest.raises(CasinoWarError, match="not empty"):
        backups.restore(saved, empty, quiet)


def _spoil(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def _unfit(saved: Path, empty: str, match: str) -> None:
    with pytest.raises(CasinoWarError, match=match):
        backups.restore(saved, empty, quiet)
    assert not Path(empty.removeprefix("sqlite:///")).exists()


@ONLY_SQLITE
@pytest.mark.parametrize(
    ("statement", "match"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "cannot be restored: .*newer"),
        ("DROP TABLE alembic_version", "cannot be restored: .*another program's"),
        ("CREATE TABLE unfinished_copy (source TEXT)", "cannot be restored: .*not finished"),
    ],
)
def test_a_file_that_is_no_backup_of_ours_is_refused(
    saved: Path, empty: str, statement: str, match: str
) -> None:
    _spoil(saved, statement)
    _unfit(saved, empty, match)


@ONLY_SQLITE
@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"", "holds no casino"),
        (b"no database at all\n" * 100, "cannot be restored: it is damaged, or no backup"),
    ],
)
def test_a_file_that_holds_no_casino_is_refused(
    file: Path, empty: str, content: bytes, match: str
) -> None:
    _unfit(file, empty, "no backup at")
    file.write_bytes(content)
    _unfit(file, empty, match)


@ONLY_SQLITE
def test_a_damaged_file_is_refused(saved: Path, empty: str) -> None:
    half = saved.stat().st_size // 2
    with saved.open("r+b") as file:
        file.seek(half - half % 4096)
        file.write(os.urandom(8192))
    _unfit(saved, empty, "cannot be restored: .*damaged")


@ONLY_SQLITE
def test_a_file_that_was_altered_does_not_pass_the_audit(saved: Path, empty: str) -> None:
    _spoil(saved, "UPDATE account SET balance_cents = balance_cents + 1 WHERE kind = 'bankroll'")
    with pytest.raises(CasinoWarError, match="violations"):
        backups.restore(saved, empty, quiet)
    assert is_only_marked(empty)


@ONLY_SQLITE
def test_a_database_in_use_is_no_backup(casino: Database, empty: str) -> None:
    with casino.writing() as connection:
        connection.execute(text("UPDATE player SET version = version + 1"))
    _unfit(Path(str(casino.url.database)), empty, "a database in use")


NEXT = """
revision = "9000"
down_revision = {before!r}
branch_labels = depends_on = None

def upgrade():
    pass
"""


@ONLY_SQLITE
def test_an_older_backup_is_brought_up_to_date(
    saved: Path, empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(data_dir("migrations"), folder)
    next_one = NEXT.format(before=migrate.head())
    (folder / "versions" / "9000_next.py").write_text(next_one)
    monkeypatch.setattr(migrate, "data_dir", lambda name: folder)
    before = saved.read_bytes()
    backups.restore(saved, empty, quiet)
    assert migrate.current(empty) == "9000"
    assert saved.read_bytes() == before
