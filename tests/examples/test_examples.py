"""The examples play and reckon as they say."""

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from casino_war.game.table_presets import find
from casino_war.odds.edges import house_edge, tie_bet_edge
from examples import play_by_strategy
from examples.play_by_strategy import ALSO_TIE_BETS, ALWAYS_WAR, Site, Strategy, play
from tests.web.terminal import run

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 100


def reckon(file: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Run the script as from a terminal, and return what its cells made."""
    monkeypatch.setattr(sys, "argv", ["rounds_and_odds.py", str(file)])
    return runpy.run_path(str(ROOT / "examples" / "rounds_and_odds.py"), run_name="__main__")


def test_a_bot_plays_and_its_rounds_are_reckoned(
    app: Flask,
    site: Site,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = find("classic").rules
    found = play(site, ALSO_TIE_BETS, ROUNDS)
    tie_bet = tie_bet_edge(rules)
    assert tie_bet is not None
    expected = ROUNDS * (1000 * house_edge(rules) + 500 * tie_bet)
    assert found.expected_loss == pytest.approx(float(expected))
    assert len(found.nets) == ROUNDS

    monkeypatch.setenv("DATABASE_URL", app.config["DATABASE_URL"])
    for name in ("rounds.csv", "rounds.jsonl"):
        file = tmp_path / name
        run("export", "--output", str(file), "--format", file.suffix[1:])
        names = reckon(file, monkeypatch)
        lost, cards = names["losses"].loc[("classic", 1)], names["cards"].loc[("classic", 1)]
        assert (lost.handle_cents, lost.loss_cents) == (found.handle, found.loss)
        assert lost.expected_cents == pytest.approx(found.expected_loss)
        assert lost.standard_error == pytest.approx(found.standard_error, rel=0.01)
        assert cards.hands == ROUNDS
        assert cards.ties_expected == pytest.approx(ROUNDS * 23 / 311)
        assert cards.p > 0.001
    assert "chi_square" in capsys.readouterr().out

    text = file.read_text().replace('"outcomes": "loss"', '"outcomes": "win"')
    file.write_text(text)
    assert reckon(file, monkeypatch)["cards"].p.max() < 1e-9


def test_a_strategy_may_surrender_and_stake_as_it_likes(site: Site) -> None:
    def bet(table: dict[str, Any]) -> list[dict[str, int]]:
        return [{"ante_cents": 500 + 500 * (table["seat"]["version"] % 2)}, {"ante_cents": 500}]

    found = play(site, Strategy(bet, lambda round_: "surrender"), 40)
    assert len(found.nets) == 40
    assert any(net % 500 for net in found.nets), "nobody has surrendered"


def test_the_program_tells_what_it_came_to(
    site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play_by_strategy, "Site", lambda address, token: site)
    monkeypatch.setattr(sys, "argv", ["play_by_strategy.py", "--token", "x", "--rounds", "5"])
    play_by_strategy.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        *("rounds", "handle", "loss", "by", "standard", "apart")
    ]


def test_an_unknown_token_is_told(site: Site) -> None:
    site._headers["Authorization"] = "Bearer nobody"
    with pytest.raises(SystemExit, match="401"):
        play(site, ALWAYS_WAR, 1)
