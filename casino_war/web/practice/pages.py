"""The practice room: a game of War on the table, without chips."""

from collections.abc import Callable
from typing import TypeVar

from flask import (
    Blueprint,
    Response,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import CasinoWarError, NotFoundError, RulesOutdatedError
from casino_war.game.war_presets import PRESETS
from casino_war.services.house import House
from casino_war.services.practice import acts as service
from casino_war.services.practice import commands
from casino_war.services.practice.battles import battles_of
from casino_war.services.practice.news import news
from casino_war.services.practice.page import game_page
from casino_war.services.practice.start import start as start_game
from casino_war.services.practice.statistics import statistics_page
from casino_war.web.errors import answer_afresh, error_page, foreign_page, is_refusal, status_of
from casino_war.web.forms import Form, read_fields, read_key, read_number, read_version
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_bar, current_house, greeted_bar
from casino_war.web.player.identity import (
    player_token,
    remember_player,
    visitor_name,
)
from casino_war.web.practice import form as read
from casino_war.web.practice.places import called
from casino_war.web.practice.presenter import people_of, shown_page, shown_table
from casino_war.web.practice.together_presenter import shown_together
from casino_war.web.war.preset_words import SUMMARIES

C = TypeVar("C", bound=commands.GameCommand)

blueprint = Blueprint("practice", __name__, url_prefix="/practice")

GALLERY_PATH = "/practice"
"""Where games are chosen; below it are the rules of each."""


@blueprint.post("/games")
def start() -> AnyResponse:
    """Start a game, or the next one of a match by other rules."""
    form = _fields()
    last = form.get("rematch_of")
    page = game_page(current_house(), player_token(), last) if last else None
    return _start(read.read_start(form, visitor_name(), page))


@blueprint.get("/games/<link>")
def game(link: str) -> str:
    """Show a game, or one of its battles (``battle``), or what a seat may choose (``seat``)."""
    return render_game(link)


@blueprint.get("/games/<link>/battles")
def battles(link: str) -> Response:
    """Return the tables of several battles, for a script that plays them one after another."""
    args = read_fields(request.args)
    first = read_number(args.get("first", "1"), "battle")
    last = read_number(args.get("last", args.get("first", "1")), "battle")
    shown, people = battles_of(current_house(), player_token(), link, first, last)
    with called(people_of(people)):
        return jsonify(
            battles=[
                {
                    "number": felt.number,
                    "is_war": felt.is_war,
                    "html": render_template(
                        "practice/_table.html", table=shown_table(felt, people), own=people.own
                    ),
                }
                for felt in shown
            ]
        )


@blueprint.post("/games/<link>/client-seed")
def client_seed(link: str) -> AnyResponse:
    """Choose the client seed."""
    return carry_out(service.choose_seed, read.read_seed(_fields(), link))


@blueprint.post("/games/<link>/deal")
def deal(link: str) -> AnyResponse:
    """Deal the cards."""
    return carry_out(service.deal, plain(commands.Deal, link))


@blueprint.post("/games/<link>/flip")
def flip(link: str) -> AnyResponse:
    """Play the next battle, or several."""
    return carry_out(service.flip, read.read_flip(_fields(), link))


@blueprint.post("/games/<link>/choose")
def choose(link: str) -> AnyResponse:
    """Choose for a seat."""
    return carry_out(service.choose, read.read_choose(_fields(), link))


@blueprint.post("/games/<link>/acknowledge")
def acknowledge(link: str) -> AnyResponse:
    """Clear a war from the table."""
    return carry_out(service.acknowledge, plain(commands.Acknowledge, link))


@blueprint.post("/games/<link>/pause")
def pause(link: str) -> AnyResponse:
    """Stop the clock."""
    return carry_out(service.pause, plain(commands.Pause, link))


@blueprint.post("/games/<link>/resume")
def resume(link: str) -> AnyResponse:
    """Let the clock run on."""
    return carry_out(service.resume, plain(commands.Resume, link))


@blueprint.post("/games/<link>/abandon")
def abandon(link: str) -> AnyResponse:
    """Give the game up."""
    return carry_out(service.abandon, plain(commands.Abandon, link))


@blueprint.post("/games/<link>/again")
def again(link: str) -> AnyResponse:
    """Play a rematch, or the same cards under other rules."""
    page = game_page(current_house(), player_token(), link)
    return _start(read.read_again(_fields(), page, visitor_name()))


@blueprint.get("/statistics")
def statistics() -> str:
    """Show the player's practice games in figures."""
    page = statistics_page(current_house(), player_token())
    titles = {preset.key: preset.title for preset in PRESETS}
    return render_template(
        "practice/statistics.html",
        bar=current_bar(),
        page=page,
        titles=titles,
        gallery_path=GALLERY_PATH,
    )


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refused form with its game as it stands now and a word about it."""
    link = _link_of_address()
    is_page = request.method == "POST" and link and is_refusal(error)
    if not is_page or isinstance(error, RulesOutdatedError):
        return error_page(error)
    status = status_of(error)
    try:
        return make_response(render_game(link, message=tell_error(error)), status)
    except (NotFoundError, RulesOutdatedError) as worse:
        return error_page(worse)


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a form of another visit with its game."""
    link = _link_of_address()
    if not link:
        return foreign_page()
    return answer_afresh(lambda message: render_game(link, message=message))


def render_game(link: str, *, message: str = "") -> str:
    """Draw a game with fresh keys and its version."""
    args = read_fields(request.args) if request.method == "GET" else {}
    battle = read_number(args["battle"], "battle") if args.get("battle") else None
    house, token = current_house(), player_token()
    page = game_page(house, token, link, battle, read.read_seat(args.get("seat")))
    if page.is_owner and page.is_shared:
        # Without scripts nothing else says that the player is there.
        news(house, token, link)
    return render_template(
        "practice/game.html",
        bar=greeted_bar(),
        page=page,
        summary=SUMMARIES[page.preset.key],
        shown=shown_page(page),
        together=shown_together(page),
        gallery_path=GALLERY_PATH,
        message=message,
        typed_name=request.form.get("name", ""),
    )


def _start(command: commands.StartPractice) -> AnyResponse:
    started = start_game(current_house(), player_token(), command)
    remember_player(started.token)
    return redirect(url_for("practice.game", link=started.link), 303)


def carry_out(act: Callable[[House, str | None, C], object], command: C) -> AnyResponse:
    """Do what a form asks for and lead on to its game."""
    act(current_house(), player_token(), command)
    seat = request.form.get("seat") if isinstance(command, commands.Choose) else None
    return lead_to_game(command.link, seat)


def lead_to_game(link: str, seat: str | None = None) -> AnyResponse:
    """Lead on to a game, and there to what a seat may choose."""
    return redirect(url_for("practice.game", link=link, seat=seat), 303)


def plain(kind: type[C], link: str) -> C:
    """Read a command that says nothing but its own name."""
    form = _fields()
    return kind(key=read_key(form), version=read_version(form), link=link)


def _fields() -> Form:
    return read_fields(request.form)


def _link_of_address() -> str:
    return str((request.view_args or {}).get("link", ""))
