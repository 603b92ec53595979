"""A worker of the laboratory: claims runs from the database and plays them, chunk by chunk.

It says every few seconds that it lives. What it has played is stored now and then, seldom
once a run is long, so that whoever takes a lost run over goes on from there: chunks have
streams of chance of their own, and the result is the same whoever played them.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from sqlalchemy import Connection

from casino_war.errors import (
    CasinoWarError,
    DatabaseBusyError,
    DatabaseUnusableError,
    InvalidInputError,
)
from casino_war.lab import session_exact
from casino_war.lab.backends import Summary as PlanSummary
from casino_war.lab.backends import choose, play_chunk, plus
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_summary import SessionSummary
from casino_war.lab.war_summary import WarSummary
from casino_war.services.house import House
from casino_war.services.run_request import RunRequest, read_request
from casino_war.services.run_results import RunResult, Summary, read_result, write_result
from casino_war.store import runs as store
from casino_war.store.runs import RunState, StoredRun

LOST_AFTER = timedelta(seconds=15)
"""A worker that has not been seen for so long has lost its run."""
PULSE_SECONDS = 2.0
_FIRST_STORED_SECONDS = 0.5
_STORED_SECONDS_MAX = 8.0
_GROWTH = 1.5


class Stopped(Exception):
    """The worker is to end; its run waits for the next."""


class _Cancelled(Exception):
    """The run is to end."""


class _Taken(Exception):
    """Another worker has the run."""


class _Pulse:
    """Tells the database from a thread of its own that the worker lives, and listens."""

    def __init__(self, house: House, run: StoredRun, is_stopping: Callable[[], bool]) -> None:
        self._house = house
        self._run = run
        self._is_stopping = is_stopping
        self._ended = threading.Event()
        self._heard = store.Heard(is_own=True)
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> "_Pulse":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def check(self) -> None:
        """Raise whatever keeps the worker from going on."""
        if not self._heard.is_own:
            raise _Taken
        if self._heard.is_cancel_asked:
            raise _Cancelled
        if self._is_stopping():
            raise Stopped

    def store(self, result: RunResult) -> None:
        """Store what was played so far, if the database can be written."""
        self._tell(done=result.done, result_json=write_result(result))

    def _beat(self) -> None:
        while not self._ended.wait(PULSE_SECONDS):
            self._tell()

    def _tell(self, *, done: int | None = None, result_json: str | None = None) -> None:
        house, run = self._house, self._run
        # The next time may find the database less busy: nothing that was played is lost.
        with suppress(DatabaseBusyError, DatabaseUnusableError):
            self._heard = house.database.write(
                lambda connection: store.report(
                    connection, run, house.clock(), done=done, result_json=result_json
                )
            )


def work_once(
    house: House, worker: str, is_stopping: Callable[[], bool] = lambda: False
) -> StoredRun | None:
    """Play the run that has waited longest; return it as it was claimed, None if none waits.

    Runs of workers that have vanished are marked and offered again first.

    Raises:
        Stopped: *is_stopping* said so; the run waits for the next worker.
    """
    at = house.clock()
    # Idle workers ask again and again, and must not queue with those who write.
    with house.database.reading() as connection:
        if not store.is_any_offered(connection, unseen_since=at - LOST_AFTER):
            return None

    def claim(connection: Connection) -> StoredRun | None:
        store.mark_lost(connection, unseen_since=at - LOST_AFTER, at=at)
        return store.claim(connection, worker, at)

    run = house.database.write(claim)
    if run is not None:
        _play(house, run, is_stopping)
    return run


def _play(house: House, run: StoredRun, is_stopping: Callable[[], bool]) -> None:
    request = read_request(run.request_json)
    result = read_result(request, run.result_json)
    result.begun_with = result.done
    state, reason = RunState.FINISHED, None
    try:
        with _Pulse(house, run, is_stopping) as pulse:
            _reckon(request, result)
            _play_plans(request, result, pulse)
    except _Taken:
        return
    except _Cancelled:
        state = RunState.CANCELLED
    except Stopped:
        text, done = write_result(result), result.done
        house.database.write(
            lambda connection: store.release(
                connection, run, house.clock(), done=done, result_json=text
            )
        )
        raise
    except (CasinoWarError, ArithmeticError, MemoryError, OSError, RuntimeError) as error:
        state, reason = RunState.FAILED, f"{type(error).__name__}: {error}"[:500]
    text, done = write_result(result), result.done
    house.database.write(
        lambda connection: store.finish(
            connection,
            run,
            house.clock(),
            state=state,
            done=done,
            result_json=text,
            reason=reason,
        )
    )


def _reckon(request: RunRequest, result: RunResult) -> None:
    """Find the exact figures, where there are any; that takes a second or two at most."""
    for plan in request.plans:
        if result.exact is None and isinstance(plan, SessionPlan):
            with suppress(InvalidInputError):
                result.exact = session_exact.told(plan, session_exact.exact(plan))


def _play_plans(request: RunRequest, result: RunResult, pulse: _Pulse) -> None:
    wait, stored_at = _FIRST_STORED_SECONDS, time.monotonic()
    for place, plan in enumerate(request.plans):
        backend, _ = choose(plan)
        result.backends[place] = backend.value
        for index in range(result.chunks[place], plan.chunks):
            pulse.check()
            result.summaries[place] = _kept(
                plus(result.summaries[place], play_chunk(plan, backend, index))
            )
            result.chunks[place] = index + 1
            if time.monotonic() - stored_at > wait:
                pulse.store(result)
                wait, stored_at = min(wait * _GROWTH, _STORED_SECONDS_MAX), time.monotonic()
    pulse.check()


def _kept(summary: PlanSummary) -> Summary:
    if isinstance(summary, SessionSummary | WarSummary):
        return summary
    raise TypeError(f"no run has {type(summary).__name__}")
