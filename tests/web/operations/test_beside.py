"""What is started again beside a server, and how soon."""

import subprocess
from collections.abc import Sequence
from typing import cast

import pytest

from casino_war.web.operations import beside


class Child:
    """A process that ends when told what its status is."""

    stdin = None

    def __init__(self) -> None:
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self.returncode


class Supervised:
    """A kept command whose clock and processes are the test's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.children: list[Child] = []
        self.refusal: OSError | None = None
        monkeypatch.setattr(beside, "start", self._start)
        self.kept = beside.Kept("lab", "work", "--workers", "2", clock=lambda: self.now)

    def pass_time(self, seconds: int) -> None:
        """Let the time pass, and tend it each second."""
        for _ in range(seconds):
            self.now += 1
            self.kept.tend()

    def lose(self, status: int) -> None:
        self.children[-1].returncode = status
        self.kept.tend()

    def pause(self) -> int:
        """Count the seconds until another is started."""
        many = len(self.children)
        for seconds in range(1, 200):
            self.pass_time(1)
            if len(self.children) > many:
                return seconds
        raise AssertionError("none was started")

    def _start(self, *_: str) -> "subprocess.Popen[bytes]":
        if self.refusal is not None:
            raise self.refusal
        self.children.append(Child())
        return cast("subprocess.Popen[bytes]", self.children[-1])


@pytest.fixture
def supervised(monkeypatch: pytest.MonkeyPatch) -> Supervised:
    return Supervised(monkeypatch)


def lines(caplog: pytest.LogCaptureFixture) -> Sequence[str]:
    told = [record.getMessage() for record in caplog.records]
    caplog.clear()
    return told


def test_it_is_started_at_once_and_only_once(supervised: Supervised) -> None:
    supervised.kept.tend()
    supervised.pass_time(500)
    assert len(supervised.children) == 1


def test_the_pause_grows_to_a_minute_and_is_forgotten_by_a_long_life(
    supervised: Supervised, caplog: pytest.LogCaptureFixture
) -> None:
    supervised.kept.tend()
    pauses = []
    for _ in range(9):
        supervised.lose(2)
        pauses.append(supervised.pause())
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert lines(caplog) == [
        f"casino-war lab work has ended with status 2; it is started again in {pause} s"
        for pause in pauses
    ]
    supervised.pass_time(59)
    supervised.lose(1)
    assert supervised.pause() == 60
    supervised.pass_time(60)
    supervised.lose(1)
    assert supervised.pause() == 1


@pytest.mark.parametrize(
    ("status", "told"),
    [(-9, "was killed by SIGKILL"), (-63, "was killed by signal 63"), (0, "has ended with")],
)
def test_how_it_has_ended_is_told(
    supervised: Supervised, caplog: pytest.LogCaptureFixture, status: int, told: str
) -> None:
    supervised.kept.tend()
    supervised.lose(status)
    (line,) = lines(caplog)
    assert told in line


def test_a_machine_that_starts_nothing_is_asked_again(
    supervised: Supervised, caplog: pytest.LogCaptureFixture
) -> None:
    supervised.refusal = OSError(11, "Resource temporarily unavailable")
    supervised.kept.tend()
    supervised.pass_time(3)
    assert [line.partition(": ")[2] for line in lines(caplog)] == [
        f"Resource temporarily unavailable; it is started again in {pause} s" for pause in (1, 2, 4)
    ]
    supervised.refusal = None
    supervised.pass_time(4)
    assert len(supervised.children) == 1
