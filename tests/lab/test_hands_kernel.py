"""The kernels of Casino War are the engine, hand by hand."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_war.errors import CasinoWarError
from casino_war.game.round import Decision
from casino_war.game.table_presets import PRESETS, TablePreset
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.lab import hands_fast, hands_kernel, hands_pack
from casino_war.lab.backends import Backend, play_chunk
from casino_war.lab.hands_engine import ending, rounds, simulate_hands
from casino_war.lab.hands_summary import figures
from casino_war.lab.plan import HandsPlan, TieBets
from casino_war.odds.composition import Composition, full_shoe
from casino_war.odds.decisions import decision_odds
from casino_war.odds.numbers import EXACT, FAST
from casino_war.odds.report import hand_odds
from casino_war.odds.strategy import Strategy
from tests.game.strategies import UNHURRIED, table_rules

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"strategy": Strategy.BEST, "spots": 3},
    {"strategy": Strategy.ALWAYS_SURRENDER, "tie_bets": TieBets.ALWAYS},
    {"tie_bets": TieBets.COUNTED, "spots": 2},
    {"ante_cents": 0, "tie_bets": TieBets.ALWAYS, "spots": 2},
    {"second_tie_bets": True, "tie_bets": TieBets.ALWAYS},
)
ERRORS = 4
"""Standard errors within which a measured figure must lie; seeds are fixed."""


def plan_of(rules: TableRules, rounds: int, **way: Any) -> HandsPlan | None:
    """A plan of one chunk; None if the table does not take it or no kernel plays it."""
    has_tie_bet = way.get("tie_bets", TieBets.NEVER) is not TieBets.NEVER
    asked = {
        "ante_cents": rules.ante_min_cents,
        "tie_bet_cents": rules.tie_bet_floor_cents if has_tie_bet else 0,
        **way,
    }
    try:
        plan = HandsPlan(
            rules=rules, hands=rounds * way.get("spots", 1), chunk_rounds=rounds, **asked
        )
    except CasinoWarError:
        return None
    return None if hands_pack.unsupported(plan) else plan


def assert_same(plan: HandsPlan) -> None:
    packed, chunk = hands_pack.pack(plan), plan.chunk(0)
    expected = simulate_hands(plan, chunk)
    assert hands_kernel.simulate_packed(packed, chunk) == expected
    if hands_fast.is_plain(packed):
        fast = hands_kernel.simulate_packed(packed, chunk, hands_fast.play_plain)
        assert fast == expected


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_table_plays_the_same(preset: TablePreset, way: dict[str, Any]) -> None:
    plan = plan_of(preset.rules, 60, **way)
    if plan is not None:
        assert_same(plan)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_hand_by_hand_every_table_ends_three_hundred_rounds_alike(preset: TablePreset) -> None:
    plan = plan_of(preset.rules, 300, spots=2)
    assert plan is not None
    trace = hands_kernel.endings_in_order(hands_pack.pack(plan), plan.chunk(0))
    begins = True
    for row, state in zip(trace.tolist(), rounds(plan, plan.chunk(0)), strict=True):
        assert row == [ending(state, seat) + 1000 * begins for seat in range(2)]
        begins = state.shoe_end is not None


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_ten_thousand_rounds_end_alike(preset: TablePreset, way: dict[str, Any]) -> None:
    plan = plan_of(preset.rules, 10_000, **way)
    if plan is not None:
        assert_same(plan)


@settings(UNHURRIED, max_examples=40)
@given(table_rules(), st.integers(1, 7), st.sampled_from(WAYS), st.integers(0, 2**64 - 1))
def test_any_rules_play_the_same(
    rules: TableRules, spots: int, way: dict[str, Any], seed: int
) -> None:
    asked = {**way, "spots": min(spots, rules.hands_max)}
    plan = plan_of(rules, 25, **asked)
    if plan is not None:
        assert_same(replace(plan, seed=seed))


@pytest.mark.parametrize("opening_burn", [0, 1, 3])
def test_a_shoe_that_ends_with_its_first_cards_plays_the_same(opening_burn: int) -> None:
    """A round may need nearly all of the pack, so that none is begun after very few cards."""
    rules = TableRules(
        decks=1, opening_burn=opening_burn, war_burn=10, war_burn_each=True, hands_max=4
    )
    assert rules.worst_case_cards == 49
    for strategy in (Strategy.ALWAYS_WAR, Strategy.ALWAYS_SURRENDER):
        plan = plan_of(rules, 60, strategy=strategy)
        assert plan is not None
        assert_same(plan)


@pytest.mark.parametrize("table", ["classic", "single_deck"])
def test_the_fast_loops_count_what_the_generic_one_counts(table: str) -> None:
    rules = next(preset.rules for preset in PRESETS if preset.key == table)
    for way in ({}, {"strategy": Strategy.ALWAYS_SURRENDER, "tie_bets": TieBets.ALWAYS}):
        plan = plan_of(rules, 100_000, **way)
        assert plan is not None
        packed, chunk = hands_pack.pack(plan), plan.chunk(0)
        fast = hands_kernel.simulate_packed(packed, chunk, hands_fast.play_plain)
        assert fast == hands_kernel.simulate_packed(packed, chunk)


@pytest.mark.parametrize("tied_war", [rule for rule in TiedWar if rule is not TiedWar.REPEAT])
@pytest.mark.parametrize("surrender", [Surrender.HALF, Surrender.ALL])
def test_the_best_decision_is_that_of_the_odds_for_any_cards(
    tied_war: TiedWar, surrender: Surrender
) -> None:
    rules = TableRules(tied_war=tied_war, surrender=surrender)
    plan = plan_of(rules, 1, strategy=Strategy.BEST)
    assert plan is not None
    numbers = hands_pack.pack(plan).rules
    for few in product(range(4), repeat=3):
        left = Composition((*few, *(0,) * 10))
        if left.cards >= 4:
            counts = np.array([*left.counts, matches(left), left.cards], dtype=np.int64)
            best = decision_odds(rules, left, EXACT).best
            assert hands_kernel.fights(numbers, counts) == (best is Decision.WAR)


def matches(left: Composition) -> int:
    return sum(count * (count - 1) for count in left.counts)


def test_a_counted_tie_bet_is_placed_where_it_gains() -> None:
    rules = TableRules(decks=1, hands_max=1)
    plan = plan_of(rules, 1, tie_bets=TieBets.COUNTED)
    assert plan is not None
    numbers = hands_pack.pack(plan).rules
    for few in product(range(5), repeat=3):
        left = Composition((*few, *(1,) * 10))
        counts = np.array([*left.counts, matches(left), left.cards], dtype=np.int64)
        gains = 11 * Fraction(matches(left), left.cards * (left.cards - 1)) > 1
        assert hands_kernel.bets_on_tie(numbers, counts) == gains


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_measured_edges_are_the_exact_ones(preset: TablePreset) -> None:
    """Cut-card shoes differ from fresh ones by far less than these hands could show."""
    has_tie_bet = preset.rules.tie_bet_offered
    way = {"tie_bets": TieBets.ALWAYS} if has_tie_bet else {}
    plan = plan_of(preset.rules, 1_000_000, **way)
    assert plan is not None
    summary = play_chunk(plan, Backend.KERNEL, 0)
    exact = hand_odds(preset.rules, full_shoe(preset.rules.decks), plan.strategy, FAST)
    told = figures(plan, summary)  # type: ignore[arg-type]  # of hands, since the plan is
    assert abs(told["house_edge"] - exact.house_edge) < ERRORS * told["standard_error"]
    assert abs(told["p_tie"] - exact.p_tie) < ERRORS * told["p_tie_standard_error"]
    if exact.tie_bet is not None:
        error = told["tie_bet_standard_error"]
        assert abs(told["tie_bet_edge"] - exact.tie_bet.edge) < ERRORS * error
        spread = exact.tie_bet.standard_deviation / plan.rounds**0.5
        assert error == pytest.approx(spread, rel=0.2)
    assert told["standard_error"] == pytest.approx(
        exact.ante.standard_deviation / plan.rounds**0.5, rel=0.05
    )
