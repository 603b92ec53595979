"""Play at a table: deal, decide, change the shoe and its client seed."""

from typing import Annotated

from pydantic import Field

from casino_war.errors import N_
from casino_war.game.round import Decision
from casino_war.game.table_rules import HANDS_MAX
from casino_war.game.wagers import HandWagers
from casino_war.services import tables as service
from casino_war.services.commands import DealRound, Decide, SetClientSeed, StartNewShoe
from casino_war.services.history import round_page
from casino_war.services.rounds import no_round
from casino_war.web.api.calls import Call
from casino_war.web.api.operations import Area, Keyed, Link
from casino_war.web.api.round_models import Round
from casino_war.web.api.table_models import Player, SeatState, Table
from casino_war.web.api.tables import table_now
from casino_war.web.api.values import Answer, Body, Line, Version
from casino_war.web.forms import ID

AREA = Area("playing", N_("Play"), present=lambda call, places: table_now(call, places["key"]))

_WAGER_MAX_CENTS = 10**12


class Played(Answer):
    """A round as it stands, with the seat and the chips after it."""

    round_id: int
    round: Round
    seat: SeatState
    player: Player


class Wagers(Body):
    """What is staked on one hand, in cents; 0 for a wager that is not placed."""

    ante_cents: Annotated[int, Field(ge=0, le=_WAGER_MAX_CENTS, examples=[500])] = 0
    tie_bet_cents: Annotated[int, Field(ge=0, le=_WAGER_MAX_CENTS)] = 0


class DealBody(Body):
    """The bets of a round, hand by hand."""

    version: Version
    hands: Annotated[tuple[Wagers, ...], Field(min_length=1, max_length=HANDS_MAX)]


class DecideBody(Body):
    """The decision on the hand whose turn it is."""

    version: Version
    decision: Decision


class ShoeBody(Body):
    """What the shoe was when it was asked for."""

    version: Version


class SeedBody(Body):
    """A client seed: 1 to 64 printable ASCII characters without a colon."""

    version: Version
    client_seed: Annotated[Line, Field(min_length=1, max_length=64, examples=["my seed"])]


_AGAIN = Link(
    operation="deal",
    parameters={"key": "$request.path.key"},
    body={
        "version": "$response.body#/seat/version",
        "hands": [{"ante_cents": "$response.body#/round/hands/0/wagers/ante_cents"}],
    },
)
_DECIDE = Link(
    operation="decide",
    parameters={"key": "$request.path.key", "round_id": "$response.body#/round_id"},
    body={
        "version": "$response.body#/seat/version",
        "decision": "$response.body#/round/choices/0/decision",
    },
)
_SHOW = Link(operation="show_round", parameters={"round_id": "$response.body#/round_id"})


@AREA.post(
    "/tables/<key>/rounds",
    N_("Stake and deal"),
    status=201,
    keyed=Keyed.REQUIRED,
    links=(_DECIDE, _SHOW, _AGAIN),
)
def deal(call: Call, key: str, body: DealBody) -> Played:
    """Put the bets on the felt and deal; where a hand ties, the round waits for a decision."""
    wagers = tuple(
        HandWagers(ante_cents=hand.ante_cents, tie_bet_cents=hand.tie_bet_cents)
        for hand in body.hands
    )
    command = DealRound(key=call.key, version=body.version, table_key=key, wagers=wagers)
    round_id = service.deal_round(call.house, call.token, command)
    call.made = ("show_round", {"round_id": round_id})
    return _played(call, key, round_id)


@AREA.post(
    f"/tables/<key>/rounds/<{ID}:round_id>/decisions",
    N_("Decide a tied hand"),
    status=201,
    keyed=Keyed.REQUIRED,
    links=(_SHOW, _AGAIN),
)
def decide(call: Call, key: str, round_id: int, body: DecideBody) -> Played:
    """Go to war, with or without a second tie bet, or surrender, as ``choices`` offers."""
    command = Decide(
        key=call.key,
        version=body.version,
        table_key=key,
        round_id=round_id,
        decision=body.decision,
    )
    return _played(call, key, service.decide(call.house, call.token, command))


@AREA.post("/tables/<key>/new-shoe", N_("End the shoe"))
def start_new_shoe(call: Call, key: str, body: ShoeBody) -> Table:
    """End the shoe between rounds, so that its server seed can be seen."""
    command = StartNewShoe(key=call.key, version=body.version, table_key=key)
    service.start_new_shoe(call.house, call.token, command)
    return table_now(call, key)


@AREA.put("/tables/<key>/client-seed", N_("Choose the client seed"))
def set_client_seed(call: Call, key: str, body: SeedBody) -> Table:
    """Choose the client seed of the shoe, before its first bet."""
    command = SetClientSeed(
        key=call.key, version=body.version, table_key=key, client_seed=body.client_seed
    )
    service.set_client_seed(call.house, call.token, command)
    return table_now(call, key)


def _played(call: Call, key: str, round_id: int) -> Played:
    table = table_now(call, key)
    if table.seat is None:
        # Who has played there has a seat for ever.
        raise no_round(round_id)
    told = table.seat.shown_round if table.seat.shown_round_id == round_id else None
    if told is None:
        # The key of a round long past: it is told as it ended.
        past = round_page(call.house, call.token, round_id)
        told = Round.model_validate(past.row.view)
    seat = SeatState.model_validate(table.seat)
    return Played(round_id=round_id, round=told, seat=seat, player=table.player)
