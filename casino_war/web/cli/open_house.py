"""The house as commands need it: over the database that the environment names."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from casino_war.web import config

if TYPE_CHECKING:
    from casino_war.services.house import House


def database_url(*, may_make: bool = False) -> str:
    """Return the address of the database that the environment names.

    Where that is a file, *may_make* makes the folder for it.
    """
    return config.environment_url(config.instance_folder(), may_make=may_make)


def shown(url: str) -> str:
    """Return a database's address without its password."""
    from casino_war.store.address import shown_url

    return shown_url(url)


@contextmanager
def open_house() -> Iterator["House"]:
    """Open the house over its database, which must be there and up to date; close it again."""
    from casino_war.services.house import House
    from casino_war.store import migrate
    from casino_war.store.database import Database

    url = database_url()
    migrate.require_head(url)
    database = Database(url)
    try:
        yield House(database=database)
    finally:
        database.dispose()
