from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from casino_war.ledger.audit import Violation, audit
from casino_war.store.database import Database
from tests.databases import Databases, opened
from tests.ledger.table import TINY_GAME, Table, sit
from tests.unguarded import change, unguarded

Spoil = Callable[..., list[Violation]]


@pytest.fixture
def table(database: Database, at: datetime) -> Iterator[Table]:
    with database.writing() as connection:
        yield sit(connection, at)


def play(url: str) -> None:
    """Fill a book with a buy-in, a round won, one lost and one open."""
    with opened(url) as database, database.writing() as connection:
        table = sit(connection, datetime(2026, 1, 2, 12, 0, tzinfo=UTC))
        table.buy_in(100_000)
        table.play("won", 1000)
        table.play("lost", 2000)
        table.play("open", 500)


@pytest.fixture
def spoil(databases: Databases) -> Iterator[Spoil]:
    """Give the book to someone whom no trigger, no CHECK and no reference stops, and audit."""
    with opened(databases.prepared("played", play)) as database:

        def spoil(*statements: str) -> list[Violation]:
            with unguarded(database) as connection:
                change(connection, statements)
                return audit(connection, game=TINY_GAME)

        yield spoil
