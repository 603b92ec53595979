"""Whether this process could serve a player now: asked by whoever shares requests out."""

import tempfile
import threading
import time
from dataclasses import dataclass

from casino_war.errors import DatabaseBusyError, DatabaseUnusableError
from casino_war.store import migrate
from casino_war.store.address import database_file
from casino_war.store.database import Database

WAIT_SECONDS = 1.0
"""How long the database may take for an answer, and a connection to it likewise."""
KEPT_SECONDS = 1.0
"""How long an answer is good for whoever asks next: asking must cost nobody else anything."""
_BLOCK = bytes(4096)


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
            database_url, busy_timeout_ms=round(1000 * WAIT_SECONDS), answer_seconds=WAIT_SECONDS
        )
        self._asking = threading.Lock()
        self._answer: tuple[Fault, ...] = ()
        self._asked_at = -KEPT_SECONDS

    def faults(self) -> tuple[Fault, ...]:
        """List what is wrong; nothing if the process is ready.

        It takes four seconds at most: one to connect, which the driver makes two, one for
        an answer, and one for whoever has asked just before.
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
                is_read_only = connection.dialect.name == "postgresql" and bool(
                    connection.exec_driver_sql(_ONLY_READS).scalar_one()
                )
        except (DatabaseBusyError, DatabaseUnusableError) as error:
            return [Fault(check="database", reason=error.reason)]
        faults = []
        if found is None:
            faults.append(Fault(check="migrations", reason="none"))
        elif found != migrate.head():
            reason = "outdated" if migrate.is_known(found) else "newer"
            faults.append(Fault(check="migrations", reason=reason))
        if is_read_only:
            faults.append(Fault(check="disk", reason="read_only"))
        elif not self._has_room():
            faults.append(Fault(check="disk", reason="not_writable"))
        return faults

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


# `Database.reading` makes its own transaction read-only, whatever the server allows.
_ONLY_READS = (
    "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean"
)
