"""Whether this process could serve a player now: asked by whoever shares requests out."""

import tempfile
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime

from casino_war.errors import DatabaseBusyError, DatabaseUnusableError
from casino_war.store import migrate, sign_in_tries
from casino_war.store.address import database_file
from casino_war.store.database import Database

WAIT_SECONDS = 1.0
"""How long the database may take for an answer, and a connection to it likewise."""
KEPT_SECONDS = 1.0
"""How long an answer is good for whoever asks next: asking must cost nobody else anything."""
_LOCK_SHARE = 0.75
"""It waits so much shorter for a lock, to be told of that by a server that does answer."""
_BLOCK = bytes(4096)
_OF_DISK = {"read_only": "read_only", "full": "not_writable"}
"""What a database refuses for its disk's sake, by what is told of the disk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What keeps the process from serving: which ``check`` failed, and in one word why."""

    check: str
    reason: str


class Readiness:
    """Tries what a round needs, over a connection of its own that waits for nobody long.

    The site's own connections may all be waiting for a database that hangs.
    """

    def __init__(self, database_url: str) -> None:
        self._database = Database(
            database_url,
            busy_timeout_ms=round(1000 * _LOCK_SHARE * WAIT_SECONDS),
            answer_seconds=WAIT_SECONDS,
        )
        self._asking = threading.Lock()
        self._answer: tuple[Fault, ...] = ()
        self._asked_at = -KEPT_SECONDS

    def faults(self) -> tuple[Fault, ...]:
        """List what is wrong; nothing if the process is ready.

        It takes five seconds at most: one to connect, which the driver makes two, one for
        each of two answers, and one for whoever has asked just before.
        """
        if not self._asking.acquire(timeout=WAIT_SECONDS):
            return (Fault(check="database", reason="slow"),)
        try:
            if time.monotonic() - self._asked_at >= KEPT_SECONDS:
                self._answer = tuple(self._look())
                self._asked_at = time.monotonic()
            return self._answer
        finally:
            self._asking.release()

    def close(self) -> None:
        """Close its connection; the next question opens another."""
        self._database.dispose()

    def _look(self) -> list[Fault]:
        try:
            with self._database.reading() as connection:
                found = migrate.revision_of(connection)
            if found == migrate.head():
                self._try_to_write()
        except (DatabaseBusyError, DatabaseUnusableError) as error:
            if error.reason in _OF_DISK:
                return [Fault(check="disk", reason=_OF_DISK[error.reason])]
            return [Fault(check="database", reason=error.reason)]
        faults = []
        if found is None:
            faults.append(Fault(check="migrations", reason="none"))
        elif found != migrate.head():
            reason = "outdated" if migrate.is_known(found) else "newer"
            faults.append(Fault(check="migrations", reason=reason))
        if not self._has_room():
            faults.append(Fault(check="disk", reason="not_writable"))
        return faults

    def _try_to_write(self) -> None:
        """Write a row on a server, as any round does, and take it back."""
        if self._database.url.get_backend_name() == "postgresql":
            with self._database.writing() as connection:
                sign_in_tries.try_to_write(connection, datetime.now(UTC))
                connection.rollback()

    def _has_room(self) -> bool:
        """Write a block beside the database, if that is a file; nothing of it is left."""
        path = database_file(self._database.url)
        if path is None:
            return True
        try:
            with tempfile.TemporaryFile(dir=path.parent) as file:
                file.write(_BLOCK)
                file.flush()
        except OSError:
            return False
        return True
