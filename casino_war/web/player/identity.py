"""Who is asking: a signed cookie with the player's token and the browser's random name.

The cookie holds nothing else of value: Flask signs it but anyone may read it. A browser
keeps the cookie that arrives last, and answers may overtake each other: an answer
therefore sets it only where it has something new to say.
"""

import secrets
from datetime import timedelta
from typing import cast

from flask import Flask, Request, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, TimestampSigner

from casino_war.web.api.address import is_of_api
from casino_war.web.assets import STATIC, STATIC_OF_OLD

_PLAYER = "player"
_VISITOR = "visitor"
_VISITOR_BYTES = 16

RENEWED_AFTER = timedelta(days=1)
"""Age at which a cookie is set again, so that its time begins anew."""

ACCEPTED_FOR = timedelta(days=2 * 365)
"""Age to which a cookie is good here: twice what its browser keeps it.

A clock that is wrong by a year, in whichever direction, takes no player's chips away.
"""


class _Session(SecureCookieSession):
    is_old = False
    """Whether its cookie has come to the age at which it is renewed, or an old key signed it."""


class _CookieSession(SecureCookieSessionInterface):
    session_class = _Session

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read the session of the cookie, and whether it is time to renew it.

        A cookie from the future is as good as any other: it is the clock that went back.
        """
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        text = request.cookies.get(self.get_cookie_name(app), "")
        try:
            # Asked for an age, it would take what is signed in the future for expired.
            data, signed_at = serializer.loads(text, return_timestamp=True)
        except BadSignature:
            return self.session_class()
        signer = cast(TimestampSigner, serializer.make_signer())
        age = signer.timestamp_to_datetime(signer.get_timestamp()) - signed_at
        if age > ACCEPTED_FOR:
            return self.session_class()
        opened = self.session_class(data)
        # One from the future is let be: set anew, it might have ended already.
        opened.is_old = age > RENEWED_AFTER or not self._is_signed_anew(app, text)
        return opened

    def _is_signed_anew(self, app: Flask, text: str) -> bool:
        """Say whether the present key signed a good cookie; an old one ends some day."""
        serializer = self.get_signing_serializer(app)
        if serializer is None or not app.config["SECRET_KEY_FALLBACKS"]:
            return True
        serializer.secret_keys = serializer.secret_keys[-1:]
        return bool(serializer.loads_unsafe(text)[0])

    def get_cookie_secure(self, app: Flask) -> bool:
        """Keep the cookie to HTTPS where the page came by it, and still work on loopback."""
        return request.is_secure

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Set the cookie where it changed, and once a day anew."""
        return session.modified or (isinstance(session, _Session) and session.is_old)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Let a session outlast its browser window; a visit that stores nothing sets none."""
        if request.endpoint in (STATIC, STATIC_OF_OLD) or is_of_api():
            return
        if session and session.modified:
            session.permanent = True
        super().save_session(app, session, response)


def init_identity(app: Flask) -> None:
    """Choose how the session's cookie is sent."""
    app.session_interface = _CookieSession()


def player_token() -> str | None:
    """Return the token of the player who is asking, None for a stranger."""
    return _text(_PLAYER)


def remember_player(token: str) -> None:
    """Make the browser this player's."""
    if player_token() != token:
        session[_PLAYER] = token


def become(token: str) -> None:
    """Make the browser this player's and nobody else's: what it kept before is forgotten.

    Its forms too: whoever had slipped one to it before cannot send it for the new player.
    """
    session.clear()
    session[_PLAYER] = token
    visitor_name()


def forget_player() -> None:
    """Make the browser a stranger's."""
    session.clear()


def greet_stranger() -> None:
    """Give a browser that is nobody's a name; call it where a page is a stranger's.

    A token that it still has is no player's any more, and neither is its old name good for
    making one.
    """
    if player_token() is not None:
        for field in (_PLAYER, _VISITOR):
            session.pop(field, None)
    visitor_name()


def known_visitor() -> str | None:
    """Return the name that this browser came with, None if it has none yet."""
    return _text(_VISITOR)


def visitor_name() -> str:
    """Return this browser's own random name, made when first asked for.

    It tells a stranger's repeated buy-in from another stranger's. It is as secret as the
    player's token: it stands in the same signed cookie, so that who knows the one knows
    the other, and the player that it made may be given back to whoever shows it.
    """
    name = known_visitor()
    if name is None:
        name = session[_VISITOR] = secrets.token_urlsafe(_VISITOR_BYTES)
    return name


def _text(field: str) -> str | None:
    value = session.get(field)
    return value if isinstance(value, str) else None
