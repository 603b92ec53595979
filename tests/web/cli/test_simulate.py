"""The command ``casino-war simulate``: figures for people, programs and tables of numbers."""

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casino_war.lab import runner
from casino_war.lab.backends import play_chunk
from casino_war.web.cli.main import main
from tests.web.war_commands import environment

HANDS = ("hands", "--hands", "300", "--engine")
WAR = ("war", "--rules", "three_wars", "--games", "4", "--engine")


def simulate(*args: str) -> Result:
    return CliRunner().invoke(main, ("simulate", *args))


def told(*args: str) -> dict[str, Any]:
    done = simulate(*args, "--json")
    assert done.exit_code == 0, done.output
    assert not done.stderr
    record = json.loads(done.stdout)
    assert isinstance(record, dict)
    return record


def test_hands_tell_their_edge_and_its_error() -> None:
    record = told(*HANDS, "--tie-bets", "always", "--seed", "7")
    assert record["hands"] == record["tie_bets"] == 300
    assert record["table"] == "classic"
    assert record["backend"] == "engine"
    assert abs(record["house_edge"]) < 5 * record["standard_error"]
    outcomes = record["outcomes"]
    assert sum(outcomes.values()) == 300
    net = outcomes["win"] - outcomes["loss"] + outcomes["war_win"] + outcomes["tied_war"]
    assert record["house_edge"] == pytest.approx(-(net - 2 * outcomes["war_loss"]) / 300)
    assert record == told(*HANDS, "--tie-bets", "always", "--seed", "7")
    assert record["nets"] != told(*HANDS, "--tie-bets", "always", "--seed", "8")["nets"]


def test_games_tell_their_lengths() -> None:
    record = told(*WAR, "--set", "wars_to_win=1")
    assert record["games"] == sum(record["wins"]) + record["draws"] == 4
    assert record["mean_battles"] == pytest.approx(
        sum(int(length) * games for length, games in record["lengths"].items()) / 4
    )
    assert record["mean_wars"] == 1
    assert record["quantiles"]["0.5"] >= 1
    assert record["settings"] == ["wars_to_win=1"]


def test_people_get_a_line_for_each_figure() -> None:
    done = simulate(*HANDS)
    lines = done.stdout.splitlines()
    assert "hands 300" in lines
    assert any(line.startswith("house_edge ") for line in lines)
    assert not any(line.startswith("nets") for line in lines)
    assert not done.stderr


@pytest.mark.parametrize(
    ("args", "head", "total"),
    [(HANDS, ["net_cents", "rounds"], 300), (WAR, ["battles", "games"], 4)],
)
def test_distributions_go_to_a_file(
    tmp_path: Path, args: tuple[str, ...], head: list[str], total: int
) -> None:
    file = tmp_path / "out.csv"
    assert simulate(*args, "--csv", str(file)).exit_code == 0
    rows = list(csv.reader(file.read_text().splitlines()))
    assert rows[0] == head
    assert sum(int(row[1]) for row in rows[1:]) == total


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("hands",), "Missing option"),
        (("hands", "--hands", "0"), "0"),
        (("hands", "--hands", "1_0"), "1_0"),
        (("hands", "--hands", "5", "--spots", "2"), "no whole number of rounds"),
        (("hands", "--hands", "5", "--ante", "x"), "is not an amount"),
        (("hands", "--hands", "5", "--ante", "7"), "Hand 1"),
        (("hands", "--hands", "5", "--table", "nowhere"), "no table called"),
        (("hands", "--hands", "5", "--strategy", "hope"), "hope"),
        (("hands", "--hands", "5", "--ante", "0"), "no wager"),
        (("hands", "--hands", "5", "--set", "decks"), "name=value"),
        (("hands", "--hands", "5", "--set", "deck=1"), "no table rule called 'deck'"),
        (("hands", "--hands", "5", "--set", "decks=x"), "decks cannot be 'x'"),
        (("hands", "--hands", "5", "--set", "decks=1", "--set", "decks=2"), "set twice"),
        (("hands", "--hands", "5", "--set", "penetration_percent=99"), "penetration_percent"),
        (("hands", "--hands", "5", "--set", "shoe=old"), "shoe cannot be 'old'"),
        (("cut-card", "--hands", "5"), "5"),
        (("war", "--games", "5", "--set", "players=9"), "players"),
        (("war", "--games", "5", "--rules", "chess"), "no game called"),
        (("war", "--games", "5", "--strategy", "thief"), "no computer player"),
        (("war", "--games", "5", "--csv", "/nowhere/at/all.csv"), "/nowhere/at/all.csv"),
        (("chess",), "chess"),
    ],
)
def test_bad_input_is_refused_in_one_line(args: tuple[str, ...], reason: str) -> None:
    done = simulate(*args)
    assert done.exit_code == 2, done.output
    assert not done.stdout
    assert done.stderr.count("\n") == 1
    assert reason in done.stderr


