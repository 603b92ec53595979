"""Migrations: the only way in which tables are made, from the command line and in tests.

Alembic is imported where it is used: it costs every start of the application a good part
of a second otherwise.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, table
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from casino_war.errors import N_, CasinoWarError
from casino_war.resources import data_dir
from casino_war.store.address import database_file, read_url, unusable_url
from casino_war.store.copy_mark import MARK_TABLE, source_of_unfinished_copy
from casino_war.store.engine import make_engine
from casino_war.store.rows import count_rows
from casino_war.store.structure_lock import lock_structure

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

# Where Alembic keeps the revision; all that a database holds after going back to nothing.
_REVISION_TABLE = "alembic_version"


@dataclass(frozen=True, slots=True)
class Step:
    """From which revision a database came to which; None is that of an empty one."""

    before: str | None
    after: str | None


def upgrade(url: str, revision: str = "head") -> Step:
    """Bring the database at *url* up to a revision, making its file if it is SQLite.

    Of two at the same moment the second waits, and finds nothing left to do.

    Raises:
        CasinoWarError: the database cannot be used, is another program's, is newer or is
            an unfinished copy.
    """
    from alembic import command

    with _configured(url, may_make=True) as (config, connection):
        lock_structure(connection)
        refuse_stranger(connection)
        before = revision_of(connection)
        # The migrations begin a transaction of their own.
        connection.rollback()
        command.upgrade(config, revision)
        return Step(before, revision_of(connection))


def upgrade_within(connection: Connection) -> None:
    """Make all tables and triggers in an empty database, in the connection's transaction."""
    from alembic import command

    command.upgrade(_config(connection), "head")


def downgrade(url: str, revision: str = "-1") -> Step:
    """Take the database back to a revision, one step by default; its data goes too.

    Raises:
        CasinoWarError: there is no database, it cannot be used, is another program's, is
            newer or is an unfinished copy.
    """
    from alembic import command

    with _configured(url) as (config, connection):
        lock_structure(connection)
        refuse_stranger(connection)
        before = revision_of(connection)
        connection.rollback()
        command.downgrade(config, revision)
        return Step(before, revision_of(connection))


def current(url: str) -> str | None:
    """Return the revision that the database is at, None if it was never migrated.

    Raises:
        CasinoWarError: there is no database, it cannot be used or is an unfinished copy.
    """
    with _configured(url) as (_, connection):
        refuse_unfinished(connection)
        return revision_of(connection)


@cache
def head() -> str:
    """Return the newest revision there is, as it was when it was first asked for."""
    revision = _scripts(_config(None)).get_current_head()
    if revision is None:
        raise FileNotFoundError("no migration in the migrations folder")
    return revision


def is_known(revision: str) -> bool:
    """Say whether a revision is one of this version of the program, or an earlier one."""
    return revision in {each.revision for each in _scripts(_config(None)).walk_revisions()}


def require_head(url: str) -> None:
    """Refuse a database that this version of the program cannot work with as it is.

    Raises:
        CasinoWarError: there is none, it is another program's, too old, too new or an
            unfinished copy.
    """
    with _configured(url) as (_, connection):
        refuse_stranger(connection)
        if revision_of(connection) != head():
            raise CasinoWarError(
                N_("The database is not up to date: run casino-war db upgrade."),
                reason="database_old",
            )


def row_counts(url: str) -> dict[str, int]:
    """Count the rows of each table that has any, by its name.

    Raises:
        CasinoWarError: there is no database, it cannot be used, is another program's, is
            newer or is an unfinished copy.
    """
    with _configured(url) as (_, connection):
        refuse_stranger(connection)
        return rows_held(connection)


def rows_held(connection: Connection) -> dict[str, int]:
    """Count the rows of each table of any program that has some, by its name."""
    found = {name: count_rows(connection, table(name)) for name in tables_of(connection)}
    return {name: rows for name, rows in found.items() if rows}


