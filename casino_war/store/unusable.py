"""Failures of a database that its keeper must mend: no room, no right, no file, no sense.

They pass only once somebody has made room or put the file back. What the transaction that
met one had written is rolled back.
"""

import sqlite3

from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import ExceptionContext
from sqlalchemy.exc import DBAPIError

from casino_war.errors import N_, DatabaseUnusableError

_WORDS = {
    "full": N_(
        "There is no room left to write anything down. Nothing was changed; please try again later."
    ),
    "read_only": N_(
        "The books can only be read for now. Nothing was changed; please try again later."
    ),
    "missing": N_("The books are not in their place. Nothing was changed; please try again later."),
    "damaged": N_(
        "The books are damaged and must be mended first. Nothing was changed; please try "
        "again later."
    ),
    "unfinished": N_(
        "The books are not all in their place: they are being brought here, or that was not "
        "finished. Nothing was changed; please try again later."
    ),
    # Where a disk fails in the middle of a commit, nobody knows whether that was kept.
    "failed": N_(
        "The books cannot be read or written for now. Please try again later: what was done "
        "already is not done twice."
    ),
}

# The low byte of SQLite's codes: the kind of failure.
_SQLITE_REASONS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "missing",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR: "failed",
}

# PostgreSQL's states, from its manual's appendix "Error Codes": whole ones, then classes.
_STATE_REASONS = {
    "53100": "full",
    "25006": "read_only",
    # A table is missing.
    "42P01": "unfinished",
    # Whose name the site has may not use it.
    "42501": "failed",
    "XX001": "damaged",
    "XX002": "damaged",
    "58": "failed",
    "XX": "failed",
}


def drop_unusable(engine: Engine) -> None:
    """Let the engine part with connections that met such a failure.

    They would go on with what they found, a file that was read-only at first for example,
    when their keeper has mended it.
    """
    event.listen(engine, "handle_error", _drop)


def unusable_error(reason: str) -> DatabaseUnusableError:
    """Say in which of the ways above the database failed."""
    return DatabaseUnusableError(_WORDS[reason], reason=reason)


def told_unusable(error: DBAPIError) -> DatabaseUnusableError | None:
    """Return what to tell of a failure, None if it is of another kind."""
    original = error.orig
    if isinstance(original, sqlite3.Error):
        reason = _SQLITE_REASONS.get(getattr(original, "sqlite_errorcode", 0) & 0xFF)
        # SQLite has no code of its own for this.
        if reason is None and str(original).startswith("no such table"):
            reason = "unfinished"
    else:
        state = getattr(original, "sqlstate", None) or ""
        reason = _STATE_REASONS.get(state) or _STATE_REASONS.get(state[:2])
    return None if reason is None else unusable_error(reason)


def is_read_only(error: DBAPIError) -> bool:
    """Say whether only reading was allowed, perhaps no longer, when the connection was opened."""
    told = told_unusable(error)
    return told is not None and told.reason == "read_only"


def _drop(context: ExceptionContext) -> None:
    error = context.sqlalchemy_exception
    told = told_unusable(error) if isinstance(error, DBAPIError) else None
    if told is not None and told.reason != "full":
        context.is_disconnect = True
