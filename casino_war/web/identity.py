"""Who is asking: a signed cookie with the player's token and the browser's random name.

The cookie holds nothing else of value: Flask signs it but anyone may read it.
"""

import secrets

from flask import Flask, Response, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin

_PLAYER = "player"
_VISITOR = "visitor"
_VISITOR_BYTES = 16


class _CookieSession(SecureCookieSessionInterface):
    def get_cookie_secure(self, app: Flask) -> bool:
        """Keep the cookie to HTTPS where the page came by it, and still work on loopback."""
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Let a session outlast its browser window; a visit that stores nothing sets none."""
        if session:
            session.permanent = True
        super().save_session(app, session, response)


def init_identity(app: Flask) -> None:
    """Choose how the session's cookie is sent."""
    app.session_interface = _CookieSession()


def player_token() -> str | None:
    """Return the token of the player who is asking, None for a stranger."""
    token = session.get(_PLAYER)
    return token if isinstance(token, str) else None


def remember_player(token: str) -> None:
    """Make the browser this player's."""
    session[_PLAYER] = token


def visitor_name() -> str:
    """Return this browser's own random name, made when first asked for.

    It tells a stranger's repeated buy-in from another stranger's.
    """
    name = session.get(_VISITOR)
    if not isinstance(name, str):
        name = session[_VISITOR] = secrets.token_urlsafe(_VISITOR_BYTES)
    return name
