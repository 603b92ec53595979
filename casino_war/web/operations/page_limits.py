"""How often somebody may send forms, take their rounds out and try passwords, on the pages.

Reading is not counted. A player is counted by themself, whoever is none by the address. The
tries at one name's password have limits of their own, which the database counts:
`casino_war.services.tries`.
"""

import hashlib

from flask import Flask, request

from casino_war.services.tries import counted_address
from casino_war.web.api.address import is_of_api
from casino_war.web.operations.limits import require_within, tell_limits
from casino_war.web.player.identity import player_token

_EXPORTS = frozenset({"account.export", "export.rounds"})
_PASSWORDS = frozenset({"account.sign_in", "account.claim", "account.password"})
_WHO_DIGITS = 32


def init_page_limits(app: Flask) -> None:
    """Count forms and exports before anything else is done for them."""
    app.before_request(_count)
    app.after_request(tell_limits)


def _count() -> None:
    if request.endpoint is None or is_of_api():
        return
    if request.endpoint in _EXPORTS:
        require_within("export", _who())
    elif request.method == "POST":
        # Each takes a quarter of a second of the processor, whoever asks.
        if request.endpoint in _PASSWORDS:
            require_within("sign_in", _address())
        require_within("play", _who())


def _who() -> str:
    token = player_token()
    if token is None:
        return _address()
    # The store need not know what opens an account.
    return f"player {hashlib.sha256(token.encode()).hexdigest()[:_WHO_DIGITS]}"


def _address() -> str:
    return f"address {counted_address(request.remote_addr or '')}"
