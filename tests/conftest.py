"""What several areas share: databases of both kinds, at head or prepared for a test."""

import os
import secrets
from collections.abc import Generator, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage
from hypothesis import settings

from casino_war.services.house import House
from casino_war.store import migrate
from casino_war.store.database import Database
from tests.audits import audit
from tests.databases import POSTGRESQL, SQLITE, Databases, PostgresDatabases, SqliteFiles, opened
from tests.postgres import SERVER_VARIABLE, PostgresServer
from tests.statements import compile_statements_once

# A busy machine is slow, and no test asserts a time.
settings.register_profile("unhurried", deadline=None, max_examples=30)
# Chosen by `make test-all`, which has the time.
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile("unhurried")

compile_statements_once()

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)

_SERVER = pytest.StashKey[PostgresServer]()
_ADDRESS = "postgres_url"


# pytest-cov starts a tracer as it is loaded and one more as a process that shares the tests out
# begins; two of them double the time of all that is measured, and only the last is ever read.
@pytest.hookimpl(trylast=True)
def pytest_sessionstart() -> None:
    """Go on with one tracer."""
    started = _stop_tracers()
    if started:
        started[0].start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run without a tracer what is unmeasured, and what is tried by chance: it proves no line."""
    is_unmeasured = any(item.get_closest_marker(name) for name in ("unmeasured", "hypothesis"))
    stopped = _stop_tracers() if is_unmeasured else []
    try:
        return (yield)
    finally:
        for tracing in reversed(stopped):
            tracing.start()


def _stop_tracers() -> list[Coverage]:
    """Stop whatever measures, and return it: the one that was started last comes first."""
    stopped: list[Coverage] = []
    while (tracing := Coverage.current()) is not None:
        tracing.stop()
        stopped.append(tracing)
    return stopped


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell each of several test processes where the server of all of them is."""
    if SERVER_VARIABLE not in os.environ:
        node.workerinput[_ADDRESS] = _server(node.config).url


def pytest_unconfigure(config: pytest.Config) -> None:
    if _SERVER in config.stash:
        config.stash[_SERVER].stop()


def _server(config: pytest.Config) -> PostgresServer:
    """Start this run's server unless that was done; it is stopped with the run."""
    if _SERVER not in config.stash:
        server = config.stash[_SERVER] = PostgresServer()
        server.start()
    return config.stash[_SERVER]


@pytest.fixture(scope="session")
def postgres_databases(pytestconfig: pytest.Config) -> Iterator[PostgresDatabases]:
    given = os.environ.get(SERVER_VARIABLE)
    told = getattr(pytestconfig, "workerinput", {}).get(_ADDRESS)
    url = given or told or _server(pytestconfig).url
    prefix = f"casino_war_test_{secrets.token_hex(4)}_"
    with closing(PostgresDatabases(url, prefix)) as databases:
        yield databases


@pytest.fixture(scope="session")
def sqlite_databases(tmp_path_factory: pytest.TempPathFactory) -> SqliteFiles:
    return SqliteFiles(tmp_path_factory.mktemp("databases"))


# Whichever lines only one kind runs are run by tests of that kind alone.
@pytest.fixture(params=[SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.unmeasured)])
def databases(request: pytest.FixtureRequest) -> Databases:
    """Each kind in turn: whoever asks for it, or for what stands on it, is tested twice."""
    name = "sqlite_databases" if request.param == SQLITE else "postgres_databases"
    found: Databases = request.getfixturevalue(name)
    return found


@pytest.fixture
def at() -> datetime:
    return NOON


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file at head, migrated once and copied by each test."""
    path = tmp_path_factory.mktemp("migrated") / "casino_war.sqlite3"
    migrate.upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    """The address of an empty database at head, whose books are clean in the end."""
    url = databases.fresh()
    yield url
    with opened(url) as database:
        assert audit(House(database=database)) == []
    databases.discard(url)


@pytest.fixture
def database(databases: Databases) -> Iterator[Database]:
    """An empty database at head, on which nobody waits for long."""
    url = databases.fresh()
    with opened(url, busy_timeout_ms=100) as database:
        yield database
    databases.discard(url)
