"""Keys and versions: what is sent twice is done once, what comes late is shown why."""

import pytest
from flask import Flask

from tests.web.alert import alert_of
from tests.web.browser import Browser, is_tie, is_win, seed_where
from tests.web.conftest import MakeApp

TABLE = "/tables/classic"
DEAL = f"{TABLE}/deal"
DECIDE = f"{TABLE}/decide"


def test_a_double_click_deals_once(player: Browser) -> None:
    fields = player.form(TABLE, DEAL) | {"ante-1": "10"}
    first = player.send(DEAL, fields)
    after = player.ledger()
    second = player.send(DEAL, fields)
    assert second.headers["Location"] == first.headers["Location"]
    assert player.ledger() == after


def test_a_key_with_other_content_is_an_error(player: Browser) -> None:
    fields = player.form(TABLE, DEAL) | {"ante-1": "10"}
    player.send(DEAL, fields)
    after = player.ledger()
    text = player.send(DEAL, fields | {"ante-1": "20"}, 409).text
    assert "other content" in text
    assert player.ledger() == after


def test_a_stale_form_shows_the_table_as_it_is(player: Browser) -> None:
    old = player.form(TABLE, DEAL) | {"ante-1": "10"}
    other_tab = player.form(TABLE, DEAL) | {"ante-1": "10"}
    assert old["key"] != other_tab["key"]
    player.send(DEAL, old)
    after = player.ledger()
    text = player.send(DEAL, other_tab, 409).text
    assert 'role="alert"' in text
    assert player.ledger() == after
    fresh = player.form(TABLE, DEAL)
    assert fresh["version"] != other_tab["version"]
    assert f'name="version" value="{fresh["version"]}"' in text


@pytest.mark.parametrize("act", ["client-seed", "new-shoe"])
def test_other_table_forms_know_their_version(player: Browser, act: str) -> None:
    action = f"{TABLE}/{act}"
    old = player.form(TABLE, action) | {"client_seed": "mine"}
    player.submit(TABLE, f"{TABLE}/client-seed", client_seed="other")
    player.send(action, old, 409)


def test_a_decision_sent_twice_is_taken_once(make_app: MakeApp) -> None:
    visitor = Browser(make_app(seed_where(is_tie)))
    visitor.sit("classic")
    visitor.deal("classic", ante_1="10")
    fields = visitor.form(TABLE, DECIDE) | {"decision": "surrender"}
    visitor.send(DECIDE, fields)
    after = visitor.ledger()
    visitor.send(DECIDE, fields)
    visitor.send(DECIDE, fields | {"decision": "war"}, 409)
    stale = fields | {"key": "another-key-of-a-tab"}
    visitor.send(DECIDE, stale, 409)
    assert visitor.ledger() == after


def test_a_strangers_double_click_buys_in_once(visitor: Browser) -> None:
    fields = visitor.form(TABLE, "/cashier/buy-in") | {"amount": "100"}
    cookie = visitor.client.get_cookie("casino_war")
    assert cookie is not None
    visitor.send("/cashier/buy-in", fields)
    after = visitor.ledger()
    # The second click left before the first answer brought its cookie.
    visitor.client.set_cookie("casino_war", cookie.value)
    visitor.send("/cashier/buy-in", fields)
    assert visitor.ledger() == after == (1, 10_000)
    assert "100" in visitor.get("/cashier")
    visitor.send("/cashier/buy-in", fields)
    assert visitor.ledger() == after


def test_a_strangers_other_tab_makes_no_second_player(visitor: Browser) -> None:
    first, second = (visitor.form(TABLE, "/cashier/buy-in") | {"amount": "100"} for _ in range(2))
    cookie = visitor.client.get_cookie("casino_war")
    assert cookie is not None
    visitor.send("/cashier/buy-in", first)
    after = visitor.ledger()
    # The other tab's form left before the first answer brought its cookie, and its own
    # answer sets the cookie last.
    visitor.client.set_cookie("casino_war", cookie.value)
    page = visitor.send("/cashier/buy-in", second, 409).text
    assert "moved on" in alert_of(page)
    assert "Place your bets" in page
    assert visitor.ledger() == after == (1, 10_000)
    assert "Place your bets" in visitor.get(TABLE)
    assert "100" in visitor.get("/cashier")


def test_a_buy_in_sent_again_at_another_table_is_an_error(visitor: Browser) -> None:
    fields = visitor.form(TABLE, "/cashier/buy-in") | {"amount": "100"}
    visitor.send("/cashier/buy-in", fields)
    after = visitor.ledger()
    visitor.send("/cashier/buy-in", fields | {"table": "bonus"}, 409)
    assert "Sit down" in visitor.get("/tables/bonus")
    assert visitor.ledger() == after


def test_a_strangers_key_is_no_other_strangers(app: Flask, visitor: Browser) -> None:
    fields = visitor.form(TABLE, "/cashier/buy-in") | {"amount": "100"}
    visitor.send("/cashier/buy-in", fields)
    after = visitor.ledger()
    thief = Browser(app)
    own = thief.form(TABLE, "/cashier/buy-in")
    thief.send("/cashier/buy-in", fields | {"csrf_token": own["csrf_token"]}, 409)
    assert thief.ledger() == after


def test_the_cashiers_forms_know_their_version(player: Browser) -> None:
    rebuy = player.form("/cashier", "/cashier/buy-in") | {"amount": "50"}
    cash_out = player.form("/cashier", "/cashier/cash-out")
    player.send("/cashier/buy-in", rebuy)
    after = player.ledger()
    player.send("/cashier/buy-in", rebuy)
    player.send("/cashier/cash-out", cash_out, 409)
    assert player.ledger() == after


def test_a_cash_out_pays_what_its_button_says_or_nothing(make_app: MakeApp) -> None:
    visitor = Browser(make_app(seed_where(is_win)))
    visitor.sit("classic")
    cash_out = visitor.form("/cashier", "/cashier/cash-out")
    visitor.deal("classic", ante_1="500")
    # The round moved the bankroll and no version that the cashier's forms know.
    after = visitor.ledger()
    page = visitor.send("/cashier/cash-out", cash_out, 409).text
    alert = alert_of(page)
    assert "1,500" in alert
    assert "1,000" in alert
    assert "Cash out 1,500 chips" in page
    assert visitor.ledger() == after
    visitor.send("/cashier/cash-out", visitor.form("/cashier", "/cashier/cash-out"))
    assert "The bankroll is empty." in visitor.get("/cashier")


@pytest.mark.parametrize("amount", ["", "x", "-1", "1000.00", "٣"])
def test_a_cash_out_of_no_amount_is_refused(player: Browser, amount: str) -> None:
    before = player.ledger()
    fields = player.form("/cashier", "/cashier/cash-out") | {"amount_cents": amount}
    assert alert_of(player.send("/cashier/cash-out", fields, 422).text).startswith("Amount")
    del fields["amount_cents"]
    player.send("/cashier/cash-out", fields, 422)
    assert player.ledger() == before


def test_a_cash_out_sent_twice_pays_once(player: Browser) -> None:
    fields = player.form("/cashier", "/cashier/cash-out")
    response = player.send("/cashier/cash-out", fields)
    assert response.headers["Location"] == "/ledger"
    after = player.ledger()
    player.send("/cashier/cash-out", fields)
    assert player.ledger() == after
    assert "Cash-out" in player.get("/ledger")


def test_every_form_of_a_page_has_a_key_of_its_own(player: Browser) -> None:
    player.deal("classic", ante_1="5")
    keys = [player.form(TABLE, DEAL, index)["key"] for index in (0, 1)]
    assert len(set(keys)) == 2