def check(url: str) -> list[str]:
    """List the differences between the table models and the database, one a line.

    Raises:
        CasinoWarError: there is no database, it cannot be used or is an unfinished copy.
    """
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    from casino_war.store.schema import METADATA
    from casino_war.store.triggers import missing_triggers

    with _configured(url) as (_, connection):
        refuse_unfinished(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = [str(difference) for difference in compare_metadata(context, METADATA)]
        missing = missing_triggers(connection)
        return found + [f"trigger {name} does not stand as it must" for name in missing]


def _config(connection: Connection | None) -> "Config":
    from alembic.config import Config

    config = Config()
    # The percent sign is special to its reader, and may stand in a path.
    config.set_main_option("script_location", str(data_dir("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _scripts(config: "Config") -> "ScriptDirectory":
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(config)


def revision_of(connection: Connection) -> str | None:
    """Return the revision that the database of a connection is at, None if it has none."""
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()


def tables_of(connection: Connection) -> list[str]:
    """List the tables of any program, sorted, beside the two that say what they are."""
    names = inspect(connection).get_table_names()
    return sorted(name for name in names if name not in (_REVISION_TABLE, MARK_TABLE))


def refuse_unfinished(connection: Connection) -> None:
    """Refuse a database that a copy has begun to fill and not finished.

    Raises:
        CasinoWarError: it is one; it names what it was to become a copy of.
    """
    source = source_of_unfinished_copy(connection)
    if source is not None:
        raise CasinoWarError(
            N_(
                "The database was to become a copy of %(source)s and is not finished: "
                "run casino-war db copy or restore again."
            ),
            reason="database_unfinished",
            source=source,
        )


def refuse_stranger(connection: Connection) -> None:
    """Refuse a database that is not ours, or not ours to work with.

    Raises:
        CasinoWarError: it is another program's, of a newer version or an unfinished copy, or
            empty and cannot keep every text.
    """
    refuse_unfinished(connection)
    revision = revision_of(connection)
    if revision is None:
        if tables := tables_of(connection):
            raise CasinoWarError(
                N_("The database is another program's, with the tables %(tables)s."),
                reason="database_foreign",
                tables=", ".join(tables),
            )
        _refuse_encoding(connection)
    elif not is_known(revision):
        raise CasinoWarError(
            N_("The database is of a newer version: it is at the unknown revision %(revision)s."),
            reason="database_new",
            revision=repr(revision),
        )


def _refuse_encoding(connection: Connection) -> None:
    """Refuse to make our tables where not every text can be kept; SQLite keeps all."""
    if connection.dialect.name != "postgresql":
        return
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        raise CasinoWarError(
            N_("The database keeps texts as %(encoding)s: make one with the encoding UTF8."),
            reason="database_encoding",
            encoding=encoding,
        )


@contextmanager
def _configured(url: str, *, may_make: bool = False) -> "Generator[tuple[Config, Connection]]":
    read = read_url(url)
    refuse_missing(read, may_make=may_make)
    engine = make_engine(read, poolclass=NullPool)
    try:
        with _connected(engine) as connection:
            yield _config(connection), connection
    finally:
        engine.dispose()


def refuse_missing(url: URL, *, may_make: bool) -> None:
    """Refuse what SQLite would make without a word, as empty as it is useless.

    Raises:
        CasinoWarError: there is no such database and *may_make* is false, or it would be
            one in memory.
    """
    if url.get_backend_name() != "sqlite":
        return
    path = database_file(url)
    if path is None:
        raise CasinoWarError(
            N_("A database in memory does not last: name a file or a server."),
            reason="database_memory",
        )
    if not may_make and not path.exists():
        raise CasinoWarError(
            N_("There is no database yet at %(path)s: casino-war db upgrade makes it."),
            reason="database_missing",
            path=path,
        )


def _connected(engine: Engine) -> Connection:
    try:
        return engine.connect()
    except (TypeError, ValueError) as error:
        raise unusable_url(error) from error
