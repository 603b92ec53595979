"""The command ``casino-war lab``: the processes that play the runs of the laboratory."""

import os
import signal

# Runs this program itself, with this interpreter, and nothing else.
import subprocess  # nosec B404
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex

import click

from casino_war.errors import DatabaseBusyError, DatabaseUnusableError
from casino_war.web import config
from casino_war.web.one_line import Digits, OneLineGroup, examples

WORKERS_MAX = 64
_PROGRAM = "from casino_war.web.cli import main; main()"
_IDLE_SECONDS = 0.5
_BUSY_SECONDS = 5.0
"""How long a worker waits for a database that is out of reach before it asks again."""
_PAUSE_SECONDS = 1.0
"""How long a worker that has died is not replaced: it may die again at once."""
_END_SECONDS_MAX = 10.0


@click.group(cls=OneLineGroup, epilog=examples("casino-war lab work --workers 2"))
def lab() -> None:
    """Play what players ask of the laboratory; casino-war run does it by itself."""


@lab.command(epilog=examples("casino-war lab work", "casino-war lab work --workers 2"))
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=Digits(1, WORKERS_MAX),
    help="Processes, each playing one run at a time.",
)
@click.option("--tied", is_flag=True, help="End when the standard input does.")
@click.option("--single", is_flag=True, hidden=True, help="Be one of those processes.")
def work(workers: int, tied: bool, single: bool) -> None:
    """Play runs until told to stop; a worker that dies is replaced.

    A run that is being played when this ends is gone on with by the next worker.
    """
    from casino_war.store import migrate

    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    if tied:
        threading.Thread(target=_await_end_of_input, args=(stopping,), daemon=True).start()
    if single:
        _work(stopping)
    else:
        # What a server has started it has brought up to date.
        if not tied:
            migrate.require_head(config.environment_url(config.instance_folder()))
        _supervise(workers, stopping)


def _await_end_of_input(stopping: threading.Event) -> None:
    with suppress(OSError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    stopping.set()


def _work(stopping: threading.Event) -> None:
    from casino_war.services.house import House
    from casino_war.services.run_work import Stopped, work_once
    from casino_war.store.database import Database

    database = Database(config.environment_url(config.instance_folder()))
    house = House(database=database)
    name = f"{os.uname().nodename[:60]}-{os.getpid()}-{token_hex(4)}"
    try:
        while not stopping.is_set():
            wait_seconds = 0.0
            try:
                if work_once(house, name, stopping.is_set) is None:
                    wait_seconds = _IDLE_SECONDS
            except Stopped:
                return
            except (DatabaseBusyError, DatabaseUnusableError):
                wait_seconds = _BUSY_SECONDS
            stopping.wait(wait_seconds)
    finally:
        database.dispose()


def _supervise(workers: int, stopping: threading.Event) -> None:
    children: list[subprocess.Popen[bytes]] = []
    try:
        while not stopping.is_set():
            children = [child for child in children if child.poll() is None]
            children += [_start("--single") for _ in range(workers - len(children))]
            stopping.wait(_PAUSE_SECONDS)
    finally:
        for child in children:
            _end(child)


def _start(*options: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", _PROGRAM, "lab", "work", "--tied", *options]
    # What it is tied to is its input, which ends with this process however that ends.
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)  # nosec B603


def _end(child: "subprocess.Popen[bytes]") -> None:
    if child.stdin is not None:
        child.stdin.close()
    child.terminate()
    try:
        child.wait(_END_SECONDS_MAX)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


@contextmanager
def laboratory(workers: int) -> Iterator[Callable[[], None]]:
    """Yield what starts so many workers beside a server; they end with it.

    They outlive the server's own workers, which are its children as well: only the process
    that started them ends them.
    """
    owner = os.getpid()
    started: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        if workers and not started:
            started.append(_start("--workers", str(workers)))

    try:
        yield start
    finally:
        if os.getpid() == owner:
            for child in started:
                _end(child)
