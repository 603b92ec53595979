"""Somebody who has the database and a shell without triggers, checks and references."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager

from sqlalchemy import Connection, text

from casino_war.store.database import Database
from casino_war.store.triggers import create_triggers, drop_triggers
from tests.databases import POSTGRESQL

# Keys stand: two rows of one key are beyond any shell.
_GUARDS_OF_POSTGRESQL = """
SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
FROM pg_constraint
WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace
"""


@contextmanager
def unguarded(database: Database, *, has_triggers: bool = False) -> Generator[Connection]:
    """Work in one transaction in which nothing is refused; all of it is undone in the end.

    With *has_triggers* theirs are the only refusals.
    """
    with database.engine.connect() as connection:
        is_postgresql = connection.dialect.name == POSTGRESQL
        if not is_postgresql:
            _guard_sqlite(connection, "OFF", "ON")
        if not has_triggers:
            drop_triggers(connection)
        if is_postgresql:
            for statement in connection.execute(text(_GUARDS_OF_POSTGRESQL)).scalars().all():
                connection.exec_driver_sql(statement)
        try:
            yield connection
        finally:
            connection.rollback()
            if not is_postgresql:
                _guard_sqlite(connection, "ON", "OFF")


def change(connection: Connection, statements: Iterable[str]) -> None:
    """Run statements where no trigger stands, and put the triggers back: so hides who can."""
    for statement in statements:
        connection.exec_driver_sql(statement)
    create_triggers(connection)


def _guard_sqlite(connection: Connection, foreign_keys: str, ignore_checks: str) -> None:
    # Between transactions: within one the switches do nothing.
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute(f"PRAGMA foreign_keys = {foreign_keys}")
    driver.execute(f"PRAGMA ignore_check_constraints = {ignore_checks}")
