"""Runs of the laboratory: started, watched, cancelled, deleted."""

import json
from typing import Annotated, Any

from pydantic import Field, JsonValue

from casino_war.errors import N_, CasinoWarError, NotFoundError
from casino_war.game.war_presets import find
from casino_war.lab.session_staking import Staking
from casino_war.services import runs as service
from casino_war.services.run_commands import CancelRun, DeleteRun, StartRun
from casino_war.services.run_request import (
    SEED_MAX,
    VARIANTS_MAX,
    RunKind,
    RunRequest,
    write_request,
)
from casino_war.services.runs import RunPage, run_page
from casino_war.store.runs import RunState
from casino_war.web.api.calls import Call
from casino_war.web.api.faults import not_as_documented
from casino_war.web.api.operations import Area, Keyed, Link
from casino_war.web.api.paging import Paged, PageOf, cursor_of, next_of
from casino_war.web.api.values import Answer, Body, Line, Moment
from casino_war.web.lab.presenter import json_of
from casino_war.web.lab.run_values import (
    STANDARD,
    SessionValues,
    sessions_run,
    value_at_fault,
    war_run,
)
from casino_war.web.messages import tell_error

_NUMBER_MAX = 10**12
_Number = Annotated[int, Field(ge=0, le=_NUMBER_MAX)]
_Seed = Annotated[int, Field(ge=0, le=SEED_MAX)]


class RunRow(Answer):
    """A run as it stands."""

    link: str
    kind: RunKind
    names: Annotated[tuple[str, ...], Field(description="Tables or games; blank: the standard.")]
    seed: int
    state: RunState
    done: int
    total: int
    waits_behind: int
    is_cancel_asked: bool
    seconds: float | None
    seconds_left: float | None
    reason: str | None
    created_at: Moment
    finished_at: Moment | None


class Run(RunRow):
    """A run with what it has found so far, figure by figure, for each of its plans."""

    plans: tuple[dict[str, JsonValue], ...]


class RunPageOf(PageOf[RunRow]):
    """Runs, the latest first."""


def run_now(call: Call, link: str) -> Run:
    """Tell a run of the player's as it stands.

    Raises:
        NotFoundError: the player has no such run.
    """
    page = run_page(call.house, call.token, link)
    if not page.is_owner:
        raise NotFoundError(N_("There is no such run of the laboratory."), reason="run")
    # JSON has only text for names, and figures are kept by numbers too.
    plans: Any = json.loads(json.dumps(json_of(page)["plans"]))
    return Run.model_validate({**_row(page), "plans": tuple(plans)})


AREA = Area(
    "runs",
    N_("Laboratory"),
    present=lambda call, places: run_now(call, places["link"]) if places else None,
)

_LINKS = tuple(
    Link(operation=operation, parameters={"link": "$response.body#/link"})
    for operation in ("show_run", "cancel_run", "delete_run")
)


class SessionsBody(Body):
    """What a bankroll is to live through; amounts in antes. What is left out is not set."""

    table: Annotated[Line, Field(max_length=64, description="A table's key, or ``standard``.")] = (
        STANDARD
    )
    begun_with: Annotated[_Number, Field(description="The bankroll, in antes.")] = 20
    goal: Annotated[_Number | None, Field(description="Leave with so many antes.")] = None
    stop_loss: Annotated[_Number | None, Field(description="Leave with so many or less.")] = None
    session_hands: Annotated[_Number | None, Field(description="Hands at most.")] = None
    staking: Staking = Staking.FLAT
    progression: Annotated[Line, Field(max_length=200)] = ""
    share_percent: Annotated[int | None, Field(ge=0, le=100)] = None
    limit: Annotated[_Number | None, Field(description="The largest stake, in antes.")] = None
    credit: Annotated[bool, Field(description="Whether a raise is always paid.")] = False
    hands_per_hour: _Number = 60
    sessions: _Number = 10_000
    seed: _Seed | None = None


class WarBody(Body):
    """Which games of War are played, how often; all from the same seed."""

    games: Annotated[
        tuple[Line, ...],
        Field(min_length=1, max_length=VARIANTS_MAX, examples=[["classic", "three_down"]]),
    ]
    times: _Number = 10_000
    seed: _Seed | None = None


@AREA.get(
    "/runs",
    N_("List runs"),
    links=(Link(operation="show_run", parameters={"link": "$response.body#/items/0/link"}),),
)
def list_runs(call: Call, query: Paged) -> RunPageOf:
    """Tell the player's runs, the latest first."""
    pages, older = service.runs_before(call.house, call.token, query.before, query.limit)
    cursor = cursor_of(older)
    return RunPageOf(
        items=tuple(RunRow.model_validate(_row(page)) for page in pages),
        cursor=cursor,
        next=next_of(cursor),
    )


@AREA.post("/runs/sessions", N_("Simulate sessions"), status=201, links=_LINKS)
def start_sessions(call: Call, body: SessionsBody) -> Run:
    """Have sessions at a table played; a worker beside the site takes them in their turn."""
    values = SessionValues(**body.model_dump(exclude={"seed"}))
    try:
        asked = sessions_run(values, _seed(call, body.seed))
    except CasinoWarError as error:
        raise not_as_documented((value_at_fault(error), tell_error(error))) from error
    return _start(call, asked)


@AREA.post("/runs/war", N_("Simulate games of War"), status=201, links=_LINKS)
def start_war(call: Call, body: WarBody) -> Run:
    """Have games of War played side by side, to see how long they last."""
    games = [find(name).key for name in body.games]
    try:
        asked = war_run(games, body.times, _seed(call, body.seed))
    except CasinoWarError as error:
        field = "games" if error.reason == "variants" else "times"
        raise not_as_documented((field, tell_error(error))) from error
    return _start(call, asked)


@AREA.get("/runs/<link>", N_("Show a run"), links=_LINKS)
def show_run(call: Call, link: str) -> Run:
    """Tell a run as it stands, with what it has found so far."""
    return run_now(call, link)


@AREA.post("/runs/<link>/cancel", N_("Cancel a run"), links=_LINKS)
def cancel_run(call: Call, link: str) -> Run:
    """End a run; what it has played is kept."""
    service.cancel_run(call.house, call.token, CancelRun(key=call.key, version=0, link=link))
    return run_now(call, link)


@AREA.delete("/runs/<link>", N_("Delete a run"), keyed=Keyed.OPTIONAL)
def delete_run(call: Call, link: str) -> None:
    """Delete a run that has ended, with all that came of it."""
    service.delete_run(call.house, call.token, DeleteRun(key=call.key, version=0, link=link))


def _start(call: Call, asked: RunRequest) -> Run:
    command = StartRun(key=call.key, version=0, request_json=write_request(asked))
    link = service.start_run(call.house, call.token, command, call.visitor).link
    call.made = ("show_run", {"link": link})
    return run_now(call, link)


def _seed(call: Call, given: int | None) -> int:
    return service.seed_of_key(call.key) if given is None else given


def _row(page: RunPage) -> dict[str, object]:
    return {
        "link": page.link,
        "kind": page.request.kind,
        "names": page.request.names,
        "seed": page.request.seed,
        **{
            name: getattr(page, name)
            for name in RunRow.model_fields
            if name not in ("link", "kind", "names", "seed")
        },
    }
