"""Every request: its id, its place among the metrics, and its line in the log.

The line names the route and not the address, for an address may be a secret that opens a
game, and a query may hold whatever was typed.
"""

import logging
import re
import secrets
from contextlib import suppress
from time import perf_counter
from typing import cast

from flask import Flask, Response, g, request

from casino_war.services.acting import note_player, noted_player
from casino_war.web.assets import STATIC, STATIC_OF_OLD
from casino_war.web.operations.proxies import is_from_proxy

ID_HEADER = "X-Request-ID"

_ID_BYTES = 8
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_UNCOUNTED = frozenset({"health.healthz", "health.readyz", "health.metrics"})
_QUIET = frozenset({STATIC, STATIC_OF_OLD, *_UNCOUNTED})
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_log = logging.getLogger("casino_war.request")


def init_requests(app: Flask) -> None:
    """Name every request, and note how it ended; call it before anything else is hooked in."""
    app.before_request(_begin)
    app.after_request(_end)
    app.jinja_env.globals["request_id"] = request_id


def request_id() -> str:
    """Return the id of this request: a trusted proxy's, else one of our own."""
    if "request_id" not in g:
        given = request.headers.get(ID_HEADER, "") if is_from_proxy(request.environ) else ""
        g.request_id = given if _ID.fullmatch(given) else secrets.token_hex(_ID_BYTES)
    return cast(str, g.request_id)


def name_place(endpoint: str, route: str) -> None:
    """Say what this request is for, where one route of Flask's stands for many."""
    g.place = (endpoint, route)


def _place() -> tuple[str, str | None]:
    """Return endpoint and route of this request."""
    rule = request.url_rule
    found = g.get("place") or (request.endpoint or "none", None if rule is None else rule.rule)
    return cast(tuple[str, str | None], found)


def facts_of_request() -> dict[str, object]:
    """Return what any record of the log may say of this request."""
    return {
        "request_id": request_id(),
        "method": _method(),
        "route": _place()[1],
        "player": noted_player(),
    }


def count_retry() -> None:
    """Count a transaction that is run again."""
    # Whatever keeps the numbers from being kept, the site is served.
    with suppress(OSError):
        from casino_war.web.operations import meters

        meters.DATABASE_RETRIES.inc()


def count_refusal(reason: str) -> None:
    """Count a transaction that was given up."""
    with suppress(OSError):
        from casino_war.web.operations import meters

        meters.DATABASE_ERRORS.labels(reason).inc()


def count_limited(limit: str) -> None:
    """Count a request that was one too many."""
    with suppress(OSError):
        from casino_war.web.operations import meters

        meters.RATE_LIMITED.labels(limit).inc()


def _count_request(status: int, seconds: float) -> None:
    with suppress(OSError):
        from casino_war.web.operations import meters

        labels = (_place()[0], _method(), f"{status // 100}xx")
        meters.REQUESTS.labels(*labels).observe(seconds)


def _method() -> str:
    # Others are anybody's invention, and each would be a number of its own for ever.
    return request.method if request.method in _METHODS else "other"


def _begin() -> None:
    g.begun_at = perf_counter()
    note_player(None)


def _end(response: Response) -> Response:
    response.headers[ID_HEADER] = request_id()
    seconds = perf_counter() - g.get("begun_at", perf_counter())
    if request.endpoint not in _UNCOUNTED:
        _count_request(response.status_code, seconds)
    if request.endpoint not in _QUIET and _log.isEnabledFor(logging.INFO):
        took = {"status": response.status_code, "ms": round(1000 * seconds, 1)}
        _log.info("request", extra=facts_of_request() | took)
    return response
