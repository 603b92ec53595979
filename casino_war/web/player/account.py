"""The account: claimed with a name and a password, signed in to, looked after and left."""

import json
from collections.abc import Iterator

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.wrappers import Response as AnyResponse

from casino_war.errors import (
    N_,
    CasinoWarError,
    InvalidFormError,
    InvalidNameError,
    InvalidPasswordError,
    NoBankrollError,
    SignInRefusedError,
    TooManyTriesError,
)
from casino_war.services import claims, passwords
from casino_war.services.commands import ClaimAccount
from casino_war.services.export import Section, export_player
from casino_war.services.leaving import leave as leave_for_good
from casino_war.services.sign_in import SignIn
from casino_war.services.sign_in import sign_in as sign_in_to
from casino_war.services.tries import PERIOD
from casino_war.web import forms
from casino_war.web.errors import answer_afresh, error_page, is_refusal, status_of
from casino_war.web.language import _
from casino_war.web.messages import tell_error
from casino_war.web.operations.requests import count_limited
from casino_war.web.pages import current_house, greeted_bar
from casino_war.web.player.identity import (
    become,
    forget_player,
    player_token,
    remember_player,
    visitor_name,
)
from casino_war.web.player.recall import recall_overtaken

blueprint = Blueprint("account", __name__, url_prefix="/account")

_DONE = frozenset({"claimed", "renamed", "password", "signed-in"})
_PAGES = {
    "account.sign_in": "account/sign_in.html",
    "account.leave": "account/leave.html",
}


@blueprint.get("")
def index() -> str:
    """Show what the player is known by, or how to claim the account."""
    return _render("account/index.html")


@blueprint.post("/claim")
def claim() -> AnyResponse:
    """Claim the account with a name and a password."""
    form = _fields()
    _require_same(form, "password")
    command = ClaimAccount(key=forms.read_key(form), version=forms.read_version(form))
    token = claims.claim(
        current_house(),
        player_token(),
        command,
        name=forms.read_field(form, "name"),
        password=forms.read_field(form, "password"),
        visitor=visitor_name(),
    )
    remember_player(token)
    return _done("claimed")


@blueprint.get("/sign-in")
def sign_in_page() -> str:
    """Show the form by which to sign in."""
    return _render("account/sign_in.html")


@blueprint.post("/sign-in")
def sign_in() -> AnyResponse:
    """Sign in to a claimed account; the chips of a guest come along."""
    form = _fields()
    filled = SignIn(
        key=forms.read_key(form),
        name=forms.read_field(form, "name"),
        password=forms.read_field(form, "password"),
        address=request.remote_addr or "",
        bring_cents=forms.read_number(form.get("bring_cents", "0"), "amount_cents"),
    )
    become(sign_in_to(current_house(), player_token(), filled))
    return _done("signed-in")


@blueprint.post("/sign-out")
def sign_out() -> AnyResponse:
    """Make this browser nobody's; a guest, who could never come back, stays."""
    if claims.member_name(current_house(), player_token()) is None:
        return redirect(url_for("account.index"), 303)
    forget_player()
    return redirect(url_for("account.sign_in_page"), 303)


@blueprint.post("/sign-out-everywhere")
def sign_out_everywhere() -> AnyResponse:
    """Make every browser of the account nobody's, this one too."""
    claims.sign_out_everywhere(current_house(), player_token())
    forget_player()
    return redirect(url_for("account.sign_in_page"), 303)


@blueprint.post("/rename")
def rename() -> AnyResponse:
    """Give the account another name."""
    claims.rename(current_house(), player_token(), forms.read_field(_fields(), "name"))
    return _done("renamed")


@blueprint.post("/password")
def password() -> AnyResponse:
    """Give the account another password; all other browsers are signed out."""
    form = _fields()
    _require_same(form, "new")
    token = claims.change_password(
        current_house(),
        player_token(),
        old=forms.read_field(form, "old"),
        new=forms.read_field(form, "new"),
    )
    become(token)
    return _done("password")


