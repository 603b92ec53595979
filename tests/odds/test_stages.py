"""The deal and the wars of a round vary, put together, as whole rounds are known to."""

from fractions import Fraction
from itertools import product
from math import perm

import pytest

from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.game.table_rules import TableRules, TiedWar
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import RANKS, full_shoe
from casino_war.odds.numbers import EXACT
from casino_war.odds.rounds import round_odds, stakes_of
from casino_war.odds.stages import TiedHand, deal_of, war_variance_cents2
from casino_war.odds.strategy import Strategy


def bet(ante: int, tie_bet: int = 0) -> HandWagers:
    return HandWagers(ante_cents=100 * ante, tie_bet_cents=100 * tie_bet)


TABLES = {
    "classic": TableRules(),
    "ladder": find("ladder").rules,
    "bonus, one deck": TableRules(decks=1, tied_war=TiedWar.BONUS_ANTE),
    "loses": TableRules(tied_war=TiedWar.LOSE),
}


@pytest.mark.parametrize("key", TABLES)
@pytest.mark.parametrize("wagers", [(bet(10),), (bet(10, 5), bet(20)), (bet(5), bet(5), bet(5, 5))])
def test_a_deal_is_worth_what_the_best_round_is(key: str, wagers: tuple[HandWagers, ...]) -> None:
    rules = TABLES[key]
    odds = round_odds(rules, full_shoe(rules.decks), len(wagers), Strategy.BEST, EXACT)
    assert deal_of(rules, wagers).mean_cents == odds.mean_cents([stakes_of(one) for one in wagers])


@pytest.mark.parametrize("key", ["classic", "ladder", "bonus, one deck"])
def test_deal_and_wars_of_two_hands_vary_as_the_round_does(key: str) -> None:
    """By the law of total variance, over every first deal of two hands, both going to war."""
    rules, wagers = TABLES[key], (bet(10, 5), bet(20))
    shoe = full_shoe(rules.decks)
    deals = perm(shoe.cards, 3)
    at_war = Fraction(0)
    for ranks in product(range(len(RANKS)), repeat=3):
        ways, counts = 1, list(shoe.counts)
        for rank in ranks:
            ways *= counts[rank]
            counts[rank] -= 1
        tied = [
            TiedHand(hand, Decision.WAR)
            for hand, rank in zip(wagers, ranks[:2], strict=True)
            if rank == ranks[2]
        ]
        if tied:
            left = shoe.without(RANKS[rank] for rank in ranks)
            at_war += Fraction(ways, deals) * war_variance_cents2(rules, left, tied)
    odds = round_odds(rules, shoe, 2, Strategy.ALWAYS_WAR, EXACT)
    whole = odds.variance_cents2([stakes_of(hand) for hand in wagers])
    found = deal_of(rules, wagers).variance_cents2 + at_war
    # What the other hand's card does to the value of a tie is left out.
    assert float(found / whole) == pytest.approx(1, abs=1e-4)
    assert float(at_war / whole) > 0.01


def test_a_large_tie_bet_on_a_ladder_turns_the_decision() -> None:
    """Surrender keeps half the ante and stops the ladder: 500 there outweigh an ante of 5."""
    rules = TableRules(tied_war=TiedWar.LOSE, tie_ladder=(10, 50))
    stakes = [stakes_of(bet(5, 500))]
    shoe = full_shoe(6)
    war, surrender = (
        round_odds(rules, shoe, 1, strategy, EXACT).mean_cents(stakes)
        for strategy in (Strategy.ALWAYS_WAR, Strategy.ALWAYS_SURRENDER)
    )
    assert war > surrender
    assert deal_of(rules, (bet(5, 500),)).mean_cents == war
    assert deal_of(rules, (bet(500, 5),)).mean_cents == round_odds(
        rules, shoe, 1, Strategy.ALWAYS_SURRENDER, EXACT
    ).mean_cents([stakes_of(bet(500, 5))])


def test_what_surrenders_or_was_settled_by_the_tie_has_no_war() -> None:
    left = full_shoe(6)
    tied = [TiedHand(bet(10, 5), Decision.SURRENDER), TiedHand(bet(0, 5), None)]
    assert war_variance_cents2(TableRules(tie_bet_alone=True), left, tied) == 0
    ladder = find("ladder").rules
    assert war_variance_cents2(ladder, full_shoe(8), tied[:1]) == 0
    assert war_variance_cents2(ladder, full_shoe(8), tied[1:]) > 0
