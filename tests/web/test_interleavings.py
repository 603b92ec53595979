"""Requests that overlap: whichever answer comes last, the player stays the player.

A browser keeps the cookie of the answer that arrives last. Whatever left before the buy-in
carries a stranger's cookie, and its answer may arrive after it.
"""

import re
from dataclasses import dataclass

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from casino_war.web.assets import static_url_path
from tests.web.alert import alert_of
from tests.web.browser import Browser, forms_of
from tests.web.clock import pass_days

TABLE = "/tables/classic"
BUY_IN = "/cashier/buy-in"
PATHS = ["/", TABLE, "/tables/bonus", "/history", "/ledger", "/cashier", "/fairness", "/nowhere"]
STATIC = [
    f"{static_url_path()}/css/page.css",
    f"{static_url_path()}/nowhere.css",
    "/static/0123456789ab/img/mark.svg",
]
PLAYER_SEES = "<strong>1,000</strong>"


@dataclass
class Wire:
    """A site by bare requests: each carries the cookie it is given."""

    app: Flask

    def send(
        self, path: str, cookie: str | None, data: dict[str, str] | None = None
    ) -> TestResponse:
        client = self.app.test_client(use_cookies=False)
        headers = {} if cookie is None else {"Cookie": f"casino_war={cookie}"}
        if data is None:
            return client.get(path, headers=headers, buffered=True)
        return client.post(path, headers=headers, data=data)


def set_by(answer: TestResponse) -> str | None:
    """Return the cookie that an answer sets, None if it sets none."""
    lines = answer.headers.getlist("Set-Cookie")
    assert len(lines) < 2
    return lines[0].partition(";")[0].partition("=")[2] if lines else None


def form_of(answer: TestResponse, action: str = BUY_IN) -> dict[str, str]:
    return next(fields for target, fields in forms_of(answer.text) if target == action)


@pytest.fixture
def wire(app: Flask) -> Wire:
    return Wire(app)


@dataclass
class Bought:
    """A browser's cookies before and after its buy-in."""

    before: str
    after: str


@pytest.fixture
def bought(wire: Wire) -> Bought:
    page = wire.send(TABLE, None)
    before = set_by(page)
    assert before
    answer = wire.send(BUY_IN, before, form_of(page))
    assert answer.status_code == 303
    after = set_by(answer)
    assert after
    return Bought(before, after)


@pytest.mark.parametrize("path", STATIC)
def test_a_static_file_knows_no_session(wire: Wire, bought: Bought, path: str) -> None:
    for cookie in (None, bought.before, bought.after, "forged"):
        answer = wire.send(path, cookie)
        with answer:
            assert set_by(answer) is None
            assert "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("path", PATHS)
def test_an_answer_that_changes_nothing_sets_no_cookie(
    wire: Wire, bought: Bought, path: str
) -> None:
    assert set_by(wire.send(path, bought.after)) is None
    assert wire.send(path, bought.after).headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("path", PATHS)
def test_a_strangers_answer_sets_no_cookie_again(wire: Wire, path: str) -> None:
    cookie = set_by(wire.send(TABLE, None))
    assert set_by(wire.send(path, cookie)) is None


@pytest.mark.parametrize("path", PATHS[:-1])
def test_a_cookie_from_before_the_buy_in_still_finds_the_player(
    wire: Wire, bought: Bought, path: str
) -> None:
    answer = wire.send(path, bought.before)
    assert PLAYER_SEES in answer.text
    found = set_by(answer)
    assert found
    assert PLAYER_SEES in wire.send("/history", found).text


def test_a_form_sent_with_a_cookie_from_before_the_buy_in_is_the_players(
    wire: Wire, bought: Bought
) -> None:
    fields = form_of(wire.send(TABLE, bought.after), f"{TABLE}/deal")
    answer = wire.send(f"{TABLE}/deal", bought.before, fields)
    assert answer.status_code == 303
    assert set_by(answer)


def test_another_stranger_finds_no_player(wire: Wire, bought: Bought) -> None:
    other = set_by(wire.send(TABLE, None))
    answer = wire.send(TABLE, other)
    assert PLAYER_SEES not in answer.text
    assert set_by(answer) is None


def test_two_first_visits_at_once_leave_a_form_that_works(wire: Wire) -> None:
    first, second = wire.send(TABLE, None), wire.send("/cashier", None)
    kept = set_by(second)
    refused = wire.send(BUY_IN, kept, form_of(first))
    assert refused.status_code == 400
    assert "send it again" in alert_of(refused.text)
    # The answer is the page that the form stood on, and its form is good.
    again = form_of(refused)
    assert again["table"] == "classic"
    assert wire.send(BUY_IN, kept, again).headers["Location"] == TABLE


def test_two_first_visits_at_once_at_the_cashier(wire: Wire) -> None:
    first, second = wire.send("/cashier", None), wire.send(TABLE, None)
    kept = set_by(second)
    refused = wire.send(BUY_IN, kept, form_of(first))
    assert refused.status_code == 400
    assert wire.send(BUY_IN, kept, form_of(refused)).headers["Location"] == "/"


@pytest.mark.parametrize("act", ["deal", "new-shoe", "client-seed"])
def test_a_players_form_of_another_visit_is_answered_with_a_fresh_one(
    player: Browser, act: str
) -> None:
    before = player.ledger()
    action = f"{TABLE}/{act}"
    fields = player.form(TABLE, action)
    answer = player.send(action, fields | {"csrf_token": "of another visit"}, 400)
    assert "send it again" in alert_of(answer.text)
    assert player.ledger() == before
    player.send(action, fields | {"csrf_token": form_of(answer, action)["csrf_token"]})


@pytest.mark.parametrize("path", [BUY_IN, "/cashier/cash-out", f"{TABLE}/deal", "/tables/no/sit"])
def test_a_form_sent_by_another_site_takes_no_players_cookie_away(wire: Wire, path: str) -> None:
    """Such a form comes without the cookie; an answer that set one would replace it."""
    answer = wire.send(path, None, {"table": "classic", "amount": "1000"})
    assert answer.status_code == 400
    assert set_by(answer) is None


def test_the_year_of_a_cookie_begins_anew_once_a_day(
    wire: Wire, bought: Bought, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        pass_days(patch, 0.9)
        assert set_by(wire.send(TABLE, bought.after)) is None
    pass_days(monkeypatch, 1.1)
    answer = wire.send("/", bought.after)
    renewed = set_by(answer)
    assert renewed
    assert re.search(r"Expires=", answer.headers["Set-Cookie"])
    assert "Cookie" in answer.headers["Vary"]
    assert set_by(wire.send("/", renewed)) is None
    assert PLAYER_SEES in wire.send(TABLE, renewed).text
    for path in STATIC:
        assert set_by(wire.send(path, bought.after)) is None


def test_a_rebuy_changes_no_cookie(wire: Wire, bought: Bought) -> None:
    answer = wire.send(BUY_IN, bought.after, form_of(wire.send("/cashier", bought.after)))
    assert answer.status_code == 303
    assert set_by(answer) is None
