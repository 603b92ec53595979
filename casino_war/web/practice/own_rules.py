"""Rules of War that players keep under names of their own: kept from the editor, and given up."""

from flask import Blueprint, Response, make_response, redirect, request, url_for
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import (
    CasinoWarError,
    InvalidNameError,
    RulesRefusedError,
)
from casino_war.game.war_nearest import read_spelled
from casino_war.services import own_war_rules as service
from casino_war.services.commands import DropWarRules, KeepWarRules
from casino_war.web.errors import answer_afresh, error_page, is_refusal, status_of
from casino_war.web.forms import read_field, read_fields, read_key
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_house
from casino_war.web.player.identity import player_token, remember_player, visitor_name
from casino_war.web.player.recall import recall_overtaken
from casino_war.web.practice.gallery import Naming, draw_editor
from casino_war.web.war.draft import read_draft

blueprint = Blueprint("practice_own", __name__, url_prefix="/practice/own-rules")


@blueprint.post("")
def keep() -> AnyResponse:
    """Keep rules under a name; a stranger becomes a player."""
    form = read_fields(request.form)
    name = service.checked_name(read_field(form, "name"))
    rules_text = read_field(form, "rules")
    read_spelled(rules_text)
    command = KeepWarRules(key=read_key(form), version=0, name=name, rules_text=rules_text)
    remember_player(service.keep(current_house(), player_token(), command, visitor_name()))
    address = url_for("practice_gallery.new", rules=rules_text, name=name, saved="yes")
    return redirect(f"{address}#keep", 303)


@blueprint.post("/drop")
def drop() -> AnyResponse:
    """Give a name up."""
    form = read_fields(request.form)
    command = DropWarRules(key=read_key(form), version=0, name=read_field(form, "name"))
    service.drop(current_house(), player_token(), command)
    return redirect(url_for("practice_gallery.index") + "#own", 303)


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refused form with the editor as it was filled in, and a word about it."""
    is_drop = request.endpoint == "practice_own.drop"
    if is_drop or not is_refusal(error):
        return error_page(error)
    recall_overtaken(error)
    is_name = isinstance(error, InvalidNameError | RulesRefusedError)
    naming = Naming(
        name=request.form.get("name", ""),
        fault=tell_error(error) if is_name else "",
        alert="" if is_name else tell_error(error),
    )
    try:
        return make_response(_editor(naming), status_of(error))
    except CasinoWarError:
        # The rules themselves cannot be read: there is no editor to show.
        return error_page(error)


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a form of another visit with the editor as it was filled in."""
    name = request.form.get("name", "")
    return answer_afresh(lambda message: _editor(Naming(name=name, alert=message)))


def _editor(naming: Naming) -> str:
    return draw_editor(read_draft({"rules": request.form.get("rules", "")}), naming)
