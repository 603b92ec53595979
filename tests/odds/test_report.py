"""Closed forms, floats, what there is not, and shoes that no round can be dealt from."""

from dataclasses import replace
from fractions import Fraction
from math import isclose, sqrt
from operator import attrgetter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from casino_war.errors import IllegalDecisionError, InvalidCompositionError
from casino_war.game.table_presets import PRESETS, TablePreset, find
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.odds import edges
from casino_war.odds.composition import Composition, full_shoe
from casino_war.odds.endings import UnitWager
from casino_war.odds.numbers import EXACT, FAST
from casino_war.odds.report import hand_odds
from casino_war.odds.rounds import round_odds
from casino_war.odds.strategy import Strategy
from casino_war.odds.ties import initial_tie_probability, tied_war_probability
from tests.game.strategies import UNHURRIED, table_rules


@settings(UNHURRIED, max_examples=100)
@given(table_rules())
def test_closed_forms_are_those_of_a_full_shoe(rules: TableRules) -> None:
    found = hand_odds(rules, full_shoe(rules.decks), Strategy.ALWAYS_WAR, EXACT)
    assert found.house_edge == edges.house_edge(rules)
    assert found.element_of_risk == edges.element_of_risk(rules)
    assert found.ante.average_action == edges.total_action(rules)
    assert (found.tie_bet.edge if found.tie_bet else None) == edges.tie_bet_edge(rules)
    assert found.p_tie == initial_tie_probability(rules.decks)
    assert found.p_tied_war == tied_war_probability(rules.decks)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_best_play_of_every_preset_is_war(preset: TablePreset) -> None:
    shoe = full_shoe(preset.rules.decks)
    best, war = (
        hand_odds(preset.rules, shoe, strategy, EXACT)
        for strategy in (Strategy.BEST, Strategy.ALWAYS_WAR)
    )
    assert best == war


@settings(UNHURRIED, max_examples=50)
@given(
    table_rules(),
    st.lists(st.integers(0, 32), min_size=1, max_size=13),
    st.integers(1, 7),
    st.sampled_from([Strategy.ALWAYS_WAR, Strategy.BEST]),
)
def test_floats_are_the_fractions_rounded(
    rules: TableRules, counts: list[int], hands: int, strategy: Strategy
) -> None:
    folds = rules.tied_war is TiedWar.LOSE and rules.surrender is Surrender.ALL
    assume(not (folds and strategy is Strategy.BEST))
    left = Composition(tuple(counts))
    try:
        exact = hand_odds(rules, left, strategy, EXACT)
        together = round_odds(rules, left, hands, strategy, EXACT)
    except InvalidCompositionError:
        assume(False)
    fast = hand_odds(rules, left, strategy, FAST)
    for name in ("p_win", "p_tie", "p_tied_war", "ante.ev", "ante.variance", "p_hand_won"):
        one = attrgetter(name)(exact)
        assert attrgetter(name)(fast) == (None if one is None else float(one))
    assert fast.ante.distribution == {
        net: float(chance) for net, chance in exact.ante.distribution.items()
    }
    floats = round_odds(rules, left, hands, strategy, FAST)
    assert floats.own == {pair: float(value) for pair, value in together.own.items()}
    assert floats.cross == {pair: float(value) for pair, value in together.cross.items()}
    assert isclose(floats.round_variance, together.round_variance, rel_tol=1e-12, abs_tol=1e-12)


def test_standard_deviations_are_square_roots() -> None:
    found = hand_odds(TableRules(), full_shoe(6), Strategy.BEST, FAST)
    assert found.ante.standard_deviation == sqrt(found.ante.variance)
    assert found.element_of_risk == found.ante.element_of_risk
    together = round_odds(TableRules(), full_shoe(6), 3, Strategy.BEST, FAST)
    assert together.round_standard_deviation == sqrt(together.round_variance)


def test_without_ties_there_is_nothing_to_say_of_them() -> None:
    rules = TableRules(second_tie_bet_to_one=10, tie_bet_to_one=None)
    found = hand_odds(rules, Composition((1,) * 13), Strategy.BEST, EXACT)
    assert found.p_tie == 0
    assert found.p_tied_war is found.surrender_break_even is None
    assert found.tie_bet_break_even_to_one is None
    assert found.tie_bet is found.lone_tie_bet is found.second_tie_bet is None
    assert found.ante.distribution == {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}


