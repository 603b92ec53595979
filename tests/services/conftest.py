"""A house on a database of its own, with shoes and a clock that the test knows."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from casino_war.services.house import House
from casino_war.store.database import Database
from tests.databases import Databases

MakeHouse = Callable[..., House]

HERE = Path(__file__).parent
# They prove lines of the books that tests/ledger does not. The others go through lines proven
# elsewhere, and measuring them would double their time.
MEASURED = (
    *("test_audit", "test_claims", "test_copy", "test_leaving", "test_luck", "test_operator"),
    *("test_own_tables", "test_round_export", "test_sign_in", "test_statistics"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave unmeasured what no coverage hangs on."""
    for item in items:
        if item.path.parent == HERE and not item.path.stem.startswith(MEASURED):
            item.add_marker(pytest.mark.unmeasured)


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
