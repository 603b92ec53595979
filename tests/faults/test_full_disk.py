"""No room left: a plain page, the cause in the log, nothing moved, and on by itself with room."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from casino_war.services.house import House
from tests.audits import audit
from tests.databases import ONLY_POSTGRESQL, ONLY_SQLITE, SqliteFiles, opened
from tests.faults.closed import DEAL, TABLE, assert_noted, assert_told, bet, seated
from tests.faults.server import CasinoServer
from tests.faults.troubles import FULL_TRIGGER
from tests.web.browser import Browser
from tests.web.live import Answer, LiveBrowser

ROUNDS_MAX = 200
"""Enough to fill what room is left on the last pages of a file."""

NO_ROOM = "There is no room left to write anything down. Nothing was changed"
SOMETHING_FAILED = "The books cannot be read or written for now."
PAGES_MAX = 2**30


@contextmanager
def no_further_page(app: Flask) -> Iterator[None]:
    """Let the file not grow."""
    house: House = app.extensions["casino_war"]
    # Less than there are means no more than there are.
    pages_max = [1]

    def limit(connection: DBAPIConnection, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count = {pages_max[-1]}")
        cursor.close()

    event.listen(house.database.engine, "checkout", limit)
    yield
    pages_max.append(PAGES_MAX)


def deal_until_refused(browser: Browser) -> tuple[dict[str, str], str, tuple[int, int]]:
    """Deal until there is no room; return the form, the answer and what the ledger had."""
    for _ in range(ROUNDS_MAX):
        form, before = bet(browser), browser.ledger()
        answer = browser.client.post(DEAL, data=form)
        if answer.status_code != 303:
            assert answer.status_code == 503, answer.text
            assert int(answer.headers["Retry-After"]) > 0
            return form, answer.text, before
    raise AssertionError(f"there was room for {ROUNDS_MAX} rounds")


@ONLY_SQLITE
def test_an_sqlite_file_that_may_not_grow(
    database_app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    browser = seated(Browser(database_app))
    with no_further_page(database_app):
        form, page, before = deal_until_refused(browser)
        assert_told(page, NO_ROOM)
        assert_noted(caplog, "database or disk is full (full)")
        assert browser.ledger() == before
        # What is written down already can still be read.
        assert "Place your bets" in browser.get(TABLE)
    browser.send(DEAL, form)
    assert browser.ledger() != before


@ONLY_POSTGRESQL
def test_a_postgresql_server_without_room(
    database_app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    """The server's own error, though for another reason: a full disk takes a mount."""
    browser = seated(Browser(database_app))
    form, before = bet(browser), browser.ledger()
    url = database_app.config["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as keeper:
        keeper.execute(FULL_TRIGGER)
    answer = browser.send(DEAL, form, 503)
    assert_told(answer.text, NO_ROOM)
    assert_noted(caplog, 'could not extend file "base/1/2": No space left on device (full)')
    assert browser.ledger() == before
    with psycopg.connect(url, autocommit=True) as keeper:
        keeper.execute("DROP FUNCTION no_room CASCADE")
    browser.send(DEAL, form)
    assert browser.ledger() != before


def deal_live(browser: LiveBrowser) -> tuple[dict[str, str], Answer]:
    decide = f"{TABLE}/decide"
    while f'action="{decide}"' in browser.get(TABLE):
        browser.submit(TABLE, decide, decision="surrender")
    form = browser.form(TABLE, DEAL) | {"ante-1": "5"}
    return form, browser.post(DEAL, form)


def test_a_server_that_may_write_no_longer_files(
    sqlite_databases: SqliteFiles, tmp_path: Path
) -> None:
    url = sqlite_databases.fresh()
    journal = Path(f"{url.removeprefix('sqlite:///')}-wal")
    server = CasinoServer(url, tmp_path)
    server.start()
    try:
        browser = LiveBrowser(server.port)
        browser.submit(TABLE, "/cashier/buy-in", amount="10000")
        # The log of the server must have room where the database has none.
        while journal.stat().st_size < 2**16:
            deal_live(browser)
        for worker in server.workers():
            resource.prlimit(
                worker, resource.RLIMIT_FSIZE, (journal.stat().st_size, resource.RLIM_INFINITY)
            )
        form, answer = deal_live(browser)
        assert answer.status == 503, answer.text
        assert answer.retry_after
        assert_told(answer.text, SOMETHING_FAILED)
        assert "disk I/O error (failed)" in server.log
        assert "Place your bets" in browser.get(TABLE)
        with opened(url) as database:
            assert audit(House(database=database)) == []
        for worker in server.workers():
            resource.prlimit(
                worker, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            )
        assert browser.post(DEAL, form).status == 303
        with opened(url) as database:
            assert audit(House(database=database)) == []
    finally:
        server.stop()
    assert "Traceback" not in server.log
