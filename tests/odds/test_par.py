"""The rule sheet read a second time: equal to what is settled, by figures and by counting."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings

from casino_war.game.round import Decision
from casino_war.game.table_presets import PRESETS, TablePreset
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import full_shoe, shoe_after_tie
from casino_war.odds.edges import house_edge, tie_bet_edge
from casino_war.odds.endings import FIRST_TIED, UnitWager, payoffs
from casino_war.odds.hands import dot, tie_runs, tied_endings
from casino_war.odds.numbers import FAST
from casino_war.odds.par import at_deal, at_wars, first_cards
from casino_war.odds.rounds import round_odds
from casino_war.odds.stages import TiedHand
from casino_war.odds.strategy import Strategy
from casino_war.odds.ties import initial_tie_probability
from tests.game.strategies import table_rules

ANTE = HandWagers(ante_cents=1000)
BOTH = HandWagers(ante_cents=1000, tie_bet_cents=500)
TABLES = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)


def by_settlement(rules: TableRules, decision: Decision) -> tuple[float, float]:
    """Mean and variance of a tied ante's war, from what the settlement pays."""
    paid = payoffs(rules)
    is_given_up = decision is Decision.SURRENDER
    nets = [*(paid[UnitWager.ANTE].surrender if is_given_up else paid[UnitWager.ANTE].war)]
    if decision is Decision.WAR_WITH_TIE_BET:
        second = paid[UnitWager.SECOND_TIE_BET].war
        nets = [one + two for one, two in zip(nets, second, strict=True)]
    tied = nets[FIRST_TIED:]
    runs = tie_runs(shoe_after_tie(rules.decks), rules.wars_in_a_row_max)
    ways = tied_endings(runs)
    mean = Fraction(dot(ways, tuple(tied)), runs[0])
    squares = Fraction(dot(ways, tuple(net * net for net in tied)), runs[0])
    scale = ANTE.ante_cents / 2
    return float(mean) * scale, float(squares - mean**2) * scale**2


def every_war() -> Iterator[tuple[TableRules, Decision]]:
    for decks, tied_war, surrender in product((1, 6), TiedWar, Surrender):
        rules = TableRules(
            decks=decks, tied_war=tied_war, surrender=surrender, second_tie_bet_to_one=10
        )
        yield rules, Decision.WAR
        yield rules, Decision.WAR_WITH_TIE_BET
        if surrender is not Surrender.NOT_OFFERED:
            yield rules, Decision.SURRENDER


@pytest.mark.parametrize(
    ("rules", "decision"),
    [*every_war()],
    ids=lambda each: each.value if isinstance(each, Decision) else each.tied_war,
)
def test_every_war_is_worth_what_is_settled(rules: TableRules, decision: Decision) -> None:
    found = at_wars(rules, (TiedHand(ANTE, decision),))
    mean, variance = by_settlement(rules, decision)
    assert found.mean_cents == pytest.approx(mean)
    assert found.variance_cents2 == pytest.approx(variance, abs=1e-6)


@settings(max_examples=40)
@given(table_rules())
def test_every_rule_is_read_as_it_is_settled(rules: TableRules) -> None:
    decisions = [Decision.WAR]
    if rules.surrender is not Surrender.NOT_OFFERED:
        decisions.append(Decision.SURRENDER)
    if rules.second_tie_bet_to_one is not None:
        decisions.append(Decision.WAR_WITH_TIE_BET)
    for decision in decisions:
        found = at_wars(rules, (TiedHand(ANTE, decision),))
        assert found.mean_cents == pytest.approx(by_settlement(rules, decision)[0], abs=1e-6)
    come_to_the_edges(rules)


@TABLES
def test_both_stages_come_to_the_edges(preset: TablePreset) -> None:
    come_to_the_edges(preset.rules)


