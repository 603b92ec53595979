"""Every bad input: the right status, a sentence that names the limit, and no chip moves."""

import re

import pytest
from flask import Flask
from sqlalchemy import event

from casino_war.services.house import House
from tests.web.alert import alert_of
from tests.web.browser import CLIENT_SEED, Browser, is_tie, seed_where
from tests.web.conftest import MakeApp

TABLE = "/tables/classic"
DEAL = f"{TABLE}/deal"


SPOTTED = [
    *[({f"ante_{spot}": ante}, spot) for spot in (2, 3, 5) for ante in ("x", "0", "7", "505")],
    *[({f"ante_{spot}": "9" * 40}, spot) for spot in (2, 5)],
    *[
        ({f"ante_{spot}": "10", f"tie_bet_{spot}": tie_bet}, spot)
        for spot in (2, 4)
        for tie_bet in ("x", "7", "505", "9" * 40)
    ],
    ({"tie_bet_3": "5"}, 3),
    ({"ante_2": "10", "ante_5": "12"}, 5),
    ({"ante_7": "10"}, 7),
]


@pytest.mark.parametrize("first", [{}, {"ante_1": "10"}], ids=["first blank", "first bet"])
@pytest.mark.parametrize(("bets", "spot"), SPOTTED)
def test_a_refused_hand_is_called_as_its_field_is(
    player: Browser, bets: dict[str, str], spot: int, first: dict[str, str]
) -> None:
    before = player.ledger()
    text = player.deal("classic", 422, **(first | bets)).text
    assert re.findall(r"[Hh]and (\d)", alert_of(text)) == [str(spot)]
    assert ('aria-invalid="true"' in text) == (spot <= 5)
    assert ('href="#' in text.partition("<main")[2].partition("table-page")[0]) == (spot <= 5)
    assert player.ledger() == before


def test_a_tie_bet_needs_an_ante_here(player: Browser) -> None:
    before = player.ledger()
    assert "needs an ante" in alert_of(player.deal("classic", 422, tie_bet_1="5").text)
    assert player.ledger() == before


def test_no_wager_and_too_many_hands_are_refused(player: Browser) -> None:
    before = player.ledger()
    assert "at this table: 1 to 5, not 0" in alert_of(player.deal("classic", 422).text)
    hands = {f"ante_{spot}": "5" for spot in range(1, 8)}
    assert "at this table: 1 to 5, not 7" in alert_of(player.deal("classic", 422, **hands).text)
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
    alert_of(response.text)
    assert player.ledger() == before


@pytest.mark.parametrize("version", [str(2**63), str(2**63 - 1), str(2**63 - 2), "99"])
def test_a_version_that_never_was_is_refused(player: Browser, version: str) -> None:
    before = player.ledger()
    fields = player.form(TABLE, DEAL) | {"version": version}
    response = player.client.post(DEAL, data=fields)
    assert response.status_code == (409 if int(version) <= 2**63 - 2 else 422)
    alert_of(response.text)
    assert player.ledger() == before


@pytest.mark.parametrize("round_id", ["", "-1", "abc", str(2**63), "1.0"])
def test_the_round_of_a_decision_is_checked(make_app: MakeApp, round_id: str) -> None:
    visitor = _at_a_tie(make_app)
    before = visitor.ledger()
    fields = visitor.form(TABLE, f"{TABLE}/decide") | {"decision": "war", "round": round_id}
    alert_of(visitor.send(f"{TABLE}/decide", fields, 422).text)
    assert visitor.ledger() == before


@pytest.mark.parametrize("decision", ["", "WAR", "peace", "war_with_tie_bet"])
def test_only_offered_decisions_are_taken(make_app: MakeApp, decision: str) -> None:
    visitor = _at_a_tie(make_app)
    before = visitor.ledger()
    alert_of(visitor.decide("classic", decision, 422).text)
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
    alert = alert_of(visitor.send(f"{TABLE}/decide", again, 422).text)
    assert "This round is settled" in alert
    assert visitor.ledger() == before


def test_nobody_decides_another_players_round(make_app: MakeApp) -> None:
    owner = _at_a_tie(make_app)
    fields = owner.form(TABLE, f"{TABLE}/decide")
    other = Browser(owner.app)
    other.sit("classic")
    before = owner.ledger()
    theirs = other.form(TABLE, DEAL) | {"round": fields["round"], "decision": "war"}
    response = other.client.post(f"{TABLE}/decide", data=theirs)
    assert response.status_code == 404
    assert owner.ledger() == before
    assert "you decide" in owner.get(TABLE)


