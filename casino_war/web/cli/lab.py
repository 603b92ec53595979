"""The command ``casino-war lab``: the processes that play the runs of the laboratory."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

import click

from casino_war.errors import DatabaseBusyError, DatabaseUnusableError
from casino_war.web.cli.common import Digits, examples
from casino_war.web.cli.open_house import database_url
from casino_war.web.operations import beside

WORKERS_MAX = 64
_IDLE_SECONDS = 0.5
_BUSY_SECONDS = 5.0
"""How long a worker waits for a database that is out of reach before it asks again."""
_TEND_SECONDS = 1.0
"""How often it is looked whether a worker has died."""


@click.group(epilog=examples("casino-war lab work --workers 2"))
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

    stopping = beside.stopping_event(is_tied=tied)
    if single:
        _work(stopping)
    else:
        # What a server has started it has brought up to date.
        if not tied:
            migrate.require_head(database_url())
        _supervise(workers, stopping)


def _work(stopping: threading.Event) -> None:
    from casino_war.services.house import House
    from casino_war.services.run_work import Stopped, work_once
    from casino_war.store.database import Database

    database = Database(database_url())
    house = House(database=database)
    name = beside.process_name()
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
    kept = [beside.Kept("lab", "work", "--single") for _ in range(workers)]
    try:
        while not stopping.is_set():
            for worker in kept:
                worker.tend()
            stopping.wait(_TEND_SECONDS)
    finally:
        for worker in kept:
            worker.end()


def laboratory(workers: int) -> AbstractContextManager[Callable[[], None]]:
    """Yield what tends so many workers beside a server; they end with it."""
    return beside.beside("lab", "work", "--workers", str(workers), is_wanted=workers > 0)
