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
from importlib.util import find_spec
from multiprocessing import active_children, get_context
from types import ModuleType
from typing import Generic, TypeVar, cast

from casino_war.errors import N_, ClusterError
from casino_war.lab.backends import Backend, Plan, Summary, choose, play_chunk
from casino_war.lab.hands_summary import HandsSummary
from casino_war.lab.plan import HandsPlan, WarPlan
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_summary import SessionSummary
from casino_war.lab.war_summary import WarSummary

LOST = "lost"
"""The reason of an error that says that a cluster was lost on the way."""
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
    """Whether it was interrupted, or its cluster was lost."""
    fault: ClusterError | None = None
    """Why it ended early, if nobody interrupted it."""

    @property
    def whole(self) -> Part:
        """The summary of all that was planned, for figures that no part can stand for.

        Raises:
            KeyboardInterrupt: the simulation was interrupted.
        """
        if self.is_partial:
            raise KeyboardInterrupt
        return self.summary


def simulate_hands(
    plan: HandsPlan,
    jobs: int = 1,
    backend: Backend | None = None,
    tell: Tell = lambda _: None,
    cluster: str = "",
) -> Result[HandsSummary]:
    """Play a plan in so many processes, or on the cluster at an address.

    An interrupt (Ctrl-C) gives what was played so far, and so does the loss of the cluster.

    Raises:
        ClusterError: there is no cluster to begin with, or Dask is not installed.
    """
    return _run(plan, HandsSummary(), _Where(jobs, cluster), backend, lambda part: tell(part.hands))


def simulate_war(
    plan: WarPlan,
    jobs: int = 1,
    backend: Backend | None = None,
    tell: Tell = lambda _: None,
    cluster: str = "",
) -> Result[WarSummary]:
    """Play a plan in so many processes, or on the cluster at an address.

    An interrupt (Ctrl-C) gives what was played so far, and so does the loss of the cluster.

    Raises:
        ClusterError: there is no cluster to begin with, or Dask is not installed.
    """
    return _run(plan, WarSummary(), _Where(jobs, cluster), backend, lambda part: tell(part.games))


def simulate_sessions(
    plan: SessionPlan,
    jobs: int = 1,
    backend: Backend | None = None,
    tell: Tell = lambda _: None,
    cluster: str = "",
) -> Result[SessionSummary]:
    """Play a plan in so many processes, or on the cluster at an address.

    An interrupt (Ctrl-C) gives what was played so far, and so does the loss of the cluster.

    Raises:
        ClusterError: there is no cluster to begin with, or Dask is not installed.
    """
    return _run(
        plan, SessionSummary(), _Where(jobs, cluster), backend, lambda part: tell(part.sessions)
    )


@dataclass(frozen=True, slots=True)
class _Where:
    """So many processes of this machine, or a cluster's."""

    jobs: int
    cluster: str


def _run(
    plan: Plan, start: Part, where: _Where, backend: Backend | None, tell: Callable[[Part], None]
) -> Result[Part]:
    chosen, why = choose(plan) if backend is None else (backend, "")
    summary, chunks, is_partial, fault = start, 0, False, None
    try:
        with _parts(plan, chosen, where) as (parts, played_by, why_slower):
            chosen, why = played_by, why_slower or why
            for part, played in parts:
                # The chunks of a plan have summaries of its own kind.
                summary = summary.plus(cast("Part", part))
                chunks += played
                tell(cast("Part", part))
    except KeyboardInterrupt:
        is_partial = True
    except ClusterError as error:
        if error.reason != LOST:
            raise
        is_partial, fault = True, error
    return Result(
        summary=summary,
        backend=chosen,
        why=why,
        chunks=chunks,
        is_partial=is_partial,
        fault=fault,
    )


@contextmanager
def _parts(
    plan: Plan, backend: Backend, where: _Where
) -> Iterator[tuple[Iterator[tuple[Summary, int]], Backend, str]]:
    """Yield the summaries of the chunks in order, who plays them, and why nobody faster.

    With each summary comes how many chunks it is of.
    """
    if where.cluster:
        cluster = _cluster()
        with cluster.connected(where.cluster) as client:
            chosen, why = cluster.backend_of(client, backend)
            yield cluster.shared_out(client, plan, chosen), chosen, why
        return
    jobs = min(where.jobs, plan.chunks)
    if jobs <= 1:
        parts = ((play_chunk(plan, backend, index), 1) for index in range(plan.chunks))
        yield parts, backend, ""
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts)
    try:
        played = _shared_out(pool, plan, backend, jobs)
        yield ((part, 1) for part in played), backend, ""
    except KeyboardInterrupt:
        # To wait for the chunks that are being played can take the engine minutes.
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _cluster() -> ModuleType:
    """Import what needs Dask.

    Raises:
        ClusterError: it is not installed.
    """
    if find_spec("distributed") is None:
        raise ClusterError(
            N_("Dask is missing: pip install 'casino-war[cluster]' brings it."), reason="dask"
        )
    from casino_war.lab import cluster

    return cluster


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
