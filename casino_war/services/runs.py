"""Runs of the laboratory as players have them: started, watched, cancelled, compared, deleted."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from casino_war.errors import N_, NotFoundError, OutOfTurnError, RunRefusedError
from casino_war.services.carry_out import Scene, carry_out, find_player
from casino_war.services.house import House
from casino_war.services.newcomers import act_as_anyone
from casino_war.services.run_commands import CancelRun, DeleteRun, RunCommand, StartRun
from casino_war.services.run_request import RunRequest, check_size, read_request
from casino_war.services.run_results import RunResult, read_result
from casino_war.services.run_work import LOST_AFTER
from casino_war.store import runs as store
from casino_war.store.runs import OPEN, RunState, StoredRun

OPEN_MAX = 3
"""How many runs of a player may wait or be played at the same time."""
KEPT_MAX = 50
"""How many runs a player may keep."""
ALL_OPEN_MAX = 100
"""How many runs of everybody may wait or be played."""

_LINK_BYTES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedRun:
    """A new run, and the token of its player."""

    token: str
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPage:
    """One run as it stands; who knows its link may look at it."""

    link: str
    request: RunRequest
    result: RunResult
    state: RunState
    version: int
    done: int
    total: int
    waits_behind: int
    """Runs that a worker will take before it, while it waits."""
    seconds: float | None
    """How long it has been played; None before it began."""
    is_cancel_asked: bool
    is_owner: bool
    reason: str | None
    created_at: datetime
    finished_at: datetime | None

    @property
    def sight(self) -> int:
        """A number that steps with all that can be seen to change of a run."""
        return _sight(self.version, self.state is RunState.LOST)

    @property
    def is_open(self) -> bool:
        """Whether more is to come."""
        return self.state in OPEN

    @property
    def rate(self) -> float | None:
        """Sessions or games a second of the present worker, or of the last; None of none."""
        played = self.done - self.result.begun_with
        return played / self.seconds if self.seconds and played > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """Estimate how long it will take, None while nobody can know."""
        if self.state is not RunState.RUNNING or self.rate is None:
            return None
        return (self.total - self.done) / self.rate


def seed_of_key(key: str) -> int:
    """Return the seed of a run whose player chose none: short enough to be typed again.

    It hangs on the key of the wish, so that the wish sent twice is the same wish.
    """
    return int(hashlib.sha256(key.encode()).hexdigest()[:8], 16)


def start_run(house: House, token: str | None, command: StartRun, visitor: str) -> StartedRun:
    """Store a run that waits; a stranger, whose browser is called *visitor*, becomes a player.

    Raises:
        InvalidInputError: it is larger than this site plays.
        RunRefusedError: the player has too many runs.
        StaleVersionError, KeyReusedError: see `act_as_anyone`.
    """
    check_size(read_request(command.request_json))
    player_token = act_as_anyone(
        house, token, command, visitor, lambda scene: _start(scene, command)
    )
    with house.database.reading() as connection:
        run = store.run_of_command(connection, command.key)
    if run is None:
        raise _no_run()
    return StartedRun(token=player_token, link=run.link)


def cancel_run(house: House, token: str | None, command: CancelRun) -> None:
    """End a run; one that has ended meanwhile is let be.

    Raises:
        NotFoundError: the player has no such run.
        NoBankrollError, KeyReusedError: see `carry_out`.
    """

    def act(scene: Scene) -> str:
        run = _own(scene, command)
        if run.state in OPEN:
            unseen_since = scene.at - LOST_AFTER
            store.ask_cancel(scene.connection, run, scene.at, unseen_since=unseen_since)
        return run.link

    carry_out(house, token, command, act)


def delete_run(house: House, token: str | None, command: DeleteRun) -> None:
    """Delete a run that has ended.

    Raises:
        NotFoundError: the player has no such run.
        OutOfTurnError: it has not ended.
        NoBankrollError, KeyReusedError: see `carry_out`.
    """

    def act(scene: Scene) -> str:
        run = _own(scene, command)
        if run.state in OPEN:
            raise OutOfTurnError(
                N_("This run has not ended: cancel it before you delete it."), reason="open"
            )
        store.delete_run(scene.connection, run.id)
        return run.link

    carry_out(house, token, command, act)


def run_page(house: House, token: str | None, link: str) -> RunPage:
    """Show a run.

    Raises:
        NotFoundError: there is none of that link.
    """
    with house.database.reading() as connection:
        run = store.run_of_link(connection, link)
        if run is None:
            raise _no_run()
        player = find_player(connection, token)
        return _page(connection, run, None if player is None else player.id, house.clock())


def run_sight(house: House, link: str) -> int | None:
    """Return what `RunPage.sight` would be, None if there is no such run."""
    at = house.clock()
    with house.database.reading() as connection:
        news = store.news_of(connection, link)
    if news is None:
        return None
    return _sight(news.version, store.is_lost(news.state, news.seen_at, at - LOST_AFTER))


def _sight(version: int, is_lost: bool) -> int:
    return 2 * version + is_lost


def runs_of_player(house: House, token: str | None) -> tuple[RunPage, ...]:
    """List a player's runs, the latest first; nothing for a stranger."""
    at = house.clock()
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return ()
        runs = store.runs_of(connection, player.id)
        return tuple(_page(connection, run, player.id, at) for run in runs)


