"""Databases of both kinds, made fast: each is a copy of one that was prepared once."""

import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import URL, make_url

from casino_war.store import migrate
from casino_war.store.database import Database
from casino_war.store.schema import METADATA

SQLITE = "sqlite"
POSTGRESQL = "postgresql"
KINDS = (SQLITE, POSTGRESQL)
"""SQLAlchemy's names of the databases that everything must work on."""

ONLY_SQLITE = pytest.mark.parametrize("databases", [SQLITE], indirect=True)
ONLY_POSTGRESQL = pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True)


class Databases(ABC):
    """A source of databases of one kind; they are named by their addresses.

    Nobody may be connected to a database that is copied or discarded.
    """

    kind: str

    def __init__(self) -> None:
        self._prepared: dict[str, str] = {}

    @abstractmethod
    def empty(self) -> str:
        """Make a database without any table; on SQLite only its name."""

    @abstractmethod
    def copy(self, url: str) -> str:
        """Make a copy."""

    @abstractmethod
    def discard(self, url: str) -> None:
        """Delete a database."""

    def fresh(self) -> str:
        """Make a database that is up to date and empty."""
        return self.copy(self._keep("fresh", self.empty, migrate.upgrade))

    def prepared(self, name: str, prepare: Callable[[str], object]) -> str:
        """Return the database that *prepare* has once made of a fresh one."""
        return self._keep(name, self.fresh, prepare)

    def _keep(self, name: str, make: Callable[[], str], prepare: Callable[[str], object]) -> str:
        if name not in self._prepared:
            url = make()
            prepare(url)
            self._prepared[name] = url
        return self._prepared[name]


class SqliteFiles(Databases):
    """Files in a folder."""

    kind = SQLITE

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._numbers = count(1)

    def empty(self) -> str:
        # The percent sign would trip a reader of addresses or configurations.
        return f"sqlite:///{self._folder}/100% casino {next(self._numbers)}.sqlite3"

    def copy(self, url: str) -> str:
        target = self.empty()
        shutil.copy(_name(url), _name(target))
        return target

    def discard(self, url: str) -> None:
        path = Path(_name(url))
        for each in path.parent.glob(f"{path.name}*"):
            each.unlink()


class PostgresDatabases(Databases):
    """Databases on a server, under names that begin with *prefix*.

    Copying one takes a fifth of a second, so that what is discarded is emptied and used
    again where its tables and triggers are still those of a fresh one.
    """

    kind = POSTGRESQL

    def __init__(self, server_url: str, prefix: str) -> None:
        super().__init__()
        self._server_url = make_url(server_url).set(drivername=POSTGRESQL)
        self._prefix = prefix
        self._numbers = count(1)
        self._emptied: list[str] = []
        self._connection = psycopg.connect(_plain(self._server_url), autocommit=True)

    def empty(self) -> str:
        return self._make("template0")

    def copy(self, url: str) -> str:
        return self._make(_name(url))

    def fresh(self) -> str:
        return self._emptied.pop() if self._emptied else super().fresh()

    def discard(self, url: str) -> None:
        if self._is_emptied(url):
            self._emptied.append(url)
        else:
            self._drop("DROP DATABASE {}", _name(url))

    def close(self) -> None:
        """Delete every database that is left, whoever is connected."""
        query = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
        for (name,) in self._connection.execute(query, [self._prefix]).fetchall():
            self._drop("DROP DATABASE {} WITH (FORCE)", name)
        self._connection.close()

    def _make(self, template: str) -> str:
        name = f"{self._prefix}{next(self._numbers)}"
        # The other strategy writes each page to the log, which takes ten times as long.
        self._connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )
        return _plain(self._server_url.set(database=name))

    def _drop(self, statement: LiteralString, name: str) -> None:
        self._connection.execute(sql.SQL(statement).format(sql.Identifier(name)))

    @cached_property
    def _parts_of_fresh(self) -> list[tuple[object, ...]]:
        url = super().fresh()
        with psycopg.connect(url) as connection:
            parts = _parts(connection)
        self._drop("DROP DATABASE {}", _name(url))
        return parts

    def _is_emptied(self, url: str) -> bool:
        """Delete all rows and say whether that could be done and was all there was to do."""
        with psycopg.connect(url) as connection:
            if _parts(connection) != self._parts_of_fresh:
                return False
            try:
                # No trigger, no reference; only a superuser may.
                connection.execute("SET session_replication_role = replica")
            except psycopg.errors.InsufficientPrivilege:
                return False
            for table in METADATA.tables:
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
            connection.execute(_RESTART)
        return True


_PARTS = """
SELECT 'trigger', tgname::text FROM pg_trigger WHERE NOT tgisinternal
UNION SELECT 'constraint', conname::text FROM pg_constraint
UNION SELECT 'relation', relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
ORDER BY 1, 2
"""

_REVISION = "SELECT 'revision', version_num FROM alembic_version"

_RESTART = """
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM pg_sequences
"""


@contextmanager
def opened(url: str | URL, busy_timeout_ms: int = 5000) -> Iterator[Database]:
    """Open a database and close its connections at the end."""
    database = Database(url, busy_timeout_ms=busy_timeout_ms)
    try:
        yield database
    finally:
        database.dispose()


def _parts(connection: psycopg.Connection) -> list[tuple[object, ...]]:
    """List what a test may have spoilt in a database, rows aside."""
    parts = connection.execute(_PARTS).fetchall()
    if ("relation", "alembic_version") in parts:
        parts += connection.execute(_REVISION).fetchall()
    return parts


def _plain(url: URL) -> str:
    return url.render_as_string(hide_password=False)


def _name(url: str) -> str:
    name = make_url(url).database
    assert name is not None
    return name
