"""Runs of the laboratory: what is to be simulated, who is at it, and what came of it so far.

A run waits, is claimed by a worker, and ends. A worker that lives says so every few
seconds; one that does not has lost its run, which is marked and offered to the next.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    and_,
    bindparam,
    func,
    or_,
    select,
    true,
)
from sqlmodel import Field

from casino_war.store.columns import (
    BIG_ID,
    StoreModel,
    UtcDateTime,
    check,
    id_column,
    reference,
    table_of,
)
from casino_war.store.rows import add_row, count_rows, every, first, update_row

ATTEMPTS_MAX = 3
"""How often a run is begun at most; one that has cost so many workers has failed."""


class RunState(StrEnum):
    """Where a run stands. `LOST` waits like `WAITING`, after its worker vanished."""

    WAITING = "waiting"
    LOST = "lost"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    FAILED = "failed"


OFFERED = (RunState.WAITING.value, RunState.LOST.value)
OPEN = (*OFFERED, RunState.RUNNING.value)


class LabRun(StoreModel, table=True):
    """One run; ``link`` is its address, which nobody can guess."""

    __tablename__ = "lab_run"
    __table_args__ = (
        UniqueConstraint("link"),
        UniqueConstraint("command_key"),
        Index("ix_lab_run_state", "state"),
        Index("ix_lab_run_player_id", "player_id"),
        check("state_known", f"state IN ({', '.join(repr(each.value) for each in RunState)})"),
        check("done_within_total", "done >= 0 AND done <= total"),
        check("attempts_counted", "attempts >= 0"),
    )

    id: int = Field(sa_column=id_column())
    link: str = Field(sa_column=Column(String(64), nullable=False))
    player_id: int = Field(sa_column=reference("player.id"))
    command_key: str = Field(sa_column=Column(String(128), nullable=False))
    request_json: str = Field(sa_column=Column(Text, nullable=False))
    state: str = Field(sa_column=Column(String(16), nullable=False))
    total: int = Field(sa_column=Column(BIG_ID, nullable=False))
    done: int = Field(sa_column=Column(BIG_ID, nullable=False))
    version: int = Field(sa_column=Column(Integer, nullable=False))
    attempts: int = Field(sa_column=Column(Integer, nullable=False))
    is_cancel_asked: bool = Field(sa_column=Column(Boolean, nullable=False))
    worker: str | None = Field(sa_column=Column(String(128), nullable=True))
    result_json: str | None = Field(sa_column=Column(Text, nullable=True))
    reason: str | None = Field(sa_column=Column(Text, nullable=True))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    started_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    seen_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))
    finished_at: datetime | None = Field(sa_column=Column(UtcDateTime, nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """A row of `LabRun`.

    ``total`` and ``done`` count sessions or games; ``version`` counts what has been told of
    the run; ``result_json`` holds the summaries so far, from which it can be gone on with.
    """

    id: int
    link: str
    player_id: int
    command_key: str
    request_json: str
    state: str
    total: int
    done: int
    version: int
    attempts: int
    is_cancel_asked: bool
    worker: str | None
    result_json: str | None
    reason: str | None
    created_at: datetime
    started_at: datetime | None
    seen_at: datetime | None
    finished_at: datetime | None


RUN = table_of(LabRun)


def add_run(
    connection: Connection,
    *,
    link: str,
    player_id: int,
    command_key: str,
    request_json: str,
    total: int,
    at: datetime,
) -> StoredRun:
    """Store a run that waits for a worker."""
    values = {
        "link": link,
        "player_id": player_id,
        "command_key": command_key,
        "request_json": request_json,
        "state": RunState.WAITING.value,
        "total": total,
        "done": 0,
        "version": 1,
        "attempts": 0,
        "is_cancel_asked": False,
        "created_at": at,
    }
    return add_row(connection, RUN, StoredRun, values)


def run_of_link(connection: Connection, link: str) -> StoredRun | None:
    """Find the run of a link."""
    return first(connection, RUN.select().where(RUN.c.link == link), StoredRun)


def run_of_command(connection: Connection, command_key: str) -> StoredRun | None:
    """Find the run that a command has started."""
    return first(connection, RUN.select().where(RUN.c.command_key == command_key), StoredRun)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunNews:
    """What tells one sight of a run from the next."""

    version: int
    state: str
    seen_at: datetime | None


_NEWS = select(RUN.c.version, RUN.c.state, RUN.c.seen_at).where(RUN.c.link == bindparam("of_link"))


def news_of(connection: Connection, link: str) -> RunNews | None:
    """Read the news of the run of a link, None if there is none."""
    return first(connection, _NEWS, RunNews, {"of_link": link})


def is_lost(state: str, seen_at: datetime | None, unseen_since: datetime) -> bool:
    """Say whether a run has lost its worker, marked already or not."""
    if state == RunState.LOST:
        return True
    return state == RunState.RUNNING and seen_at is not None and seen_at < unseen_since


def runs_of(
    connection: Connection,
    player_id: int,
    *,
    before: int | None = None,
    limit: int | None = None,
) -> tuple[StoredRun, ...]:
    """List the runs of a player, the latest first: all, or so many from below an id on."""
    query = RUN.select().where(RUN.c.player_id == player_id).order_by(RUN.c.id.desc())
    if before is not None:
        query = query.where(RUN.c.id < before)
    return every(connection, query.limit(limit), StoredRun)


def count_open(connection: Connection, player_id: int | None = None) -> int:
    """Count the runs that have not ended, of a player or of everybody."""
    whose = true() if player_id is None else RUN.c.player_id == player_id
    return count_rows(connection, RUN, RUN.c.state.in_(OPEN), whose)


def count_by_state(connection: Connection) -> dict[RunState, int]:
    """Count all runs there are, by where they stand; a state without any is missing."""
    query = select(RUN.c.state, func.count()).group_by(RUN.c.state)
    return {RunState(state): int(count) for state, count in connection.execute(query)}


def waiting_before(connection: Connection, run_id: int) -> int:
    """Count the runs that are offered before this one."""
    return count_rows(connection, RUN, RUN.c.state.in_(OFFERED), RUN.c.id < run_id)


def ask_cancel(
    connection: Connection, run: StoredRun, at: datetime, *, unseen_since: datetime
) -> None:
    """Ask the worker of a run to stop; one that nobody is at is cancelled at once."""
    if run.state == RunState.RUNNING and not is_lost(run.state, run.seen_at, unseen_since):
        update_row(connection, RUN, run.id, is_cancel_asked=True, version=run.version + 1)
        return
    update_row(
        connection,
        RUN,
        run.id,
        state=RunState.CANCELLED.value,
        version=run.version + 1,
        finished_at=at,
    )


def delete_run(connection: Connection, run_id: int) -> None:
    """Delete a run with all that came of it."""
    connection.execute(RUN.delete().where(RUN.c.id == run_id))


def mark_lost(connection: Connection, *, unseen_since: datetime, at: datetime) -> None:
    """Mark the runs whose workers have not been seen."""
    stale = RUN.update().where(
        RUN.c.state == RunState.RUNNING.value,
        RUN.c.seen_at < unseen_since,
    )
    stepped = {"version": RUN.c.version + 1, "worker": None}
    connection.execute(
        stale.where(RUN.c.is_cancel_asked.is_(True)).values(
            state=RunState.CANCELLED.value, finished_at=at, **stepped
        )
    )
    connection.execute(
        stale.where(RUN.c.attempts >= ATTEMPTS_MAX).values(
            state=RunState.FAILED.value, reason="lost", finished_at=at, **stepped
        )
    )
    connection.execute(stale.values(state=RunState.LOST.value, **stepped))


def is_any_offered(connection: Connection, *, unseen_since: datetime) -> bool:
    """Say whether there is a run to take, or one to mark as lost first."""
    query = select(RUN.c.id).where(
        or_(
            RUN.c.state.in_(OFFERED),
            and_(RUN.c.state == RunState.RUNNING.value, RUN.c.seen_at < unseen_since),
        )
    )
    return connection.execute(query.limit(1)).first() is not None


def claim(connection: Connection, worker: str, at: datetime) -> StoredRun | None:
    """Give the worker the run that has waited longest, None if there is none.

    Where two can write at once, one of them takes it and the other goes without.
    """
    query = RUN.select().where(RUN.c.state.in_(OFFERED)).order_by(RUN.c.id).limit(1)
    offered = first(connection, query, StoredRun)
    if offered is None:
        return None
    taken = connection.execute(
        RUN.update()
        .where(RUN.c.id == offered.id, RUN.c.state.in_(OFFERED))
        .values(
            state=RunState.RUNNING.value,
            worker=worker,
            attempts=offered.attempts + 1,
            version=RUN.c.version + 1,
            started_at=at,
            seen_at=at,
        )
    )
    if not taken.rowcount:
        return None
    return first(connection, RUN.select().where(RUN.c.id == offered.id), StoredRun)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a worker hears when it reports: whether the run is still its own, and goes on."""

    is_own: bool
    is_cancel_asked: bool = False


