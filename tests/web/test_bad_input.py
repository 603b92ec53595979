"""Every bad input: the right status, a sentence that names the limit, and no chip moves."""

import pytest
from flask import Flask

from tests.web.browser import Browser, is_tie, seed_where
from tests.web.conftest import MakeApp

TABLE = "/tables/classic"
DEAL = f"{TABLE}/deal"

NO_AMOUNTS = [
    "0", "-10", "+10", "10.5", "10,5", "1e3", "ten", "٥٠", "５０", "²", "0x10", "1_000", "10 10",
    "NaN", "Infinity", "10\n", "<b>10</b>", "9" * 40, "9" * 5000,
]  # fmt: skip


def _alert(text: str) -> str:
    """Return the words of the alert that the page opens with."""
    _, found, rest = text.partition('role="alert">')
    assert found
    return rest.partition("</p>")[0]


@pytest.mark.parametrize("ante", NO_AMOUNTS)
def test_an_ante_must_be_whole_chips(player: Browser, ante: str) -> None:
    before = player.ledger()
    text = player.deal("classic", 422, ante_1=ante).text
    assert "whole number of chips, 1 or more" in _alert(text)
    assert 'id="ante-1"' in text
    assert player.ledger() == before


@pytest.mark.parametrize("tie_bet", NO_AMOUNTS[:8])
def test_a_tie_bet_must_be_whole_chips(player: Browser, tie_bet: str) -> None:
    before = player.ledger()
    text = player.deal("classic", 422, ante_1="10", tie_bet_1=tie_bet).text
    assert "whole number of chips, 1 or more" in _alert(text)
    assert player.ledger() == before


@pytest.mark.parametrize(
    ("ante", "named"),
    [
        ("1", "ante of 1 chips"),
        ("4", "ante of 4 chips"),
        ("505", "ante of 505 chips"),
        (str(2**31), "ante of 2,147,483,648 chips"),
        (str(2**53), "ante of 9,007,199,254,740,992 chips"),
        (str(2**63), "ante of 9,223,372,036,854,775,808 chips"),
        ("1" + "0" * 29, "ante of 100" + ",000" * 9 + " chips"),
        (str(2**64 + 1), "ante of 18,446,744,073,709,551,617 chips"),
    ],
)
def test_an_ante_outside_the_limits_names_them(player: Browser, ante: str, named: str) -> None:
    before = player.ledger()
    text = player.deal("classic", 422, ante_1=ante).text
    assert named in _alert(text)
    assert "5 to 500 chips" in _alert(text)
    assert f'value="{ante}"' in text
    assert player.ledger() == before


@pytest.mark.parametrize(("tie_bet", "limit"), [("505", "5 to 500 chips"), ("7", "multiple of 5")])
def test_a_tie_bet_outside_the_limits_names_them(player: Browser, tie_bet: str, limit: str) -> None:
    before = player.ledger()
    text = player.deal("classic", 422, ante_1="10", tie_bet_1=tie_bet).text
    assert f"tie bet of {tie_bet} chips" in _alert(text)
    assert limit in _alert(text)
    assert player.ledger() == before


def test_an_off_step_ante_names_the_step(player: Browser) -> None:
    before = player.ledger()
    alert = _alert(player.deal("classic", 422, ante_1="12").text)
    assert "ante of 12 chips" in alert
    assert "multiple of 5 chips" in alert
    assert player.ledger() == before


def test_the_second_of_two_hands_is_named(player: Browser) -> None:
    before = player.ledger()
    text = player.deal("classic", 422, ante_1="10", ante_3="12").text
    assert "Hand 2" in _alert(text)
    assert "<details open" in text
    assert player.ledger() == before


def test_a_tie_bet_needs_an_ante_here(player: Browser) -> None:
    before = player.ledger()
    assert "needs an ante" in _alert(player.deal("classic", 422, tie_bet_1="5").text)
    assert player.ledger() == before


def test_no_wager_and_too_many_hands_are_refused(player: Browser) -> None:
    before = player.ledger()
    assert "1 to 5 hands, not 0" in _alert(player.deal("classic", 422).text)
    hands = {f"ante_{spot}": "5" for spot in range(1, 8)}
    assert "1 to 5 hands, not 7" in _alert(player.deal("classic", 422, **hands).text)
    assert player.ledger() == before


def test_a_table_without_tie_bets_takes_none(visitor: Browser) -> None:
    visitor.sit("battle_royal")
    before = visitor.ledger()
    text = visitor.deal("battle_royal", 422, ante_1="10", tie_bet_1="5").text
    assert "takes no tie bet" in _alert(text)
    assert visitor.ledger() == before


