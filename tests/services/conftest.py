"""A house on a database of its own, with shoes and a clock that the test knows."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from casino_war.services.house import House
from casino_war.store.database import Database
from tests.databases import Databases

MakeHouse = Callable[..., House]


@pytest.fixture
def make_house(databases: Databases) -> Iterator[MakeHouse]:
    """Open houses; seeds are drawn from those given, then counted up."""
    opened: list[tuple[str, Database]] = []

    def make(*seeds: str) -> House:
        url = databases.fresh()
        database = Database(url)
        opened.append((url, database))
        given = iter(seeds)
        counted = iter(range(10**6))
        minutes = iter(range(10**6))
        return House(
            database=database,
            clock=lambda: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=next(minutes)),
            draw_seed=lambda: next(given, None) or f"{next(counted):064x}",
        )

    yield make
    for url, database in opened:
        database.dispose()
        databases.discard(url)


@pytest.fixture
def house(make_house: MakeHouse) -> House:
    return make_house()
