"""The line before an SQLite file: in order, bounded, and never blocked by the dead."""

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from casino_war.errors import DatabaseBusyError
from casino_war.store.write_queue import DOOR_SUFFIX, WriteQueue

PATIENT_SECONDS = 30.0
SHORT_SECONDS = 0.05


def until(is_so: Callable[[], bool]) -> None:
    give_up_at = time.monotonic() + PATIENT_SECONDS
    while not is_so():
        assert time.monotonic() < give_up_at
        time.sleep(0.001)


def is_somebody_at_the_door(path: Path) -> bool:
    with Path(f"{path}{DOOR_SUFFIX}").open("w") as door:
        try:
            fcntl.flock(door, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_threads_go_in_the_order_in_which_they_came(tmp_path: Path) -> None:
    queue = WriteQueue(tmp_path / "file", PATIENT_SECONDS)
    went: list[int] = []

    def go(number: int) -> None:
        with queue.turn():
            went.append(number)

    def has_waiting(number: int) -> bool:
        return len(queue._line._waiting) == number

    threads = [threading.Thread(target=go, args=(number,)) for number in range(8)]
    with queue.turn():
        for count, thread in enumerate(threads, start=1):
            thread.start()
            until(partial(has_waiting, count))
    for thread in threads:
        thread.join()
    assert went == list(range(8))


def test_who_has_just_written_cannot_overtake_another_process(tmp_path: Path) -> None:
    path = tmp_path / "file"
    ours, theirs = (WriteQueue(path, PATIENT_SECONDS) for _ in range(2))
    went: list[str] = []

    def go() -> None:
        with theirs.turn():
            went.append("they")

    other = threading.Thread(target=go)
    with ours.turn():
        other.start()
        until(lambda: is_somebody_at_the_door(path))
    with ours.turn():
        went.append("we")
    other.join()
    assert went == ["they", "we"]


@pytest.mark.parametrize("is_same", [True, False], ids=["thread", "process"])
def test_nobody_waits_for_ever(tmp_path: Path, is_same: bool) -> None:
    queue = WriteQueue(tmp_path / "file", SHORT_SECONDS)
    other = queue if is_same else WriteQueue(tmp_path / "file", SHORT_SECONDS)
    with queue.turn():
        for _ in range(2):
            began = time.monotonic()
            with pytest.raises(DatabaseBusyError), other.turn():
                pass
            assert time.monotonic() - began >= SHORT_SECONDS
    with other.turn():
        pass


HOLDER = """
import sys, time
from pathlib import Path
from casino_war.store.write_queue import WriteQueue
with WriteQueue(Path(sys.argv[1]), 30).turn():
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_killed_holder_does_not_block(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(DatabaseBusyError), WriteQueue(path, SHORT_SECONDS).turn():
            pass
        os.kill(holder.pid, signal.SIGKILL)
    with WriteQueue(path, SHORT_SECONDS).turn():
        pass


def test_an_error_ends_the_turn(tmp_path: Path) -> None:
    queue = WriteQueue(tmp_path / "file", SHORT_SECONDS)
    with pytest.raises(RuntimeError), queue.turn():
        raise RuntimeError
    with queue.turn():
        pass


def test_without_a_place_for_its_files_there_is_no_line(tmp_path: Path) -> None:
    with WriteQueue(tmp_path / "nowhere" / "file", SHORT_SECONDS).turn():
        assert list(tmp_path.iterdir()) == []
