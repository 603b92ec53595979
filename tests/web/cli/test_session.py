"""The command ``casino-war simulate session``: chances, played and exact."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from casino_war.lab import runner
from casino_war.lab.backends import play_chunk
from tests.web.cli.test_simulate import simulate, told

SESSION = ("session", "--decks", "6", "--bankroll", "5", "--goal", "8")
FEW = ("--sessions", "20", "--engine")


def test_exact_chances_are_told_without_playing() -> None:
    record = told(
        "session", "--decks", "6", "--bankroll", "10", "--goal", "20", "--credit", "--exact"
    )
    assert record["p_goal"] == pytest.approx(0.3730605977632435, abs=1e-9)
    assert record["p_ruin"] == pytest.approx(0.6269394022367565, abs=1e-9)
    assert record["expected_hands"] == pytest.approx(89.56313693169602, rel=1e-9)
    assert record["quantiles"]["0.5"] == 0
    assert "backend" not in record


def test_sessions_tell_how_they_ended() -> None:
    record = told(*SESSION, *FEW)
    assert record["sessions"] == 20
    assert record["p_goal"] + record["p_ruin"] == pytest.approx(1)
    assert record["expected_hours"] == pytest.approx(record["expected_hands"] / 60)
    assert set(record["quantiles"]) == {"0.05", "0.25", "0.5", "0.75", "0.95"}
    assert sum(record["finals"].values()) == 20
    assert record["backend"] == "engine"
    assert record == told(*SESSION, *FEW)


def test_both_answers_stand_side_by_side() -> None:
    record = told(*SESSION, *FEW, "--exact")
    simulated = record["simulated"]
    error = (record["p_goal"] * (1 - record["p_goal"]) / 20) ** 0.5
    apart = (simulated["p_goal"] - record["p_goal"]) / error
    assert record["deviations"]["p_goal"] == pytest.approx(apart)
    assert abs(apart) < 4


@pytest.mark.parametrize(
    "system",
    [
        ("martingale",),
        ("proportional", "--share", "20"),
        ("own", "--progression", "1:1/2 2:1/1"),
    ],
)
def test_systems_are_played_within_the_limits_of_the_table(system: tuple[str, ...]) -> None:
    asked = ("--bankroll", "20", "--hands", "12", "--limit", "3", "--staking", *system)
    record = told("session", "--table", "single_deck", *asked, *FEW)
    assert record["table"] == "single_deck"
    assert record["stake_limit"] == 3
    assert record["hands_limit"] == 12
    assert 12 <= record["staked"] <= 36
    assert record["p_hands"] > 0


def test_people_get_a_line_for_each_figure_and_a_file_the_bankrolls(tmp_path: Path) -> None:
    file = tmp_path / "out.csv"
    done = simulate(*SESSION, *FEW, "--csv", str(file))
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert any(line.startswith("p_goal 0.") for line in lines)
    assert not any(line.startswith(("finals", "fan")) for line in lines)
    rows = list(csv.reader(file.read_text().splitlines()))
    assert rows[0] == ["bankroll_antes", "sessions"]
    assert sum(int(row[1]) for row in rows[1:]) == 20


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ((), "Missing option"),
        (("--bankroll", "0"), "Bankroll"),
        (("--bankroll", "5", "--goal", "5"), "Goal"),
        (("--bankroll", "5", "--staking", "hope"), "hope"),
        (("--bankroll", "5", "--staking", "own"), "progression"),
        (("--bankroll", "5", "--progression", "1:2/9"), "no step of a progression"),
        (("--bankroll", "5", "--staking", "proportional"), "per cent"),
        (("--bankroll", "5", "--share", "0"), "0"),
        (("--bankroll", "5", "--table", "bonus", "--decks", "2"), "--decks"),
        (("--bankroll", "5", "--staking", "martingale", "--exact"), "flat stakes alone"),
        (("--bankroll", "5", "--exact"), "need a goal"),
        (("--bankroll", "900000"), "give it a number of hands"),
        (("--bankroll", "5", "--sessions", "1000000000000"), "more than"),
    ],
)
def test_bad_input_is_refused_in_one_line(args: tuple[str, ...], reason: str) -> None:
    done = simulate("session", *args)
    assert done.exit_code == 2, done.output
    assert not done.stdout
    assert done.stderr.count("\n") == 1
    assert reason.lower() in done.stderr.lower()


def test_an_interrupt_prints_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def interrupted(*given: Any) -> Any:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return play_chunk(*given)

    monkeypatch.setattr(runner, "play_chunk", interrupted)
    done = simulate(*SESSION, "--sessions", "128", "--engine", "--json")
    assert done.exit_code == 130
    record = json.loads(done.stdout)
    assert record["is_partial"] is True
    assert record["sessions"] == 4