def test_a_raise_that_the_bankroll_cannot_cover(make_app: MakeApp) -> None:
    visitor = _at_a_tie(make_app, amount="15", ante="10")
    before = visitor.ledger()
    page = visitor.get(TABLE)
    assert "Needs 10 chips; the bankroll holds 5." in page
    alert = alert_of(visitor.decide("classic", "war", 422).text)
    assert alert.startswith("Going to war takes 10 chips, the bankroll holds 5: buy chips first")
    assert visitor.ledger() == before
    visitor.submit(TABLE, "/cashier/buy-in", amount="20")
    visitor.decide("classic", "war")


def test_no_cash_out_during_a_round(make_app: MakeApp) -> None:
    visitor = _at_a_tie(make_app)
    before = visitor.ledger()
    assert "disabled" in visitor.get("/cashier")
    alert = alert_of(visitor.submit("/cashier", "/cashier/cash-out", 409).text)
    assert "10 chips" in alert
    assert visitor.ledger() == before


@pytest.mark.parametrize("act", ["deal", "new-shoe"])
def test_an_open_round_comes_first(make_app: MakeApp, act: str) -> None:
    visitor = _at_a_tie(make_app)
    before = visitor.ledger()
    fields = visitor.form(TABLE, f"{TABLE}/decide") | {"ante-1": "10"}
    alert_of(visitor.send(f"{TABLE}/{act}", fields, 409).text)
    assert visitor.ledger() == before


@pytest.mark.parametrize("seed", ["", "a:b", "é", "x" * 65, "tab\there", "\x7f"])
def test_a_client_seed_has_its_form(player: Browser, seed: str) -> None:
    before = player.ledger()
    text = player.submit(TABLE, f"{TABLE}/client-seed", 422, client_seed=seed).text
    assert "1 to 64 printable ASCII characters" in alert_of(text)
    assert player.ledger() == before
    assert f"{CLIENT_SEED}</" in player.get(TABLE)


def test_a_client_seed_is_fixed_by_the_first_bet(player: Browser) -> None:
    fields = player.form(TABLE, f"{TABLE}/client-seed")
    player.deal("classic", ante_1="5")
    before = player.ledger()
    fields["version"] = player.form(TABLE, f"{TABLE}/new-shoe")["version"]
    alert = alert_of(player.send(f"{TABLE}/client-seed", fields | {"client_seed": "x"}, 409).text)
    assert "seed" in alert
    assert player.ledger() == before


@pytest.mark.parametrize("act", ["sit", "deal", "decide", "new-shoe", "client-seed"])
def test_a_stranger_has_nothing_to_play_with(visitor: Browser, act: str) -> None:
    fields = visitor.form(TABLE, "/cashier/buy-in") | {
        "ante-1": "10", "round": "1", "decision": "war", "client_seed": "x",
    }  # fmt: skip
    text = visitor.send(f"{TABLE}/{act}", fields, 403).text
    assert "buy chips first" in alert_of(text)
    assert 'action="/cashier/buy-in"' in text
    assert visitor.ledger() == (0, 0)


def test_a_stranger_cannot_cash_out(visitor: Browser) -> None:
    fields = visitor.form("/cashier", "/cashier/buy-in")
    alert_of(visitor.send("/cashier/cash-out", fields | {"amount_cents": "0"}, 403).text)
    assert visitor.ledger() == (0, 0)


def test_a_player_sits_down_first(visitor: Browser) -> None:
    visitor.submit("/cashier", "/cashier/buy-in", amount="100")
    before = visitor.ledger()
    fields = visitor.form(TABLE, f"{TABLE}/sit") | {"ante-1": "10"}
    alert_of(visitor.send(DEAL, fields, 409).text)
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


@pytest.mark.parametrize(
    "path", ["/tables/a%00", "/practice/games/a%00", "/practice/rules/a%00", "/fairness/shoes/a%00"]
)
def test_an_address_that_no_database_can_look_up_leads_nowhere(player: Browser, path: str) -> None:
    response = player.client.get(path)
    assert response.status_code == 404
    assert ("To the practice games" in response.text) == path.startswith("/practice")


@pytest.mark.parametrize("path", ["/practice/games/a%00/pause", "/lab/runs/a%00/again"])
def test_not_even_a_form_without_its_token_is_looked_up_there(
    app: Flask, player: Browser, path: str
) -> None:
    house: House = app.extensions["casino_war"]
    asked: list[str] = []

    def note(_: object, __: object, ___: str, values: object, *____: object) -> None:
        asked.append(repr(values))

    # The refusal of such a form shows the page that it stood on.
    event.listen(house.database.engine, "before_cursor_execute", note)
    assert player.client.post(path).status_code == 404
    event.remove(house.database.engine, "before_cursor_execute", note)
    assert not [values for values in asked if r"\x00" in values]


@pytest.mark.parametrize("path", ["/practice?name=a%00", "/practice/new?name=a%00"])
def test_a_field_that_no_database_can_keep_is_refused(player: Browser, path: str) -> None:
    response = player.client.get(path)
    assert response.status_code == 422
    assert "a character that cannot be kept" in response.text
