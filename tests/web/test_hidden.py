"""What nobody may learn: seeds and cards that are still to come, passwords, keys.

Rounds are played in a house whose seeds the test knows; then every address is asked by the
player, by another and by a stranger, and all that comes back is searched: pages, headers,
cookies, logs and error pages.
"""

import base64
import hashlib
import logging
import re
import zlib
from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import text

from tests.web.browser import Browser, is_tie, seed_where
from tests.web.conftest import MakeApp
from tests.web.everything import address, draw_nothing, ids_of, member_of, readable
from tests.web.player.test_account import PASSWORD, sign_in

CARDS = 4
"""So many cards in their order are a secret; fewer may follow each other anywhere."""


def secrets_in(app: Flask) -> set[str]:
    """Read from the database what is secret as it stands."""
    found: set[str] = {PASSWORD, str(app.secret_key)}
    with app.extensions["casino_war"].database.reading() as connection:
        for query in (
            "SELECT server_seed FROM shoe WHERE finished_at IS NULL",
            "SELECT server_seed FROM practice_game WHERE finished_at IS NULL",
            "SELECT password_hash FROM member",
        ):
            found |= {row[0] for row in connection.execute(text(query))}
        orders = "SELECT order_text, position FROM shoe WHERE finished_at IS NULL"
        for order, position in connection.execute(text(orders)):
            cards = (order or "").split()[position : position + CARDS]
            if cards:
                found |= {" ".join(cards), ",".join(cards), "".join(cards)}
    return found


def all_of(browser: Browser, path: str, status: list[int]) -> str:
    """Return the body, the headers and the cookie of an answer, unpacked, as one text."""
    with browser.client.get(path) as answer:
        status.append(answer.status_code)
        body = answer.get_data().decode("utf-8", "replace")
        return "\n".join([body, str(answer.headers), *cookies_of(browser)])


def cookies_of(browser: Browser) -> Iterator[str]:
    """Tell the cookie as anybody can read it: Flask signs it and hides nothing."""
    cookie = browser.client.get_cookie("casino_war")
    if cookie is not None:
        yield cookie.value
        packed = cookie.value.lstrip(".").split(".")[0]
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        yield (zlib.decompress(raw) if cookie.value.startswith(".") else raw).decode()


def test_nothing_that_is_to_come_is_told(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    draw_nothing(monkeypatch)
    seeds = [hashlib.sha256(bytes([number])).hexdigest() for number in range(40)]
    app = make_app(seed_where(is_tie), *seeds, TESTING=False, PROPAGATE_EXCEPTIONS=False)
    monkeypatch.setitem(app.view_functions, "style.index", lambda: 1 / 0)
    member = member_of(app)
    ids = ids_of(member)
    other, stranger, elsewhere = Browser(app), Browser(app), Browser(app)
    other.sit("bonus")
    other.deal("bonus", ante_1="10", tie_bet_1="5")
    sign_in(elsewhere)
    hidden = secrets_in(app)
    assert len(hidden) >= 10
    told, statuses = [], list[int]()
    for browser in (member, other, stranger, elsewhere):
        for rule in readable(app):
            told.append(all_of(browser, address(rule, ids), statuses))
        for path in ("/nowhere", "/tables/nowhere", "/history/99", "/fairness/2"):
            told.append(all_of(browser, path, statuses))
    fields = member.form("/tables/classic", "/tables/classic/decide")
    for wrong in ({}, {"version": "9"}, {"round": "x"}, {"decision": "peace"}):
        answer = member.client.post("/tables/classic/decide", data=fields | wrong)
        told.append(answer.text + str(answer.headers))
    assert {200, 404, 500} <= set(statuses)
    told.append("\n".join(f"{each.getMessage()} {each.exc_text}" for each in caplog.records))
    assert "ZeroDivisionError" in told[-1]
    for text_ in told:
        for secret in hidden:
            assert secret not in text_
    # The same search finds a seed that may be told.
    before = secrets_in(app)
    member.decide("classic", "surrender")
    member.submit("/tables/classic", "/tables/classic/new-shoe")
    assert any(seed in member.get("/fairness/1") for seed in before - secrets_in(app))


def test_a_password_hash_leaves_by_no_export(app: Flask) -> None:
    member = member_of(app)
    export = member.get("/account/export")
    assert "Ada" in export
    assert "argon2" not in export
    assert not re.search(r'"(password|token|server_seed)[a-z_]*": "[^"]{20}', export)


def test_a_fault_shows_nothing_of_the_program(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    monkeypatch.setitem(app.view_functions, "style.index", lambda: 1 / 0)
    for debug in ("1", "true"):
        monkeypatch.setenv("FLASK_DEBUG", debug)
        page = Browser(app).get("/style", 500)
        for part in ("Traceback", "ZeroDivisionError", ".py", "debugger", "sqlite", "SECRET"):
            assert part not in page
