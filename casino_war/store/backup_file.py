"""The file of a backup: one SQLite database that is whole, or is not there at all.

It is written under another name beside its place and gets its own once it is proven and
on the disk. Only its owner may read it: seeds and tokens are in it.
"""

import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkstemp
from urllib.parse import quote

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from casino_war.errors import N_, CasinoWarError
from casino_war.store.audit_marks import AUDIT_MARK
from casino_war.store.copy import Progress
from casino_war.store.engine import sqlite_driver

PART_SUFFIX = ".part"
BESIDE_SUFFIXES = ("-wal", "-shm", "-journal")
"""What SQLite puts beside a database."""
_STEP_PAGES = 1000


@contextmanager
def part_of(file: Path, *, may_replace: bool) -> Generator[Path]:
    """Give the name of an empty file to write to; in the end it gets the name *file*.

    On any error *file* is as it was before. The name is one that nothing had: what stands
    beside *file*, another backup under way among it, is left alone. Whoever is killed
    leaves an unfinished ``.part``.

    Raises:
        CasinoWarError: *file* is there and may not be replaced, or is no file.
        OSError: the folder cannot be written.
    """
    _refuse_standing(file, may_replace)
    # For its owner alone.
    descriptor, name = mkstemp(prefix=f"{file.name}.", suffix=PART_SUFFIX, dir=file.parent)
    os.close(descriptor)
    part = Path(name)
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
    """Copy an SQLite database as *source* sees it into the file, while others write on.

    Raises:
        CasinoWarError: the file cannot be written, for example because the disk is full.
    """
    # A read transaction fixes what is copied: without one every write would begin it anew.
    source.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    driver = sqlite_driver(source)

    def tell(_: int, remaining: int, total: int) -> None:
        progress("pages", total - remaining)

    with _written(part) as target:
        driver.backup(target, pages=_STEP_PAGES, progress=tell)


def forget_audits(part: Path) -> None:
    """Delete the mark of the last audit, which was said of the original."""
    with _written(part) as connection, connection:
        # The name is the model's own, nobody's input.
        connection.execute(f'DELETE FROM "{AUDIT_MARK.name}"')  # nosec B608


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
    # A link that leads nowhere is somebody's too.
    if not os.path.lexists(file):
        return
    if not (file.is_symlink() or file.is_file()):
        raise CasinoWarError(
            N_("%(path)s is no file: a backup cannot take its place."),
            reason="backup_standing",
            path=file,
        )
    if not may_replace:
        raise CasinoWarError(
            N_("There is a file %(path)s already: --force replaces it."),
            reason="backup_standing",
            path=file,
        )


def _clear(part: Path) -> None:
    for suffix in ("", *BESIDE_SUFFIXES):
        part.with_name(part.name + suffix).unlink(missing_ok=True)


def _close_log(part: Path) -> None:
    """Make one file of it, with no log beside it and none to come."""
    with _written(part) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _written(part: Path) -> Generator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(part)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise CasinoWarError(
            N_("The copy of the database cannot be written: %(why)s"),
            reason="backup_unwritten",
            why=str(error),
        ) from error


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
