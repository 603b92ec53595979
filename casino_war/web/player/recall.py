"""The player of a browser whose cookie has lost it.

Requests that leave at the same time carry the same cookie. Where one of them is the first
buy-in, the others carry a stranger's, and the answer to one that renews it may arrive last,
over the player's, which could not be made a second time.
"""

from flask import Flask, request

from casino_war.errors import CasinoWarError, StaleVersionError
from casino_war.services.newcomers import token_of_visitor
from casino_war.web.api.address import is_of_api
from casino_war.web.assets import STATIC, STATIC_OF_OLD
from casino_war.web.pages import current_bar, current_house
from casino_war.web.player.identity import known_visitor, player_token, remember_player

NEWS = "practice_together.news"
"""Asked for again and again by pages whose own requests have looked already."""


def init_recall(app: Flask) -> None:
    """Look for the player of every stranger whose browser has a name."""
    app.before_request(_recall_strangers)


def recall_player() -> None:
    """Give a browser back the player that it made, if it made one."""
    visitor = known_visitor()
    token = None if visitor is None else token_of_visitor(current_house(), visitor)
    if token is not None:
        remember_player(token)


def recall_overtaken(error: CasinoWarError) -> None:
    """Give a stranger back the player whom another request made while this one was under way."""
    if isinstance(error, StaleVersionError) and current_bar() is None:
        recall_player()


def _recall_strangers() -> None:
    if request.endpoint in (None, STATIC, STATIC_OF_OLD, NEWS) or is_of_api():
        return
    if player_token() is None:
        recall_player()