def test_a_bet_above_the_bankroll_names_both(app: Flask) -> None:
    visitor = Browser(app)
    visitor.sit("classic", amount="20")
    before = visitor.ledger()
    alert = _alert(visitor.deal("classic", 422, ante_1="25").text)
    assert "25 chips" in alert
    assert "the bankroll to 20" in alert
    assert visitor.ledger() == before


@pytest.mark.parametrize(
    "amount", [*NO_AMOUNTS, "10001", str(2**31), str(2**53), str(2**63), str(2**64), "9" * 30]
)
@pytest.mark.parametrize("path", ["/cashier", TABLE])
def test_a_buy_in_has_limits(visitor: Browser, path: str, amount: str) -> None:
    text = visitor.submit(path, "/cashier/buy-in", 422, amount=amount).text
    alert = _alert(text)
    assert "1 or more" in alert or "1 to 10,000 chips" in alert
    assert visitor.ledger() == (0, 0)
    with visitor.client.session_transaction() as session:
        assert "player" not in session


@pytest.mark.parametrize("amount", ["0", "10001", "abc", str(2**63)])
def test_a_rebuy_has_limits(player: Browser, amount: str) -> None:
    before = player.ledger()
    _alert(player.submit("/cashier", "/cashier/buy-in", 422, amount=amount).text)
    assert player.ledger() == before


@pytest.mark.parametrize("field", ["key", "version", "ante-1"])
@pytest.mark.parametrize("value", [None, "", "-1", "x" * 200, "9" * 5000, "\x00", "é"])
def test_what_every_form_carries_is_checked(player: Browser, field: str, value: str | None) -> None:
    before = player.ledger()
    fields = player.form(TABLE, DEAL)
    if value is None:
        del fields[field]
    else:
        fields[field] = value
    response = player.client.post(DEAL, data=fields)
    assert response.status_code == 422, response.text
    _alert(response.text)
    assert player.ledger() == before


@pytest.mark.parametrize("version", [str(2**63), str(2**63 - 1), str(2**63 - 2), "99"])
def test_a_version_that_never_was_is_refused(player: Browser, version: str) -> None:
    before = player.ledger()
    fields = player.form(TABLE, DEAL) | {"version": version}
    response = player.client.post(DEAL, data=fields)
    assert response.status_code in (409, 422)
    _alert(response.text)
    assert player.ledger() == before


@pytest.mark.parametrize("round_id", ["", "-1", "abc", str(2**63), "1.0"])
def test_the_round_of_a_decision_is_checked(make_app: MakeApp, round_id: str) -> None:
    visitor = _at_a_tie(make_app)
    before = visitor.ledger()
    fields = visitor.form(TABLE, f"{TABLE}/decide") | {"decision": "war", "round": round_id}
    _alert(visitor.send(f"{TABLE}/decide", fields, 422).text)
    assert visitor.ledger() == before


@pytest.mark.parametrize("decision", ["", "WAR", "peace", "war_with_tie_bet"])
def test_only_offered_decisions_are_taken(make_app: MakeApp, decision: str) -> None:
    visitor = _at_a_tie(make_app)
    before = visitor.ledger()
    _alert(visitor.decide("classic", decision, 422).text)
    assert visitor.ledger() == before


def test_a_settled_round_takes_no_decision(make_app: MakeApp) -> None:
    visitor = _at_a_tie(make_app)
    fields = visitor.form(TABLE, f"{TABLE}/decide") | {"decision": "surrender"}
    visitor.send(f"{TABLE}/decide", fields)
    before = visitor.ledger()
    again = fields | {
        "key": visitor.form(TABLE, DEAL)["key"],
        "version": visitor.form(TABLE, DEAL)["version"],
    }
    response = visitor.client.post(f"{TABLE}/decide", data=again)
    assert response.status_code in (409, 422)
    _alert(response.text)
    assert visitor.ledger() == before


def test_nobody_decides_another_players_round(make_app: MakeApp) -> None:
    owner = _at_a_tie(make_app)
    fields = owner.form(TABLE, f"{TABLE}/decide")
    other = Browser(owner.app)
    other.sit("classic")
    before = owner.ledger()
    theirs = other.form(TABLE, DEAL) | {"round": fields["round"], "decision": "war"}
    response = other.client.post(f"{TABLE}/decide", data=theirs)
    assert response.status_code in (404, 409, 422)
    assert owner.ledger() == before
    assert "you decide" in owner.get(TABLE)


def test_a_raise_that_the_bankroll_cannot_cover(make_app: MakeApp) -> None:
    visitor = _at_a_tie(make_app, amount="15", ante="10")
    before = visitor.ledger()
    page = visitor.get(TABLE)
    assert "Needs 10 chips; the bankroll holds 5." in page
    assert _alert(visitor.decide("classic", "war", 422).text)
    assert visitor.ledger() == before
    visitor.submit(TABLE, "/cashier/buy-in", amount="20")
    visitor.decide("classic", "war")


