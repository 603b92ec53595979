"""Seats of practice games that several players share: whoever has a game's link may sit down."""

from typing import Annotated, Literal

from pydantic import Field

from casino_war.errors import N_
from casino_war.game.war_actions import SEATS
from casino_war.services.practice import seats as service
from casino_war.services.practice.commands import NameSeat, StandIn, TakeBack, TakeSeat
from casino_war.services.practice.page import game_page
from casino_war.services.practice.seats import NAME_LENGTH_MAX
from casino_war.web.api.calls import Call
from casino_war.web.api.game_models import Game
from casino_war.web.api.games import LINKS, done_in, game_now, no_game
from casino_war.web.api.operations import Area
from casino_war.web.api.values import Body, Line, SeatLetter, Version

AREA = Area(
    "game-seats",
    N_("Shared practice games"),
    present=lambda call, places: game_now(call, places["link"]),
)

_Name = Annotated[Line, Field(min_length=1, max_length=NAME_LENGTH_MAX, examples=["Ada"])]


class TakeSeatBody(Body):
    """Which free seat is taken, and by what name."""

    seat: SeatLetter
    name: _Name


class NameSeatBody(Body):
    """What a seat of one's own is called from now on."""

    version: Version
    seat: SeatLetter
    name: _Name


class SeatActBody(Body):
    """Let the computer play for a seat whose player is away, or take one's own back."""

    version: Version
    seat: SeatLetter
    act: Literal["stand_in", "take_back"]


@AREA.post("/games/<link>/seats", N_("Sit down at a shared game"), links=LINKS)
def take_seat(call: Call, link: str, body: TakeSeatBody) -> Game:
    """Take a free seat of a game whose link somebody has given."""
    page = game_page(call.house, call.token, link)
    if not page.is_owner and not any(seat.is_free for seat in page.seats):
        raise no_game()
    command = TakeSeat(
        key=call.key,
        version=0,
        link=link,
        seat=SEATS.index(body.seat),
        name=body.name,
        visitor=call.visitor,
    )
    service.take_seat(call.house, call.token, command)
    return game_now(call, link)


@AREA.put("/games/<link>/seats", N_("Name a seat"))
def name_seat(call: Call, link: str, body: NameSeatBody) -> Game:
    """Change the name that a seat of the player's goes by."""
    command = NameSeat(
        key=call.key,
        version=body.version,
        link=link,
        seat=SEATS.index(body.seat),
        name=body.name,
    )
    return done_in(call, service.name_seat, command)


@AREA.post("/games/<link>/seats/acts", N_("Stand in for a seat, or take it back"))
def act_for_seat(call: Call, link: str, body: SeatActBody) -> Game:
    """Let the computer play for a seat, or play on oneself where it has."""
    key, version, seat = call.key, body.version, SEATS.index(body.seat)
    if body.act == "stand_in":
        stand_in = StandIn(key=key, version=version, link=link, seat=seat)
        return done_in(call, service.stand_in, stand_in)
    take_back = TakeBack(key=key, version=version, link=link, seat=seat)
    return done_in(call, service.take_back, take_back)
