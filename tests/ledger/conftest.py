import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from casino_war.store import migrate
from casino_war.store.database import Database
from tests.ledger.table import Table, sit

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def at() -> datetime:
    return NOON


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "casino.sqlite3"
    migrate.upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def database(migrated_file: Path, tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "casino.sqlite3"
    shutil.copy(migrated_file, path)
    database = Database(f"sqlite:///{path}", busy_timeout_ms=100)
    yield database
    database.dispose()


@pytest.fixture
def table(database: Database, at: datetime) -> Iterator[Table]:
    with database.writing() as connection:
        yield sit(connection, at)
