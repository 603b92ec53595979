"""The cashier and the ledger: chips bought and handed back, and every move of the bankroll."""

from typing import Annotated

from pydantic import Field

from casino_war.errors import N_
from casino_war.services import cashier as service
from casino_war.services.carry_out import no_bankroll
from casino_war.services.commands import BuyIn, CashOut
from casino_war.services.history import statement_page
from casino_war.services.player_bar import player_bar
from casino_war.web.api.calls import Call
from casino_war.web.api.operations import Area, Keyed, Link
from casino_war.web.api.paging import Paged, PageOf, cursor_of, next_of
from casino_war.web.api.rounds import Transfer, transfer_of
from casino_war.web.api.table_models import Player, player_of
from casino_war.web.api.values import Body, Version


def player_now(call: Call) -> Player:
    """Tell the player's chips as they are."""
    bar = player_bar(call.house, call.token)
    if bar is None:
        # Who left while the request was under way.
        raise no_bankroll()
    return player_of(bar)


AREA = Area("cashier", N_("Chips"), present=lambda call, _places: player_now(call))

_FILLED = {
    "version": "$response.body#/version",
    "amount_cents": "$response.body#/bankroll_cents",
}
_LINKS = (
    Link(operation="buy_in", body={"version": "$response.body#/version"}),
    Link(operation="cash_out", body=_FILLED),
)


class BuyInBody(Body):
    """How many chips are bought."""

    version: Version
    amount_cents: Annotated[
        int,
        Field(
            ge=service.BUY_IN_MIN_CENTS,
            le=service.BUY_IN_MAX_CENTS,
            description="An amount in cents: 100 cents are one chip.",
            examples=[100_000],
        ),
    ]


class CashOutBody(Body):
    """The whole bankroll, as it was seen: rounds move it and not the version."""

    version: Version
    amount_cents: Annotated[
        int, Field(ge=0, le=2**62, description="What the bankroll holds, in cents.")
    ]


class TransferPage(PageOf[Transfer]):
    """Moves of the bankroll, the latest first."""


@AREA.get("/player", N_("Show the player's chips"), links=_LINKS)
def show_player(call: Call) -> Player:
    """Bankroll, chips at risk, and the tables where a round waits for a decision."""
    return player_now(call)


@AREA.post("/cashier/buy-ins", N_("Buy chips"), status=201, keyed=Keyed.REQUIRED, links=_LINKS)
def buy_in(call: Call, body: BuyInBody) -> Player:
    """Buy chips, or more of them: 1 to 10,000 at a time, virtual as all here."""
    command = BuyIn(
        key=call.key,
        version=body.version,
        amount_cents=body.amount_cents,
        visitor=call.visitor,
    )
    service.buy_in(call.house, call.token, command)
    return player_now(call)


@AREA.post("/cashier/cash-outs", N_("Hand the bankroll back"), status=201, keyed=Keyed.REQUIRED)
def cash_out(call: Call, body: CashOutBody) -> Player:
    """Hand the whole bankroll back, once no round is open."""
    command = CashOut(key=call.key, version=body.version, amount_cents=body.amount_cents)
    service.cash_out(call.house, call.token, command)
    return player_now(call)


@AREA.get(
    "/transfers",
    N_("List moves of the bankroll"),
    links=(
        Link(operation="list_transfers", parameters={"cursor": "$response.body#/cursor"}),
        Link(operation="show_round", parameters={"round_id": "$response.body#/items/0/round_id"}),
    ),
)
def list_transfers(call: Call, query: Paged) -> TransferPage:
    """Tell the ledger's statement of the bankroll, the latest first."""
    page = statement_page(call.house, call.token, query.before, limit=query.limit)
    cursor = cursor_of(page.older)
    return TransferPage(
        items=tuple(map(transfer_of, page.transfers)), cursor=cursor, next=next_of(cursor)
    )
