"""A process dies between commit and answer: the same form again is answered, and chips move once.

Every command of the site is sent in one walk through it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from http.client import HTTPException
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest
from flask import Flask
from sqlalchemy import Connection, func, select
from sqlalchemy.pool import PoolProxiedConnection

from casino_war.services.house import House
from casino_war.store.database import Database
from casino_war.store.schema import METADATA
from casino_war.web import create_app
from tests.compiled import compile_once
from tests.databases import ONLY_POSTGRESQL, opened
from tests.faults.deadly import DEADLY, die_after_the_next_post
from tests.faults.server import CasinoServer
from tests.web.browser import CLIENT_SEED, Browser, is_tie, seed_where
from tests.web.live import LiveBrowser

T = TypeVar("T")

TABLE = "/tables/classic"
BUY_IN = "/cashier/buy-in"


@dataclass(frozen=True, slots=True)
class Step:
    """A form, where it stands and what is written into it."""

    page: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)


WALK = (
    Step(TABLE, BUY_IN, {"amount": "1000"}),
    Step("/tables/bonus", "/tables/bonus/sit"),
    Step(TABLE, f"{TABLE}/client-seed", {"client_seed": CLIENT_SEED}),
    Step(TABLE, f"{TABLE}/deal", {"ante-1": "10", "tie_bet-1": "5"}),
    Step(TABLE, f"{TABLE}/decide", {"decision": "war"}),
    Step(TABLE, f"{TABLE}/new-shoe"),
    Step("/cashier", BUY_IN, {"amount": "50"}),
    Step("/cashier", "/cashier/cash-out"),
)
WALK_OF_ANOTHER = (Step("/cashier", BUY_IN, {"amount": "100"}),)


class Killed(BaseException):
    """The process ends here."""


class DyingDatabase(Database):
    """Commits, and never says so."""

    def write(self, work: Callable[[Connection], T]) -> T:
        super().write(work)
        raise Killed


@pytest.fixture
def app(url: str, tmp_path: Path) -> Iterator[Flask]:
    seeds = iter([seed_where(is_tie), *(f"{number:064x}" for number in range(20))])
    app = create_app(
        {"DATABASE_URL": url, "INSTANCE_PATH": str(tmp_path)}, draw_seed=seeds.__next__
    )
    yield compile_once(app)
    app.extensions["casino_war"].database.dispose()


def rows(database: Database) -> dict[str, int]:
    """Count the rows of every table."""
    with database.reading() as connection:
        return {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in METADATA.tables.items()
        }


def send_and_be_killed(app: Flask, browser: Browser, step: Step, form: dict[str, str]) -> None:
    """Let the process die after the commit; the browser keeps the cookie that it had."""
    cookie = browser.client.get_cookie("casino_war")
    house: House = app.extensions["casino_war"]
    dying = DyingDatabase(house.database.url)
    app.extensions["casino_war"] = replace(house, database=dying)
    with pytest.raises(Killed):
        browser.send(step.action, form)
    dying.dispose()
    app.extensions["casino_war"] = house
    assert cookie is not None
    browser.client.set_cookie("casino_war", cookie.value)


def test_a_process_dies_before_its_answer(app: Flask) -> None:
    database = app.extensions["casino_war"].database
    for walk in (WALK, WALK_OF_ANOTHER):
        browser = Browser(app)
        for step in walk:
            form = browser.form(step.page, step.action) | step.fields
            before = rows(database)
            send_and_be_killed(app, browser, step, form)
            after = rows(database)
            assert after["command"] == before["command"] + 1, step
            for _ in range(2):
                browser.send(step.action, form)
                assert rows(database) == after, step


@ONLY_POSTGRESQL
def test_the_answer_to_a_commit_is_lost(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The transaction is run again, finds its own key, and nobody is told of it."""
    database: Database = app.extensions["casino_war"].database
    dialect = database.engine.dialect
    commit = dialect.do_commit
    lost: list[str] = []

    def commit_and_hang_up(connection: PoolProxiedConnection) -> None:
        commit(connection)
        assert connection.driver_connection is not None
        if len(lost) < len(sent) and not connection.driver_connection.read_only:
            lost.append(sent[-1])
            connection.driver_connection.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(dialect, "do_commit", commit_and_hang_up)
    sent: list[str] = []
    for walk in (WALK, WALK_OF_ANOTHER):
        browser = Browser(app)
        for step in walk:
            form = browser.form(step.page, step.action) | step.fields
            before = rows(database)
            sent.append(step.action)
            browser.send(step.action, form)
            assert lost == sent
            assert rows(database)["command"] == before["command"] + 1, step


def test_a_worker_dies_before_its_answer(url: str, tmp_path: Path) -> None:
    server = CasinoServer(url, tmp_path, command=DEADLY)
    server.start()
    try:
        browser = LiveBrowser(server.port)
        for number, step in enumerate((WALK[0], WALK[3])):
            form = browser.form(step.page, step.action) | step.fields
            die_after_the_next_post(tmp_path)
            with pytest.raises((OSError, HTTPException)):
                browser.post(step.action, form)
            assert browser.post(step.action, form).status == 303
            with opened(url) as database:
                assert rows(database)["command"] == number + 1
    finally:
        server.stop()
    assert "Traceback" not in server.log
