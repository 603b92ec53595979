"""Chunks of a plan on the machines of a Dask cluster: the result is that of one process.

A chunk has its stream of chance from the plan and its number alone, and summaries are added
up in the order of the chunks. So it does not matter which machine plays a chunk, nor that
one is played again because its worker was lost. Chunks are given out by the batch: the
scheduler takes about a millisecond for each, and fast kernels little more for a chunk.
Whoever imports this module imports Dask.
"""

import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import reduce
from importlib.util import find_spec
from time import monotonic
from typing import Any

from distributed import CancelledError, Client, Future, KilledWorker
from distributed import TimeoutError as DaskTimeoutError
from distributed.comm.core import CommClosedError

from casino_war import __version__
from casino_war.errors import N_, ClusterError
from casino_war.lab.backends import Backend, Plan, Summary, play_chunk, plus

_ADDRESS = re.compile(r"(tcp|tls)://[^/\s]+:[0-9]{1,5}", re.ASCII)
ANSWER_SECONDS = 15.0
"""How long the scheduler may take to answer at all."""
ALONE_SECONDS = 60.0
"""How long a cluster may be without any worker before it is given up."""
AHEAD = 4
"""Batches that wait for each thread of a worker."""
ATTEMPTS_MAX = 5
"""How often a batch is given out whose workers are lost again and again."""
BATCH_MAX = 64
BATCHES_WANTED = 64
"""Batches for each thread of the cluster: enough that all end at about the same time."""
_LOOK_SECONDS = 2.0

# Dask tells few of its types.
_connect: Any = Client

Played = Future[Summary]
_LOST = (CommClosedError, CancelledError, OSError, RuntimeError)


def _about() -> tuple[str, bool]:
    return __version__, find_spec("numba") is not None


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect to the scheduler of a cluster.

    Raises:
        ClusterError: that is no address, or nobody answers there.
    """
    if not _ADDRESS.fullmatch(address):
        raise ClusterError(
            N_("%(address)s is no address of a scheduler: one is like tcp://10.0.0.1:8786."),
            reason="address",
            address=repr(address[:60]),
        )
    try:
        client = _connect(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError, DaskTimeoutError) as error:
        raise ClusterError(
            N_("No cluster answers at %(address)s."), reason="unreachable", address=address
        ) from error
    try:
        yield client
    finally:
        # A scheduler that has gone cannot be said goodbye to.
        with suppress(*_LOST, DaskTimeoutError):
            client.close(timeout=2)


def _has_gone(fault: Exception) -> bool:
    return isinstance(fault, CommClosedError | OSError)


def backend_of(client: Any, backend: Backend) -> tuple[Backend, str]:
    """Return what plays on the workers, and why it is no faster.

    Raises:
        ClusterError: there are no workers, or they have another version of this program or
            none.
    """
    try:
        answers = client.run(_about, on_error="return").values()
    except _LOST as error:
        raise _lost(client) from error
    # A worker that has gone meanwhile is missed by nobody.
    faults = [each for each in answers if isinstance(each, Exception) and not _has_gone(each)]
    if faults:
        raise ClusterError(
            N_("The workers of the cluster cannot play: %(why)s."),
            reason="workers",
            why=f"{type(faults[0]).__name__}: {faults[0]}"[:200],
        )
    told = [each for each in answers if isinstance(each, tuple)]
    if not told:
        raise ClusterError(N_("The cluster has no workers."), reason="alone")
    versions = sorted({version for version, _ in told})
    if versions != [__version__]:
        raise ClusterError(
            N_("The workers have version %(theirs)s of this program, not %(own)s."),
            reason="version",
            theirs=", ".join(versions),
            own=__version__,
        )
    if backend is Backend.KERNEL and not all(has_numba for _, has_numba in told):
        return Backend.ENGINE, "numba is not installed on every worker"
    return backend, ""


def play_batch(plan: Plan, backend: Backend, chunks: range) -> Summary:
    """Play chunks that follow each other, and add them up."""
    return reduce(plus, (play_chunk(plan, backend, index) for index in chunks))


def shared_out(client: Any, plan: Plan, backend: Backend) -> Iterator[tuple[Summary, int]]:
    """Play the chunks of a plan on the cluster; yield their summaries in order.

    With each summary comes how many chunks it is of.

    Raises:
        ClusterError: the cluster was lost on the way.
    """
    waiting: deque[tuple[range, Played]] = deque()
    threads = max(1, _threads(client))
    size = max(1, min(BATCH_MAX, plan.chunks // (threads * BATCHES_WANTED)))
    first = 0
    while first < plan.chunks or waiting:
        # Workers may come and go.
        room = max(1, _threads(client)) * AHEAD if first < plan.chunks else 0
        while first < plan.chunks and len(waiting) < room:
            batch = range(first, min(first + size, plan.chunks))
            waiting.append((batch, _submit(client, plan, backend, batch)))
            first = batch.stop
        batch, future = waiting.popleft()
        yield _result(client, plan, backend, batch, future), len(batch)


def _submit(client: Any, plan: Plan, backend: Backend, batch: range) -> Played:
    try:
        # Not by its arguments: the same batch given out again is to be played again.
        future: Played = client.submit(play_batch, plan, backend, batch, pure=False)
    except _LOST as error:
        raise _lost(client) from error
    return future


def _result(client: Any, plan: Plan, backend: Backend, batch: range, future: Played) -> Summary:
    """Wait for a batch; give it out again as long as it is only its workers that are lost."""
    attempts = 1
    alone_since: float | None = None
    while True:
        try:
            return future.result(timeout=_LOOK_SECONDS)
        except DaskTimeoutError as error:
            alone_since = _watch(client, alone_since, error)
        except KilledWorker as error:
            if attempts == ATTEMPTS_MAX:
                raise _lost(client) from error
            attempts += 1
            future = _submit(client, plan, backend, batch)
        except _LOST as error:
            if future.status == "error":
                # The batch's own, raised by the worker that played it.
                raise
            raise _lost(client) from error


def _watch(client: Any, alone_since: float | None, error: Exception) -> float | None:
    """Return since when the cluster has had no workers; give it up after a while."""
    if client.status != "running":
        raise _lost(client) from error
    if _threads(client):
        return None
    now = monotonic()
    if alone_since is not None and now - alone_since > ALONE_SECONDS:
        raise _lost(client) from error
    return now if alone_since is None else alone_since


def _threads(client: Any) -> int:
    """Count the threads of all workers."""
    try:
        return int(sum(client.nthreads().values()))
    except _LOST as error:
        raise _lost(client) from error


def _lost(client: Any) -> ClusterError:
    return ClusterError(
        N_("The cluster at %(address)s was lost."),
        reason="lost",
        address=getattr(client.scheduler, "address", "?"),
    )
