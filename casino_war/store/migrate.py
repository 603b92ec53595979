"""Migrations: the only way in which tables are made, from the command line and in tests.

Alembic is imported where it is used: it costs every start of the application a good part
of a second otherwise.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.pool import NullPool

from casino_war.resources import data_dir
from casino_war.store.database import make_engine

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory


def upgrade(url: str, revision: str = "head") -> None:
    """Bring the database at *url* up to a revision, making its file if it is SQLite."""
    from alembic import command

    with _configured(url) as (config, _):
        command.upgrade(config, revision)


def downgrade(url: str, revision: str = "-1") -> None:
    """Take the database back to a revision, one step by default; its data goes too."""
    from alembic import command

    with _configured(url) as (config, _):
        command.downgrade(config, revision)


def current(url: str) -> str | None:
    """Return the revision that the database is at, None if it was never migrated."""
    from alembic.runtime.migration import MigrationContext

    with _configured(url) as (_, connection):
        return MigrationContext.configure(connection).get_current_revision()


def head() -> str:
    """Return the newest revision there is."""
    revision = _scripts(_config(None)).get_current_head()
    if revision is None:
        raise FileNotFoundError("no migration in the migrations folder")
    return revision


def is_at_head(url: str) -> bool:
    """Say whether the database needs no upgrade."""
    return current(url) == head()


def check(url: str) -> list[str]:
    """List the differences between the table models and the database, one a line."""
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    from casino_war.store.schema import METADATA
    from casino_war.store.triggers import TRIGGER_NAMES, standing_triggers

    with _configured(url) as (_, connection):
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = [str(difference) for difference in compare_metadata(context, METADATA)]
        missing = TRIGGER_NAMES - standing_triggers(connection)
        return found + [f"trigger {name} is missing" for name in sorted(missing)]


def _config(connection: Connection | None) -> "Config":
    from alembic.config import Config

    config = Config()
    # The percent sign is special to its reader, and may stand in a path.
    config.set_main_option("script_location", str(data_dir("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _scripts(config: "Config") -> "ScriptDirectory":
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(config)


@contextmanager
def _configured(url: str) -> "Generator[tuple[Config, Connection]]":
    parsed = make_url(url)
    engine = make_engine(parsed, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield _config(connection), connection
    finally:
        engine.dispose()
