"""The house as commands need it: over the database that the environment names."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from casino_war.web import config

if TYPE_CHECKING:
    from casino_war.services.house import House


@contextmanager
def open_house() -> Iterator["House"]:
    """Open the house over its database, which must be there and up to date; close it again."""
    from casino_war.services.house import House
    from casino_war.store import migrate
    from casino_war.store.database import Database

    url = config.environment_url(config.instance_folder(), may_make=False)
    migrate.require_head(url)
    database = Database(url)
    try:
        yield House(database=database)
    finally:
        database.dispose()
