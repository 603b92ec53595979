"""A database that others keep: the page says so after a bounded wait, and when to come back."""

import logging
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from casino_war.services.house import House
from casino_war.store.database import Database
from casino_war.store.players import PLAYER, lock_player
from casino_war.web import create_app
from tests.databases import Databases, opened
from tests.web.browser import Browser

SHORT_MS = 100


@pytest.fixture
def url(databases: Databases) -> Iterator[str]:
    url = databases.fresh()
    yield url
    databases.discard(url)


@pytest.fixture
def app(url: str, tmp_path: Path) -> Iterator[Flask]:
    app = create_app({"DATABASE_URL": url, "INSTANCE_PATH": str(tmp_path), "TESTING": True})
    house: House = app.extensions["casino_war"]
    with opened(url, busy_timeout_ms=SHORT_MS) as database:
        app.extensions["casino_war"] = replace(house, database=database)
        yield app


def keep_busy(database: Database, is_held: threading.Event, may_go: threading.Event) -> None:
    with database.writing() as connection:
        tokens = connection.execute(PLAYER.select()).mappings().all()
        lock_player(connection, tokens[0]["token"])
        is_held.set()
        may_go.wait(timeout=30)


def test_a_busy_database_is_told_with_503(
    app: Flask, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    player = Browser(app)
    player.sit("classic")
    action = "/tables/classic/deal"
    form = player.form("/tables/classic", action) | {"ante-1": "10"}
    before = player.ledger()
    is_held, may_go = threading.Event(), threading.Event()
    with opened(url) as other:
        keeper = threading.Thread(target=keep_busy, args=(other, is_held, may_go))
        keeper.start()
        is_held.wait(timeout=30)
        refused = player.send(action, form, status=503)
        # Pages are still drawn.
        player.get("/tables/classic")
        may_go.set()
        keeper.join()
    assert int(refused.headers["Retry-After"]) > 0
    assert "Nothing was changed; please try again." in refused.text
    assert player.ledger() == before
    assert all(record.levelno <= logging.WARNING for record in caplog.records)
    assert "Traceback" not in caplog.text
    player.send(action, form)
    assert player.ledger() != before


def test_a_database_out_of_reach_is_told_with_503(app: Flask) -> None:
    house: House = app.extensions["casino_war"]
    with opened("postgresql://nobody@127.0.0.1:1/x", busy_timeout_ms=SHORT_MS) as nowhere:
        app.extensions["casino_war"] = replace(house, database=nowhere)
        client = app.test_client()
        for path in ("/", "/tables/classic", "/history"):
            with client.session_transaction() as session:
                session["player"] = "t" * 32
            answer = client.get(path)
            assert answer.status_code == 503
            assert "cannot be reached for the moment" in answer.text
            assert answer.headers["Retry-After"]
