"""How long writers wait for others: the full time, or hardly at all once that was in vain.

A server has more requests than threads. Where somebody keeps the database, each thread
would wait the full time with every request in its turn, and the last of many would hear
that it is busy only after several such times. So the first ones wait for all: for a while
after them nobody waits longer than a moment, until a writer gets through.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from casino_war.errors import DatabaseBusyError
from casino_war.store.busy import is_wait_over

_SHARE_OF_A_MOMENT = 0.05


class Patience:
    """What the writers of one process have learnt; *full_seconds* is the longest wait."""

    def __init__(self, full_seconds: float) -> None:
        self.full_seconds = full_seconds
        # One float, read and written whole: threads need no lock for it.
        self._in_vain_until = 0.0

    def wait_seconds(self) -> float:
        """Return how long a writer that comes now waits in all."""
        is_in_vain = time.monotonic() < self._in_vain_until
        return self.full_seconds * (_SHARE_OF_A_MOMENT if is_in_vain else 1)

    @contextmanager
    def learning(self) -> Generator[None]:
        """Learn from a writer whether waiting is in vain, whose transaction this is."""
        try:
            yield
        except (DatabaseBusyError, DBAPIError) as error:
            if isinstance(error, DatabaseBusyError) or is_wait_over(error):
                self._in_vain_until = time.monotonic() + self.full_seconds
            raise
        self._in_vain_until = 0.0
