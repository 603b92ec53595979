"""What a player must be told, and the log must hold, when the database cannot be used."""

import logging

import pytest

from tests.web.browser import Browser, find_form

TABLE = "/tables/classic"
DEAL = f"{TABLE}/deal"
DECIDE = f"{TABLE}/decide"

_OURS = ("Traceback", "sqlite", "INSERT", "SELECT", "psycopg", ".py", "tmp/")


def seated(browser: Browser) -> Browser:
    """Buy in at the classic table."""
    browser.submit(TABLE, "/cashier/buy-in", amount="10000")
    return browser


def bet(browser: Browser) -> dict[str, str]:
    """Fill the form of the bets; one that waits for a decision is surrendered first."""
    while f'action="{DECIDE}"' in (page := browser.get(TABLE)):
        browser.submit(TABLE, DECIDE, decision="surrender")
    return find_form(page, DEAL) | {"ante-1": "5"}


def assert_told(page: str, words: str) -> None:
    """The page says so in a sentence, shows a way on and nothing of our own."""
    assert "The house is closed for the moment" in page
    assert words in page
    assert 'href="/"' in page
    assert not [text for text in _OURS if text in page]


def assert_noted(log: pytest.LogCaptureFixture, cause: str) -> None:
    """The log has the cause, as an error but as no fault of the program."""
    errors = [record for record in log.records if record.levelno >= logging.ERROR]
    assert errors
    assert all(cause in record.getMessage() for record in errors), log.text
    assert "Traceback" not in log.text
