"""What the table tells of odds, to who has asked for it in the settings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import InvalidAmountError
from casino_war.game.money import parse_chips
from casino_war.game.wagers import HandWagers
from casino_war.services import coach as service
from casino_war.services.coach import Coach
from casino_war.services.pages import TablePage
from casino_war.web.forms import read_fields
from casino_war.web.pages import current_house
from casino_war.web.player.identity import player_token
from casino_war.web.settings import Hints, current_settings
from casino_war.web.table.form import read_bets
from casino_war.web.table.presenter import Spot

blueprint = Blueprint("coach", __name__, url_prefix="/tables/<key>")


@dataclass(frozen=True, slots=True, kw_only=True)
class CoachPanel:
    """What the panel says, with what the bets in the form come to on average."""

    coach: Coach
    is_full: bool
    """Whether amounts are told, and not only what is better."""
    bets_cents: float | None
    """None where what is typed is no bet, or nothing can be bet now."""


@blueprint.post("/odds")
def weigh(key: str) -> AnyResponse:
    """Show the table with the bets of the form, and what they come to on average."""
    typed = read_bets(read_fields(request.form))
    # Without any field the form would stand as bet last.
    bets = {name: text for name, text in typed.items() if text or name == "ante-1"}
    address = url_for("tables.table", key=key)
    return redirect(f"{address}?{urlencode(bets)}", 303)


def coach_panel(page: TablePage, spots: Iterable[Spot]) -> CoachPanel | None:
    """Return what the player wants to be told, None if nothing; then nothing is reckoned."""
    hints = current_settings().hints
    if hints is Hints.OFF or page.seat is None:
        return None
    found = service.coach(current_house(), player_token(), page.table.key)
    if found is None:
        return None
    wagers = None if found.prospect is None else _wagers(spots)
    return CoachPanel(
        coach=found,
        is_full=hints is Hints.FULL,
        bets_cents=None if not wagers or not found.prospect else found.prospect.net_cents(wagers),
    )


def bets_of_address() -> Mapping[str, str]:
    """Return the bets that the address of a table brings to its form."""
    return read_bets(request.args.to_dict())


def _wagers(spots: Iterable[Spot]) -> tuple[HandWagers, ...] | None:
    """Read the bets that stand in the form; the table's limits matter at the deal only."""
    try:
        return tuple(
            HandWagers(ante_cents=_cents(spot.ante), tie_bet_cents=_cents(spot.tie_bet))
            for spot in spots
            if spot.is_used
        )
    except InvalidAmountError:
        return None


def _cents(text: str) -> int:
    return parse_chips(text) if text.strip(" ") else 0
