"""The cashier: chips bought, bought again and handed back."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import CasinoWarError
from casino_war.services import cashier as service
from casino_war.services.seats import has_page
from casino_war.web import forms
from casino_war.web.errors import answer_afresh, error_page, is_refusal, status_of
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_house, greeted_bar
from casino_war.web.player.cashier_form import read_buy_in, read_cash_out
from casino_war.web.player.identity import (
    player_token,
    remember_player,
    visitor_name,
)
from casino_war.web.player.recall import recall_overtaken
from casino_war.web.table.pages import answer_at_table, render_table

blueprint = Blueprint("cashier", __name__, url_prefix="/cashier")


@blueprint.get("")
def index() -> str:
    """Show what the cashier does."""
    return _render()


@blueprint.post("/buy-in")
def buy_in() -> AnyResponse:
    """Buy chips; a stranger becomes a player, and is seated where the form stood."""
    table_key = _table_key()
    command = read_buy_in(forms.read_fields(request.form), visitor_name(), table_key)
    remember_player(service.buy_in(current_house(), player_token(), command))
    if table_key is None:
        return redirect(url_for("lobby.index"), 303)
    return redirect(url_for("tables.table", key=table_key), 303)


@blueprint.post("/cash-out")
def cash_out() -> AnyResponse:
    """Hand the whole bankroll back; the statement that opens shows it at its top."""
    command = read_cash_out(forms.read_fields(request.form))
    service.cash_out(current_house(), player_token(), command)
    return redirect(url_for("history.ledger"), 303)


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refused form with the page that it stood on and a word about it."""
    if request.method != "POST" or not is_refusal(error):
        return error_page(error)
    recall_overtaken(error)
    table_key = _table_key()
    if table_key is not None:
        return answer_at_table(error, table_key)
    status = status_of(error)
    typed = request.form if status == 422 else {}
    return make_response(_render(message=tell_error(error), typed=typed), status)


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a form of another visit with the page that it stood on."""

    def page(message: str) -> str:
        table_key = _table_key()
        if table_key is not None:
            return render_table(table_key, message=message)
        return _render(message=message)

    return answer_afresh(page)


def _render(*, message: str = "", typed: forms.Form | None = None) -> str:
    return render_template(
        "cashier/index.html", bar=greeted_bar(), message=message, typed=typed or {}, limits=service
    )


def _table_key() -> str | None:
    """Return the table that the form stood at: one with a page, as it becomes an address."""
    key = request.form.get("table", "")
    return key if has_page(current_house(), player_token(), key) else None
