"""The laboratory: runs set up, watched as they are played, looked at, compared and downloaded."""

from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from flask import url_for as url
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import CasinoWarError, NotFoundError
from casino_war.game.table_presets import PRESETS
from casino_war.game.war_presets import PRESETS as GAMES
from casino_war.services import runs as service
from casino_war.services.pages import PlayerBar
from casino_war.services.run_commands import CancelRun, DeleteRun, RunCommand, StartRun
from casino_war.services.run_request import VARIANTS_MAX, RunKind, RunRequest, write_request
from casino_war.services.runs import RunPage, run_page
from casino_war.web.charts.drawing import chart_picture
from casino_war.web.errors import answer_afresh, error_page, foreign_page, is_refusal, status_of
from casino_war.web.forms import read_fields, read_key, read_number, read_version
from casino_war.web.lab import form, presenter, words
from casino_war.web.lab.form import RunAsked
from casino_war.web.lab.run_values import STANDARD
from casino_war.web.language import _
from casino_war.web.messages import field_word, tell_error
from casino_war.web.pages import current_bar, current_house, greeted_bar
from casino_war.web.player.identity import player_token, remember_player, visitor_name
from casino_war.web.player.recall import recall_overtaken

C = TypeVar("C", bound=RunCommand)

blueprint = Blueprint("lab", __name__, url_prefix="/lab")

ASK_MS = 1000
"""How often a page asks for the news of a run that is not over."""
REFRESH_SECONDS = 4
"""How often it is loaded anew where there are no scripts."""

_PAGES = {RunKind.SESSION: "session", RunKind.WAR: "war"}
_READERS: dict[RunKind, Callable[[MultiDict[str, str], int], RunAsked]] = {
    RunKind.SESSION: form.read_session,
    RunKind.WAR: form.read_war,
}


@blueprint.get("")
def index() -> str:
    """Show what the laboratory does, and the player's runs."""
    runs = service.runs_of_player(current_house(), player_token())
    return _render("index", current_bar(), runs=runs)


@blueprint.get("/session")
def session() -> str:
    """Show the form of sessions, filled in from the address."""
    return _form(RunKind.SESSION, form.read_session(request.args, 1))


@blueprint.get("/war")
def war() -> str:
    """Show the form of games of War, filled in from the address."""
    asked = form.read_war(request.args, 1)
    if not request.args:
        asked.asked.faults.clear()
    return _form(RunKind.WAR, asked)


@blueprint.post("/session")
def start_session() -> AnyResponse:
    """Start a run of sessions; a stranger becomes a player."""
    return _start(RunKind.SESSION)


@blueprint.post("/war")
def start_war() -> AnyResponse:
    """Start a run of games of War, as above."""
    return _start(RunKind.WAR)


@blueprint.get("/runs/<link>")
def run(link: str) -> str:
    """Show a run as it stands."""
    return _run(link)


@blueprint.get("/runs/<link>/news")
def news(link: str) -> Response:
    """Answer 204 while a run stands as it was ``after`` a sight of it, else with its new one."""
    after = read_number(read_fields(request.args).get("after", "0"), "version")
    sight = service.run_sight(current_house(), link)
    if sight is None:
        return Response(status=404)
    if sight == after:
        return Response(status=204)
    return make_response(
        _sight("_run", current_bar(), run_page(current_house(), player_token(), link))
    )


@blueprint.get("/runs/<link>/result.json")
def result_json(link: str) -> Response:
    """Download what a run was asked and has found."""
    return jsonify(presenter.json_of(run_page(current_house(), player_token(), link)))


