"""Games with decisions from the command line: worked positions, computer players, lines."""

from typing import Any

import pytest

from tests.web.war_commands import play, war

STEALING = [
    (
        "9D KS 2S / 3C | 4H 5H / QH 9S",
        "A:steal-B B:play; A:KS",
        ["2S", "5H"],
        ["3C QH 9S 9D 4H KS", ""],
    ),
    (
        "9D KS 2S / 3C 5S | 5C 4H 6H / QH 9S",
        "A:steal-B B:steal-A; A:4H",
        ["2S", "6H"],
        ["QH 9S 9D KS 4H", "3C 5S 5C"],
    ),
    (
        "9D 2S 3S 4S KD 7S / JC 9S | 9H 2H 3H 4H QD 7H / 5C",
        "A:play B:steal-A; A:play B:play; A:2S",
        ["7S", "7H"],
        ["JC 9S 9D 9H 3S 4S 2H 3H 4H KD QD 2S", "5C"],
    ),
    (
        "9D 2S 3S 4S KD 7S / 5C JC | 9H 2H 3H 4H JD AH 7H / 6C",
        "A:play B:play; A:play B:steal-A; B:AH",
        ["7S", "7H"],
        ["", "6C 5C JC JD 9D 9H 2S 3S 4S 2H 3H 4H KD AH"],
    ),
    (
        "9D KS 2S / 3C | 4H 5H / QH 9S",
        "A:play B:play; A:9D",
        ["KS 2S", "5H"],
        ["3C 4H 9D", "QH 9S"],
    ),
]
HOLDING = [
    (
        "5S KS 9S 2S 3S | 5H QH 8H 2H 3H",
        "A:KS B:8H",
        ["3S KS 8H", "3H"],
        ["5S 9S 2S", "5H QH 2H"],
    ),
    (
        "5S KS 9S 2S 3S 4S 6S 7S | 5H QH 8H 2H 3H 4H 6H 7H",
        "A:5S B:5H; A:9S B:QH",
        ["5S 5H", "3H 4H 6H QH 3S 4S 6S 9S"],
        ["KS 2S 7S", "8H 2H 7H"],
    ),
    (
        "5S KS 9S 2S 3S 4S 6S 7S TS | 5H KH 8H 2H 3H 4H 6H 7H TH",
        "A:5S B:5H; A:KS B:KH; A:9S B:8H",
        ["3S 4S 6S KS 9S 3H 4H 6H KH 8H", "5H 5S"],
        ["2S 7S TS", "2H 7H TH"],
    ),
    (
        "5S KS 9S 2S 3S | 5H QH 8H 2H",
        "A:5S B:5H; A:KS B:QH",
        ["KS QH", "5S"],
        ["9S 2S 3S", "8H 2H 5H"],
    ),
]


def decided(preset: str, stocks: str, decisions: str) -> dict[str, Any]:
    options = ("--rules", preset, "--stocks", stocks, "--decisions", decisions, "--battles", "1")
    record = play(*options)
    assert play("--line", record["notation"]) == record
    return record


@pytest.mark.parametrize(("stocks", "decisions", "left", "piles"), STEALING)
def test_steal_war_plays_as_worked(
    stocks: str, decisions: str, left: list[str], piles: list[str]
) -> None:
    record = decided("steal_war", stocks, decisions)
    assert (record["final_stocks"], record["side_piles"]) == (left, piles)
    assert "hands" not in record


@pytest.mark.parametrize(("stocks", "decisions", "left", "hands"), HOLDING)
def test_the_arneson_hand_plays_as_worked(
    stocks: str, decisions: str, left: list[str], hands: list[str]
) -> None:
    record = decided("arneson", stocks, decisions)
    assert (record["final_stocks"], record["hands"]) == (left, hands)


LINE = "war/1 steal_war@1 seed=1 stocks=9D,KS,2S/3C|4H,5H/QH,9S decisions=A:steal-B,B:play;A:KS"


def test_a_computer_player_decides_what_is_left_open() -> None:
    options = ("--rules", "steal_war", "--stocks", "9D KS 2S / 3C | 4H 5H / QH 9S")
    record = play(*options, "--decisions", "B:play A:steal-B; A:KS")
    assert record["notation"].startswith(f"{LINE};A:play,B:play;")
    assert record["result"]
    assert play("--line", record["notation"]) == record
    other = play(*options, "--strategy", "honest")["notation"]
    assert "decisions=A:play,B:play;" in other
    assert "steal-" not in other


def test_chance_of_a_computer_player_leaves_that_of_the_game_alone() -> None:
    for preset in ("steal_war", "arneson", "arrange_spoils"):
        record = play("--rules", preset, "--strategy", "random", "--battles", "25", "--seed", "6")
        assert play("--line", record["notation"]) == record


def test_a_line_stops_at_the_first_open_decision_unless_somebody_decides() -> None:
    record = play("--line", LINE)
    assert record["awaiting"] == {"A": ["play"], "B": ["play"]}
    assert (record["battles"], record["result"], record["notation"]) == (1, None, LINE)
    assert war("play", "--line", LINE).stdout.splitlines()[-4:] == [
        "- - battles=1",
        "awaits A: play",
        "awaits B: play",
        LINE,
    ]
    finished = play("--line", LINE, "--strategy", "thief")
    assert "awaiting" not in finished
    assert finished["result"]


def test_an_illegal_decision_is_refused_before_anything_is_printed() -> None:
    options = ("--rules", "steal_war", "--stocks", "9D KS 2S / 3C | 4H 5H / QH 9S")
    done = war("play", *options, "--decisions", "A:play B:play; A:KS")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "casino-war: Player A cannot choose KS now; possible: 9D, 4H.\n"
