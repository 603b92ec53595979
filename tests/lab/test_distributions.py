"""Games in bulk are as long, and end as often so, as independent programs have measured."""

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from casino_war.game.war_rules import WarRules
from casino_war.lab import merging, runner
from casino_war.lab.backends import Backend
from casino_war.lab.plan import WarPlan
from casino_war.lab.war_summary import WarSummary, figures

FIGURES = json.loads((Path(__file__).parents[1] / "data" / "war_figures.json").read_text())
ERRORS = 4
"""Standard errors within which a figure must lie; seeds are fixed."""
SEED = 2026


def named(record: dict[str, Any]) -> str:
    return "-".join(str(value) for value in record["rules"].values())


def played(record: dict[str, Any], games: int) -> WarPlan:
    rules = WarRules.from_data(record["rules"])
    return WarPlan(rules=rules, games=games, seed=SEED)


def assert_share(found: int, games: int, share: float, of: int) -> None:
    """So many of the games are as large a share as was found of *of* games."""
    spread = sqrt(share * (1 - share) * (1 / games + 1 / of))
    assert abs(found / games - share) <= ERRORS * spread


def assert_as_measured(record: dict[str, Any], plan: WarPlan, summary: WarSummary) -> None:
    told = figures(plan, summary)
    games, of = plan.games, record["games"]
    error = sqrt(told["standard_error"] ** 2 + record["standard_error"] ** 2)
    assert abs(told["mean_battles"] - record["mean_battles"]) < ERRORS * error
    for name, battles in record["quantiles"].items():
        share = float(name)
        spread = ERRORS * sqrt(share * (1 - share) * (1 / games + 1 / of))
        below = sum(often for length, often in summary.lengths.items() if length < battles)
        assert below / games - spread <= share
        assert share <= (below + summary.lengths.get(battles, 0)) / games + spread
    # Games differ in their wars as in the battles that led to one, or a little more.
    spread = sqrt((merging.variance(summary.wars) or 0) * (1 / games + 1 / of))
    assert abs(told["mean_wars"] - record["mean_wars"]) < ERRORS * spread
    for outcome, often in zip(summary.wins, record["wins"], strict=True):
        assert_share(outcome, games, often / of, of)
    assert (summary.draws, told["cycles"]) == (record["draws"], record["cycles"])


@pytest.mark.parametrize("record", FIGURES["distributions"], ids=named)
def test_games_by_kernels_are_as_long_as_measured(record: dict[str, Any]) -> None:
    plan = played(record, 5_000)
    result = runner.simulate_war(plan)
    assert result.backend is Backend.KERNEL
    assert_as_measured(record, plan, result.summary)


@pytest.mark.slow
@pytest.mark.parametrize("record", FIGURES["distributions"], ids=named)
def test_games_by_the_engine_are_as_long_as_measured(record: dict[str, Any]) -> None:
    plan = played(record, 1_000)
    assert_as_measured(record, plan, runner.simulate_war(plan, 1, Backend.ENGINE).summary)


@pytest.mark.parametrize("record", FIGURES["never_ending"], ids=named)
def test_as_many_games_go_in_circles_as_measured(record: dict[str, Any]) -> None:
    plan = played(record, 1_200)
    cycles = figures(plan, runner.simulate_war(plan).summary)["cycles"]
    assert_share(cycles, plan.games, record["fraction"], record["games"])
