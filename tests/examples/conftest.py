"""A site on a port of its own, with a token that may play."""

from collections.abc import Iterator

import pytest
from flask import Flask

from casino_war.services.api_tokens import Scope, make_token
from casino_war.services.commands import MakeToken
from examples.play_by_strategy import Site
from tests.serving import serving
from tests.web.conftest import MakeApp, make_app

__all__ = ["make_app"]


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    return make_app()


@pytest.fixture
def site(app: Flask) -> Iterator[Site]:
    """The site's API over a real connection; shoes and client seeds are known."""
    made = make_token(
        app.extensions["casino_war"],
        None,
        MakeToken(key="key-of-a-bot", version=0, name="bot", scope=Scope.PLAY),
        "a bot",
    )
    with serving(app) as address:
        yield Site(address, made.secret or "")
