"""Every error has one status, and every failure a page in words with a way on."""

from collections.abc import Iterator

import pytest
from flask import Flask

from casino_war import errors as tree
from casino_war.errors import CasinoWarError
from casino_war.web import errors as pages
from casino_war.web.errors import status_of
from tests.web.browser import Browser
from tests.web.conftest import MakeApp

BANKROLL = "<strong>1,000</strong>"

STATUSES = {
    "account_claimed": 409,
    "invalid_record": 422,
    "run_refused": 422,
    "cluster": 500,
    "care_limit": 422,
    "invalid_password": 422,
    "play_frozen": 422,
    "sign_in_refused": 422,
    "signed_out": 409,
    "too_many_tries": 429,
    "too_many_requests": 429,
    "too_many_tokens": 422,
    "token_refused": 401,
    "scope_refused": 403,
    "unreadable_request": 400,
    "key_missing": 400,
    "invalid_request": 422,
    "error": 500,
    "invalid_input": 422,
    "invalid_amount": 422,
    "invalid_card": 422,
    "invalid_notation": 422,
    "invalid_seed": 422,
    "invalid_composition": 422,
    "invalid_form": 422,
    "invalid_name": 422,
    "unknown_preset": 404,
    "unknown_strategy": 404,
    "refused": 422,
    "bet_refused": 422,
    "bankroll_too_small": 422,
    "illegal_decision": 422,
    "amount_refused": 422,
    "rules_refused": 422,
    "no_bankroll": 403,
    "conflict": 409,
    "stale_version": 409,
    "key_reused": 409,
    "round_open": 409,
    "seed_fixed": 409,
    "not_seated": 409,
    "table_closed": 409,
    "game_over": 409,
    "game_paused": 409,
    "out_of_turn": 409,
    "late_decision": 409,
    "doubled_decision": 409,
    "rules_outdated": 409,
    "not_found": 404,
    "seat_taken": 409,
    "invalid_title": 422,
    "table_refused": 422,
    "database_busy": 503,
    "database_unusable": 503,
    "broken_invariant": 500,
    "shoe_exhausted": 500,
}


def _kinds(kind: type[CasinoWarError]) -> Iterator[type[CasinoWarError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _kinds(child)


def test_every_error_has_its_status() -> None:
    found = {
        kind.code: status_of(kind("A message."))
        for kind in _kinds(CasinoWarError)
        if kind is not tree.InvalidRulesError and kind.__name__ in tree.__all__
    }
    assert found == STATUSES


def _raising(app: Flask, error: Exception) -> Browser:
    def view() -> str:
        raise error

    app.add_url_rule("/raise", view_func=view)
    return Browser(app)


def test_a_busy_database_says_when_to_come_back(app: Flask) -> None:
    visitor = _raising(app, tree.DatabaseBusyError("The house is busy."))
    response = visitor.client.get("/raise")
    assert response.status_code == 503
    assert int(response.headers["Retry-After"]) > 0
    assert "The house is busy." in response.text


def test_a_fault_of_the_program_is_a_page_without_its_details(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    visitor = _raising(app, tree.BrokenInvariantError("secret %(text)s", text="interna"))
    text = visitor.get("/raise", 500)
    assert "interna" not in text
    assert 'href="/"' in text
    assert "secret interna" in caplog.text


def test_an_unforeseen_exception_is_a_page(make_app: MakeApp) -> None:
    visitor = _raising(make_app(PROPAGATE_EXCEPTIONS=False), ZeroDivisionError("interna"))
    text = visitor.get("/raise", 500)
    assert "interna" not in text
    assert 'href="/"' in text


def test_unknown_addresses_are_404_in_words(visitor: Browser) -> None:
    for path in ("/nowhere", "/tables/nowhere", "/history/1", "/fairness/1", "/history/-1"):
        assert 'href="/"' in visitor.get(path, 404)
    for path in ("/history/9223372036854775808", "/fairness/99999999999999999999"):
        visitor.get(path, 404)


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nowhere", 404), ("/tables/nowhere", 404), ("/history/99", 404), ("/history?before=x", 422)],
)
def test_error_pages_show_a_player_the_bankroll(player: Browser, path: str, status: int) -> None:
    assert BANKROLL in player.get(path, status)


def test_other_error_pages_show_a_player_the_bankroll(player: Browser) -> None:
    assert BANKROLL in player.client.put("/tables/classic/deal").text
    assert BANKROLL in player.client.post("/tables/classic/deal").text


def test_a_strangers_error_page_shows_no_bankroll(visitor: Browser) -> None:
    assert "Bankroll" not in visitor.get("/nowhere", 404)


def test_an_error_page_needs_no_database(player: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy() -> None:
        raise tree.DatabaseBusyError("The house is busy.")

    monkeypatch.setattr(pages, "current_bar", busy)
    assert BANKROLL not in player.get("/nowhere", 404)


def test_a_wrong_method_names_the_right_ones(visitor: Browser) -> None:
    response = visitor.client.put("/tables/classic/deal")
    assert response.status_code == 405
    assert "POST" in response.headers["Allow"]
    assert 'href="/"' in response.text


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/tables/classic/deal", "/tables/classic"),
        ("/practice/games/some-game/take-seat", "/practice/games/some-game"),
        ("/cashier/buy-in", "/cashier"),
    ],
)
def test_the_address_of_a_form_leads_to_its_page(visitor: Browser, address: str, page: str) -> None:
    response = visitor.client.get(address)
    assert (response.status_code, response.headers["Location"]) == (302, page)


def test_an_address_of_a_form_without_a_page_is_405(visitor: Browser) -> None:
    assert visitor.client.get("/practice/own-rules/drop").status_code == 405


def test_too_large_a_form_is_413(visitor: Browser) -> None:
    fields = visitor.form("/cashier", "/cashier/buy-in") | {"amount": "9" * 100_000}
    assert 'href="/"' in visitor.send("/cashier/buy-in", fields, 413).text


@pytest.mark.parametrize("path", ["/history", "/ledger", "/fairness"])
@pytest.mark.parametrize("before", ["", "abc", "-1", "1.5", "٣", str(2**63), "9" * 100, "1 OR 1=1"])
def test_a_malformed_place_in_a_list_is_refused(player: Browser, path: str, before: str) -> None:
    response = player.client.get(path, query_string={"before": before})
    assert response.status_code == 422
    assert 'role="alert"' in response.text


@pytest.mark.parametrize("path", ["/history", "/ledger", "/fairness"])
@pytest.mark.parametrize("before", ["0", "1", str(2**63 - 2)])
def test_any_place_in_a_list_is_a_page(player: Browser, path: str, before: str) -> None:
    player.get(f"{path}?before={before}")
