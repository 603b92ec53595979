"""Tables of players' own: the page where one is built, changed and closed."""

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import (
    CasinoWarError,
    InvalidTitleError,
    NotFoundError,
    TableRefusedError,
)
from casino_war.game.table_presets import PRESETS, TablePreset
from casino_war.services import own_tables as service
from casino_war.services.own_tables import OwnTablePage, checked_title, own_table_page
from casino_war.services.rounds import rules_text
from casino_war.web.errors import answer_afresh, error_page, is_refusal, status_of
from casino_war.web.forms import Form, read_fields
from casino_war.web.lobby import edges_of
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_house, greeted_bar
from casino_war.web.player.identity import (
    player_token,
    remember_player,
    visitor_name,
)
from casino_war.web.player.recall import recall_overtaken
from casino_war.web.table import form
from casino_war.web.table.draft import Draft, read_draft
from casino_war.web.table.rule_fields import SECTIONS

blueprint = Blueprint("own_tables", __name__, url_prefix="/own-tables")

LIVE = "live"
"""What a script adds to the address to be told which choices do not go together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Word:
    """What the page says of a form that was sent."""

    alert: str = ""
    title_fault: str = ""


@blueprint.get("/new")
def new() -> str:
    """Show the form of a new table, filled in from a table of the house or from the address."""
    return _render(None, read_fields(request.args))


@blueprint.post("/new")
def make() -> AnyResponse:
    """Store a new table; a stranger becomes a player."""
    fields = read_fields(request.form)
    visitor = visitor_name()
    draft, title, fault = _read(fields, None)
    if draft.rules is None or fault:
        return make_response(_render(None, fields, _Word(title_fault=fault)), 422)
    command = form.read_make_table(fields, title, rules_text(draft.rules))
    made = service.make_table(current_house(), player_token(), command, visitor)
    remember_player(made.token)
    return redirect(url_for("own_tables.edit", key=made.table_key, saved="yes"), 303)


@blueprint.get("/<key>")
def edit(key: str) -> str:
    """Show a table to its owner, to change or close it."""
    return _render(_own(key), read_fields(request.args))


@blueprint.post("/<key>")
def change(key: str) -> AnyResponse:
    """Store another version of a table."""
    fields = read_fields(request.form)
    own = _own(key)
    draft, title, fault = _read(fields, own)
    if draft.rules is None or fault:
        return make_response(_render(own, fields, _Word(title_fault=fault)), 422)
    command = form.read_change_table(fields, key, title, rules_text(draft.rules))
    service.change_table(current_house(), player_token(), command)
    return redirect(url_for("own_tables.edit", key=key, saved="yes"), 303)


@blueprint.post("/<key>/close")
def close(key: str) -> AnyResponse:
    """Close a table."""
    command = form.read_close_table(read_fields(request.form), key)
    service.close_table(current_house(), player_token(), command)
    return redirect(url_for("lobby.index"), 303)


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refused form with the same form, as it was filled in, and a word about it."""
    if request.method != "POST" or not is_refusal(error):
        return error_page(error)
    recall_overtaken(error)
    word = _Word(alert=tell_error(error))
    if isinstance(error, InvalidTitleError) or (
        isinstance(error, TableRefusedError) and error.reason == "title"
    ):
        word = _Word(title_fault=tell_error(error))
    try:
        page = _render(_own_of_address(), request.form.to_dict(), word)
    except NotFoundError as not_found:
        return error_page(not_found)
    return make_response(page, status_of(error))


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a form of another visit with the same form, as it was filled in."""
    return answer_afresh(
        lambda message: _render(_own_of_address(), request.form.to_dict(), _Word(alert=message))
    )


def _own(key: str) -> OwnTablePage:
    return own_table_page(current_house(), player_token(), key)


def _own_of_address() -> OwnTablePage | None:
    key = (request.view_args or {}).get("key")
    return None if key is None else _own(str(key))


def _base(fields: Form) -> TablePreset:
    wanted = fields.get("base", "")
    return next((preset for preset in PRESETS if preset.key == wanted), PRESETS[0])


def _read(fields: Form, own: OwnTablePage | None) -> tuple[Draft, str, str]:
    """Return the draft, its title, and what is wrong with that."""
    draft = read_draft(
        fields, _base(fields).rules if own is None else own.rules, service.bounds_faults
    )
    try:
        return draft, checked_title(fields.get("title", "")), ""
    except InvalidTitleError as error:
        return draft, "", tell_error(error)


def _render(own: OwnTablePage | None, fields: Form, word: _Word | None = None) -> str:
    base = _base(fields)
    draft = read_draft(fields, base.rules if own is None else own.rules, service.bounds_faults)
    return render_template(
        "own_tables/editor.html",
        bar=greeted_bar(),
        own=own,
        base=base,
        presets=PRESETS,
        sections=SECTIONS,
        draft=draft,
        edges=None if draft.rules is None else edges_of(draft.rules),
        title=fields.get("title", "" if own is None else own.title),
        word=word or _Word(),
        is_sent=word is not None,
        is_live=LIVE in fields,
        is_saved=fields.get("saved") == "yes",
        length_max=service.TITLE_LENGTH_MAX,
    )
