"""How long whole games are, how many wars they have and who wins: against known figures."""

import json
from collections import Counter
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from casino_war.game import war
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_events import EndReason, Outcome, WarStepped
from casino_war.game.war_rules import WarRules

FIGURES = json.loads((Path(__file__).parents[2] / "data" / "war_figures.json").read_text())
GAMES = 2_000
ERRORS = 4
"""Standard errors within which a measured mean must lie; seeds are fixed."""


@pytest.mark.slow
@pytest.mark.parametrize("figure", FIGURES["distributions"], ids=lambda f: str(f["rules"]))
def test_distribution(figure: dict[str, Any]) -> None:
    rules = WarRules.from_data(figure["rules"])
    source = SplitMix64(1)
    battles: list[int] = []
    wars: list[int] = []
    wins = [0] * rules.players
    for _ in range(GAMES):
        state, fought = war.deal(rules, source), 0
        while state.ended is None:
            state, events = war.play_battle(state, source)
            fought += any(isinstance(event, WarStepped) for event in events)
        battles.append(state.battles)
        wars.append(fought)
        if state.ended.outcome is Outcome.WIN:
            wins[state.ended.seats[0]] += 1
    error = figure["standard_deviation"] / sqrt(GAMES)
    assert abs(fmean(battles) - figure["mean_battles"]) <= ERRORS * error
    assert abs(fmean(wars) - figure["mean_wars"]) <= ERRORS * stdev(wars) / sqrt(GAMES)
    for won, known in zip(wins, figure["wins"], strict=True):
        p = known / figure["games"]
        assert abs(won / GAMES - p) <= ERRORS * sqrt(p * (1 - p) / GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("figure", FIGURES["never_ending"], ids=lambda f: str(f["rules"]))
def test_share_of_games_that_never_end(figure: dict[str, Any]) -> None:
    """A few come back to no position before the cap: nothing proves that they never end."""
    rules = WarRules.from_data(figure["rules"])
    source = SplitMix64(1)
    games = 500
    reasons: Counter[EndReason] = Counter()
    for _ in range(games):
        state = war.deal(rules, source)
        while state.ended is None:
            state, _ = war.play_battle(state, source)
        reasons[state.ended.reason] += 1
    endless = reasons[EndReason.CYCLE] + reasons[EndReason.CAP]
    assert reasons[EndReason.CAP] <= games / 100
    p = figure["fraction"]
    assert abs(endless / games - p) <= ERRORS * sqrt(p * (1 - p) / games)
