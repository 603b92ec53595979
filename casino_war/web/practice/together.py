"""A practice game that several browsers share: its seats, and its news for whoever looks at it."""

from flask import Blueprint, Response, current_app, make_response, render_template, request
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import CasinoWarError, NotFoundError
from casino_war.services.practice import seats as service
from casino_war.services.practice.commands import FillSeats
from casino_war.services.practice.news import News
from casino_war.services.practice.news import news as news_of
from casino_war.services.practice.page import game_page
from casino_war.web.errors import error_page
from casino_war.web.forms import read_fields, read_number
from casino_war.web.language import reader
from casino_war.web.pages import current_house
from casino_war.web.player.identity import player_token, remember_player, visitor_name
from casino_war.web.practice import form as read
from casino_war.web.practice.pages import (
    GALLERY_PATH,
    carry_out,
    lead_to_game,
    plain,
    refuse,
    refuse_foreign,
)
from casino_war.web.practice.presenter import shown_page
from casino_war.web.practice.sights import Sights
from casino_war.web.practice.together_presenter import shown_together
from casino_war.web.settings import current_settings

blueprint = Blueprint("practice_together", __name__, url_prefix="/practice/games")

_SIGHTS = "practice_sights"


@blueprint.get("/<link>/news")
def news(link: str) -> Response:
    """Answer 204 while a game stands as it was ``after`` a version, else with its new sight.

    ``beside`` is what was seen of it then that is no part of its version.
    """
    args = read_fields(request.args)
    after = read_number(args.get("after", "0"), "version")
    told = news_of(current_house(), player_token(), link)
    if told is None:
        return Response(status=404)
    if (told.version, told.beside) == (after, args.get("beside", "")):
        return Response(status=204)
    if told.is_seated or told.is_starter:
        return make_response(_sight(link, args.get("seat")))
    return make_response(_watchers_sight(link, told))


@blueprint.post("/<link>/take-seat")
def take_seat(link: str) -> AnyResponse:
    """Sit down on a free seat; a stranger becomes a player."""
    command = read.read_take_seat(read_fields(request.form), link, visitor_name())
    remember_player(service.take_seat(current_house(), player_token(), command))
    return lead_to_game(link)


@blueprint.post("/<link>/name-seat")
def name_seat(link: str) -> AnyResponse:
    """Change the name of a seat."""
    return carry_out(service.name_seat, read.read_name_seat(read_fields(request.form), link))


@blueprint.post("/<link>/fill-seats")
def fill_seats(link: str) -> AnyResponse:
    """Let computer players take the free seats."""
    return carry_out(service.fill_seats, plain(FillSeats, link))


@blueprint.post("/<link>/stand-in")
def stand_in(link: str) -> AnyResponse:
    """Let the computer play for a seat."""
    return carry_out(service.stand_in, read.read_stand_in(read_fields(request.form), link))


@blueprint.post("/<link>/take-back")
def take_back(link: str) -> AnyResponse:
    """Take a seat back."""
    return carry_out(service.take_back, read.read_take_back(read_fields(request.form), link))


@blueprint.errorhandler(CasinoWarError)
def refuse_act(error: CasinoWarError) -> Response:
    """Answer a refused form with its game as it stands now and a word about it."""
    if isinstance(error, NotFoundError):
        return error_page(error)
    return refuse(error)


@blueprint.errorhandler(CSRFError)
def refuse_foreign_act(error: CSRFError) -> Response:
    """Answer a form of another visit with its game."""
    return refuse_foreign(error)


def _sight(link: str, seat: str | None = None) -> str:
    page = game_page(current_house(), player_token(), link, None, read.read_seat(seat))
    return render_template(
        "practice/_game.html",
        page=page,
        shown=shown_page(page),
        together=shown_together(page),
        gallery_path=GALLERY_PATH,
        message="",
        typed_name="",
    )


def _watchers_sight(link: str, told: News) -> str:
    """Draw a game as all who watch it see it, once for all of them."""
    sights = current_app.extensions.setdefault(_SIGHTS, Sights())
    key = (link, told.version, told.beside, reader(), current_settings(), request.host_url)
    return str(sights.get(key, lambda: _sight(link)))
