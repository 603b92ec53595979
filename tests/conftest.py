"""What several areas share: a database at head, and a place to try the store and ledger on."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import settings

from casino_war.store import migrate
from casino_war.store.database import Database

# A busy machine is slow, and no test asserts a time.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def at() -> datetime:
    return NOON


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database at head, migrated once and copied for each test."""
    path = tmp_path_factory.mktemp("migrated") / "casino_war.sqlite3"
    migrate.upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture
def database(migrated: Path, tmp_path: Path) -> Iterator[Database]:
    path = tmp_path / "casino.sqlite3"
    shutil.copy(migrated, path)
    database = Database(f"sqlite:///{path}", busy_timeout_ms=100)
    yield database
    database.dispose()
