"""Counts in memory: by window, dropped when it is over, and never wrong for their number."""

import threading
import time

import pytest

from casino_war.web.limits_memory import WindowMemory


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def test_a_window_ends_and_another_begins(clock: list[float]) -> None:
    memory = WindowMemory()
    assert memory.check()
    assert [memory.incr("ada", 10) for _ in range(3)] == [1, 2, 3]
    assert (memory.get("ada"), memory.get_expiry("ada")) == (3, 1010.0)
    assert (memory.get("bo"), memory.get_expiry("bo")) == (0, 1000.0)
    clock[0] = 1010.0
    assert memory.get("ada") == 0
    assert memory.incr("ada", 10) == 1
    memory.clear("ada")
    assert memory.get("ada") == 0


def test_what_is_over_is_dropped(clock: list[float]) -> None:
    memory = WindowMemory()
    for number in range(1000):
        memory.incr(f"address {number}", 10)
    clock[0] = 1070.0
    memory.incr("ada", 10)
    assert memory.reset() == 1


def test_no_request_is_lost_or_counted_twice() -> None:
    memory = WindowMemory()
    threads = [
        threading.Thread(target=lambda: [memory.incr("ada", 60) for _ in range(500)])
        for _ in range(4)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert memory.get("ada") == 2000