@blueprint.get("/runs/<link>/result.csv")
def result_csv(link: str) -> Response:
    """Download the distribution that a run has found."""
    text = presenter.csv_of(run_page(current_house(), player_token(), link))
    answer = Response(text, mimetype="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="run-{link}.csv"'
    return answer


@blueprint.post("/runs/<link>/again")
def again(link: str) -> AnyResponse:
    """Start a run like this one with another seed."""
    asked = run_page(current_house(), player_token(), link).request
    return _begin(asked.with_seed(_seed()))


@blueprint.post("/runs/<link>/cancel")
def cancel(link: str) -> AnyResponse:
    """End a run."""
    service.cancel_run(current_house(), player_token(), _command(CancelRun, link))
    return redirect(url("lab.run", link=link), 303)


@blueprint.post("/runs/<link>/delete")
def delete(link: str) -> AnyResponse:
    """Delete a run."""
    service.delete_run(current_house(), player_token(), _command(DeleteRun, link))
    return redirect(url("lab.index"), 303)


@blueprint.get("/compare")
def compare() -> str:
    """Show two runs side by side."""
    args = read_fields(request.args)
    one, other = (
        run_page(current_house(), player_token(), args.get(name, "")) for name in ("one", "other")
    )
    rows = presenter.compared(one, other)
    names = (_("First run"), _("Second run"))
    return _render(
        "compare",
        current_bar(),
        one=one,
        other=other,
        rows=rows,
        names=names,
        picture=presenter.compared_picture(one, other, names),
    )


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refused form with its page as it stands now and a word about it."""
    if request.method != "POST" or not is_refusal(error):
        return error_page(error)
    recall_overtaken(error)
    try:
        return make_response(_page_of_form(tell_error(error)), status_of(error))
    except NotFoundError as worse:
        return error_page(worse)


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a form of another visit with its page."""
    if "link" in (request.view_args or {}):
        return answer_afresh(_page_of_form)
    return foreign_page() if current_bar() is None else answer_afresh(_page_of_form)


def _page_of_form(message: str) -> str:
    link = (request.view_args or {}).get("link")
    if link is not None:
        return _run(str(link), message)
    kind = RunKind.WAR if request.path.endswith("/war") else RunKind.SESSION
    return _form(kind, _READERS[kind](request.form, 1), message)


def _start(kind: RunKind) -> AnyResponse:
    asked = _READERS[kind](request.form, _seed())
    if asked.request is None:
        return make_response(_form(kind, asked), 422)
    return _begin(asked.request)


def _seed() -> int:
    return service.seed_of_key(read_key({"key": request.form.get("key", "")}))


def _begin(asked: RunRequest) -> AnyResponse:
    fields = {name: request.form.get(name, "") for name in ("key", "version")}
    command = StartRun(
        key=read_key(fields), version=read_version(fields), request_json=write_request(asked)
    )
    started = service.start_run(current_house(), player_token(), command, visitor_name())
    remember_player(started.token)
    return redirect(url("lab.run", link=started.link), 303)


def _command(kind: type[C], link: str) -> C:
    fields = read_fields(request.form)
    return kind(key=read_key(fields), version=read_version(fields), link=link)


def _form(kind: RunKind, asked: RunAsked, message: str = "") -> str:
    return _render(
        _PAGES[kind],
        greeted_bar(),
        asked=asked.asked,
        variants=asked.variants,
        message=message,
        field_word=field_word,
        tables=PRESETS,
        games=GAMES,
        stakings=words.STAKINGS,
        standard=STANDARD,
        variants_max=VARIANTS_MAX,
    )


def _run(link: str, message: str = "") -> str:
    bar = greeted_bar()
    page = run_page(current_house(), player_token(), link)
    others = [
        each
        for each in service.runs_of_player(current_house(), player_token())
        if each.link != link and each.request.kind is page.request.kind and each.done
    ]
    return _sight("run", bar, page, message=message, others=others)


def _sight(name: str, bar: PlayerBar | None, page: RunPage, **values: object) -> str:
    return _render(
        name,
        bar,
        page=page,
        shown=presenter.shown_run(page),
        ask_ms=ASK_MS if page.is_open else 0,
        refresh_seconds=REFRESH_SECONDS,
        again_path=_address_of_form(page.request),
        commands=form.command_of(page.request),
        **values,
    )


def _address_of_form(asked: RunRequest) -> str:
    """Return where the form stands, filled in with what was asked."""
    fields = urlencode(form.fields_of(asked), doseq=True)
    return f"{url(f'lab.{_PAGES[asked.kind]}')}?{fields}"


def _render(name: str, bar: PlayerBar | None, **values: object) -> str:
    return render_template(
        f"lab/{name}.html",
        bar=bar,
        chart_picture=chart_picture,
        title_of=words.title_of,
        name_of=words.name_of,
        state_word=lambda state: str(words.STATES[state]),
        duration=words.duration,
        **values,
    )
