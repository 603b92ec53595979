"""The two stages of a round's luck: how the cards fall, and how the wars go.

After the first cards a tied hand is worth what its best decision is worth. So the first
stage is a draw among three values for each hand: won, lost, or a tie at that value. The
second stage is the wars as they are fought: a surrendered hand has none, a raise or a
second tie bet widens it. What has happened neither at the deal nor in a war is not luck.

The luck of each stage has mean 0 and is not correlated with that of any other, since its
mean is 0 whatever came before. So over any number of rounds the variance of luck is the
sum of those of its stages, whatever was decided and for whatever reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from casino_war.game.round import Decision
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import Composition, full_shoe, shoe_after_tie
from casino_war.odds.decisions import DecisionOdds, decision_odds
from casino_war.odds.endings import (
    FIRST_TIED,
    LOST_AT_DEAL,
    UNIT_CENTS,
    WON_AT_DEAL,
    Payoff,
    Payoffs,
    UnitWager,
    payoffs,
)
from casino_war.odds.hands import dot, tie_runs, tied_endings
from casino_war.odds.numbers import EXACT
from casino_war.odds.pairs import pair_ways
from casino_war.odds.rounds import stakes_of

_Values = tuple[Fraction, Fraction, Fraction]
"""What a hand nets, in cents, if its first card wins, loses or ties."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of a round from a full shoe: what its wagers net, ties at their best value."""

    mean_cents: Fraction
    variance_cents2: Fraction


def deal_of(rules: TableRules, wagers: Sequence[HandWagers]) -> Deal:
    """Weigh the deal of these hands.

    The best decision is that of the hand's own wagers, a ladder's tie bet among them. A
    tie of one hand is as good as any other, and what other hands hold moves its value so
    little that it is left out of the variance; the mean is exact where they cannot turn
    the decision.
    """
    shoe = full_shoe(rules.decks)
    at_tie = decision_odds(rules, shoe_after_tie(rules.decks), EXACT)
    paid = payoffs(rules)
    hands = [_values(rules, hand, paid, at_tie) for hand in wagers]
    deals, ties = tie_runs(shoe, 1)
    decided = (deals - ties) // 2
    own = (decided, decided, ties)
    means = [_total(own, hand) / deals for hand in hands]
    variance = sum(
        (
            _total(own, [value * value for value in hand]) / deals - mean * mean
            for hand, mean in zip(hands, means, strict=True)
        ),
        Fraction(0),
    )
    if len(hands) > 1:
        pairs = pair_ways(shoe, 0)
        for (one, one_mean), (other, other_mean) in combinations(zip(hands, means, strict=True), 2):
            product = sum(
                (value * _total(row, other) for value, row in zip(one, pairs.matrix, strict=True)),
                Fraction(0),
            )
            variance += 2 * (product / pairs.deals - one_mean * other_mean)
    return Deal(sum(means, Fraction(0)), variance)


@dataclass(frozen=True, slots=True)
class TiedHand:
    """A hand that tied, and what it did; None for one that had nothing to decide."""

    wagers: HandWagers
    decision: Decision | None


def war_variance_cents2(rules: TableRules, left: Composition, tied: Iterable[TiedHand]) -> Fraction:
    """Return the variance of what the wars of one round's tied hands bring, in cents squared.

    *left* are the cards that may be left when they are decided.
    """
    nets = [found for hand in tied if any(found := _at_war(rules, hand))]
    if not nets:
        return Fraction(0)
    wars = rules.wars_in_a_row_max
    runs = tie_runs(left, wars)
    ways, deals = tied_endings(runs), runs[0]
    variance = Fraction(0)
    for one in nets:
        squares = tuple(net * net for net in one)
        variance += Fraction(dot(ways, squares) * deals - dot(ways, one) ** 2, deals * deals)
    if len(nets) > 1:
        together = pair_ways(left, wars - 1)
        for one, other in combinations(nets, 2):
            means = Fraction(dot(ways, one) * dot(ways, other), deals * deals)
            variance += 2 * (Fraction(together.product(one, other), together.deals) - means)
    return variance / UNIT_CENTS**2


def _values(
    rules: TableRules,
    hand: HandWagers,
    paid: Mapping[UnitWager, Payoffs],
    at_tie: DecisionOdds[Fraction],
) -> _Values:
    stakes = stakes_of(hand)
    won, lost = (
        Fraction(sum(paid[wager].war[place] * cents for wager, cents in stakes.items()), UNIT_CENTS)
        for place in (WON_AT_DEAL, LOST_AT_DEAL)
    )
    tied = Fraction(0)
    if hand.ante_cents:
        tied += max(at_tie.values_cents(hand.ante_cents, hand.tie_bet_cents).values())
    elif hand.tie_bet_cents and rules.tie_ladder:
        tied += at_tie.standing(Decision.WAR) * hand.tie_bet_cents
    if rules.tie_bet_to_one is not None and not rules.tie_ladder:
        tied += rules.tie_bet_to_one * hand.tie_bet_cents
    return won, lost, tied


def _at_war(rules: TableRules, hand: TiedHand) -> Payoff:
    """Return what a hand's war nets at each ending, in cents of `UNIT_CENTS` cents.

    What the tie has settled, or a surrender, is the same at all of them and left out.
    """
    paid = payoffs(rules)
    endings = range(FIRST_TIED, len(paid[UnitWager.ANTE].war))
    if hand.decision is Decision.SURRENDER or (hand.decision is None and hand.wagers.ante_cents):
        return (0,) * len(endings)
    with_bet = hand.decision is Decision.WAR_WITH_TIE_BET
    stakes = dict(stakes_of(hand.wagers, hand.wagers.ante_cents if with_bet else 0))
    if not rules.tie_ladder:
        stakes = {
            wager: cents
            for wager, cents in stakes.items()
            if wager in (UnitWager.ANTE, UnitWager.SECOND_TIE_BET)
        }
    return tuple(
        sum(paid[wager].war[place] * cents for wager, cents in stakes.items()) for place in endings
    )


def _total(ways: Sequence[int], values: Sequence[Fraction]) -> Fraction:
    """Add up values, each as often as its ways."""
    return sum((way * value for way, value in zip(ways, values, strict=True)), Fraction(0))
