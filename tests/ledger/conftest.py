import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from casino_war.ledger.audit import Violation, audit
from casino_war.store.database import Database
from tests.ledger.table import TINY_GAME, Table, sit

Spoil = Callable[..., list[Violation]]


@pytest.fixture
def table(database: Database, at: datetime) -> Iterator[Table]:
    with database.writing() as connection:
        yield sit(connection, at)


@pytest.fixture(scope="session")
def played_file(migrated: Path) -> Path:
    """A book with a buy-in, a round won, one lost and one open, made once and copied."""
    path = migrated.with_name("played.sqlite3")
    shutil.copy(migrated, path)
    database = Database(f"sqlite:///{path}")
    with database.writing() as connection:
        table = sit(connection, datetime.fromisoformat("2026-01-02T12:00+00:00"))
        table.buy_in(100_000)
        table.play("won", 1000)
        table.play("lost", 2000)
        table.play("open", 500)
    database.dispose()
    return path


@pytest.fixture
def spoil(played_file: Path, tmp_path: Path) -> Spoil:
    """Give the book to someone whom no trigger, no CHECK and no reference stops, and audit."""

    def spoil(*statements: str) -> list[Violation]:
        path = tmp_path / "spoilt.sqlite3"
        shutil.copy(played_file, path)
        shell = sqlite3.connect(path)
        shell.execute("PRAGMA ignore_check_constraints = ON")
        triggers = shell.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            shell.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            shell.execute(statement)
        shell.commit()
        shell.close()
        database = Database(f"sqlite:///{path}")
        try:
            with database.reading() as connection:
                return audit(connection, game=TINY_GAME)
        finally:
            database.dispose()

    return spoil