def test_an_interrupt_prints_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played = play_chunk
    calls: list[int] = []

    def interrupted(*given: Any) -> Any:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return played(*given)

    monkeypatch.setattr(runner, "play_chunk", interrupted)
    done = simulate("hands", "--hands", "640", "--engine", "--json")
    assert done.exit_code == 130
    record = json.loads(done.stdout)
    assert record["is_partial"] is True
    assert record["hands"] == 20
    assert done.stderr == "interrupted: these are the figures of what was played\n"


@pytest.mark.parametrize("asked", [("cut-card", "--hands", "4000"), HANDS])
def test_an_interrupt_before_there_are_figures_prints_none(
    monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("casino_war.lab.cut_card.simulate_hands", interrupted)
    monkeypatch.setattr(runner, "simulate_hands", interrupted)
    done = simulate(*asked)
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr.splitlines()[-1] == "interrupted: there are no figures"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a file that opens but has no room")
def test_a_file_that_cannot_be_written_in_the_end_costs_no_figures() -> None:
    done = simulate(*HANDS, "--csv", "/dev/full")
    assert done.exit_code == 2
    assert "hands 300" in done.stdout.splitlines()
    assert "No space left" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_long_simulation_soon(jobs: str) -> None:
    # Each chunk takes the engine many seconds.
    asked = ("war", "--rules", "classic", "--games", "1000000", "--engine", "--jobs", jobs)
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from casino_war.web.cli.main import main; main()",
            "simulate",
            *asked,
        ],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=12)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=15)
    assert process.returncode == 130
    assert "is_partial true" in out.splitlines()
    assert err == "interrupted: these are the figures of what was played\n"


def test_the_names_that_programs_read_are_there() -> None:
    assert told(*HANDS).keys() >= {
        *("hands", "house_edge", "standard_error", "p_tie", "backend", "why", "seed", "settings")
    }
    assert told(*WAR).keys() >= {
        *("games", "mean_battles", "standard_error", "quantiles", "wins", "draws", "cycles"),
        *("mean_wars", "war_depths", "reasons", "mean_lead_changes", "backend", "why", "seed"),
    }


def test_rules_of_a_table_are_set_anew() -> None:
    changes = ("--set", "decks=1", "--set", "shoe=fresh", "--set", "tie_bet_to_one=none")
    record = told(*HANDS, *changes, "--set", "war_burn_each=yes", "--set", "ante_min=10")
    assert record["settings"][:2] == ["decks=1", "shoe=fresh"]
    assert record["shoes"] == record["rounds"] == 300
    assert record == told(*HANDS, *changes, "--set", "war_burn_each=yes", "--set", "ante_min=10")


def test_a_terminal_is_shown_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []

    class Bar:
        def __enter__(self) -> "Bar":
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def update(self, steps: int) -> None:
            shown.append(steps)

    monkeypatch.setattr("casino_war.web.cli.simulate._is_terminal", lambda: True)
    monkeypatch.setattr("click.progressbar", lambda **_: Bar())
    assert simulate("hands", "--hands", "64", "--engine").exit_code == 0
    assert sum(shown) == 64
