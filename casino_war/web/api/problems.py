"""Errors as problem details (RFC 9457), with the codes of `casino_war.errors`.

Titles and details are for people, in the language that the request asks for.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

from flask import Response, current_app
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from casino_war.errors import (
    CasinoWarError,
    DatabaseUnusableError,
    InvalidRequestError,
    InvalidRulesError,
    KeyReusedError,
    StaleVersionError,
)
from casino_war.services.tries import PERIOD
from casino_war.web.api.address import PREFIX
from casino_war.web.language import Text
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.messages import tell_error
from casino_war.web.statuses import MENDED_AFTER_SECONDS, RETRY_AFTER_SECONDS, status_of

MEDIA_TYPE = "application/problem+json"

TITLES: Mapping[int, Text] = {
    400: _l("The request cannot be read"),
    401: _l("That needs a token"),
    403: _l("That is not for this token"),
    404: _l("There is nothing here"),
    405: _l("That cannot be done at this address"),
    406: _l("Answers are JSON"),
    409: _l("That does not fit how things stand"),
    413: _l("That is too much at once"),
    415: _l("Requests are JSON"),
    422: _l("That cannot be taken"),
    429: _l("That was asked too often"),
    500: _l("Something went wrong here"),
    503: _l("The house is busy"),
}

_DETAILS: Mapping[int, Text] = {
    404: _l("The address is mistyped, or what stood here belongs to another player."),
    405: _l("See the header Allow for what can be done at this address."),
    406: _l("The header Accept does not let an answer be application/json."),
    413: _l("The body is larger than any that this API takes. Nothing was changed."),
    415: _l("Send the body as application/json."),
    500: _l("The fault is ours and has been noted. Your chips are as the ledger last had them."),
}

# What the house says to people of their page and its form, said of a request.
_OF_REQUESTS: Mapping[type[CasinoWarError], Text] = {
    StaleVersionError: _l(
        "Something came in between, so nothing was done: see how things stand, and send their "
        "version."
    ),
    KeyReusedError: _l(
        "This key came before with another body, so nothing was done: send a new key for each wish."
    ),
}

Present = Callable[[], Mapping[str, Any] | None]
"""Tells how things stand, for whoever came with an old version."""


def problem_of(error: CasinoWarError, present: Present) -> Response:
    """Answer an error of the house."""
    status = status_of(error)
    if status == 500:
        current_app.logger.error("fault of the program", exc_info=error)
        return problem(500, code="broken_invariant", detail=str(_DETAILS[500]))
    more: dict[str, Any] = {}
    if error.reason:
        more["reason"] = error.reason
    if isinstance(error, InvalidRequestError):
        more["fields"] = [{"field": field, "detail": said} for field, said in error.faults]
    elif isinstance(error, InvalidRulesError):
        more["fields"] = [{"field": field, "detail": tell_error(error)} for field in error.fields]
    if status == 409 and (told := present()) is not None:
        more["present"] = told
    facts = {name: _json_of(fact) for name, fact in error.facts.items()}
    detail = str(_OF_REQUESTS.get(type(error)) or tell_error(error))
    response = problem(status, code=error.code, detail=detail, facts=facts, **more)
    if status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="casino-war"'
    elif status == 429:
        response.headers.setdefault("Retry-After", str(int(PERIOD.total_seconds())))
    elif status == 503:
        is_unusable = isinstance(error, DatabaseUnusableError)
        seconds = MENDED_AFTER_SECONDS if is_unusable else RETRY_AFTER_SECONDS
        response.headers["Retry-After"] = str(seconds)
    return response


def problem_of_http(error: HTTPException) -> Response:
    """Answer what the framework refuses: no such route, another method, too large a body."""
    status = error.code or 500
    try:
        code = HTTPStatus(status).name.lower()
    except ValueError:
        code = "error"
    detail = _DETAILS.get(status, TITLES.get(status, error.name))
    response = problem(status, code=code, detail=str(detail))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.allow.update(error.valid_methods)
    return response


def problem(status: int, *, code: str, detail: str, **more: Any) -> Response:
    """Write one problem."""
    told = {
        "type": f"{PREFIX}/#{code}",
        "title": str(TITLES.get(status, HTTPStatus(status).phrase)),
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return Response(text, status, mimetype=MEDIA_TYPE)


def _json_of(fact: object) -> object:
    if fact is None or isinstance(fact, bool | int | float | str):
        return fact
    return fact.isoformat() if isinstance(fact, datetime) else str(fact)
