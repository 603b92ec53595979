"""A database that its keeper must mend: a plain page, the cause in the log, and on when mended."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from psycopg import sql
from sqlalchemy.engine import make_url

from casino_war.services.house import House
from casino_war.store.database import Database
from tests.databases import ONLY_POSTGRESQL, ONLY_SQLITE, opened
from tests.faults.closed import DEAL, TABLE, assert_noted, assert_told, bet, seated
from tests.web.browser import Browser

PAGE_BYTES = 4096
MISSING = "The books are not in their place. Nothing was changed; please try again later."
READ_ONLY = "The books can only be read for now. Nothing was changed; please try again later."
DAMAGED = (
    "The books are damaged and must be mended first. Nothing was changed; please try again later."
)


def house_of(app: Flask) -> House:
    house: House = app.extensions["casino_war"]
    return house


def path_of(app: Flask) -> Path:
    name = house_of(app).database.url.database
    assert name is not None
    return Path(name)


@contextmanager
def file_opened_read_only(app: Flask) -> Iterator[None]:
    """Root may write to any file, so that rights alone would prove nothing."""
    house = house_of(app)
    house.database.dispose()
    with opened(f"sqlite:///file:{path_of(app)}?mode=ro&uri=true".replace("%", "%25")) as database:
        app.extensions["casino_war"] = replace(house, database=database)
        yield
    app.extensions["casino_war"] = house


@contextmanager
def server_read_only(app: Flask) -> Iterator[None]:
    alter = sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
    url = app.config["DATABASE_URL"]
    name = sql.Identifier(str(make_url(url).database))
    with psycopg.connect(url, autocommit=True) as keeper:
        keeper.execute(alter.format(name, sql.Literal("on")))
    house_of(app).database.dispose()
    yield
    with psycopg.connect(url, autocommit=True) as keeper:
        keeper.execute("SET default_transaction_read_only = off")
        keeper.execute(alter.format(name, sql.Literal("off")))


@contextmanager
def file_moved_away(app: Flask) -> Iterator[None]:
    """The site is not told: it has the file open all the time."""
    path = path_of(app)
    elsewhere = path.with_suffix(".elsewhere")
    path.rename(elsewhere)
    yield
    assert not path.exists(), "an empty one was made"
    elsewhere.rename(path)


@contextmanager
def pages_overwritten(app: Flask) -> Iterator[None]:
    """Every page but the first, which says what there is."""
    path = path_of(app)
    # Nothing may be left in the journal or in a cache.
    house_of(app).database.dispose()
    whole = path.read_bytes()
    with path.open("r+b") as file:
        file.seek(PAGE_BYTES)
        file.write(b"\xff" * (len(whole) - PAGE_BYTES))
    yield
    for journal in path.parent.glob(f"{path.name}-*"):
        journal.unlink()
    path.write_bytes(whole)


@contextmanager
def another_file_in_its_place(app: Flask) -> Iterator[None]:
    path = path_of(app)
    house_of(app).database.dispose()
    elsewhere = path.with_suffix(".elsewhere")
    path.rename(elsewhere)
    path.write_bytes(b"no database at all" * 1_000)
    yield
    elsewhere.rename(path)


Spoil = Callable[[Flask], AbstractContextManager[None]]


def check(
    app: Flask, log: pytest.LogCaptureFixture, spoil: Spoil, words: str, cause: str
) -> Browser:
    """The form is refused while the database is spoilt, and taken when it no longer is."""
    browser = seated(Browser(app))
    form, before = bet(browser), browser.ledger()
    with spoil(app):
        answer = browser.send(DEAL, form, 503)
        assert int(answer.headers["Retry-After"]) > 0
        assert_told(answer.text, words)
        assert_noted(log, cause)
        if words == READ_ONLY:
            assert "Place your bets" in browser.get(TABLE)
        else:
            assert_told(browser.get(TABLE, 503), words)
    assert browser.ledger() == before
    browser.send(DEAL, form)
    assert browser.ledger() != before
    return browser


@ONLY_SQLITE
@pytest.mark.parametrize(
    ("spoil", "words", "cause"),
    [
        (file_opened_read_only, READ_ONLY, "attempt to write a readonly database (read_only)"),
        (file_moved_away, MISSING, "was moved or deleted (missing)"),
        (pages_overwritten, DAMAGED, "database disk image is malformed (damaged)"),
        (another_file_in_its_place, DAMAGED, "file is not a database (damaged)"),
    ],
)
def test_a_file(
    database_app: Flask, caplog: pytest.LogCaptureFixture, spoil: Spoil, words: str, cause: str
) -> None:
    check(database_app, caplog, spoil, words, cause)


@ONLY_POSTGRESQL
def test_a_server_that_only_reads(database_app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    cause = "cannot execute SELECT FOR NO KEY UPDATE in a read-only transaction (read_only)"
    check(database_app, caplog, server_read_only, READ_ONLY, cause)


@ONLY_SQLITE
def test_a_file_that_goes_before_the_commit_keeps_nothing(database_app: Flask) -> None:
    browser = seated(Browser(database_app))
    form, before = bet(browser), browser.ledger()
    house, path = house_of(database_app), path_of(database_app)
    elsewhere = path.with_suffix(".elsewhere")

    def draw_seed_and_lose_the_file() -> str:
        path.rename(elsewhere)
        return house.draw_seed()

    database_app.extensions["casino_war"] = replace(house, draw_seed=draw_seed_and_lose_the_file)
    new_shoe = browser.form(TABLE, f"{TABLE}/new-shoe")
    browser.send(f"{TABLE}/new-shoe", new_shoe, 503)
    elsewhere.rename(path)
    database_app.extensions["casino_war"] = house
    assert browser.ledger() == before
    browser.send(DEAL, form)


@ONLY_SQLITE
def test_the_file_that_bears_the_name_counts(database_app: Flask) -> None:
    """A backup put in its place is played on at once, by connections made anew."""
    browser = seated(Browser(database_app))
    database: Database = house_of(database_app).database
    path = path_of(database_app)
    database.dispose()
    backup = path.read_bytes()
    before = browser.ledger()
    browser.send(DEAL, bet(browser))
    assert browser.ledger() != before
    new = path.with_suffix(".new")
    new.write_bytes(backup)
    for journal in path.parent.glob(f"{path.name}-*"):
        journal.unlink()
    new.rename(path)
    assert browser.ledger() == before
    browser.send(DEAL, bet(browser))