def test_one_hand_shares_its_dealer_with_nobody() -> None:
    found = round_odds(TableRules(), full_shoe(6), 1, Strategy.BEST, EXACT)
    assert (found.covariance, found.correlation, found.cross) == (None, None, {})
    certain = round_odds(TableRules(), Composition((9,)), 2, Strategy.ALWAYS_WAR, EXACT)
    assert certain.covariance == 0
    assert certain.correlation is None
    assert found.round_variance == found.variance == found.own[UnitWager.ANTE, UnitWager.ANTE]


@pytest.mark.parametrize(
    ("key", "counts", "hands", "needed"),
    [
        ("classic", (3,), 1, 4),
        ("classic", (1, 1, 1), 1, 4),
        ("ladder", (2, 2), 1, 6),
        ("ladder", (2, 2, 1), 1, 6),
        ("ladder", (7,), 1, 8),
        ("classic", (3, 3), 3, 7),
        ("ladder", (11, 0), 2, 12),
    ],
)
def test_a_round_must_be_sure_of_its_cards(
    key: str, counts: tuple[int, ...], hands: int, needed: int
) -> None:
    rules = find(key).rules
    with pytest.raises(InvalidCompositionError) as refused:
        round_odds(rules, Composition(counts), hands, Strategy.ALWAYS_WAR, EXACT)
    assert refused.value.facts == {"needed": needed, "cards": sum(counts)}
    if hands == 1:
        with pytest.raises(InvalidCompositionError):
            hand_odds(rules, Composition(counts), Strategy.ALWAYS_WAR, EXACT)


@pytest.mark.parametrize(("counts", "hands"), [((2, 2), 1), ((5,), 1), ((4, 2), 2), ((4, 3), 2)])
@pytest.mark.parametrize("ladder", [(), (10, 25, 50, 200)])
def test_wars_that_are_never_fought_need_no_cards(
    counts: tuple[int, ...], hands: int, ladder: tuple[int, ...]
) -> None:
    rules = TableRules(tied_war=TiedWar.REPEAT, tie_ladder=ladder)
    left, surrender = Composition(counts), Strategy.ALWAYS_SURRENDER
    with pytest.raises(InvalidCompositionError):
        round_odds(rules, left, hands, Strategy.ALWAYS_WAR, EXACT)
    found = round_odds(rules, left, hands, surrender, EXACT)
    # What a surrendered hand leaves is no other where only one war could follow.
    once = round_odds(TableRules(), left, hands, surrender, EXACT)
    for name in ("mean", "action", "own", "cross"):
        own, other = getattr(found, name), getattr(once, name)
        assert all(own[wager] == value for wager, value in other.items())
    alone = hand_odds(rules, left, surrender, EXACT) if hands == 1 else None
    assert alone is None or alone.surrender_break_even is None
    if ladder:
        with pytest.raises(InvalidCompositionError):
            round_odds(replace(rules, tie_bet_alone=True), left, hands, surrender, EXACT)


def test_ties_that_the_ranks_cannot_make_need_no_cards() -> None:
    found = hand_odds(find("ladder").rules, Composition((1, 1, 1, 1)), Strategy.BEST, EXACT)
    assert found.house_edge == 0
    left = Composition((2, 1, 1))
    assert hand_odds(find("ladder").rules, left, Strategy.BEST, EXACT).p_tied_war == 0


@pytest.mark.parametrize("hands", [1, 2])
def test_nobody_surrenders_where_nobody_may(hands: int) -> None:
    rules = TableRules(surrender=Surrender.NOT_OFFERED)
    with pytest.raises(IllegalDecisionError):
        round_odds(rules, full_shoe(6), hands, Strategy.ALWAYS_SURRENDER, EXACT)
    with_second_bet = replace(rules, second_tie_bet_to_one=10)
    with pytest.raises(IllegalDecisionError) as refused:
        hand_odds(with_second_bet, full_shoe(6), Strategy.ALWAYS_SURRENDER, EXACT)
    assert refused.value.facts["offered"] == "war, war_with_tie_bet"
    best = hand_odds(rules, full_shoe(6), Strategy.BEST, EXACT)
    assert best.ante.average_action > 1


@pytest.mark.parametrize("size", [10**6, 10**12])
def test_shoes_have_no_largest_size(size: int) -> None:
    """Of so many cards of each rank t is 1/13 but for a sliver, and so is every tie after."""
    left = Composition((size,) * 13)
    found = hand_odds(find("ladder").rules, left, Strategy.BEST, FAST)
    assert found.p_tie == pytest.approx(1 / 13, rel=1e-5)
    assert found.ante.ev == pytest.approx(-(1 / 13 - 1 / 13**4) / 2, rel=1e-5)
    assert round_odds(TableRules(), left, 7, Strategy.BEST, FAST).variance > 1