def runs_before(
    house: House, token: str | None, before: int | None, limit: int
) -> tuple[tuple[RunPage, ...], int | None]:
    """List so many of a player's runs as above, and the id to go on with, None at the end."""
    at = house.clock()
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return (), None
        found = store.runs_of(connection, player.id, before=before, limit=limit + 1)
        shown = found[:limit]
        pages = tuple(_page(connection, run, player.id, at) for run in shown)
    return pages, shown[-1].id if len(found) > limit else None


def _start(scene: Scene, command: StartRun) -> None:
    if store.count_open(scene.connection, scene.player.id) >= OPEN_MAX:
        raise RunRefusedError(
            N_(
                "%(limit)s runs of yours wait or are being played, as many as may be: wait for "
                "one, or cancel it."
            ),
            reason="open",
            limit=OPEN_MAX,
        )
    if store.count_open(scene.connection) >= ALL_OPEN_MAX:
        raise RunRefusedError(
            N_("%(limit)s runs of others wait already: come back later."),
            reason="busy",
            limit=ALL_OPEN_MAX,
        )
    if len(store.runs_of(scene.connection, scene.player.id)) >= KEPT_MAX:
        raise RunRefusedError(
            N_("You keep %(limit)s runs, as many as may be: delete one first."),
            reason="kept",
            limit=KEPT_MAX,
        )
    store.add_run(
        scene.connection,
        link=secrets.token_urlsafe(_LINK_BYTES),
        player_id=scene.player.id,
        command_key=command.key,
        request_json=command.request_json,
        total=read_request(command.request_json).total,
        at=scene.at,
    )


def _own(scene: Scene, command: RunCommand) -> StoredRun:
    run = store.run_of_link(scene.connection, command.link)
    if run is None or run.player_id != scene.player.id:
        raise _no_run()
    return run


def _page(connection: Connection, run: StoredRun, player_id: int | None, at: datetime) -> RunPage:
    request = read_request(run.request_json)
    state = RunState(run.state)
    # Perhaps no worker has come yet that would have marked it.
    if store.is_lost(run.state, run.seen_at, at - LOST_AFTER):
        state = RunState.LOST
    seconds = None
    if run.started_at is not None:
        seconds = ((run.finished_at or at) - run.started_at).total_seconds()
    is_waiting = state in (RunState.WAITING, RunState.LOST)
    return RunPage(
        link=run.link,
        request=request,
        result=read_result(request, run.result_json),
        state=state,
        version=run.version,
        done=run.done,
        total=run.total,
        waits_behind=store.waiting_before(connection, run.id) if is_waiting else 0,
        seconds=seconds,
        is_cancel_asked=run.is_cancel_asked,
        is_owner=run.player_id == player_id,
        reason=run.reason,
        created_at=run.created_at,
        finished_at=run.finished_at,
    )


def _no_run() -> NotFoundError:
    return NotFoundError(
        N_("There is no such run of the laboratory: it was deleted, or the link is not whole."),
        reason="run",
    )
