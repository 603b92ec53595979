"""Processes that work beside a server or a command, and end with it."""

import logging
import os
import signal

# Runs this program itself, with this interpreter, and nothing else.
import subprocess  # nosec B404
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile
from secrets import token_hex

_PROGRAM = "from casino_war.web.cli.main import main; main()"
_END_SECONDS_MAX = 10.0

PAUSE_SECONDS = 1.0
"""How long a process that has ended is not replaced; twice as long after each that follows."""
PAUSE_SECONDS_MAX = 60.0
"""The longest pause; whoever lives for so long had no trouble in starting."""

_log = logging.getLogger("casino_war.beside")


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    """Start a command of this program, with what ties it to this process."""
    command = [sys.executable, "-c", _PROGRAM, *arguments, "--tied"]
    # What it is tied to is its input, which ends with this process however that ends.
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)  # nosec B603


def end(child: "subprocess.Popen[bytes]") -> None:
    """Tell a process to end, and see that it does."""
    if child.stdin is not None:
        child.stdin.close()
    child.terminate()
    try:
        child.wait(_END_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


class Kept:
    """A command of this program that is started again, after a growing pause, when it ends."""

    def __init__(self, *arguments: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._arguments = arguments
        self._clock = clock
        self._child: subprocess.Popen[bytes] | None = None
        self._begun_at = self._due_at = clock()
        self._pause_seconds = PAUSE_SECONDS

    def tend(self) -> None:
        """Start it if it is due, and note if it has ended: to be called about once a second."""
        if self._child is not None and self._child.poll() is not None:
            if self._clock() - self._begun_at >= PAUSE_SECONDS_MAX:
                self._pause_seconds = PAUSE_SECONDS
            self._postpone(_how_it_ended(self._child.returncode))
            self._forget()
        if self._child is None and self._clock() >= self._due_at:
            self._begun_at = self._clock()
            try:
                self._child = start(*self._arguments)
            except OSError as error:
                # Too many processes, or no memory: the next may have more luck.
                self._postpone(f"cannot be started: {error.strerror}")

    def end(self) -> None:
        """Tell it to end, and see that it does."""
        if self._child is not None:
            end(self._child)
            self._child = None

    def _forget(self) -> None:
        if self._child is not None and self._child.stdin is not None:
            self._child.stdin.close()
        self._child = None

    def _postpone(self, why: str) -> None:
        words = takewhile(lambda word: not word.startswith("-"), self._arguments)
        name = " ".join(("casino-war", *words))
        _log.warning("%s %s; it is started again in %.0f s", name, why, self._pause_seconds)
        self._due_at = self._clock() + self._pause_seconds
        self._pause_seconds = min(2 * self._pause_seconds, PAUSE_SECONDS_MAX)


@contextmanager
def beside(*arguments: str, is_wanted: bool = True) -> Iterator[Callable[[], None]]:
    """Yield what tends a command beside a server (see `Kept.tend`); it ends with the server.

    It outlives the server's own workers, which are its children as well: only the process
    that started it ends it.
    """
    owner = os.getpid()
    kept = Kept(*arguments)
    try:
        yield kept.tend if is_wanted else lambda: None
    finally:
        if os.getpid() == owner:
            kept.end()


def stopping_event(*, is_tied: bool) -> threading.Event:
    """Return what is set once this process is told to stop, or its standard input ends."""
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    if is_tied:
        threading.Thread(target=_await_end_of_input, args=(stopping,), daemon=True).start()
    return stopping


def process_name() -> str:
    """Name this process as no other is named: machine, number and some letters by chance."""
    return f"{os.uname().nodename[:60]}-{os.getpid()}-{token_hex(4)}"


def _how_it_ended(status: int) -> str:
    if status >= 0:
        return f"has ended with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"


def _await_end_of_input(stopping: threading.Event) -> None:
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    stopping.set()
