"""The page of a player's tokens: made with a name, shown once, revoked."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import N_, CasinoWarError, InvalidFormError, InvalidNameError
from casino_war.game.money import shorten
from casino_war.services import api_tokens as service
from casino_war.services.api_tokens import MadeToken, Scope
from casino_war.services.commands import MakeToken
from casino_war.web import forms
from casino_war.web.errors import answer_afresh, error_page, is_refusal, status_of
from casino_war.web.language import format_day
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_house, greeted_bar
from casino_war.web.player.identity import (
    player_token,
    remember_player,
    visitor_name,
)
from casino_war.web.player.recall import recall_overtaken

blueprint = Blueprint("account_tokens", __name__, url_prefix="/account/tokens")


@blueprint.get("")
def index() -> str:
    """Show the player's tokens, and the form of another."""
    return _render()


@blueprint.post("")
def make() -> Response:
    """Make a token; the answer shows its secret, which no other page ever does."""
    form = forms.read_fields(request.form)
    scope = forms.read_field(form, "scope")
    if scope not in set(Scope):
        raise InvalidFormError(
            N_("%(text)s is nothing that a token may do."), reason="scope", text=shorten(scope)
        )
    command = MakeToken(
        key=forms.read_key(form),
        version=0,
        name=forms.read_field(form, "name"),
        scope=scope,
    )
    made = service.make_token(current_house(), player_token(), command, visitor_name())
    remember_player(made.player_token)
    return make_response(_render(made=made))


@blueprint.post(f"/<{forms.ID}:token_id>/revoke")
def revoke(token_id: int) -> AnyResponse:
    """Revoke a token."""
    service.revoke_token(current_house(), player_token(), token_id)
    return redirect(url_for("account_tokens.index", done="revoked"), 303)


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refused form with the page and a word about it."""
    if request.method != "POST" or not is_refusal(error):
        return error_page(error)
    recall_overtaken(error)
    told = tell_error(error)
    is_name = isinstance(error, InvalidNameError)
    page = _render(message="" if is_name else told, fault=told if is_name else "")
    return make_response(page, status_of(error))


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a form of another visit with the page."""
    return answer_afresh(lambda message: _render(message=message))


def _render(*, message: str = "", fault: str = "", made: MadeToken | None = None) -> str:
    typed = request.form if request.method == "POST" and made is None else {}
    return render_template(
        "account/tokens.html",
        bar=greeted_bar(),
        tokens=service.tokens_of_player(current_house(), player_token()),
        message=message,
        fault=fault,
        made=made,
        typed=typed,
        is_revoked=request.args.get("done") == "revoked",
        name_max=service.NAME_LENGTH_MAX,
        tokens_max=service.TOKENS_MAX,
        scopes=Scope,
        day=format_day,
    )
