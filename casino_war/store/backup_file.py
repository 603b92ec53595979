"""The file of a backup: one SQLite database that is whole, or is not there at all.

It is written under another name beside its place and gets its own once it is proven and
on the disk. Only its owner may read it: seeds and tokens are in it.
"""

import fcntl
import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from casino_war.errors import N_, CasinoWarError
from casino_war.store.copy import Progress
from casino_war.store.database import sqlite_driver

PART_SUFFIX = ".part"
_LOCK_SUFFIX = ".part-lock"
# What SQLite puts beside a database.
_BESIDE = ("", "-wal", "-shm", "-journal")
_STEP_PAGES = 1000


@contextmanager
def part_of(file: Path, *, may_replace: bool) -> Generator[Path]:
    """Give the name to write under, an empty file; in the end it gets the name *file*.

    On any error *file* is as it was before. What an interrupted backup has left is
    cleared away.

    Raises:
        CasinoWarError: *file* is there and may not be replaced, or is being written.
        OSError: the folder cannot be written.
    """
    _refuse_standing(file, may_replace)
    part = file.with_name(file.name + PART_SUFFIX)
    with _locked(file.with_name(file.name + _LOCK_SUFFIX), file):
        _clear(part)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        try:
            yield part
            _close_log(part)
            _sync(part)
            _refuse_standing(file, may_replace)
            part.replace(file)
            _sync(file.parent)
        finally:
            _clear(part)


def copy_file(source: Connection, part: Path, progress: Progress) -> None:
    """Copy an SQLite database as *source* sees it into the file, while others write on."""
    # A read transaction fixes what is copied: without one every write would begin it anew.
    source.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    driver = sqlite_driver(source)

    def tell(_: int, remaining: int, total: int) -> None:
        progress("pages", total - remaining)

    with closing(sqlite3.connect(part)) as target:
        driver.backup(target, pages=_STEP_PAGES, progress=tell)


def read_only_url(file: Path) -> URL:
    """Return the address under which a backup is read, and nothing is ever written.

    Raises:
        CasinoWarError: there is no such file, or it is a database that somebody writes.
    """
    if not file.is_file():
        raise CasinoWarError(
            N_("There is no backup at %(path)s."), reason="backup_missing", path=file
        )
    if file.with_name(file.name + "-wal").exists():
        raise CasinoWarError(
            N_("%(path)s is no backup but a database in use: casino-war backup makes one of it."),
            reason="backup_in_use",
            path=file,
        )
    return URL.create(
        "sqlite",
        database=f"file:{quote(str(file.absolute()))}",
        query={"mode": "ro", "immutable": "1", "uri": "true"},
    )


def refuse_damaged(connection: Connection) -> None:
    """Refuse a file whose pages or rows do not hold together.

    Raises:
        CasinoWarError: it is damaged; it names the first damage.
    """
    found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if found != "ok":
        raise CasinoWarError(
            N_("it is damaged: %(damage)s"), reason="backup_damaged", damage=str(found)
        )


def _refuse_standing(file: Path, may_replace: bool) -> None:
    if file.exists() and not (may_replace and file.is_file()):
        raise CasinoWarError(
            N_("There is a file %(path)s already: --force replaces it."),
            reason="backup_standing",
            path=file,
        )


@contextmanager
def _locked(lock: Path, file: Path) -> Generator[None]:
    """Let one backup at a time write *file*; a dead one leaves no lock."""
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _is_won(descriptor, lock):
            raise CasinoWarError(
                N_("Another backup is writing %(path)s."), reason="backup_running", path=file
            )
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _is_won(descriptor: int, lock: Path) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    # Another may have ended, and deleted the file, since this one opened it.
    return lock.exists() and lock.stat().st_ino == os.fstat(descriptor).st_ino


def _clear(part: Path) -> None:
    for suffix in _BESIDE:
        part.with_name(part.name + suffix).unlink(missing_ok=True)


def _close_log(part: Path) -> None:
    """Make one file of it, with no log beside it and none to come."""
    with closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
