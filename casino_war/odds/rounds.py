"""What a round of several hands comes to: their variance, with what the dealer's cards share.

The nets of two hands of one round are not independent: a high dealer card beats both, and
wars are fought over one dealer card. Any two hands are as likely as any other two, so for
hands i with stakes s_iw of the wagers w the variance of the round is::

    sum over hands, w, v of  s_iw s_iv own(w, v)
      + sum over w, v of  (S_w S_v - sum over hands of s_iw s_iv) cross(w, v)

where S_w sums a wager's stakes over the hands, ``own`` is the covariance of two wagers on
one hand and ``cross`` that of wagers on two hands. For k antes of one that is
``k variance + k (k - 1) covariance``. Both are found by counting every pair of endings
(`pairs`), with what the settlement pays at each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import perm, sqrt
from typing import Generic

from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import Composition
from casino_war.odds.counted import counted_sums
from casino_war.odds.endings import UNIT_CENTS, Payoffs, UnitWager, payoffs
from casino_war.odds.foresight import same_decision, surrendered_runs
from casino_war.odds.hands import hand_ways, require_round, tie_runs
from casino_war.odds.numbers import Number, Ratio
from casino_war.odds.pairs import pair_ways
from casino_war.odds.strategy import Strategy, as_surrendered, check_strategy
from casino_war.odds.sums import Sums

Stakes = Mapping[UnitWager, int]
"""What is staked on one hand, in cents, without the raise: that goes with the ante."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOdds(Generic[Number]):
    """Means and covariances of unit wagers in a round of so many hands."""

    hands: int
    mean: Mapping[UnitWager, Number]
    """Expected net of a unit."""
    action: Mapping[UnitWager, Number]
    """Expected sum staked for a unit, a raise included."""
    own: Mapping[tuple[UnitWager, UnitWager], Number]
    """Covariance of two wagers on one hand; a wager's with itself is its variance."""
    cross: Mapping[tuple[UnitWager, UnitWager], Number]
    """Covariance of two wagers on two hands; empty for a round of one hand."""
    p_any_tie: Number
    """The chance that at least one hand ties with the dealer."""

    @property
    def variance(self) -> Number:
        """Variance of one ante with its raise."""
        return self.own[UnitWager.ANTE, UnitWager.ANTE]

    @property
    def covariance(self) -> Number | None:
        """Covariance of the antes of two hands, with their raises; None for one hand."""
        return self.cross.get((UnitWager.ANTE, UnitWager.ANTE))

    @property
    def correlation(self) -> Number | None:
        """Covariance over variance, between -1 and 1; None for one hand, or without variance."""
        if self.covariance is None or not self.variance:
            return None
        return self.covariance / self.variance

    @property
    def round_mean(self) -> Number:
        """Expected net of all hands at one ante each."""
        return self.mean[UnitWager.ANTE] * self.hands

    @property
    def round_action(self) -> Number:
        """Expected sum staked on all hands at one ante each, raises included."""
        return self.action[UnitWager.ANTE] * self.hands

    @property
    def round_variance(self) -> Number:
        """Variance of the sum of all hands at one ante each."""
        together = self.variance * self.hands
        if self.covariance is None:
            return together
        return together + self.covariance * (self.hands * (self.hands - 1))

    @property
    def round_standard_deviation(self) -> float:
        """The square root of `round_variance`, in antes."""
        return sqrt(self.round_variance)

    def mean_cents(self, stakes: Sequence[Stakes]) -> Number | int:
        """Return the expected net of the round, in cents."""
        return sum(self.mean[wager] * cents for hand in stakes for wager, cents in hand.items())

    def action_cents(self, stakes: Sequence[Stakes]) -> Number | int:
        """Return the expected sum of all stakes of the round, raises included, in cents."""
        return sum(self.action[wager] * cents for hand in stakes for wager, cents in hand.items())

    def variance_cents2(self, stakes: Sequence[Stakes]) -> Number | int:
        """Return the variance of the net of the round, in cents squared."""
        variance: Number | int = 0
        for (one, other), own in self.own.items():
            ones = [hand.get(one, 0) for hand in stakes]
            others = [hand.get(other, 0) for hand in stakes]
            same = sum(a * b for a, b in zip(ones, others, strict=True))
            variance = own * same + variance
            if self.cross:
                variance = self.cross[one, other] * (sum(ones) * sum(others) - same) + variance
        return variance


