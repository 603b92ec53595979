"""The line in which the writers of one SQLite file stand.

SQLite lets a waiting writer ask again after a growing pause, so that whoever has waited
longest asks most rarely. Here a process lets its threads go one at a time in the order
in which they came, and between processes there are two locks: who has the first, the
place at the door, is the only one to wait for the second. A process that has just
written must queue for the door like all others and cannot overtake whoever stands there.

The locks are flock's, so that the kernel opens them when their holder dies, and lie in
files beside the database: closing the database's own file here would drop SQLite's locks.
"""

import fcntl
import os
import threading
import time
from collections import deque
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from casino_war.store.busy import busy_error

DOOR_SUFFIX = "-door"
WRITER_SUFFIX = "-writer"

# A write takes one to three milliseconds.
_FIRST_PAUSE_SECONDS = 0.0002
_LONGEST_PAUSE_SECONDS = 0.002


class WriteQueue:
    """The line of one file; *wait_seconds* bounds how long anybody stands in it.

    It is a courtesy and no safeguard: programs that know nothing of it still meet
    SQLite's own lock. Where its files cannot be made, writers go without.
    """

    def __init__(self, path: Path, wait_seconds: float) -> None:
        whole = str(path.absolute())
        self._door = whole + DOOR_SUFFIX
        self._writer = whole + WRITER_SUFFIX
        self._wait_seconds = wait_seconds
        self._line = _Line()

    @contextmanager
    def turn(self, give_up_at: float | None = None) -> Generator[None]:
        """Wait for this writer's turn and keep it.

        *give_up_at* is a moment of `time.monotonic`, for a writer that cannot wait as long
        as others.

        Raises:
            DatabaseBusyError: the turn did not come in time.
        """
        deadline = time.monotonic() + self._wait_seconds if give_up_at is None else give_up_at
        with ExitStack() as held:
            self._line.enter(deadline)
            held.callback(self._line.leave)
            with ExitStack() as at_the_door:
                _lock(at_the_door, self._door, deadline)
                _lock(held, self._writer, deadline)
            yield


class _Line:
    """The threads of one process, first come first served."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._is_taken = False

    def enter(self, deadline: float) -> None:
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return
            called = threading.Event()
            self._waiting.append(called)
        if called.wait(max(0.0, deadline - time.monotonic())):
            return
        with self._guard:
            # The call may have come between the end of the wait and this line.
            if called.is_set():
                return
            self._waiting.remove(called)
        raise busy_error()

    def leave(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


def _lock(held: ExitStack, path: str, deadline: float) -> None:
    """Lock a file until *held* ends; a file that cannot be made or locked is let be."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        return
    held.callback(_unlock, descriptor)
    pause_seconds = _FIRST_PAUSE_SECONDS
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise busy_error() from None
            time.sleep(pause_seconds)
            pause_seconds = min(2 * pause_seconds, _LONGEST_PAUSE_SECONDS)
        except OSError:
            return
        else:
            return


def _unlock(descriptor: int) -> None:
    # Closing would not do where a child process was forked meanwhile and has it open too.
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    os.close(descriptor)
