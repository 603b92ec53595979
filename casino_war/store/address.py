"""The address of a database: how it is read, the file it names, and how people are told it."""

from pathlib import Path
from urllib.parse import unquote

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from casino_war.errors import N_, CasinoWarError

# Waits, locks and triggers are written for these; any other would half work.
_DRIVERS = ("sqlite", "sqlite+pysqlite", "postgresql", "postgresql+psycopg")


def read_url(url: str | URL) -> URL:
    """Read the address of a database.

    Raises:
        CasinoWarError: it is no address, or not one of SQLite or PostgreSQL with psycopg.
    """
    try:
        read = make_url(url)
        # A byte that is no text would come to light only while connecting.
        read.render_as_string(hide_password=False).encode()
    except (ArgumentError, ValueError) as error:
        raise unusable_url(error) from error
    if read.drivername not in _DRIVERS:
        raise CasinoWarError(
            N_("DATABASE_URL must begin with sqlite:// or postgresql://, not with %(driver)s://."),
            reason="driver",
            driver=read.drivername,
        )
    return read


def unusable_url(error: Exception) -> CasinoWarError:
    """Say why an address names no database, in the words of whoever tried to use it."""
    return CasinoWarError(
        N_("DATABASE_URL cannot be used: %(why)s"), reason="database_url", why=str(error)
    )


def database_file(url: URL) -> Path | None:
    """Return the file of an SQLite database, None for one in memory or on a server."""
    if url.get_backend_name() != "sqlite":
        return None
    name = url.database or ""
    if name.startswith("file:") and "uri" in url.query:
        name = "" if url.query.get("mode") == "memory" else unquote(name.removeprefix("file:"))
    return None if name in ("", ":memory:") else Path(name)


def shown_url(url: str) -> str:
    """Print an address without its password, be it before the @ or in the query.

    Raises:
        CasinoWarError: it is no address of a database.
    """
    read = read_url(url)
    secret = {name: "..." for name in read.query if "password" in name}
    return read.update_query_dict(secret).render_as_string()
