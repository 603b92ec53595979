"""A house on a database of its own, with shoes and a clock that the test knows."""

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from casino_war.services.house import House
from casino_war.store.database import Database

MakeHouse = Callable[..., House]


@pytest.fixture
def make_house(tmp_path: Path, migrated: Path) -> Iterator[MakeHouse]:
    """Open houses; seeds are drawn from those given, then counted up."""
    databases: list[Database] = []

    def make(*seeds: str) -> House:
        path = tmp_path / f"house-{len(databases)}.sqlite3"
        shutil.copy(migrated, path)
        database = Database(f"sqlite:///{path}")
        databases.append(database)
        given = iter(seeds)
        counted = iter(range(10**6))
        minutes = iter(range(10**6))
        return House(
            database=database,
            clock=lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=next(minutes)),
            draw_seed=lambda: next(given, None) or f"{next(counted):064x}",
        )

    yield make
    for database in databases:
        database.dispose()


@pytest.fixture
def house(make_house: MakeHouse) -> House:
    return make_house()