def report(
    connection: Connection,
    run: StoredRun,
    at: datetime,
    *,
    done: int | None = None,
    result_json: str | None = None,
) -> Heard:
    """Say that the worker of a run lives, and what it has done if that is told."""
    told = {} if done is None else {"done": done, "version": RUN.c.version + 1}
    if result_json is not None:
        told["result_json"] = result_json
    own = _own(run)
    if not connection.execute(RUN.update().where(*own).values(seen_at=at, **told)).rowcount:
        return Heard(is_own=False)
    asked = connection.execute(select(RUN.c.is_cancel_asked).where(RUN.c.id == run.id)).scalar_one()
    return Heard(is_own=True, is_cancel_asked=bool(asked))


def release(
    connection: Connection, run: StoredRun, at: datetime, *, done: int, result_json: str
) -> None:
    """Let a run wait for another worker to go on with it; its own ends in good order."""
    connection.execute(
        RUN.update()
        .where(*_own(run))
        .values(
            state=RunState.WAITING.value,
            worker=None,
            attempts=run.attempts - 1,
            done=done,
            result_json=result_json,
            seen_at=at,
            version=RUN.c.version + 1,
        )
    )


def finish(
    connection: Connection,
    run: StoredRun,
    at: datetime,
    *,
    state: RunState,
    done: int,
    result_json: str | None,
    reason: str | None = None,
) -> bool:
    """End a run, if it is still the worker's."""
    kept = {} if result_json is None else {"result_json": result_json}
    ended = (
        RUN.update()
        .where(*_own(run))
        .values(
            state=state.value,
            done=done,
            reason=reason,
            finished_at=at,
            seen_at=at,
            version=RUN.c.version + 1,
            **kept,
        )
    )
    return bool(connection.execute(ended).rowcount)


def _own(run: StoredRun) -> tuple[ColumnElement[bool], ...]:
    """Say which row is a worker's own: the attempt it began, as long as nobody else has it."""
    return (
        RUN.c.id == run.id,
        RUN.c.state == RunState.RUNNING.value,
        RUN.c.worker == run.worker,
        RUN.c.attempts == run.attempts,
    )
