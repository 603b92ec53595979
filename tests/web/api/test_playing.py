"""Rounds by the API: dealt once for a key, decided, refused with the state as it is."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from casino_war.services import tables as service
from tests.audits import audit
from tests.web.api.program import Json, Program
from tests.web.browser import CLIENT_SEED, is_tie, is_tie_then_win, is_win, seed_where
from tests.web.conftest import MakeApp


def seated(make_app: MakeApp, fits: Any) -> Program:
    """A program whose first shoe fits."""
    program = Program(make_app(seed_where(fits)))
    program.buy()
    version = program.sit()["seat"]["version"]
    body = {"version": version, "client_seed": CLIENT_SEED}
    program.send("/tables/classic/client-seed", body, 200, "PUT")
    return program


def cards_of(told: Json) -> list[str]:
    return [*told["hands"][0]["cards"], *told["dealer_cards"]]


def test_a_round_is_dealt_and_paid(make_app: MakeApp) -> None:
    program = seated(make_app, is_win)
    played = program.deal()
    assert played["round"]["net_cents"] == 1000
    assert played["player"]["bankroll_cents"] == 101_000
    assert played["seat"]["open_round_id"] is None
    assert len(cards_of(played["round"])) == 2
    shown = program.get(f"/rounds/{played['round_id']}")
    assert shown["round"] == played["round"]
    assert shown["proof"]["server_seed"] is None
    names = [event["event"] for event in shown["events"]]
    assert names[0] == "wager_placed"
    assert {"card_turned", "round_settled"} <= set(names)
    assert audit(program.house) == []


def test_a_tie_is_decided(make_app: MakeApp) -> None:
    program = seated(make_app, is_tie_then_win)
    played = program.deal()
    assert played["seat"]["open_round_id"] == played["round_id"]
    assert [each["decision"] for each in played["round"]["choices"]] == ["surrender", "war"]
    refused = program.decide(played, "war_with_tie_bet", status=422)
    assert refused["code"] == "illegal_decision"
    decided = program.decide(played, "war")
    assert decided["round"]["net_cents"] == 1000
    assert program.get("/rounds?outcome=war_win")["items"][0]["round_id"] == played["round_id"]
    assert program.get("/rounds?is_open=true")["items"] == []
    assert audit(program.house) == []


def test_a_wish_sent_twice_is_granted_once(program: Program) -> None:
    body = {"version": 0, "hands": [{"ante_cents": 500}]}
    first = program.ask("POST", "/tables/classic/rounds", body, key="the-same-key")
    again = program.ask("POST", "/tables/classic/rounds", body, key='"the-same-key"')
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.get_json() == again.get_json()
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.headers["Location"] == again.headers["Location"] == "/api/v1/rounds/1"
    other_bets = {"version": 0, "hands": [{"ante_cents": 1000}]}
    refused = program.send("/tables/classic/rounds", other_bets, 409, key="the-same-key")
    assert refused["code"] == "key_reused"
    assert "key" in refused["detail"]
    assert speaks_of_requests(refused)
    # Later on, the key still tells the round that it dealt.
    program.deal() if first.get_json()["seat"]["open_round_id"] is None else None
    late = program.ask("POST", "/tables/classic/rounds", body, key="the-same-key")
    assert late.get_json()["round_id"] == first.get_json()["round_id"]
    assert len(program.get("/transfers")["items"]) <= 7


def test_of_two_at_once_the_later_one_is_told_so(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, answers = service.deal_round, []

    def ask() -> TestResponse:
        body = {"version": 0, "hands": [{"ante_cents": 500}]}
        return program.ask("POST", "/tables/classic/rounds", body, key="the-same-key")

    def outrun(*given: Any) -> int:
        # The same wish comes in while this one is on its way to the books.
        monkeypatch.setattr(service, "deal_round", real)
        answers.append(ask())
        return real(*given)

    monkeypatch.setattr(service, "deal_round", outrun)
    answers.append(ask())
    assert [each.status_code for each in answers] == [201, 201]
    told = [each.headers.get("Idempotency-Replayed") for each in answers]
    assert told == [None, "true"]


def test_keys_of_players_are_kept_apart(program: Program, other: Program) -> None:
    other.buy()
    other.sit()
    body = {"version": 0, "hands": [{"ante_cents": 500}]}
    for each in (program, other):
        each.send("/tables/classic/rounds", body, key="everybodys-key")


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space", 'half"quoted'])
def test_chips_move_with_a_key_alone(program: Program, key: str) -> None:
    before = program.get("/player")
    paths = {
        "/tables/classic/rounds": {"version": 0, "hands": [{"ante_cents": 500}]},
        "/tables/classic/rounds/1/decisions": {"version": 0, "decision": "war"},
        "/cashier/buy-ins": {"version": 1, "amount_cents": 500},
        "/cashier/cash-outs": {"version": 1, "amount_cents": 100_000},
    }
    for path, body in paths.items():
        answer = program.ask("POST", path, body, key=key)
        assert (answer.status_code, answer.get_json(force=True)["code"]) == (400, "key_missing")
    assert program.get("/player") == before


def speaks_of_requests(refused: Json) -> bool:
    """Say whether a refusal names nothing that only people have before them."""
    said = f"{refused['title']} {refused['detail']}".lower()
    return not any(word in said for word in ("page", "form", "here it is", "table has moved"))


def test_who_comes_late_is_told_how_things_stand(program: Program) -> None:
    played = program.deal()
    stale = {"version": 0, "hands": [{"ante_cents": 500}]}
    refused = program.send("/tables/classic/rounds", stale, 409)
    assert refused["code"] == "stale_version"
    assert refused["present"]["seat"]["version"] == played["seat"]["version"]
    assert speaks_of_requests(refused)
    stale = program.send("/cashier/buy-ins", {"version": 0, "amount_cents": 500}, 409)
    assert stale["present"] == program.get("/player")
    less = {"version": stale["present"]["version"], "amount_cents": 1}
    refused = program.send("/cashier/cash-outs", less, 409)
    assert refused["code"] in ("stale_version", "round_open")
    assert speaks_of_requests(refused)


def test_an_open_round_says_so(make_app: MakeApp) -> None:
    program = seated(make_app, is_tie)
    program.deal()
    refused = program.deal(status=409)
    assert refused["code"] == "round_open"
    assert refused["present"]["seat"]["open_round_id"] == 1
    bar = program.get("/player")
    assert bar["open_tables"] == [{"key": "classic", "title": "Classic", "is_closed": False}]
    assert bar["felt_cents"] == 1000


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "version"),
        ({"version": 0, "hands": []}, "hands"),
        ({"version": 0, "hands": [{"ante_cents": "500"}]}, "hands.0.ante_cents"),
        ({"version": 0, "hands": [{"ante_cents": 5.5}]}, "hands.0.ante_cents"),
        ({"version": -1, "hands": [{"ante_cents": 500}]}, "version"),
        ({"version": True, "hands": [{"ante_cents": 500}]}, "version"),
        ({"version": 2**63, "hands": [{"ante_cents": 500}]}, "version"),
        ({"version": 0, "hands": [{"ante_cents": 500, "x": 1}]}, "hands.0.x"),
        ([], ""),
    ],
)
def test_every_fault_of_a_body_is_named(program: Program, body: object, field: str) -> None:
    refused = program.send("/tables/classic/rounds", body, 422)
    assert refused["code"] == "invalid_request"
    assert field in [each["field"] for each in refused["fields"]]
    assert all(each["detail"] for each in refused["fields"])


def test_the_rules_refuse_what_the_shape_allows(program: Program) -> None:
    refused = program.deal("classic", 501, status=422)
    assert (refused["code"], refused["facts"]["hand"]) == ("bet_refused", 1)
    refused = program.deal("classic", *7 * [500], status=422)
    assert refused["reason"] == "hands"
    refused = program.send("/tables/classic/new-shoe", {"version": 0}, 200)
    assert refused["seat"]["finished_shoe_id"] == 1
    shoe = program.get("/shoes/1")
    assert shoe["proof"]["server_seed"] is not None
    assert program.get("/shoes")["items"] == [shoe["proof"]]
    seeds = {name: shoe["proof"][name] for name in ("server_seed", "client_seed", "nonce", "decks")}
    verified = program.send("/shoes/verifications", seeds, 200)
    assert verified["commitment"] == shoe["proof"]["commitment"]
    assert len(verified["cards"]) == 312
    bad = program.send("/shoes/verifications", {**seeds, "server_seed": "x"}, 422)
    assert bad["code"] == "invalid_seed"
    program.deal()
    late = {"version": program.get("/tables/classic")["seat"]["version"], "client_seed": "x"}
    assert program.send("/tables/classic/client-seed", late, 409, "PUT")["code"] == "seed_fixed"
