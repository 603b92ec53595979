"""Headers of every answer, and the token that every form must carry."""

from flask import Flask, Response, abort, request
from flask_wtf.csrf import CSRFProtect  # type: ignore[import-untyped]  # ships no types

from casino_war.web.api.address import is_of_api
from casino_war.web.assets import STATIC, STATIC_OF_OLD

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


def init_security(app: Flask) -> None:
    """Guard every form and dress every answer."""
    # The token lives as long as its session: a round may wait overnight for a decision.
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)
    CSRFProtect(app)
    app.before_request(_refuse_nul)
    app.after_request(_add_headers)


def _refuse_nul() -> None:
    # PostgreSQL cannot even be asked for such a text.
    if any("\0" in str(value) for value in (request.view_args or {}).values()):
        abort(404)


def _add_headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    if is_of_api():
        # What a program asks for anew, it may hold against what it has.
        response.headers.setdefault("Cache-Control", "private, no-cache")
    elif request.endpoint not in (STATIC, STATIC_OF_OLD):
        # The back button must ask again: an old page would show an old bankroll.
        response.headers["Cache-Control"] = "private, no-store"
    return response
