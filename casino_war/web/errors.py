"""From errors to answers: the pages that explain them."""

from collections.abc import Callable

from flask import (
    Flask,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # ships no types
from werkzeug.exceptions import HTTPException, MethodNotAllowed, SecurityError

from casino_war.errors import (
    CasinoWarError,
    DatabaseBusyError,
    DatabaseUnusableError,
    TooManyRequestsError,
)
from casino_war.services.pages import PlayerBar
from casino_war.web.api.address import is_of_api
from casino_war.web.api.problems import problem_of_http
from casino_war.web.language import Text, _
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.messages import tell_error
from casino_war.web.operations.requests import facts_of_request
from casino_war.web.pages import current_bar
from casino_war.web.player.identity import known_visitor, player_token
from casino_war.web.statuses import MENDED_AFTER_SECONDS, RETRY_AFTER_SECONDS
from casino_war.web.statuses import status_of as status_of

_TITLES: dict[int, Text] = {
    400: _l("That request cannot be read"),
    403: _l("That needs a bankroll"),
    404: _l("There is nothing here"),
    405: _l("That cannot be done at this address"),
    409: _l("The table has moved on"),
    413: _l("That is too much at once"),
    422: _l("That cannot be taken"),
    429: _l("That was tried too often"),
    500: _l("Something went wrong here"),
    503: _l("The house is busy"),
}

_TITLE_UNUSABLE: Text = _l("The house is closed for the moment")

_TEXTS: dict[int, Text] = {
    404: _l("The address is mistyped, or what stood here belongs to another player."),
    405: _l("Go on from one of the pages below; nothing was changed."),
    413: _l("The form is larger than any form of this site. Nothing was changed."),
    500: _l("The fault is ours and has been noted. Your chips are as the ledger last had them."),
}

_PAGES_FOR_REFUSALS = frozenset({403, 409, 422, 429})


def is_refusal(error: CasinoWarError) -> bool:
    """Say whether the page that sent the form can answer with a word about it."""
    # What comes too often is answered with as little as can be, and no page is drawn for it.
    return status_of(error) in _PAGES_FOR_REFUSALS and not isinstance(error, TooManyRequestsError)


def init_errors(app: Flask) -> None:
    """Answer every error with a page of the site."""
    app.register_error_handler(CasinoWarError, error_page)
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(HTTPException, _http_error)


def error_page(error: CasinoWarError) -> Response:
    """Answer with a page that says what was refused."""
    status = status_of(error)
    if status == 500:
        facts = {**facts_of_request(), "code": error.code}
        current_app.logger.error("fault of the program", exc_info=error, extra=facts)
        return _page(status, str(_TEXTS[status]))
    is_unusable = isinstance(error, DatabaseUnusableError)
    title = _TITLE_UNUSABLE if is_unusable else _TITLES[status]
    response = _page(status, tell_error(error), title)
    if status == 503:
        seconds = MENDED_AFTER_SECONDS if is_unusable else RETRY_AFTER_SECONDS
        response.headers["Retry-After"] = str(seconds)
    return response


def answer_afresh(render: Callable[[str], str]) -> Response:
    """Answer a form of another or an ended visit with its page, whose fresh form is good.

    *render* draws the page with a message. A request that came without a visit of its own
    gets no page with forms: that would set a cookie, and the form may be another site's,
    sent by a browser that kept its player's cookie back.
    """
    if known_visitor() is None:
        return foreign_page()
    text = _(
        "The form belonged to another or an ended visit, so nothing was changed. Here it is "
        "afresh: look it over and send it again."
    )
    try:
        return make_response(render(text), 400)
    except CasinoWarError as error:
        return error_page(error)


def _forged(error: CSRFError) -> Response:
    return foreign_page()


def foreign_page() -> Response:
    """Answer a form of another visit where no page of its own can."""
    text = _(
        "The form belongs to another or an ended visit, so nothing was changed. "
        "Open its page again and repeat; cookies must be allowed for this site."
    )
    return _page(400, text)


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if isinstance(error, SecurityError):
        # A name that is not ours has no pages, and no address of theirs could be made.
        return Response(f"{error.description}\n", 400, content_type="text/plain; charset=utf-8")
    if is_of_api():
        return problem_of_http(error)
    if status not in _TITLES:
        # Redirects of the router and rarities keep the answer of the library.
        return make_response(error.get_response())
    if isinstance(error, MethodNotAllowed) and (page := _page_of_form()):
        return make_response(redirect(page))
    text = _TEXTS.get(status, _TEXTS[405])
    response = _page(status, str(text))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.allow.update(error.valid_methods)
    return response


def _page_of_form() -> str | None:
    """Return the path of the page whose form goes to this address, None if there is none.

    A refused form is answered at the form's own address: whoever opens that again, or was
    sent it by somebody else, wants the page.
    """
    if request.method not in ("GET", "HEAD"):
        return None
    adapter = current_app.create_url_adapter(request)
    if adapter is None:
        return None
    try:
        endpoint, values = adapter.match(request.path.rpartition("/")[0], "GET")
    except HTTPException:
        return None
    # The path is decoded here: what it holds must not come into a header as it is.
    return url_for(endpoint, **values)


def _page(status: int, text: str, title: Text | None = None) -> Response:
    page = render_template(
        "errors/error.html",
        bar=_bar(status),
        title=str(title or _TITLES[status]),
        status=status,
        text=text,
    )
    return make_response(page, status)


def _bar(status: int) -> PlayerBar | None:
    """Return the player's chips, unless the database could be what failed or is spared."""
    if status >= 500 or status == 429 or player_token() is None:
        return None
    try:
        return current_bar()
    except (DatabaseBusyError, DatabaseUnusableError):
        return None
