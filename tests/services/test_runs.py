"""Runs of the laboratory: asked for, claimed, played, lost, gone on with, cancelled, deleted."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from casino_war.errors import (
    DatabaseBusyError,
    DatabaseUnusableError,
    InvalidInputError,
    KeyReusedError,
    NotFoundError,
    OutOfTurnError,
    RunRefusedError,
)
from casino_war.game.table_presets import find
from casino_war.game.table_rules import ShoeRule, TableRules
from casino_war.lab import runner
from casino_war.lab.backends import Backend, Plan, play_chunk
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking, read_steps
from casino_war.services import run_request, run_work, runs
from casino_war.services.house import House
from casino_war.services.run_commands import CancelRun, DeleteRun, StartRun
from casino_war.services.run_request import (
    RunRequest,
    read_request,
    session_request,
    war_request,
    write_request,
)
from casino_war.services.run_results import figures_of, read_result, write_result
from casino_war.services.run_work import LOST_AFTER, Stopped, work_once
from casino_war.store import runs as store
from casino_war.store.runs import ATTEMPTS_MAX, RunState
from tests.audits import audit

PLAN = SessionPlan(
    rules=TableRules(shoe=ShoeRule.FRESH), bankroll=3, goal=5, ante_cents=500, sessions=40
)
SESSIONS = session_request("", PLAN)


@dataclass
class Clock:
    """A clock that stands still until it is moved."""

    now: datetime = field(default=datetime(2026, 1, 1, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.now

    def move(self, by: timedelta) -> None:
        self.now += by


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lab(house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> House:
    """A house whose laboratory plays by the engine, which need not be compiled."""
    for module in (run_work, run_request):
        monkeypatch.setattr(module, "choose", lambda plan: (Backend.ENGINE, ""))
    monkeypatch.setattr(run_request, "ENGINE_SHARE", 1)
    return replace(house, clock=clock)


@dataclass
class Analyst:
    """One browser that asks things of the laboratory."""

    house: House
    token: str | None = None
    keys: int = 0
    visitor: str = "analyst"

    def key(self) -> str:
        self.keys += 1
        return f"{self.visitor}-{self.keys}"

    def start(self, request: RunRequest = SESSIONS, key: str = "") -> str:
        command = StartRun(key=key or self.key(), version=0, request_json=write_request(request))
        started = runs.start_run(self.house, self.token, command, self.visitor)
        self.token = started.token
        return started.link

    def cancel(self, link: str) -> None:
        runs.cancel_run(self.house, self.token, CancelRun(key=self.key(), version=0, link=link))

    def delete(self, link: str) -> None:
        runs.delete_run(self.house, self.token, DeleteRun(key=self.key(), version=0, link=link))

    def page(self, link: str) -> runs.RunPage:
        return runs.run_page(self.house, self.token, link)


def interrupting(after: int, act: Callable[[], None]) -> Callable[[Plan, Backend, int], object]:
    """Play chunks, and do something once so many are played."""
    played: list[int] = []

    def play(plan: Plan, backend: Backend, index: int) -> object:
        played.append(index)
        if len(played) == after:
            act()
        return play_chunk(plan, backend, index)

    return play


def test_a_run_is_played_to_the_result_of_one_process(lab: House) -> None:
    analyst = Analyst(lab)
    link = analyst.start()
    page = analyst.page(link)
    assert (page.state, page.done, page.total, page.waits_behind) == (RunState.WAITING, 0, 40, 0)
    assert page.is_owner
    assert page.is_open
    assert work_once(lab, "w") is not None
    page = analyst.page(link)
    assert (page.state, page.done, page.is_open) == (RunState.FINISHED, 40, False)
    expected = runner.simulate_sessions(PLAN, backend=Backend.ENGINE).summary
    assert page.result.summaries == [expected]
    (told,) = figures_of(page.request, page.result)
    assert told["exact"]["p_goal"] == pytest.approx(1 - told["exact"]["p_ruin"])
    assert abs(told["deviations"]["p_goal"]) < 4
    assert work_once(lab, "w") is None
    assert runs.runs_of_player(lab, analyst.token) == (page,)
    assert not runs.run_page(lab, None, link).is_owner
    assert audit(lab) == []


def test_games_of_war_are_played_side_by_side(lab: House) -> None:
    analyst = Analyst(lab)
    request = war_request(["three_wars", "speed"], 6, 5)
    link = analyst.start(request)
    work_once(lab, "w")
    page = analyst.page(link)
    told = figures_of(page.request, page.result)
    assert [each["games"] for each in told] == [6, 6]
    assert told[0]["mean_wars"] >= 1
    assert read_result(request, write_result(page.result)) == page.result


def test_what_is_asked_is_stored_whole() -> None:
    own = replace(
        PLAN,
        rules=find("ladder").rules,
        staking=Staking.OWN,
        own_steps=read_steps("1:1/2 2:1/1"),
        hands=9,
        is_credit=True,
    )
    for request in (SESSIONS, session_request("ladder", own), war_request(["classic"], 9, 3)):
        assert read_request(write_request(request)) == request
        assert request.with_seed(77).seed == 77


def test_a_lost_run_is_marked_and_gone_on_with(lab: House, clock: Clock) -> None:
    """A worker dies in mid-run without a word; the next one plays only what it has not stored."""
    analyst = Analyst(lab)
    link = analyst.start()

    class Died(BaseException):
        pass

    def die() -> None:
        raise Died

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_work, "_FIRST_STORED_SECONDS", 0.0)
        patched.setattr(run_work, "_GROWTH", 0.0)
        patched.setattr(run_work, "play_chunk", interrupting(11, die))
        with pytest.raises(Died):
            work_once(lab, "first")
    before = analyst.page(link)
    assert before.state is RunState.RUNNING
    assert work_once(lab, "second") is None
    clock.move(LOST_AFTER + timedelta(seconds=1))
    # Whoever watches hears of it though no worker has come by.
    page = analyst.page(link)
    assert page.state is RunState.LOST
    assert page.sight == runs.run_sight(lab, link) != before.sight
    again: list[int] = []
    with pytest.MonkeyPatch.context() as patched:

        def counted(plan: Plan, backend: Backend, index: int) -> object:
            again.append(index)
            return play_chunk(plan, backend, index)

        patched.setattr(run_work, "play_chunk", counted)
        work_once(lab, "second")
    assert again == list(range(10, PLAN.chunks))
    page = analyst.page(link)
    assert page.state is RunState.FINISHED
    assert page.result.begun_with == 10
    assert page.result.summaries == [runner.simulate_sessions(PLAN, backend=Backend.ENGINE).summary]


def test_a_run_that_costs_worker_after_worker_has_failed(lab: House, clock: Clock) -> None:
    analyst = Analyst(lab)
    link = analyst.start()
    for _ in range(ATTEMPTS_MAX):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(run_work, "_play", interrupt)
            with pytest.raises(KeyboardInterrupt):
                work_once(lab, "w")
        clock.move(LOST_AFTER + timedelta(seconds=1))
    assert work_once(lab, "w") is None
    page = analyst.page(link)
    assert (page.state, page.reason) == (RunState.FAILED, "lost")


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_worker_whose_run_was_taken_over_stores_nothing_more(lab: House, clock: Clock) -> None:
    analyst = Analyst(lab)
    link = analyst.start()

    def taken() -> None:
        clock.move(LOST_AFTER + timedelta(seconds=1))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(run_work, "play_chunk", play_chunk)
            work_once(lab, "second")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_work, "play_chunk", interrupting(5, taken))
        work_once(lab, "first")
    page = analyst.page(link)
    assert (page.state, page.done) == (RunState.FINISHED, 40)
    assert page.version == 5


def test_a_worker_that_is_stopped_leaves_its_run_to_the_next(lab: House) -> None:
    analyst = Analyst(lab)
    link = analyst.start()
    stopping: list[bool] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_work, "play_chunk", interrupting(7, lambda: stopping.append(True)))
        with pytest.raises(Stopped):
            work_once(lab, "w", lambda: bool(stopping))
    page = analyst.page(link)
    assert (page.state, page.done) == (RunState.WAITING, 7)
    work_once(lab, "w")
    assert analyst.page(link).done == 40


def test_a_run_is_cancelled_while_it_is_played_and_while_it_waits(lab: House) -> None:
    analyst = Analyst(lab)
    link, waiting = analyst.start(), analyst.start()
    analyst.cancel(waiting)
    assert analyst.page(waiting).state is RunState.CANCELLED
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_work, "_FIRST_STORED_SECONDS", 0.0)
        patched.setattr(run_work, "_GROWTH", 0.0)
        patched.setattr(run_work, "play_chunk", interrupting(9, lambda: analyst.cancel(link)))
        work_once(lab, "w")
    page = analyst.page(link)
    assert (page.state, page.done) == (RunState.CANCELLED, 9)
    assert figures_of(page.request, page.result)[0]["sessions"] == 9
    analyst.cancel(link)
    assert analyst.page(link).state is RunState.CANCELLED


def test_a_run_that_lost_its_worker_is_cancelled_at_once(lab: House, clock: Clock) -> None:
    analyst = Analyst(lab)
    link = analyst.start()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_work, "_play", lambda *_: None)
        work_once(lab, "w")
    clock.move(LOST_AFTER + timedelta(seconds=1))
    analyst.cancel(link)
    assert analyst.page(link).state is RunState.CANCELLED
    assert work_once(lab, "w") is None


def test_rate_and_time_left_are_those_of_the_present_worker(lab: House, clock: Clock) -> None:
    analyst = Analyst(lab)
    link = analyst.start()
    stopping: list[bool] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_work, "play_chunk", interrupting(10, lambda: stopping.append(True)))
        with pytest.raises(Stopped):
            work_once(lab, "w", lambda: bool(stopping))
    clock.move(timedelta(hours=1))
    seen: list[runs.RunPage] = []

    def look() -> None:
        clock.move(timedelta(seconds=2))
        seen.append(analyst.page(link))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_work, "_FIRST_STORED_SECONDS", 0.0)
        patched.setattr(run_work, "_GROWTH", 0.0)
        patched.setattr(run_work, "play_chunk", interrupting(11, look))
        work_once(lab, "w")
    (page,) = seen
    # Ten of the first worker, ten of this one within two seconds, and twenty are left.
    assert (page.done, page.rate, page.seconds_left) == (20, 5.0, 4.0)


def test_a_database_that_is_out_of_reach_for_a_moment_fails_no_run(lab: House) -> None:
    analyst = Analyst(lab)
    link = analyst.start()
    refused = iter([DatabaseBusyError("busy", reason="busy"), DatabaseUnusableError("full")])
    report = store.report

    def told(*given: Any, **more: Any) -> store.Heard:
        for error in refused:
            raise error
        return report(*given, **more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_work, "_FIRST_STORED_SECONDS", 0.0)
        patched.setattr(run_work, "_GROWTH", 0.0)
        patched.setattr(store, "report", told)
        work_once(lab, "w")
    assert next(refused, None) is None
    page = analyst.page(link)
    assert (page.state, page.done, page.reason) == (RunState.FINISHED, 40, None)


def test_a_fault_is_kept_with_what_was_played(lab: House) -> None:
    analyst = Analyst(lab)
    link = analyst.start()

    def fail() -> None:
        raise RuntimeError("no more cards")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_work, "play_chunk", interrupting(4, fail))
        work_once(lab, "w")
    page = analyst.page(link)
    assert (page.state, page.done) == (RunState.FAILED, 3)
    assert page.reason == "RuntimeError: no more cards"


def test_only_what_has_ended_is_deleted_and_only_by_its_owner(lab: House) -> None:
    analyst, stranger = Analyst(lab), Analyst(lab, visitor="stranger")
    link = analyst.start()
    stranger.start()
    with pytest.raises(OutOfTurnError):
        analyst.delete(link)
    for act in (stranger.cancel, stranger.delete):
        with pytest.raises(NotFoundError):
            act(link)
    analyst.cancel(link)
    analyst.delete(link)
    with pytest.raises(NotFoundError):
        analyst.page(link)
    assert runs.run_sight(lab, link) is None
    assert audit(lab) == []


def test_a_form_sent_twice_starts_one_run(lab: House) -> None:
    analyst = Analyst(lab)
    link = analyst.start(key="one-and-only")
    assert analyst.start(key="one-and-only") == link
    with pytest.raises(KeyReusedError):
        analyst.start(SESSIONS.with_seed(9), key="one-and-only")
    stranger = Analyst(lab, visitor="twice")
    first = stranger.start(key="first-act-1")
    stranger.token = None
    assert stranger.start(key="first-act-1") == first


def test_number_and_size_of_runs_are_limited(lab: House, monkeypatch: pytest.MonkeyPatch) -> None:
    analyst = Analyst(lab)
    links = [analyst.start() for _ in range(runs.OPEN_MAX)]
    with pytest.raises(RunRefusedError, match="wait or are being played"):
        analyst.start()
    analyst.cancel(links[0])
    analyst.start()
    for link in links:
        analyst.cancel(link)
    monkeypatch.setattr(runs, "KEPT_MAX", 3)
    with pytest.raises(RunRefusedError, match="delete one"):
        analyst.start()
    monkeypatch.setattr(runs, "ALL_OPEN_MAX", 1)
    with pytest.raises(RunRefusedError, match="of others"):
        Analyst(lab, visitor="late").start()
    with pytest.raises(InvalidInputError, match="hands"):
        Analyst(lab).start(session_request("", replace(PLAN, sessions=10**8)))
    with pytest.raises(InvalidInputError, match="games"):
        Analyst(lab).start(war_request(["classic"], 10**7, 1))
    for names in ([], ["classic"] * 2, ["classic", "three_wars", "arneson", "egyptian", "x"]):
        with pytest.raises(InvalidInputError):
            war_request(names, 5, 1)
