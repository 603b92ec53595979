"""Own tables, limits, statistics, odds and runs by the API."""

import json
from fractions import Fraction
from typing import get_args

import pytest

from casino_war.game.table_rules import TableRules
from casino_war.odds.edges import house_edge
from casino_war.services import care as care_service
from casino_war.services.statistics import PERIODS
from casino_war.web.api.care import BreakBody, LimitsBody
from casino_war.web.api.rules import GivenRules, Rules
from casino_war.web.api.statistics import StatisticsQuery
from tests.audits import audit
from tests.web.api.program import Program


def test_the_models_have_what_the_services_have() -> None:
    standard = TableRules()
    assert GivenRules().value() == standard
    assert Rules.model_validate(standard).model_dump(mode="json") == standard.to_data()
    assert set(GivenRules.model_fields) == set(standard.to_data())
    reminders = LimitsBody.model_fields["reminder_minutes"].annotation
    assert get_args(get_args(reminders)[0]) == care_service.REMINDERS_MINUTES
    assert get_args(BreakBody.model_fields["length"].annotation) == tuple(care_service.BREAKS)
    periods = StatisticsQuery.model_fields["period"].annotation
    assert get_args(get_args(periods)[0]) == tuple(PERIODS)


def test_a_table_of_ones_own_is_made_changed_played_and_closed(program: Program) -> None:
    made = program.send("/own-tables", {"title": "Friday", "rules": {"decks": 2}})
    key = made["key"]
    assert (made["version"], made["rules"]["decks"]) == (1, 2)
    program.sit(key)
    assert program.deal(key)["round_id"] == 1
    listed = {row["key"]: row for row in program.get("/tables")["items"]}
    assert (listed[key]["kind"], listed[key]["title"]) == ("own", "Friday")
    change = {"version": 1, "title": "Saturday", "rules": {"decks": 2, "war_burn": 1}}
    changed = program.send(f"/own-tables/{key}", change, 200, "PUT")
    assert (changed["version"], changed["title"]) == (2, "Saturday")
    stale = program.send(f"/own-tables/{key}", {**change, "title": "x"}, 409, "PUT")
    assert stale["present"]["version"] == 2
    closed = program.send(f"/own-tables/{key}/close", {"version": 2}, 200)
    assert closed["is_closed"] is True
    assert program.get(f"/tables/{key}")["is_closed"] is True
    for body, code in (
        ({"title": " ", "rules": {}}, "invalid_title"),
        ({"title": "x", "rules": {"decks": 9}}, "invalid_rules"),
        ({"title": "x", "rules": {"ante_max_cents": 10**11}}, "invalid_rules"),
        ({"title": "x", "rules": {"dexks": 1}}, "invalid_request"),
    ):
        refused = program.send("/own-tables", body, 422)
        assert refused["code"] == code
        assert code == "invalid_title" or refused["fields"]
    assert audit(program.house) == []


def test_limits_hold_for_programs(program: Program) -> None:
    assert program.get("/care")["loss_cents"] == {"value": None, "then": None, "then_at": None}
    told = program.send("/care/limits", {"wagered_cents": 700, "minutes": 60}, 200, "PUT")
    assert told["wagered_cents"]["value"] == 700
    assert program.deal(status=422)["code"] == "care_limit"
    program.deal("classic", 500)
    told = program.send("/care/limits", {}, 200, "PUT")
    assert told["wagered_cents"]["value"] == 700
    assert told["wagered_cents"]["then"] is None
    assert told["wagered_cents"]["then_at"].endswith("Z")
    assert told["session"]["rounds"] == 1
    until = program.send("/care/breaks", {"length": "day"}, 200)["break_until"]
    assert until is not None
    refused = program.deal("classic", 500, status=422)
    assert (refused["reason"], refused["facts"]["until"][:10]) == ("break", until[:10])


def test_statistics_tell_what_was_played(program: Program) -> None:
    assert program.get("/statistics")["total"] is None
    for _ in range(3):
        played = program.deal()
        if played["seat"]["open_round_id"] is not None:
            program.decide(played, "war")
    told = program.get("/statistics")
    assert told["total"]["rounds"] == told["by_table"][0]["rounds"] == 3
    assert told["by_month"][0]["month"].endswith("-01T00:00:00Z")
    assert told["total"]["net_cents"] == sum(
        each["net_cents"] for each in program.get("/rounds")["items"]
    )
    assert program.get("/statistics?table=bonus")["total"] is None
    assert program.get("/statistics?period=week")["total"]["rounds"] == 3
    program.get("/statistics?period=decade", 422)


