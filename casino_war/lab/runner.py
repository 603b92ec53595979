"""Plays a plan chunk by chunk, in one process or several, with the same result.

Summaries are added up in the order of the chunks, whoever played them. Several processes
are fresh ones (spawned), so that kernels run neither in a web worker nor beside its locks.
"""

import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Generic, TypeVar, cast

from casino_war.lab.backends import Backend, Plan, Summary, choose, play_chunk
from casino_war.lab.hands_summary import HandsSummary
from casino_war.lab.plan import HandsPlan, WarPlan
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_summary import SessionSummary
from casino_war.lab.war_summary import WarSummary

AHEAD = 4
"""Chunks that wait for each process: enough that none is idle, few enough to stop soon."""

Part = TypeVar("Part", HandsSummary, WarSummary, SessionSummary)
Tell = Callable[[int], None]
"""Told after each chunk how many hands, games or sessions it had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Generic[Part]):
    """What a simulation came to, who played it and why not somebody faster."""

    summary: Part
    backend: Backend
    why: str
    """Why no kernel played; empty if one did or the engine was asked for."""
    chunks: int
    """Chunks played."""
    is_partial: bool
    """Whether it was interrupted."""


def simulate_hands(
    plan: HandsPlan, jobs: int = 1, backend: Backend | None = None, tell: Tell = lambda _: None
) -> Result[HandsSummary]:
    """Play a plan in so many processes; an interrupt (Ctrl-C) gives what was played so far."""
    return _run(plan, HandsSummary(), jobs, backend, lambda part: tell(part.hands))


def simulate_war(
    plan: WarPlan, jobs: int = 1, backend: Backend | None = None, tell: Tell = lambda _: None
) -> Result[WarSummary]:
    """Play a plan in so many processes; an interrupt (Ctrl-C) gives what was played so far."""
    return _run(plan, WarSummary(), jobs, backend, lambda part: tell(part.games))


def simulate_sessions(
    plan: SessionPlan, jobs: int = 1, backend: Backend | None = None, tell: Tell = lambda _: None
) -> Result[SessionSummary]:
    """Play a plan in so many processes; an interrupt (Ctrl-C) gives what was played so far."""
    return _run(plan, SessionSummary(), jobs, backend, lambda part: tell(part.sessions))


def _run(
    plan: Plan, start: Part, jobs: int, backend: Backend | None, tell: Callable[[Part], None]
) -> Result[Part]:
    chosen, why = choose(plan) if backend is None else (backend, "")
    summary, chunks, is_partial = start, 0, False
    try:
        with _parts(plan, chosen, min(jobs, plan.chunks)) as parts:
            for part in parts:
                # The chunks of a plan have summaries of its own kind.
                summary = summary.plus(cast("Part", part))
                chunks += 1
                tell(cast("Part", part))
    except KeyboardInterrupt:
        is_partial = True
    return Result(summary=summary, backend=chosen, why=why, chunks=chunks, is_partial=is_partial)


@contextmanager
def _parts(plan: Plan, backend: Backend, jobs: int) -> Iterator[Iterator[Summary]]:
    if jobs <= 1:
        yield (play_chunk(plan, backend, index) for index in range(plan.chunks))
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts)
    try:
        yield _shared_out(pool, plan, backend, jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the process that adds up: it reaches all of a terminal's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _shared_out(
    pool: ProcessPoolExecutor, plan: Plan, backend: Backend, jobs: int
) -> Iterator[Summary]:
    """Keep every process busy, and hold no more parts than that takes."""
    waiting: deque[Future[Summary]] = deque()
    for index in range(plan.chunks):
        waiting.append(pool.submit(play_chunk, plan, backend, index))
        if len(waiting) >= jobs * AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