def come_to_the_edges(rules: TableRules) -> None:
    tie = float(initial_tie_probability(rules.decks))
    wagers = replace(BOTH, tie_bet_cents=BOTH.tie_bet_cents if rules.tie_bet_offered else 0)
    war = at_wars(rules, (TiedHand(wagers, Decision.WAR),))
    found = at_deal(rules, (wagers,)).mean_cents + tie * war.mean_cents
    expected = -1000 * house_edge(rules) - wagers.tie_bet_cents * (tie_bet_edge(rules) or 0)
    assert found == pytest.approx(float(expected), abs=1e-6)


@TABLES
@pytest.mark.parametrize("hands", [1, 2, 3])
def test_both_stages_vary_as_a_round_does(preset: TablePreset, hands: int) -> None:
    """The variance of a round is that of the deal, a tie at its mean, and of the wars."""
    rules = preset.rules
    if hands > rules.hands_max:
        return
    odds = round_odds(rules, full_shoe(rules.decks), hands, Strategy.ALWAYS_WAR, FAST)
    tie = float(initial_tie_probability(rules.decks))
    war = at_wars(rules, (TiedHand(ANTE, Decision.WAR),))
    deal = at_deal(rules, (ANTE,) * hands)
    # Of one hand: a tie nets its mean m beyond the deal, uncorrelated with winning or losing.
    m = war.mean_cents
    one = at_deal(rules, (ANTE,)).variance_cents2 + tie * (1 - tie) * m * m
    one += tie * war.variance_cents2
    assert one == pytest.approx(odds.variance * 1000**2)
    if hands > 1:
        assert odds.covariance is not None
        between = (deal.variance_cents2 - hands * at_deal(rules, (ANTE,)).variance_cents2) / (
            hands * (hands - 1)
        )
        # Wars add little to what two hands share of the deal.
        assert between == pytest.approx(odds.covariance * 1000**2, rel=0.12)


def test_tied_hands_of_a_round_fight_one_dealer_card() -> None:
    rules = TableRules()
    one = at_wars(rules, (TiedHand(ANTE, Decision.WAR),))
    two = at_wars(rules, (TiedHand(ANTE, Decision.WAR),) * 2)
    assert 2.5 * one.variance_cents2 < two.variance_cents2 < 3.5 * one.variance_cents2
    assert two.mean_cents == pytest.approx(2 * one.mean_cents, rel=0.02)
    assert two.reach_cents == pytest.approx(2 * one.reach_cents, rel=0.02)


def test_a_lone_tie_bet_climbs_its_ladder() -> None:
    ladder = next(each.rules for each in PRESETS if each.rules.tie_ladder)
    bet = HandWagers(tie_bet_cents=500)
    tie = float(initial_tie_probability(ladder.decks))
    war = at_wars(ladder, (TiedHand(bet, None),))
    found = at_deal(ladder, (bet,)).mean_cents + tie * war.mean_cents
    assert found == pytest.approx(float(-500 * (tie_bet_edge(ladder) or 0)))
    # A plain one is settled at the tie, whatever follows.
    plain = at_wars(TableRules(), (TiedHand(bet, None),))
    assert (plain.mean_cents, plain.variance_cents2, plain.reach_cents) == (0, 0, 0)


def _counted(value: Callable[[int, int], int]) -> list[float]:
    """Mean and variance, over all deals of two hands from one deck, of a sum over the hands."""
    total = squares = deals = 0
    for dealer, one, two in product(range(52), repeat=3):
        if len({dealer, one, two}) == 3:
            found = value(one // 4, dealer // 4) + value(two // 4, dealer // 4)
            total, squares, deals = total + found, squares + found**2, deals + 1
    return [total / deals, squares / deals - (total / deals) ** 2]


def test_first_cards_are_those_of_all_deals() -> None:
    found = first_cards(1, 2)
    ties = _counted(lambda own, dealer: own == dealer)
    sides = _counted(lambda own, dealer: (own > dealer) - (own < dealer))
    assert [found.ties, found.ties_variance] == pytest.approx(ties)
    assert [0.0, found.sides_variance] == pytest.approx(sides)
