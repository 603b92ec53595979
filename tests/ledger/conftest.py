from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection

from casino_war.ledger import marks
from casino_war.ledger.audit import Violation, violations_in
from casino_war.ledger.scope import EVERYTHING, scope_since
from casino_war.ledger.standing import Standing
from casino_war.store.database import Database
from casino_war.store.guard import guard_of
from tests.databases import Databases, opened
from tests.ledger.table import TINY_GAME, Table, sit
from tests.unguarded import change, unguarded

NOTHING = Standing(ids=dict.fromkeys((table.name for table in marks.GROWING), 0))
"""The standing of a book in which nothing is written yet."""

Spoil = Callable[..., list[Violation]]


def audit_anew(connection: Connection) -> tuple[bool, list[Violation]]:
    """Audit what is new since the mark; say whether that was all, and what was found."""
    found = marks.find_scope(connection)
    is_new = isinstance(found, marks.Since)
    scope = found.scope if isinstance(found, marks.Since) else EVERYTHING
    return is_new, violations_in(connection, game=TINY_GAME, scope=scope)


@pytest.fixture
def table(database: Database, at: datetime) -> Iterator[Table]:
    with database.writing() as connection:
        yield sit(connection, at)


def play(url: str) -> None:
    """Fill a book with a buy-in, a round won, one lost and one open, and mark it as clean."""
    at = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
    with opened(url) as database, database.writing() as connection:
        table = sit(connection, at)
        table.buy_in(100_000)
        table.play("won", 1000)
        table.play("lost", 2000)
        table.play("open", 500)
    with opened(url) as database, database.writing() as connection:
        standing = marks.standing_now(connection, EVERYTHING)
        marks.keep_mark(connection, standing, guard_of(connection), at)


@pytest.fixture
def spoil(databases: Databases) -> Iterator[Spoil]:
    """Give the book to someone whom no trigger, no CHECK and no reference stops, and audit."""
    with opened(databases.prepared("played", play)) as database:

        def spoil(*statements: str) -> list[Violation]:
            with unguarded(database) as connection:
                change(connection, statements)
                found = violations_in(connection, game=TINY_GAME)
                assert isinstance(marks.find_scope(connection), marks.Untrusted)
                # Whatever is found where all is read is found where all is new.
                all_is_new = scope_since(connection, NOTHING)
                assert violations_in(connection, game=TINY_GAME, scope=all_is_new) == found
                return found

        yield spoil