def stakes_of(wagers: HandWagers, second_tie_bet_cents: int = 0) -> Stakes:
    """Return the stakes of one hand; a tie bet without an ante is a wager of its own.

    A second tie bet is reckoned as one placed whenever the hand ties and goes to war.
    """
    tie_bet = UnitWager.TIE_BET if wagers.ante_cents else UnitWager.LONE_TIE_BET
    stakes = {
        UnitWager.ANTE: wagers.ante_cents,
        tie_bet: wagers.tie_bet_cents,
        UnitWager.SECOND_TIE_BET: second_tie_bet_cents,
    }
    return {wager: cents for wager, cents in stakes.items() if cents}


def round_odds(
    rules: TableRules,
    composition: Composition,
    hands: int,
    strategy: Strategy,
    ratio: Ratio[Number],
) -> RoundOdds[Number]:
    """Return the figures of a round of *hands* hands from *composition*.

    The number of hands does not change the means and covariances unless the best decision
    depends on the other hands' cards, which only tables do where surrender forfeits the
    whole ante and a tied war loses, and only from very tie-rich shoes. Those rounds are
    counted deal by deal, which can take half a minute for seven hands.

    Raises:
        InvalidCompositionError: a round could run out of cards.
        IllegalDecisionError: the table does not offer what the strategy does.
    """
    check_strategy(rules, strategy)
    rules = as_surrendered(rules, strategy)
    require_round(composition, rules, hands)
    paid = payoffs(rules)
    sums = _sums(rules, composition, hands, strategy, paid)
    unit = sums.deals * UNIT_CENTS
    means = sums.means
    pairs = [(one, other) for one in paid for other in paid]
    return RoundOdds(
        hands=hands,
        mean={wager: ratio(mean, unit) for wager, mean in means.items()},
        action={wager: ratio(staked, unit) for wager, staked in sums.staked.items()},
        own={
            (one, other): ratio(
                sums.own[one, other] * sums.deals - means[one] * means[other], unit * unit
            )
            for one, other in pairs
        },
        cross={
            (one, other): ratio(
                sums.cross[one, other] * sums.deals**2
                - means[one] * means[other] * sums.pair_deals,
                unit * unit * sums.pair_deals,
            )
            for one, other in pairs
            if sums.cross
        },
        p_any_tie=p_any_tie(composition, hands, ratio),
    )


def p_any_tie(composition: Composition, hands: int, ratio: Ratio[Number]) -> Number:
    """Return the chance that at least one of *hands* hands ties with the dealer.

    Given a dealer card of a rank with c of M cards, no hand ties if the hands' cards all
    come from the M - c others: ``(M-c) (M-c-1) ... / ((M-1) (M-2) ...)``, so many factors
    as hands.
    """
    cards = composition.cards
    untied = sum(count * perm(cards - count, hands) for count in composition.counts)
    deals = perm(cards, hands + 1)
    return ratio(deals - untied, deals)


def _sums(
    rules: TableRules,
    composition: Composition,
    hands: int,
    strategy: Strategy,
    paid: Mapping[UnitWager, Payoffs],
) -> Sums:
    ante = paid[UnitWager.ANTE]
    wars = rules.wars_in_a_row_max
    runs = tie_runs(composition, wars + 1)
    if hands == 1:
        surrendered = surrendered_runs(rules, composition, runs, strategy, ante)
        return Sums.of_hand(hand_ways(runs, surrendered), paid)
    surrenders = same_decision(rules, composition, hands, strategy, ante)
    if surrenders is None:
        return counted_sums(rules, composition, hands, paid)
    ways = hand_ways(runs, runs[1:] if surrenders else (0,) * (len(runs) - 1))
    sums = Sums.of_hand(ways, paid)
    return sums.with_pairs(pair_ways(composition, wars), paid, surrenders=surrenders)
