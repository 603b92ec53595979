"""The kernel of sessions is the engine, path by path; parts add up; figures are the exact ones."""

import json
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_war.errors import BetRefusedError, CasinoWarError, InvalidInputError
from casino_war.game.table_presets import PRESETS, TablePreset
from casino_war.game.table_rules import ShoeRule, Shortfall, Surrender, TableRules
from casino_war.lab import runner, session_exact
from casino_war.lab.backends import Backend, play_chunk
from casino_war.lab.session_engine import sessions
from casino_war.lab.session_figures import expected_loss, figures, mean_of
from casino_war.lab.session_kernel import play_chunk as play_packed
from casino_war.lab.session_pack import pack
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking, read_steps
from casino_war.lab.session_summary import SessionSummary
from casino_war.odds.strategy import Strategy
from tests.game.strategies import UNHURRIED, table_rules

FRESH = TableRules(shoe=ShoeRule.FRESH)
WAYS: tuple[dict[str, Any], ...] = (
    {"goal": 9},
    {"staking": Staking.MARTINGALE, "hands": 25, "stop_loss": 1},
    {"staking": Staking.OSCAR, "hands": 30, "is_credit": True},
    {"staking": Staking.PROPORTIONAL, "share_percent": 30, "hands": 20},
    {"staking": Staking.FIBONACCI, "goal": 12, "strategy": Strategy.BEST},
    {"staking": Staking.OWN, "own_steps": read_steps("1:2/1 3:1/1"), "hands": 15},
)
ERRORS = 4
"""Standard errors within which a measured figure must lie; seeds are fixed."""


def plan_of(rules: TableRules, count: int, **way: Any) -> SessionPlan | None:
    """A plan of one chunk; None if the table does not take it."""
    asked = {"bankroll": 5, "ante_cents": rules.ante_min_cents, **way}
    try:
        return SessionPlan(rules=rules, sessions=count, chunk_sessions=count, **asked)
    except CasinoWarError:
        return None


def assert_same_paths(plan: SessionPlan) -> None:
    rows, paths = play_packed(pack(plan), plan.chunk(0))
    for session, (row, path) in enumerate(sessions(plan, plan.chunk(0))):
        assert (tuple(rows[session].tolist()), paths[session].tolist()) == (row, path)


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_table_and_system_plays_the_same(preset: TablePreset, way: dict[str, Any]) -> None:
    plan = plan_of(preset.rules, 12, **way)
    assert plan is not None
    assert_same_paths(plan)


@settings(UNHURRIED, max_examples=40)
@given(table_rules(), st.sampled_from(WAYS), st.integers(0, 2**64 - 1))
def test_any_rules_play_the_same(rules: TableRules, way: dict[str, Any], seed: int) -> None:
    plan = plan_of(rules, 4, **{"hands": 20, **way})
    if plan is not None:
        assert_same_paths(replace(plan, seed=seed))


@pytest.mark.parametrize("shortfall", Shortfall)
def test_a_raise_that_is_not_covered_goes_by_the_table(shortfall: Shortfall) -> None:
    rules = replace(FRESH, decks=1, shortfall=shortfall)
    plan = plan_of(rules, 300, bankroll=2, goal=4)
    assert plan is not None
    assert_same_paths(plan)
    summary = runner.simulate_sessions(plan).summary
    # Half an ante is left where a tie had to be surrendered, and only there.
    has_halves = any(final % 2 for final in summary.finals)
    assert has_halves == (shortfall is not Shortfall.REFUSE) == (summary.sums[2] > 0)
    on_credit = runner.simulate_sessions(replace(plan, is_credit=True)).summary
    assert min(on_credit.finals) == -2
    assert on_credit.sums[2] == 0


PARTS = SessionPlan(
    rules=FRESH, bankroll=4, goal=8, ante_cents=500, sessions=60, chunk_sessions=25, seed=3
)


@pytest.mark.slow
def test_three_processes_have_the_same_result() -> None:
    assert runner.simulate_sessions(PARTS, jobs=3) == runner.simulate_sessions(PARTS)


def test_parts_add_up_and_the_engine_has_the_same_result() -> None:
    plan = PARTS
    whole = runner.simulate_sessions(plan)
    assert (whole.backend, whole.chunks) == (Backend.KERNEL, 3)
    parts = [play_chunk(plan, Backend.KERNEL, index) for index in range(plan.chunks)]
    played = [part for part in parts if isinstance(part, SessionSummary)]
    assert reduce(SessionSummary.plus, played, SessionSummary()) == whole.summary
    assert runner.simulate_sessions(plan, backend=Backend.ENGINE).summary == whole.summary
    kept = json.loads(json.dumps(whole.summary.to_data()))
    assert SessionSummary.from_data(kept) == whole.summary


