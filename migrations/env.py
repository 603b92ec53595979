"""Alembic's environment: where migrations run, handed a connection by the application.

From Alembic's own command line there is no such connection; then `DATABASE_URL` names
the database.
"""

import os
from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from casino_war.store.columns import UtcDateTime
from casino_war.store.engine import (
    begin_immediately,
    make_engine,
    refuse_broken_references,
    unchecked_references,
)
from casino_war.store.schema import METADATA
from casino_war.store.triggers import create_triggers, drop_triggers


def render_item(kind: str, item: Any, _: AutogenContext) -> str | Literal[False]:
    """Write our column types as plain ones: old migrations must outlive our code."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    return False


def run(connection: Connection) -> None:
    """Run the migrations of this command in one transaction, all or none.

    The transaction is that of whoever began one, and is then theirs to commit.
    """
    if connection.in_transaction():
        migrate(connection)
        return
    begin_immediately(connection)
    with unchecked_references(connection), connection.begin():
        migrate(connection)


def migrate(connection: Connection) -> None:
    """Run the migrations.

    Triggers step aside and come back as they stand in the code, which fits the newest
    tables only: rebuilding a table would drop its triggers without a word.
    """
    drop_triggers(connection)
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        render_as_batch=True,
        compare_type=True,
        render_item=render_item,
    )
    context.run_migrations()
    migration = context.get_context()
    if migration.get_current_revision() == context.get_head_revision():
        create_triggers(connection)
    refuse_broken_references(connection)


def main() -> None:
    """Take the connection that was handed over, or make one."""
    given: Connection | None = context.config.attributes.get("connection")
    if given is not None:
        run(given)
        return
    url = os.environ.get("DATABASE_URL")
    if not url:
        raise SystemExit("DATABASE_URL must name the database to migrate")
    engine = make_engine(make_url(url), poolclass=NullPool)
    with engine.connect() as connection:
        run(connection)
    engine.dispose()


main()
