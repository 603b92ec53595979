"""The command line of War: games, rules and counts as the data say."""

import json
from pathlib import Path
from typing import Any

import pytest

from casino_war.game.war_line import parse_line
from casino_war.game.war_presets import PRESETS, find
from casino_war.game.war_replay import replay
from casino_war.game.war_rules import CHOICES
from casino_war.game.war_transcript import short
from casino_war.services.war_lengths import PATH
from casino_war.web.cli import war as war_cli
from tests.web.war_commands import play, run, war

DATA = Path(__file__).parents[2] / "data"
POSITIONS = json.loads((DATA / "war_positions.json").read_text())["positions"]
DECKS = json.loads((DATA / "war_tiny_decks.json").read_text())["tiny_decks"]


def as_options(position: dict[str, Any]) -> list[str]:
    options = ["--stocks", " | ".join(position["stocks"])]
    for name, value in position["rules"].items():
        options += ["--set", f"{name}={value}"]
    if position["battles"] is not None:
        options += ["--battles", str(position["battles"])]
    return options


def expected(position: dict[str, Any]) -> dict[str, Any]:
    empty = [""] * len(position["stocks"])
    fields = ("events", "final_stocks", "carry", "result")
    return {
        **{name: position[name] for name in fields},
        "side_piles": position.get("side_piles", empty),
    }


def check(position: dict[str, Any], record: dict[str, Any]) -> None:
    assert {name: record[name] for name in expected(position)} == expected(position)
    assert (record["reason"] is None) == (record["result"] is None)
    if position["result"] is None:
        assert record["battles"] == position["battles"]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_a_worked_position_plays_as_worked(position: dict[str, Any]) -> None:
    record = play(*as_options(position))
    check(position, record)
    check(position, play("--line", record["notation"]))


@pytest.mark.parametrize("position", POSITIONS[::20], ids=lambda position: position["id"])
def test_a_worked_position_plays_in_a_process_of_its_own(position: dict[str, Any]) -> None:
    done = run("play", *as_options(position), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    check(position, json.loads(done.stdout))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_plays_from_its_name_alone_and_replays_from_its_line(preset: Any) -> None:
    record = play("--rules", preset.title.upper(), "--battles", "30")
    assert record["notation"].startswith(f"war/1 {preset.key}@{preset.version} seed=1")
    state, events = replay(parse_line(record["notation"]))
    assert record["events"] == list(map(short, events))
    assert record["battles"] == state.battles
    assert play("--line", record["notation"]) == record


def test_the_same_seed_is_the_same_game() -> None:
    assert play("--seed", "7") == play("--seed", "7") != play("--seed", "8")
    assert play("--seed", str(2**64 - 1))["result"]


def test_rules_may_leave_the_range_of_players() -> None:
    assert len(play("--set", "players=4", "--battles", "1")["final_stocks"]) == 4
    stocks = "7S | 8S | 9S"
    assert play("--stocks", stocks)["notation"] == "war/1 classic@1 seed=1 stocks=7S|8S|9S"
    assert play("--stocks", stocks, "--set", "players=3")["result"] == "win C"


def test_a_cycle_is_told_with_its_period() -> None:
    record = play("--stocks", "2S 3S | 4H", "--set", "pickup_order=loser_first")
    assert (record["result"], record["reason"], record["period"]) == ("draw AB", "cycle", 2)
    assert "period" not in play("--stocks", "2S | 4H")


def test_stocks_may_carry_piles() -> None:
    record = play("--stocks", "9S / 3C 2C | 8H", "--set", "captured_to=pile_turned")
    assert record["side_piles"] == ["3C 2C 9S 8H", ""]
    assert record["notation"].endswith("stocks=9S/3C,2C|8H")


def test_no_battle_at_all_shows_the_deal() -> None:
    record = play("--battles", "0")
    assert record["events"] == []
    assert [len(stock.split()) for stock in record["final_stocks"]] == [26, 26]
    assert (record["result"], record["reason"]) == (None, None)


def test_people_read_the_events_the_result_and_the_line() -> None:
    done = war("play", "--stocks", "7S KD | 7H 3C", "--set", "pickup_order=winner_first")
    assert done.stdout.splitlines() == [
        "flip A:7S B:7H",
        "war1 AB down=1",
        "down A:KD B:3C",
        "dead A B carry 7S 7H KD 3C",
        "out A",
        "out B",
        "END draw AB",
        "draw AB both_ran_out battles=1",
        "war/1 classic@1 pickup_order=winner_first seed=1 stocks=7S,KD|7H,3C",
    ]
    stopped = war("play", "--seed", "3", "--battles", "1").stdout.splitlines()
    assert stopped[-2:] == ["- - battles=1", "war/1 classic@1 seed=3 battles=1"]
    endless = ("--stocks", "2S 3S | 4H", "--set", "pickup_order=loser_first")
    assert "draw AB cycle battles=3 period=2" in war("play", *endless).stdout


def test_the_help_explains_stocks_and_decisions_by_examples() -> None:
    text = war("play", "--help").stdout
    for example in ('"7S KD | 7H 3C"', '"9D KS 2S / 3C | 4H 5H / QH 9S"', "A:steal-B B:play; A:KS"):
        assert example in " ".join(text.split())


def test_rules_lists_every_preset_with_all_parameters() -> None:
    rows = json.loads(war("rules", "--json").stdout)
    assert [row["key"] for row in rows] == [preset.key for preset in PRESETS]
    for row, preset in zip(rows, PRESETS, strict=True):
        assert set(row["rules"]) == set(CHOICES)
        assert row["players_allowed"] == list(preset.players)
        assert {name: row["rules"][name] for name in preset.differences} == preset.differences
    lines = war("rules").stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == [row["key"] for row in rows]
    assert lines[0].startswith("classic: players=2 deck=52 jokers=0 ")
    assert all(line.count("=") == len(CHOICES) for line in lines)


@pytest.mark.parametrize("record", [r for r in DECKS if r["deals"] <= 120], ids=str)
def test_enumerate_counts_as_the_records(record: dict[str, Any]) -> None:
    options = ["--ranks", str(record["ranks"]), "--suits", str(record["suits"])]
    for name in ("war_face_down", "pickup_order", "short_rule"):
        options += ["--set", f"{name}={record[name]}"]
    done = war("enumerate", *options, "--json")
    tally = json.loads(done.stdout)
    assert {**record, **tally} == record
    plain = " ".join(f"{name}={count}" for name, count in tally.items())
    assert war("enumerate", *options).stdout == f"{plain}\n"


def test_an_interrupted_count_stops_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(war_cli, "enumerate_deals", interrupted)
    done = war("enumerate", "--ranks", "13", "--suits", "4")
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr.strip() == "casino-war: interrupted"


def test_measuring_prints_what_the_project_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino_war.lab.war_lengths.PRESETS", (find("tod_und_leben"),))
    done = war("measure", "--games", "3", "--seed", "2")
    assert done.exit_code == 0
    assert done.stderr == "tod_und_leben 2\n"
    told = json.loads(done.stdout)
    shipped = json.loads(PATH.read_text())
    assert told["command"] == "casino-war war measure --games 3 --decided-games 100 --seed 2"
    assert told["presets"]["tod_und_leben"]["2"]["games"] == 3
    assert told["presets"]["tod_und_leben"]["2"].keys() == shipped["presets"]["classic"]["2"].keys()
    assert war("measure", "--games", "0").exit_code == 2
