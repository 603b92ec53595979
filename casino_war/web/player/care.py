"""Limits, reminders and breaks: what a player sets for themself."""

from collections.abc import Mapping

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import N_, CasinoWarError, InvalidAmountError, InvalidFormError
from casino_war.game.money import parse_chips, shorten
from casino_war.services import care as service
from casino_war.web import forms
from casino_war.web.errors import answer_afresh, error_page, is_refusal, status_of
from casino_war.web.language import Text
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.messages import tell_error
from casino_war.web.pages import current_bar, current_house
from casino_war.web.player.identity import greet_stranger, player_token

blueprint = Blueprint("care", __name__, url_prefix="/me/care")

FIELDS: Mapping[str, str] = {
    "loss": "loss_cents",
    "wagered": "wagered_cents",
    "minutes": "minutes",
}
"""The fields of the form, and the limits that they are."""

TITLES: Mapping[str, Text] = {
    "loss": _l("Chips that a session may lose"),
    "wagered": _l("Chips that a session may stake"),
    "minutes": _l("Minutes that a session may last"),
}

BREAKS: Mapping[str, Text] = {
    "hour": _l("One hour"),
    "day": _l("24 hours"),
    "week": _l("Seven days"),
    "month": _l("30 days"),
}

_SAVED = frozenset({"limits", "break"})


@blueprint.get("")
def index() -> str:
    """Show what is set, and how far the session has come."""
    return _render()


@blueprint.post("/limits")
def limits() -> AnyResponse:
    """Set limits and reminder."""
    form = forms.read_fields(request.form)
    wanted = {limit: _read(form, field) for field, limit in FIELDS.items()}
    service.set_limits(current_house(), player_token(), wanted, _read_reminder(form))
    return redirect(url_for("care.index", saved="limits"), 303)


@blueprint.post("/break")
def take_break() -> AnyResponse:
    """Begin a break."""
    chosen = forms.read_field(forms.read_fields(request.form), "length")
    if chosen not in service.BREAKS:
        raise _refused(
            N_("%(text)s is none of the breaks: choose one of the list."), "length", chosen
        )
    service.take_break(current_house(), player_token(), service.BREAKS[chosen])
    return redirect(url_for("care.index", saved="break"), 303)


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refused form with the page and a word beside its field."""
    if request.method != "POST" or not is_refusal(error):
        return error_page(error)
    field = error.reason if isinstance(error, InvalidFormError) else ""
    is_field = field in FIELDS or field in ("reminder", "length")
    told = tell_error(error)
    page = _render(
        message="" if is_field else told,
        faults={field: told} if is_field else {},
        typed=request.form.to_dict(),
    )
    return make_response(page, status_of(error))


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a form of another visit with the page."""
    return answer_afresh(lambda message: _render(message=message))


def _read(form: forms.Form, field: str) -> int | None:
    """Read a limit: cents or minutes, None where the field is blank."""
    text = form.get(field, "").strip(" ")
    if not text:
        return None
    try:
        value = parse_chips(text)
    except InvalidAmountError as error:
        raise _refused(
            N_("%(text)s is no limit: write a whole number, or nothing for no limit."), field, text
        ) from error
    if field == "minutes":
        value //= 100
    highest = service.MINUTES_MAX if field == "minutes" else service.AMOUNT_MAX_CENTS
    if value > highest:
        raise InvalidFormError(
            N_("That is no limit any more: %(limit)s at most, or nothing for none."),
            reason=field,
            limit=highest if field == "minutes" else highest // 100,
        )
    return value


def _read_reminder(form: forms.Form) -> int | None:
    text = form.get("reminder", "")
    if not text:
        return None
    if text not in map(str, service.REMINDERS_MINUTES):
        raise _refused(
            N_("%(text)s is none of the reminders: choose one of the list."), "reminder", text
        )
    return int(text)


def _refused(message: str, field: str, text: str) -> InvalidFormError:
    return InvalidFormError(message, reason=field, text=shorten(text))


def _render(
    *,
    message: str = "",
    faults: Mapping[str, str] | None = None,
    typed: forms.Form | None = None,
) -> str:
    page = service.care_page(current_house(), player_token())
    if page is None:
        greet_stranger()
    saved = request.args.get("saved", "")
    return render_template(
        "me/care.html",
        bar=current_bar(),
        page=page,
        fields=[(field, TITLES[field], limit) for field, limit in FIELDS.items()],
        breaks=BREAKS,
        reminders=service.REMINDERS_MINUTES,
        message=message,
        faults=faults or {},
        typed=typed,
        saved=saved if saved in _SAVED else "",
    )
