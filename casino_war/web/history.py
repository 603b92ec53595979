"""What has been played: the rounds, each round step by step, and the statement."""

from collections.abc import Sequence

from flask import Blueprint, render_template, request

from casino_war.game.events import CasinoEvent, Wager, WagerPlaced
from casino_war.services import history as service
from casino_war.web import proof
from casino_war.web.deal_events import event_rows
from casino_war.web.forms import read_before, read_number
from casino_war.web.identity import player_token
from casino_war.web.pages import current_bar, current_house
from casino_war.web.replay import board_after

blueprint = Blueprint("history", __name__)

ROUND_RULE = "/history/<int(max=9223372036854775807):round_id>"
"""Larger numbers are no ids, and the database could not be asked for them."""


@blueprint.get("/history")
def index() -> str:
    """List the player's rounds, newest first."""
    page = service.history_page(current_house(), player_token(), read_before(request.args))
    return render_template("history/index.html", bar=current_bar(), page=page)


@blueprint.get(ROUND_RULE)
def round_page(round_id: int) -> str:
    """Replay one round; ``step`` says up to which event, all of them without it."""
    page = service.round_page(current_house(), player_token(), round_id)
    steps = len(page.events)
    text = request.args.get("step")
    step = steps if text is None else min(read_number(text, "step"), steps)
    hands = len(page.row.view.hands)
    fields = proof.fields_of(page.proof, page.dealt, page.position_before + 1)
    return render_template(
        "history/round.html",
        bar=current_bar(),
        page=page,
        step=step,
        steps=steps,
        is_stepping=text is not None,
        board=board_after(page.events[:step], hands),
        rows=event_rows(page.events, hands),
        staked=_first_wagers(page.events),
        fields=fields,
        decks=proof.DECKS,
        command=proof.command_line(fields),
        snippet=proof.snippet_for(fields),
    )


def _first_wagers(events: Sequence[CasinoEvent]) -> tuple[Wager, ...]:
    """Return what was staked before the first card: the felt shows a circle for each."""
    placed = {event.wager for event in events if isinstance(event, WagerPlaced)}
    return tuple(wager for wager in (Wager.ANTE, Wager.TIE_BET) if wager in placed)


@blueprint.get("/ledger")
def ledger() -> str:
    """List the movements of the player's bankroll, newest first."""
    page = service.statement_page(current_house(), player_token(), read_before(request.args))
    return render_template("history/ledger.html", bar=current_bar(), page=page)
