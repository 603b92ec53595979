"""Processes of a test's own on Linux: who is whose child, and a sudden end for them."""

import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

GONE_SECONDS = 30
_ENDED = ("Z", "X")


def children_of(parent: int) -> list[int]:
    """Return the living processes that *parent* has started, lowest number first."""
    return sorted(
        int(folder.name)
        for folder in Path("/proc").iterdir()
        if folder.name.isdigit() and _parent_of(folder) == parent
    )


def kill_all(pids: Iterable[int]) -> None:
    """Kill the processes without warning; returns once they hold nothing any more."""
    killed = list(pids)
    for pid in killed:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    give_up_at = time.monotonic() + GONE_SECONDS
    while any(_state_of(pid) not in (None, *_ENDED) for pid in killed):
        assert time.monotonic() < give_up_at, killed
        time.sleep(0.001)


def _stat(folder: Path) -> list[str]:
    try:
        text = (folder / "stat").read_text()
    except OSError:
        return []
    # The name stands in brackets and may hold blanks.
    return text.rpartition(")")[2].split()


def _parent_of(folder: Path) -> int | None:
    found = _stat(folder)
    return int(found[1]) if found and found[0] not in _ENDED else None


def _state_of(pid: int) -> str | None:
    found = _stat(Path(f"/proc/{pid}"))
    return found[0] if found else None