def test_what_is_told_of_few_sessions_is_counted_by_hand() -> None:
    plan = SessionPlan(rules=FRESH, bankroll=3, hands=4, ante_cents=500, sessions=50)
    played = list(sessions(plan, replace(plan, chunk_sessions=50).chunk(0)))
    summary = play_chunk(replace(plan, chunk_sessions=50), Backend.KERNEL, 0)
    assert isinstance(summary, SessionSummary)
    told = figures(plan, summary)
    finals = [6 + row.net for row, _ in played]
    assert told["p_ruin"] == sum(final < 2 for final in finals) / 50
    assert told["expected_net"] == pytest.approx(sum(row.net for row, _ in played) / 100)
    assert told["quantiles"]["0.5"] == sorted(finals)[24] / 2
    assert told["fan"][-1]["0.5"] == sorted(finals)[24] / 2
    assert told["fan"][-1]["hands"] == 4
    assert told["fan"][-1]["ruined"] == round(told["p_ruin"] * 50)
    assert told["handle"] >= told["staked"]
    assert plan.marks == (1, 2, 3, 4)


@pytest.mark.parametrize("staking", [one for one in Staking if one is not Staking.OWN])
def test_no_system_beats_the_house(staking: Staking) -> None:
    plan = SessionPlan(
        rules=FRESH,
        bankroll=30,
        goal=60,
        hands=200,
        ante_cents=500,
        staking=staking,
        share_percent=10 if staking is Staking.PROPORTIONAL else 0,
        sessions=20_000,
        seed=5,
    )
    summary = runner.simulate_sessions(plan).summary
    told = figures(plan, summary)
    assert abs(told["loss_deviation"]) < ERRORS
    assert told["expected_loss"] == pytest.approx(mean_of(summary, expected_loss(plan))[0])
    assert told["expected_loss"] > 0
    # The edge times all antes, and a little more for ties that had to be surrendered.
    covered = told["expected_loss"] - plan.odds.edge * told["staked"]
    assert 0 <= covered < 0.01 * told["staked"]


@pytest.mark.parametrize(
    "way",
    [
        {"bankroll": 10, "goal": 20, "is_credit": True},
        {"bankroll": 6, "goal": 12},
        {"bankroll": 20, "hands": 100},
        {"bankroll": 12, "stop_loss": 5, "goal": 30, "hands": 150},
    ],
    ids=str,
)
def test_simulated_sessions_are_the_exact_ones(way: dict[str, Any]) -> None:
    plan = SessionPlan(rules=FRESH, ante_cents=500, sessions=20_000, seed=11, **way)
    summary = runner.simulate_sessions(plan).summary
    chances = session_exact.told(plan, session_exact.exact(plan))
    found = session_exact.deviations(chances, summary)
    told = {name: value for name, value in found.items() if value is not None}
    assert {"expected_hands", "expected_net", "p_ahead"} <= told.keys()
    assert ("p_ruin" in told) == ("stop_loss" not in way)
    assert all(abs(value) < ERRORS for value in told.values()), told


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"bankroll": 0}, "bankroll"),
        ({"goal": 5}, "goal"),
        ({"stop_loss": 5}, "stop_loss"),
        ({"hands": 0}, "hands"),
        ({"hands": 10**8}, "hands"),
        ({"sessions": 0}, "sessions"),
        ({"staking": Staking.OWN}, "progression"),
        ({"own_steps": read_steps("1:1/1")}, "progression"),
        ({"staking": Staking.PROPORTIONAL}, "share_percent"),
        ({"share_percent": 5}, "share_percent"),
        ({"bankroll": 999_000}, "long"),
        ({"sessions": 10**11}, "large"),
    ],
)
def test_what_cannot_be_played_is_refused(asked: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        SessionPlan(**{"rules": FRESH, "bankroll": 5, "ante_cents": 500, **asked})
    assert refused.value.reason == reason


def test_a_table_that_holds_the_hand_can_only_be_played_on_credit() -> None:
    rules = replace(FRESH, surrender=Surrender.NOT_OFFERED)
    with pytest.raises(BetRefusedError):
        SessionPlan(rules=rules, bankroll=5, goal=9, ante_cents=500)
    plan = SessionPlan(rules=rules, bankroll=5, goal=9, ante_cents=500, is_credit=True)
    assert plan.short_odds == plan.odds