def test_odds_are_exact(other: Program) -> None:
    told = other.get("/tables/classic/odds?hands=2")
    edge = told["hand"]["ante"]["edge"]
    assert Fraction(edge["exact"]) == house_edge(TableRules())
    assert edge["value"] == pytest.approx(0.0287, abs=1e-3)
    assert told["round"]["hands"] == 2
    asked = {"rules": {"decks": 1}, "left": [4] * 12 + [2], "is_after_tie": True}
    decision = other.send("/odds", asked, 200)["decision"]
    assert decision["best"] == "war"
    gone = other.send("/odds", {"left": [0] * 13}, 422)
    assert gone["code"] == "invalid_composition"
    other.send("/odds", {"hands": 6}, 422)
    other.get("/tables/nowhere/odds", 404)


def test_runs_are_started_watched_cancelled_and_deleted(program: Program, other: Program) -> None:
    body = {"begun_with": 10, "goal": 20, "sessions": 50, "seed": 7}
    run = program.send("/runs/sessions", body, key="starts-a-run")
    assert run["link"] == program.send("/runs/sessions", body, key="starts-a-run")["link"]
    assert (run["state"], run["total"], run["seed"]) == ("waiting", 50, 7)
    assert run["plans"][0]["name"] == "standard"
    war = program.send("/runs/war", {"games": ["classic", "War"[:3], "three_down"][:1], "times": 9})
    assert war["names"] == ["classic"]
    page = program.get("/runs?limit=1")
    assert page["items"][0]["link"] == war["link"]
    rest = program.get(page["next"].removeprefix("/api/v1"))
    assert [each["link"] for each in rest["items"]] == [run["link"]]
    other.get(f"/runs/{run['link']}", 404)
    open_still = program.ask("DELETE", f"/runs/{run['link']}")
    assert open_still.status_code == 409
    cancelled = program.send(f"/runs/{run['link']}/cancel", None, 200)
    assert cancelled["state"] == "cancelled"
    assert program.ask("DELETE", f"/runs/{run['link']}").status_code == 204
    program.get(f"/runs/{run['link']}", 404)
    for wrong, field in (
        ({"begun_with": 0}, "begun_with"),
        ({"table": "nowhere"}, "table"),
        ({"staking": "own"}, "progression"),
        ({"sessions": 10**12}, "sessions"),
    ):
        refused = program.send("/runs/sessions", wrong, 422)
        assert field in [each["field"] for each in refused["fields"]], refused
    program.send("/runs/war", {"games": ["nothing"]}, 404)
    refused = program.send("/runs/war", {"games": ["classic", "classic"], "times": 10**9}, 422)
    assert refused["fields"][0]["field"] == "times"


def test_a_run_without_a_seed_is_started_once_by_each_key(program: Program) -> None:
    for path, body in (("sessions", {"sessions": 50}), ("war", {"games": ["classic"]})):
        keys = [f"{path}-first-key", f"{path}-first-key", f"{path}-other-key"]
        one, same, other = (program.send(f"/runs/{path}", body, key=key) for key in keys)
        assert one["link"] == same["link"] != other["link"]
        assert one["seed"] != other["seed"]
        for run in (one, other):
            program.send(f"/runs/{run['link']}/cancel", None, 200)


def test_rounds_are_taken_out_whole(program: Program) -> None:
    for _ in range(2):
        played = program.deal()
        if played["seat"]["open_round_id"] is not None:
            program.decide(played, "war")
    answer = program.ask("GET", "/rounds/export")
    assert answer.mimetype == "application/jsonl"
    records = [json.loads(line) for line in answer.text.splitlines()]
    assert [(each["row"], each["rows"]) for each in records] == [(1, 2), (2, 2)]
    assert records[0]["server_seed"] is None
    assert program.ask("GET", "/rounds/export?table=bonus").text == ""
    assert program.ask("GET", "/rounds/export?limit=2").status_code == 422
    assert program.ask("GET", "/rounds/export", Accept="application/json").status_code == 406
