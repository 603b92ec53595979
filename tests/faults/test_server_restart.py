"""PostgreSQL dies and comes back: 503 meanwhile, and not one error once it answers again."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from flask import Flask

from casino_war.errors import DatabaseBusyError
from casino_war.services.house import House
from casino_war.store.database import Database
from casino_war.web import create_app
from tests.audits import audit
from tests.compiled import compile_once
from tests.faults.closed import DEAL, TABLE, bet, seated
from tests.postgres import PostgresServer
from tests.web.browser import Browser

CONNECTIONS = 5
"""As many as the pool keeps."""


@pytest.fixture
def app(mortal_url: str, tmp_path: Path) -> Iterator[Flask]:
    app = create_app({"DATABASE_URL": mortal_url, "INSTANCE_PATH": str(tmp_path)})
    yield compile_once(app)
    house: House = app.extensions["casino_war"]
    assert audit(house) == []
    house.database.dispose()


def open_connections(app: Flask) -> None:
    """Fill the pool, so that a dead connection lies ready for each of the next requests."""
    house: House = app.extensions["casino_war"]
    together = Barrier(CONNECTIONS)

    def read() -> None:
        with house.database.reading() as connection:
            connection.exec_driver_sql("SELECT 1")
            together.wait(timeout=30)

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        for done in [pool.submit(read) for _ in range(CONNECTIONS)]:
            done.result()


def test_no_request_suffers_from_a_restart(app: Flask, mortal_postgres: PostgresServer) -> None:
    browser = seated(Browser(app))
    open_connections(app)
    mortal_postgres.kill()
    mortal_postgres.restart()
    for _ in range(CONNECTIONS + 1):
        browser.send(DEAL, bet(browser))
        open_connections(app)


def test_a_server_that_hangs_is_not_waited_for(
    mortal_url: str, mortal_postgres: PostgresServer
) -> None:
    # Opening a connection takes two seconds at least before psycopg gives up.
    database = Database(mortal_url, busy_timeout_ms=1000, answer_seconds=1)
    for act in (database.reading, database.writing):
        with act() as connection:
            connection.exec_driver_sql("SELECT 1")
        begun = time.monotonic()
        with (
            mortal_postgres.hung(),
            pytest.raises(DatabaseBusyError) as caught,
            act() as connection,
        ):
            connection.exec_driver_sql("SELECT 1")
        assert caught.value.reason == "unreachable"
        assert time.monotonic() - begun < 8
    with database.reading() as connection:
        connection.exec_driver_sql("SELECT 1")
    database.dispose()


def test_while_it_is_gone_players_are_told(
    app: Flask, mortal_postgres: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    browser = seated(Browser(app))
    form, before = bet(browser), browser.ledger()
    mortal_postgres.kill()
    refused = browser.send(DEAL, form, 503)
    assert "cannot be reached for the moment" in refused.text
    assert int(refused.headers["Retry-After"]) > 0
    browser.get(TABLE, 503)
    mortal_postgres.restart()
    assert browser.ledger() == before
    browser.send(DEAL, form)
    assert browser.ledger() != before
    assert "Traceback" not in caplog.text