def test_no_cash_out_during_a_round(make_app: MakeApp) -> None:
    visitor = _at_a_tie(make_app)
    before = visitor.ledger()
    assert "disabled" in visitor.get("/cashier")
    alert = _alert(visitor.submit("/cashier", "/cashier/cash-out", 409).text)
    assert "10 chips" in alert
    assert visitor.ledger() == before


@pytest.mark.parametrize("act", ["deal", "new-shoe"])
def test_an_open_round_comes_first(make_app: MakeApp, act: str) -> None:
    visitor = _at_a_tie(make_app)
    before = visitor.ledger()
    fields = visitor.form(TABLE, f"{TABLE}/decide") | {"ante-1": "10"}
    _alert(visitor.send(f"{TABLE}/{act}", fields, 409).text)
    assert visitor.ledger() == before


@pytest.mark.parametrize("seed", ["", "a:b", "é", "x" * 65, "tab\there", "\x7f"])
def test_a_client_seed_has_its_form(player: Browser, seed: str) -> None:
    text = player.submit(TABLE, f"{TABLE}/client-seed", 422, client_seed=seed).text
    assert "1 to 64 printable ASCII characters" in _alert(text)


def test_a_client_seed_is_fixed_by_the_first_bet(player: Browser) -> None:
    fields = player.form(TABLE, f"{TABLE}/client-seed")
    player.deal("classic", ante_1="5")
    fields["version"] = player.form(TABLE, f"{TABLE}/new-shoe")["version"]
    alert = _alert(player.send(f"{TABLE}/client-seed", fields | {"client_seed": "x"}, 409).text)
    assert "seed" in alert


@pytest.mark.parametrize("act", ["sit", "deal", "decide", "new-shoe", "client-seed"])
def test_a_stranger_has_nothing_to_play_with(visitor: Browser, act: str) -> None:
    fields = visitor.form(TABLE, "/cashier/buy-in") | {
        "ante-1": "10", "round": "1", "decision": "war", "client_seed": "x",
    }  # fmt: skip
    text = visitor.send(f"{TABLE}/{act}", fields, 403).text
    assert "buy chips first" in _alert(text)
    assert 'action="/cashier/buy-in"' in text
    assert visitor.ledger() == (0, 0)


def test_a_stranger_cannot_cash_out(visitor: Browser) -> None:
    fields = visitor.form("/cashier", "/cashier/buy-in")
    _alert(visitor.send("/cashier/cash-out", fields, 403).text)
    assert visitor.ledger() == (0, 0)


def test_a_player_sits_down_first(visitor: Browser) -> None:
    visitor.submit("/cashier", "/cashier/buy-in", amount="100")
    before = visitor.ledger()
    fields = visitor.form(TABLE, f"{TABLE}/sit") | {"ante-1": "10"}
    _alert(visitor.send(DEAL, fields, 409).text)
    assert visitor.ledger() == before


@pytest.mark.parametrize("act", ["sit", "deal", "decide", "new-shoe", "client-seed"])
def test_there_is_no_such_table(player: Browser, act: str) -> None:
    before = player.ledger()
    fields = player.form(TABLE, DEAL) | {"round": "1", "decision": "war", "client_seed": "x"}
    player.send(f"/tables/nowhere/{act}", fields, 404)
    player.send(f"/tables/nowhere/{act}", {"csrf_token": fields["csrf_token"]}, 404)
    assert player.ledger() == before


def test_a_buy_in_leads_to_no_foreign_address(visitor: Browser) -> None:
    response = visitor.submit("/cashier", "/cashier/buy-in", table="//evil.example/")
    assert response.headers["Location"] == "/"


def test_nobody_reads_anothers_history(app: Flask, player: Browser) -> None:
    player.deal("classic", ante_1="5")
    player.get("/history/1")
    other = Browser(app)
    for path in ("/history/1", "/history/1?step=2", "/fairness/1"):
        other.get(path, 404)
    other.sit("classic")
    other.get("/history/1", 404)
    other.get("/fairness/1", 404)


@pytest.mark.parametrize("step", ["", "x", "-1", str(2**63)])
def test_a_malformed_step_is_refused(player: Browser, step: str) -> None:
    player.deal("classic", ante_1="5")
    assert player.client.get("/history/1", query_string={"step": step}).status_code == 422


def _at_a_tie(make_app: MakeApp, amount: str = "1000", ante: str = "10") -> Browser:
    visitor = Browser(make_app(seed_where(is_tie)))
    visitor.sit("classic", amount=amount)
    visitor.deal("classic", ante_1=ante)
    return visitor
