"""A table: its page, and what a player may ask for there."""

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import BetRefusedError, CasinoWarError, NotFoundError
from casino_war.game.table_rules import TableRules
from casino_war.services import cashier
from casino_war.services import tables as service
from casino_war.services.commands import TableCommand
from casino_war.services.house import House
from casino_war.services.table_page import table_page
from casino_war.web.errors import answer_afresh, error_page, is_refusal, status_of
from casino_war.web.forms import Form, read_fields
from casino_war.web.lobby import edges_of
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_house
from casino_war.web.player.identity import greet_stranger, player_token
from casino_war.web.table import form
from casino_war.web.table.coach import bets_of_address, coach_panel
from casino_war.web.table.deal_events import shown_events
from casino_war.web.table.presenter import burned_cards, fields_at_fault, needs_rebuy, spots_of

C = TypeVar("C", bound=TableCommand)

blueprint = Blueprint("tables", __name__, url_prefix="/tables/<key>")


@blueprint.get("")
def table(key: str) -> str:
    """Show the table, with the bets that its address may bring to the form."""
    return render_table(key, typed=bets_of_address())


@blueprint.post("/sit")
def sit(key: str) -> AnyResponse:
    """Take a seat."""
    return _carry_out(service.sit_down, form.read_sit_down(_fields(), key))


@blueprint.post("/deal")
def deal(key: str) -> AnyResponse:
    """Stake and deal."""
    fields = _fields()
    command = form.read_deal(fields, key, lambda: _rules_at(key))
    try:
        return _carry_out(service.deal_round, command)
    except BetRefusedError as error:
        raise form.name_spot(error, fields) from error


@blueprint.post("/decide")
def decide(key: str) -> AnyResponse:
    """Decide a tied hand."""
    return _carry_out(service.decide, form.read_decide(_fields(), key))


@blueprint.post("/new-shoe")
def new_shoe(key: str) -> AnyResponse:
    """End the shoe early."""
    return _carry_out(service.start_new_shoe, form.read_new_shoe(_fields(), key))


@blueprint.post("/client-seed")
def client_seed(key: str) -> AnyResponse:
    """Choose the client seed."""
    return _carry_out(service.set_client_seed, form.read_client_seed(_fields(), key))


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refused form with its table as it stands now and a word about it."""
    if request.method != "POST":
        return error_page(error)
    return answer_at_table(error, _key_of_address())


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a form of another visit with its table."""
    return answer_afresh(lambda message: render_table(_key_of_address(), message=message))


def answer_at_table(error: CasinoWarError, key: str) -> Response:
    """Show the table called *key* with the error's message; what was typed stays if refused."""
    if not is_refusal(error):
        return error_page(error)
    status = status_of(error)
    typed = request.form if status == 422 else {}
    try:
        faults = fields_at_fault(error, typed)
        page = render_table(key, message=tell_error(error), typed=typed, faults=faults)
    except NotFoundError as not_found:
        return error_page(not_found)
    return make_response(page, status)


def render_table(
    key: str,
    *,
    message: str = "",
    typed: Form | None = None,
    faults: tuple[str, ...] = (),
) -> str:
    """Draw the table with fresh keys and versions; *faults* name the fields to mark."""
    page = table_page(current_house(), player_token(), key)
    if page.player is None:
        # The name travels with the form that this page shows to strangers.
        greet_stranger()
    view = page.seat.shown_round if page.seat else None
    spots = spots_of(page, typed or {})
    shown = shown_events(page)
    return render_template(
        "tables/table.html",
        page=page,
        shown=shown,
        played_from=shown.played_from,
        burned=burned_cards(view, page.rules) if view else 0,
        bar=page.player,
        edges=edges_of(page.rules),
        message=message,
        faults=faults,
        typed=typed or {},
        spots=spots,
        coach=coach_panel(page, spots),
        needs_rebuy=needs_rebuy(page),
        limits=cashier,
    )


def _key_of_address() -> str:
    return str((request.view_args or {}).get("key", ""))


def _fields() -> Form:
    return read_fields(request.form)


def _rules_at(key: str) -> TableRules:
    return table_page(current_house(), player_token(), key).rules


def _carry_out(act: Callable[[House, str | None, C], object], command: C) -> AnyResponse:
    act(current_house(), player_token(), command)
    return redirect(url_for("tables.table", key=command.table_key), 303)
