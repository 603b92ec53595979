"""What has been played: the rounds, each round step by step, and the statement."""

from collections.abc import Sequence

from flask import Blueprint, Response, make_response, render_template, request

from casino_war.game.events import CasinoEvent, Wager, WagerPlaced
from casino_war.services import history as service
from casino_war.services.history_search import SCAN_MAX, HistoryPage, bankroll_page, history_page
from casino_war.web.charts.drawing import chart_picture
from casino_war.web.fairness import checks
from casino_war.web.forms import ID, read_before, read_fields, read_number
from casino_war.web.language import Text
from casino_war.web.pages import current_bar, current_house
from casino_war.web.player import bankroll_chart
from casino_war.web.player.history_form import CHOICES, LABELS, Filters, read_filters
from casino_war.web.player.identity import player_token
from casino_war.web.settings import current_zone
from casino_war.web.table.deal_events import event_rows
from casino_war.web.table.replay import board_after
from casino_war.web.words import table_title

blueprint = Blueprint("history", __name__)


@blueprint.get("/history")
def index() -> Response:
    """List the player's rounds that are asked for, newest first."""
    before = read_before(request.args)
    filters = read_filters(read_fields(request.args), current_zone())
    # Beside faults stands no list: it would not be what was asked for.
    search = None if filters.faults else filters.search
    page = history_page(current_house(), player_token(), before, search)
    text = render_template(
        "history/index.html",
        bar=current_bar(),
        page=page,
        filters=filters,
        choices=CHOICES,
        labels=LABELS,
        told=_told(filters, page),
        sums=page.sums if before is None else None,
        scan_max=SCAN_MAX,
    )
    return make_response(text, 422 if filters.faults else 200)


@blueprint.get("/history/bankroll")
def bankroll() -> Response:
    """Show the course of the bankroll over the days that are asked for."""
    filters = read_filters(read_fields(request.args), current_zone())
    page = bankroll_page(current_house(), player_token(), filters.search)
    text = render_template(
        "history/bankroll.html",
        bar=current_bar(),
        page=page,
        filters=filters,
        labels=LABELS,
        picture=bankroll_chart.picture(page) if page.points else None,
        rows=bankroll_chart.rows(page.points),
        chart_picture=chart_picture,
    )
    return make_response(text, 422 if filters.faults else 200)


@blueprint.get(f"/history/<{ID}:round_id>")
def round_page(round_id: int) -> str:
    """Replay one round; ``step`` says up to which event, all of them without it."""
    page = service.round_page(current_house(), player_token(), round_id)
    steps = len(page.events)
    text = request.args.get("step")
    step = steps if text is None else min(read_number(text, "step"), steps)
    hands = len(page.row.view.hands)
    fields = checks.fields_of(page.proof, page.dealt, page.position_before + 1)
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
        decks=checks.DECKS,
        command=checks.command_line(fields),
        snippet=checks.snippet_for(fields),
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


def _told(filters: Filters, page: HistoryPage) -> list[tuple[Text, str]]:
    """Say the filters that are set: what each is called, and its value in words."""
    words = {
        "table": {table.key: table_title(table.title, table.key) for table in page.tables},
        "outcome": {value: str(text) for value, text in CHOICES.items()},
    }
    return [
        (LABELS[name], words.get(name, {}).get(text, text)) for name, text in filters.kept.items()
    ]
