"""The shape of a form: each field once, and at the deal none that the table has no spot for."""

import ast
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from casino_war import web
from casino_war.web.messages import FIELDS
from tests.web.alert import alert_of
from tests.web.browser import Browser, is_tie, seed_where
from tests.web.conftest import MakeApp

TABLE = "/tables/classic"
DEAL = f"{TABLE}/deal"

WORDS = {
    "version": "Version of the page",
    "round": "Round",
    "step": "Step",
    "nonce": "Nonce",
    "decks": "Decks",
    "expected_from": "Place of the first card",
    "amount_cents": "Amount in cents",
}

UNKNOWN = [
    "ante-0", "ante-8", "ante-9", "ante-10", "ante-01", "ante-x", "ante-", "ante--1", "ante",
    "ante_1", "ante-1 ", "ante-١", "Ante-1", "tie_bet-0", "tie_bet-8", "tie_bet-x", "tie_bet",
    "tie_bet-01", "tie-bet-1",
]  # fmt: skip


@pytest.mark.parametrize("value", ["", "10"])
@pytest.mark.parametrize("name", UNKNOWN)
def test_a_wager_of_no_spot_is_refused(player: Browser, name: str, value: str) -> None:
    before = player.ledger()
    fields = player.form(TABLE, DEAL) | {"ante-1": "10", name: value}
    alert = alert_of(player.send(DEAL, fields, 422).text)
    assert repr(name).strip("'") in alert
    assert player.ledger() == before


@pytest.mark.parametrize("spots", [(6,), (7,), (1, 7), (1, 2, 6), (2, 4, 7)])
@pytest.mark.parametrize("wager", ["ante", "tie_bet"])
def test_a_hand_that_the_table_does_not_deal_is_refused(
    player: Browser, spots: tuple[int, ...], wager: str
) -> None:
    before = player.ledger()
    fields = player.form(TABLE, DEAL) | {"ante-1": ""}
    fields |= {f"ante-{spot}": "5" for spot in spots[:-1]} | {f"{wager}-{spots[-1]}": "5"}
    alert = alert_of(player.send(DEAL, fields, 422).text)
    assert f"deals hands 1 to 5, so not hand {spots[-1]}" in alert
    assert player.ledger() == before


def _doubled(fields: dict[str, str], name: str, value: str) -> MultiDict[str, str]:
    doubled = MultiDict(fields)
    doubled.add(name, value)
    return doubled


@pytest.mark.parametrize("name", ["ante-1", "tie_bet-1", "key", "version", "csrf_token"])
@pytest.mark.parametrize("value", ["", "same", "20"])
def test_a_deal_with_a_field_twice_is_refused(player: Browser, name: str, value: str) -> None:
    before = player.ledger()
    fields = player.form(TABLE, DEAL) | {"ante-1": "10", "tie_bet-1": "5"}
    form = _doubled(fields, name, fields[name] if value == "same" else value)
    response = player.client.post(DEAL, data=form)
    assert response.status_code == 422, response.text
    alert = alert_of(response.text)
    assert name in alert
    assert "more than once" in alert
    assert player.ledger() == before


def test_two_decisions_are_refused(make_app: MakeApp) -> None:
    visitor = Browser(make_app(seed_where(is_tie)))
    visitor.sit("classic")
    visitor.deal("classic", ante_1="10")
    before = visitor.ledger()
    fields = visitor.form(TABLE, f"{TABLE}/decide") | {"decision": "surrender"}
    response = visitor.client.post(f"{TABLE}/decide", data=_doubled(fields, "decision", "war"))
    assert response.status_code == 422
    assert "decision" in alert_of(response.text)
    assert visitor.ledger() == before
    assert "you decide" in visitor.get(TABLE)


@pytest.mark.parametrize(
    ("path", "action", "name"),
    [
        (TABLE, f"{TABLE}/new-shoe", "version"),
        (TABLE, f"{TABLE}/client-seed", "client_seed"),
        ("/tables/bonus", "/tables/bonus/sit", "version"),
        ("/cashier", "/cashier/buy-in", "amount"),
        ("/cashier", "/cashier/buy-in", "table"),
        ("/cashier", "/cashier/cash-out", "version"),
    ],
)
def test_every_other_form_takes_each_field_once(
    player: Browser, path: str, action: str, name: str
) -> None:
    before = player.ledger()
    fields = {"table": "classic"} | player.form(path, action)
    response = player.client.post(action, data=_doubled(fields, name, fields[name]))
    assert response.status_code == 422, response.text
    assert name in alert_of(response.text)
    assert player.ledger() == before


@pytest.mark.parametrize("path", ["/history", "/ledger", "/fairness"])
def test_two_places_in_a_list_are_refused(player: Browser, path: str) -> None:
    response = player.client.get(f"{path}?before=5&before=6")
    assert response.status_code == 422
    assert "before" in alert_of(response.text)


@pytest.mark.parametrize("path", ["/history", "/ledger", "/fairness"])
@pytest.mark.parametrize("before", ["x", "٣", "", "1.5", "9" * 100])
def test_a_place_in_a_list_is_called_by_its_name(player: Browser, path: str, before: str) -> None:
    response = player.client.get(path, query_string={"before": before})
    assert response.status_code == 422
    alert = alert_of(response.text)
    assert alert.startswith("Place in the list: ")
    assert before[:40] in alert
    assert "numbers from 0 to" in alert
    assert "before" not in alert


def test_a_field_that_holds_no_number_is_called_by_its_word(make_app: MakeApp) -> None:
    visitor = Browser(make_app(seed_where(is_tie)))
    visitor.sit("classic")
    visitor.deal("classic", ante_1="10")
    decide = visitor.form(TABLE, f"{TABLE}/decide") | {"decision": "war"}
    check = {"server_seed": "00" * 32, "client_seed": "x", "nonce": "0", "decks": "6"}
    answers = {
        field: visitor.send(f"{TABLE}/decide", decide | {field: "x"}, 422).text
        for field in ("version", "round")
    } | {
        field: visitor.client.get("/fairness", query_string=check | {field: "x"}).text
        for field in ("nonce", "decks", "expected_from")
    }
    answers["step"] = visitor.get("/history/1?step=x", 422)
    cash_out = visitor.form("/cashier", "/cashier/cash-out") | {"amount_cents": "x"}
    answers["amount_cents"] = visitor.send("/cashier/cash-out", cash_out, 422).text
    for field, page in answers.items():
        assert alert_of(page).startswith(f"{WORDS[field]}: ")


def test_whatever_is_read_as_a_number_has_a_word() -> None:
    named: set[str] = set()
    for path in Path(web.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "read_number":
                named |= {
                    str(each.value) for each in node.args[1:] if isinstance(each, ast.Constant)
                }
    assert named - FIELDS.keys() == set()
    assert named > {"battles", "turn", "version"}


def test_a_decision_that_is_none_names_those_there_are(make_app: MakeApp) -> None:
    visitor = Browser(make_app(seed_where(is_tie)))
    visitor.sit("classic")
    visitor.deal("classic", ante_1="10")
    alert = alert_of(visitor.decide("classic", "peace", 422).text)
    assert "has one of Surrender, Go to war, Go to war with a second tie bet." in alert
