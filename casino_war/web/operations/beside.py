"""Processes that work beside a server or a command, and end with it."""

import os
import signal

# Runs this program itself, with this interpreter, and nothing else.
import subprocess  # nosec B404
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex

_PROGRAM = "from casino_war.web.cli.main import main; main()"
_END_SECONDS_MAX = 10.0


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


@contextmanager
def beside(*arguments: str, is_wanted: bool = True) -> Iterator[Callable[[], None]]:
    """Yield what starts a command beside a server; it ends with the server.

    It outlives the server's own workers, which are its children as well: only the process
    that started it ends it.
    """
    owner = os.getpid()
    started: list[subprocess.Popen[bytes]] = []

    def begin() -> None:
        if is_wanted and not started:
            started.append(start(*arguments))

    try:
        yield begin
    finally:
        if os.getpid() == owner:
            for child in started:
                end(child)


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


def _await_end_of_input(stopping: threading.Event) -> None:
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    stopping.set()
