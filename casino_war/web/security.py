"""Headers of every answer, and the token that every form must carry."""

from typing import Any

from flask import Flask, Response, abort, current_app, request
from flask_wtf.csrf import (  # type: ignore[import-untyped]  # ships no types
    CSRFProtect,
    ValidationError,
    generate_csrf,
    validate_csrf,
)

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


class _Protection(CSRFProtect):  # type: ignore[misc]  # its base has no types
    def _get_csrf_token(self) -> Any:
        """Take a token of a key before the present one for what it was good for then.

        A page may lie open overnight while the key is changed.
        """
        given = super()._get_csrf_token()
        for key in current_app.config["SECRET_KEY_FALLBACKS"] or ():
            try:
                validate_csrf(given, secret_key=key)
            except ValidationError:
                continue
            return generate_csrf()
        return given


def init_security(app: Flask) -> None:
    """Guard every form and dress every answer."""
    # First, for whoever refuses a form shows its page, and looks up whose it is.
    app.before_request(_refuse_nul)
    # The token lives as long as its session: a round may wait overnight for a decision.
    app.config.setdefault("WTF_CSRF_TIME_LIMIT", None)
    guard = _Protection(app)
    # A stranger's pages set no cookie, and so have no token; all that it changes is a wish.
    guard.exempt("casino_war.web.settings_page.speak")
    app.after_request(_add_headers)


def _refuse_nul() -> None:
    # PostgreSQL cannot even be asked for such a text.
    if any("\0" in str(value) for value in (request.view_args or {}).values()):
        abort(404)


def _add_headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    is_file = request.endpoint in (STATIC, STATIC_OF_OLD)
    if is_of_api():
        # What a program asks for anew, it may hold against what it has.
        response.headers.setdefault("Cache-Control", "private, no-cache")
    elif not is_file or response.status_code >= 400:
        # The back button must ask again: an old page would show an old bankroll.
        response.headers["Cache-Control"] = "private, no-store"
    return response