@blueprint.get("/export")
def export() -> Response:
    """Send everything that is stored about the player, as one JSON file."""
    sections = export_player(current_house(), player_token())
    response = Response(_json_parts(sections), mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="casino-war.json"'
    return response


@blueprint.get("/leave")
def leave_page() -> str:
    """Show what goes and what stays when the account is deleted."""
    return _render("account/leave.html")


@blueprint.post("/leave")
def leave() -> AnyResponse:
    """Delete the account."""
    form = _fields()
    if form.get("sure") != "yes":
        raise InvalidFormError(
            N_("Tick the box to say that you are sure. Nothing was deleted."),
            reason="sure",
            field="sure",
        )
    leave_for_good(
        current_house(),
        player_token(),
        key=forms.read_key(form),
        password=form.get("password", ""),
    )
    forget_player()
    return redirect(url_for("lobby.index"), 303)


@blueprint.errorhandler(CasinoWarError)
def refuse(error: CasinoWarError) -> Response:
    """Answer a refused form with the page that it stood on and a word about it."""
    if request.method != "POST" or not is_refusal(error):
        return error_page(error)
    recall_overtaken(error)
    if isinstance(error, NoBankrollError):
        told = _("This browser is signed in to no account. Sign in with the name and password.")
        return make_response(_render("account/sign_in.html", message=told), status_of(error))
    fault = _field_at_fault(error)
    page = _render(
        _PAGES.get(request.endpoint or "", "account/index.html"),
        message="" if fault else tell_error(error),
        faults={fault: tell_error(error)} if fault else {},
        typed={"name": request.form.get("name", "")},
    )
    response = make_response(page, status_of(error))
    if isinstance(error, TooManyTriesError):
        count_limited("password_tries")
        response.headers["Retry-After"] = str(int(PERIOD.total_seconds()))
    return response


@blueprint.errorhandler(CSRFError)
def refuse_foreign(error: CSRFError) -> Response:
    """Answer a form of another visit with the page that it stood on."""
    template = _PAGES.get(request.endpoint or "", "account/index.html")
    return answer_afresh(lambda message: _render(template, message=message))


def _render(
    template: str,
    *,
    message: str = "",
    faults: forms.Form | None = None,
    typed: forms.Form | None = None,
) -> str:
    done = request.args.get("done", "")
    return render_template(
        template,
        bar=greeted_bar(),
        member=claims.member_name(current_house(), player_token()),
        message=message,
        faults=faults or {},
        typed=typed or {},
        done=done if done in _DONE else "",
        form_of=request.endpoint,
        name_max=claims.NAME_LENGTH_MAX,
        password_min=passwords.LENGTH_MIN,
        password_max=passwords.LENGTH_MAX,
    )


def _fields() -> forms.Form:
    return forms.read_fields(request.form)


def _done(what: str) -> AnyResponse:
    return redirect(url_for("account.index", done=what), 303)


def _require_same(form: forms.Form, field: str) -> None:
    if forms.read_field(form, field) != forms.read_field(form, f"{field}_again"):
        raise InvalidPasswordError(
            N_("The two passwords differ: write the same one twice."), reason="differ"
        )


def _field_at_fault(error: CasinoWarError) -> str:
    """Return the name of the field beside which the error stands, blank for none of them."""
    if isinstance(error, InvalidNameError):
        return "name"
    if isinstance(error, InvalidPasswordError):
        return "new" if request.endpoint == "account.password" else "password"
    if isinstance(error, SignInRefusedError) and error.reason == "password":
        return "old" if request.endpoint == "account.password" else "password"
    return "sure" if isinstance(error, InvalidFormError) and error.reason == "sure" else ""


def _json_parts(sections: Iterator[Section]) -> Iterator[str]:
    """Print the sections as one JSON object, row after row, so that none is held whole."""
    yield "{"
    for number, section in enumerate(sections):
        yield f"{',' if number else ''}\n{json.dumps(section.name)}: ["
        for row_number, row in enumerate(section.rows):
            yield f"{',' if row_number else ''}\n  {json.dumps(row, ensure_ascii=False)}"
        yield "]"
    yield "\n}\n"
