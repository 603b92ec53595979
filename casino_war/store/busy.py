"""Which refusals of a database pass by themselves, and how they are told.

A wait that was too long is over and is told. A lost race may be run again at once, and
so may what a broken connection cut off: whether it was committed shows then by its key.
Statements that the server has prepared are stale once a migration has changed what they
answer, or a pooler has handed the connection on: the rollback forgets them, and the next
run has them prepared anew.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from casino_war.errors import N_, DatabaseBusyError, DatabaseUnusableError
from casino_war.store.unusable import is_read_only, told_unusable

_SQLITE_BUSY_CODES = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# PostgreSQL's states, from its manual's appendix "Error Codes".
_LOCK_NOT_AVAILABLE = "55P03"
# Its time was up, or its keeper has cancelled it.
_STATEMENT_CANCELLED = "57014"
_OUT_OF_RESOURCES_CLASS = "53"
_DISK_FULL = "53100"
_SERIALIZATION_FAILURE = "40001"
_DEADLOCK = "40P01"
# Another writer brought the row first, or the program is at fault.
_UNIQUE_VIOLATION = "23505"
# Another answer than what was prepared; no such prepared statement; one of the same name.
_STALE_STATEMENTS = ("0A000", "26000", "42P05")
_LOST_RACES = (_SERIALIZATION_FAILURE, _DEADLOCK, _UNIQUE_VIOLATION, *_STALE_STATEMENTS)
_BUSY_STATES = (
    *(_LOCK_NOT_AVAILABLE, _STATEMENT_CANCELLED, _SERIALIZATION_FAILURE, _DEADLOCK),
    *_STALE_STATEMENTS,
)
# The server stops or has hung up, of whatever time limit of its keeper's.
_BROKEN_CONNECTIONS = ("08", "57P", "25P03", "25P04")

_log = logging.getLogger(__name__)


def is_passing(error: DBAPIError) -> bool:
    """Say whether the same transaction, begun anew, may well succeed."""
    return _state(error) in _LOST_RACES or _is_broken(error) or is_read_only(error)


def is_wait_over(error: DBAPIError) -> bool:
    """Say whether it waited for others as long as it may, and they still keep the database."""
    if isinstance(error.orig, sqlite3.Error):
        return _is_busy(error)
    return _state(error) == _LOCK_NOT_AVAILABLE


@contextmanager
def busy_refused(on_refusal: Callable[[str], None] = lambda _reason: None) -> Iterator[None]:
    """Turn failures of the database into errors that can be told; tell *on_refusal* why.

    Raises:
        DatabaseBusyError: the database is busy, or cannot be reached for now.
        DatabaseUnusableError: it is full, read-only, missing or damaged.
    """
    try:
        yield
    except (DatabaseBusyError, DatabaseUnusableError) as error:
        # Whoever waited for a turn to write has found out by itself.
        on_refusal(error.reason)
        raise
    except PoolTimeoutError as error:
        told = busy_error()
        on_refusal(told.reason)
        raise told from error
    except DBAPIError as error:
        passing, unusable = _told(error), told_unusable(error)
        refusal = passing or unusable
        if refusal is None:
            raise
        level = logging.WARNING if passing else logging.ERROR
        # Only the first line, which holds no values: what follows may show some.
        _log.log(level, "%s (%s)", str(error.orig).partition("\n")[0], refusal.reason)
        on_refusal(refusal.reason)
        raise refusal from error


def busy_error() -> DatabaseBusyError:
    """Say that others kept the database for too long."""
    return DatabaseBusyError(
        N_("The database is busy. Nothing was changed; please try again."), reason="busy"
    )


def _told(error: DBAPIError) -> DatabaseBusyError | None:
    if _is_broken(error):
        return DatabaseBusyError(
            N_(
                "The database cannot be reached for the moment. Please try again: "
                "what was done already is not done twice."
            ),
            reason="unreachable",
        )
    return busy_error() if _is_busy(error) else None


def _is_busy(error: DBAPIError) -> bool:
    original = error.orig
    if isinstance(original, sqlite3.Error):
        # The low byte is the kind, what stands above it the case.
        code = getattr(original, "sqlite_errorcode", 0)
        return code & 0xFF in _SQLITE_BUSY_CODES
    state = _state(error) or ""
    is_out_of_resources = state.startswith(_OUT_OF_RESOURCES_CLASS) and state != _DISK_FULL
    return is_out_of_resources or state in _BUSY_STATES


def _is_broken(error: DBAPIError) -> bool:
    """Say whether the server hung up, or was not there to begin with."""
    if isinstance(error.orig, sqlite3.Error):
        return False
    state = _state(error)
    if state is None:
        # psycopg has no state for what the server did not say itself.
        return isinstance(error, OperationalError | InterfaceError)
    return state.startswith(_BROKEN_CONNECTIONS)


def _state(error: DBAPIError) -> str | None:
    state = getattr(error.orig, "sqlstate", None)
    return state if isinstance(state, str) else None
