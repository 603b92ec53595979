"""A site on a port of its own, with a token that may play."""

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.serving import make_server

from casino_war.services.api_tokens import Scope, make_token
from casino_war.services.commands import MakeToken
from examples.play_by_strategy import Site
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
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield Site(f"http://127.0.0.1:{server.server_port}", made.secret or "")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
