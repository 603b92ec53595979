"""Tokens at the API: what they may, when they are good no more, and that no cookie counts."""

from flask import Flask

from casino_war.services.api_tokens import Scope
from tests.web.api.program import Program
from tests.web.browser import Browser
from tests.web.conftest import MakeApp


def test_without_a_token_that_holds_nothing_is_told(app: Flask, program: Program) -> None:
    for given in ("", "Basic eDp5", "Bearer", "Bearer cw_nothing", f"Token {program.secret}"):
        answer = app.test_client().get("/api/v1/player", headers={"Authorization": given})
        assert answer.status_code == 401
        assert answer.get_json(force=True)["code"] == "token_refused"
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        assert answer.mimetype == "application/problem+json"


def test_a_cookie_is_no_token(player: Browser) -> None:
    # No other site can have a browser play: what it sends by itself counts for nothing.
    assert player.client.get("/api/v1/player").status_code == 401
    body = {"version": 1, "amount_cents": 500}
    before = player.ledger()
    answer = player.client.post("/api/v1/cashier/buy-ins", json=body)
    assert answer.status_code == 401
    assert "Set-Cookie" not in answer.headers
    assert player.ledger() == before


def test_no_cookie_is_set(program: Program) -> None:
    for path in ("/player", "/tables", "/nowhere"):
        assert "Set-Cookie" not in program.ask("GET", path).headers


def test_a_token_that_reads_changes_nothing(app: Flask, program: Program) -> None:
    reader = Program(app, Scope.READ, program.player_token)
    assert reader.get("/player") == program.get("/player")
    refused = reader.send("/cashier/buy-ins", {"version": 1, "amount_cents": 500}, 403)
    assert refused["code"] == "scope_refused"
    for path, body in (("/tokens", {"name": "more", "scope": "play"}), ("/tables/bonus/seat", {})):
        assert reader.send(path, body, 403)["code"] == "scope_refused"
    assert reader.ask("DELETE", f"/tokens/{program.token_id}").status_code == 403


def test_revocation_holds_at_once_everywhere(make_app: MakeApp) -> None:
    # Two workers at one database, as the server has them.
    one, two = make_app(), make_app()
    program = Program(one)
    there = two.test_client()
    asked = {"Authorization": f"Bearer {program.secret}"}
    assert there.get("/api/v1/player", headers=asked).status_code == 200
    assert program.ask("DELETE", f"/tokens/{program.token_id}").status_code == 204
    for client in (there, program.client):
        assert client.get("/api/v1/player", headers=asked).status_code == 401


def test_a_program_looks_after_its_players_tokens(program: Program, other: Program) -> None:
    made = program.send("/tokens", {"name": "reader"}, key="makes-another")
    assert made["scope"] == "read"
    again = program.send("/tokens", {"name": "reader"}, key="makes-another")
    assert again["id"] == made["id"]
    assert again["secret"] is None
    listed = program.get("/tokens")["items"]
    assert [each["is_present"] for each in listed] == [False, True]
    assert made["secret"] not in str(listed)
    assert other.ask("DELETE", f"/tokens/{made['id']}").status_code == 404
    assert program.ask("DELETE", f"/tokens/{made['id']}").status_code == 204
    assert program.ask("DELETE", f"/tokens/{made['id']}").status_code == 404
    assert program.send("/tokens", {"name": " "}, 422)["code"] == "invalid_name"
