"""Connections to PostgreSQL: what they are opened with, keep to themselves and forget."""

import math
from typing import Any

from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import ExceptionContext
from sqlalchemy.pool import ConnectionPoolEntry

# What psycopg and SQLAlchemy can read, whatever a keeper has chosen for the whole database.
_FORMS = ("-c timezone=UTC", "-c datestyle=ISO", "-c quote_all_identifiers=off")


def libpq_arguments(url: URL, busy_timeout_ms: int) -> dict[str, object]:
    """Return what every connection to PostgreSQL is opened with; *url* may say more.

    Raises:
        ValueError: *url* names no number of runs after which statements are prepared.
    """
    given = url.query.get("options", ())
    options = [given] if isinstance(given, str) else [*given]
    threshold = url.query.get("prepare_threshold")
    # An argument of psycopg's own, which takes no text.
    of_psycopg = {} if threshold is None else {"prepare_threshold": int(str(threshold))}
    return {
        # libpq would wait for a machine that does not answer as long as the network does.
        "connect_timeout": url.query.get("connect_timeout", math.ceil(busy_timeout_ms / 1000)),
        "client_encoding": "utf8",
        "options": " ".join([f"-c lock_timeout={busy_timeout_ms}", *_FORMS, *options]),
        **of_psycopg,
    }


def as_the_server_has_it(connection: Any, _: ConnectionPoolEntry) -> None:
    """Leave it to the server again whether transactions may write, after one that only read.

    SQLAlchemy would have the next one write even where the server's default forbids it.
    """
    if connection is not None and not connection.closed:
        connection.read_only = None


def hide_values(context: ExceptionContext) -> None:
    """Leave of an error what PostgreSQL says first; its details show rows, seeds and all."""
    original, told = context.original_exception, context.sqlalchemy_exception
    first = getattr(getattr(original, "diag", None), "message_primary", None)
    if first:
        whole = str(original)
        original.args = (first,)
        if told is not None:
            told.args = tuple(str(each).replace(whole, first) for each in told.args)
