"""A casino in one file, and a casino from such a file."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from casino_war.errors import N_, CasinoWarError, DatabaseUnusableError
from casino_war.services.copy import CopyReport, copy_casino, refuse_violations
from casino_war.store import migrate
from casino_war.store.address import database_file, read_url
from casino_war.store.backup_file import (
    BESIDE_SUFFIXES,
    copy_file,
    forget_audits,
    part_of,
    read_only_url,
    refuse_damaged,
)
from casino_war.store.copy import Progress
from casino_war.store.database import Database
from casino_war.store.write_queue import DOOR_SUFFIX, WRITER_SUFFIX

_PARTS = ("", *BESIDE_SUFFIXES, DOOR_SUFFIX, WRITER_SUFFIX)


def backup(source_url: str, file: Path, progress: Progress, *, may_replace: bool) -> None:
    """Write the casino as it stands at this moment to a file, while it is played.

    The file is an SQLite database whatever the source is, audited before it gets its name.

    Raises:
        CasinoWarError: the source is not up to date or not clean, or *file* is there.
            The file cannot be filled.
        DatabaseBusyError: the database cannot be reached, or is kept busy.
        OSError: the file cannot be made.
    """
    migrate.require_head(source_url)
    url = read_url(source_url)
    _refuse_itself(file, database_file(url))
    with part_of(file, may_replace=may_replace) as part:
        if url.get_backend_name() != "sqlite":
            # It is audited there.
            copy_casino(source_url, _url(part), progress)
            return
        with _opened(url) as connection:
            copy_file(connection, part, progress)
        forget_audits(part)
        progress("audit", 0)
        with _opened(read_only_url(part)) as connection:
            refuse_violations(connection)


def restore(file: Path, target_url: str, progress: Progress) -> CopyReport:
    """Bring the casino of a backup into an empty database, up to date.

    Raises:
        CasinoWarError: the file is none of ours, damaged, newer or not clean, or the
            database is not empty or others have it open.
        DatabaseBusyError: the database cannot be reached, or is kept busy.
    """
    url = read_only_url(file)
    if _checked_revision(file, url) == migrate.head():
        return copy_casino(_plain(url), target_url, progress, source_name=str(file))
    # A backup is never changed: what is old is brought up to date elsewhere.
    with TemporaryDirectory(prefix="casino-war-restore-") as folder:
        newer = Path(folder) / "casino_war.sqlite3"
        with _opened(url) as connection:
            copy_file(connection, newer, progress)
        migrate.upgrade(_url(newer))
        return copy_casino(_url(newer), target_url, progress, source_name=str(file))


def _refuse_itself(file: Path, database: Path | None) -> None:
    """Refuse to write over the database, or over what it and its writers keep beside it."""
    if database is None:
        return
    # SQLite follows a link to the file beside which it puts the rest, the queue does not.
    parts = {
        base.with_name(base.name + suffix)
        for base in (database.absolute(), database.resolve())
        for suffix in _PARTS
    }
    if any(_is_same(file, part) for part in parts):
        raise CasinoWarError(
            N_("%(path)s is the database itself, or a part of it: a backup of it goes elsewhere."),
            reason="backup_itself",
            path=file,
        )


def _is_same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _checked_revision(file: Path, url: URL) -> str:
    try:
        with _opened(url) as connection:
            refuse_damaged(connection)
            migrate.refuse_stranger(connection)
        revision = migrate.current(_plain(url))
    except (CasinoWarError, DBAPIError) as error:
        # Of a file that is no database at all, books that are damaged would say too much.
        is_damaged = isinstance(error, DatabaseUnusableError) and error.reason == "damaged"
        raise CasinoWarError(
            N_("The backup %(path)s cannot be restored: %(why)s"),
            reason="backup_unfit",
            path=file,
            why="it is damaged, or no backup."
            if is_damaged
            else str(getattr(error, "orig", error)),
        ) from error
    if revision is None:
        raise CasinoWarError(
            N_("The backup %(path)s holds no casino."), reason="backup_empty", path=file
        )
    return revision


@contextmanager
def _opened(url: URL) -> Generator[Connection]:
    database = Database(url)
    try:
        with database.reading() as connection:
            yield connection
    finally:
        database.dispose()


def _url(file: Path) -> str:
    return _plain(URL.create("sqlite", database=str(file.absolute())))


def _plain(url: URL) -> str:
    return url.render_as_string(hide_password=False)
