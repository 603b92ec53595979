"""A watch over an SQLite file that may be moved away while it is open.

Whoever has it open goes on writing to a file without a name, and whoever opens it next
makes an empty one: bets would be taken that nobody will find again.
"""

import logging
from pathlib import Path

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from casino_war.errors import DatabaseUnusableError
from casino_war.store.unusable import unusable_error

_IDENTITY = "casino_war_file"

_log = logging.getLogger(__name__)


def watch_file(engine: Engine, path: Path) -> None:
    """Let the engine use the file that bears the name *path*, and make none.

    A connection to a file that has lost the name is replaced when it is next wanted; with
    no file of that name, connecting and committing raise `DatabaseUnusableError`.
    """

    def require(*_: object) -> None:
        if _identity(path) is None:
            raise _missing(path)

    def remember(_: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        entry.info[_IDENTITY] = _identity(path)

    def compare(_: DBAPIConnection, entry: ConnectionPoolEntry, __: object) -> None:
        if entry.info[_IDENTITY] != _identity(path):
            raise DisconnectionError

    def refuse_commit(connection: Connection) -> None:
        if connection.info[_IDENTITY] != _identity(path):
            raise _missing(path)

    event.listen(engine, "do_connect", require)
    event.listen(engine, "connect", remember)
    event.listen(engine, "checkout", compare)
    event.listen(engine, "commit", refuse_commit)


def _missing(path: Path) -> DatabaseUnusableError:
    _log.error("%s was moved or deleted (missing)", path)
    return unusable_error("missing")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
