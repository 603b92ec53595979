"""All figures of one hand: from any rules, any composition and a strategy.

They describe one round that begins with these cards, whatever the table's shoe rule.
Over a whole shoe that is dealt down to a cut card, rounds with ties use more cards and so
are a little rarer than here; that bias is outside, and measured: see `cut_card`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Generic

from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import Composition
from casino_war.odds.endings import FIRST_TIED, UNIT_CENTS, Payoff, Payoffs, UnitWager, payoffs
from casino_war.odds.foresight import surrendered_runs
from casino_war.odds.hands import (
    HandWays,
    Ways,
    can_finish,
    dot,
    hand_ways,
    require_round,
    tie_runs,
    tied_endings,
)
from casino_war.odds.numbers import Number, Ratio
from casino_war.odds.strategy import Strategy, as_surrendered, check_strategy


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOdds(Generic[Number]):
    """What one unit staked comes to, in units."""

    ev: Number
    """Expected net."""
    average_action: Number
    """Expected sum staked, a raise included."""
    variance: Number
    """Expected squared distance of the net from `ev`, in units squared."""
    distribution: Mapping[Fraction, Number]
    """The chance of each net that can happen, lowest first."""

    @property
    def edge(self) -> Number:
        """Expected loss per unit: what casinos call the house edge."""
        return -self.ev

    @property
    def element_of_risk(self) -> Number:
        """Expected loss per unit of all that is staked."""
        return -self.ev / self.average_action

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance, in units."""
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOdds(Generic[Number]):
    """Every figure of one hand played alone, amounts in antes or units of the tie bet.

    What depends on a tie is None where the cards allow none, what depends on a wager
    where the table takes none.
    """

    p_win: Number
    """The chance that the first card beats the dealer's, as large as `p_lose`."""
    p_lose: Number
    p_tie: Number
    p_tied_war: Number | None
    """The chance, given a tie, that the war's first cards tie as well."""
    p_hand_won: Number
    """The chance that ante and raise together gain."""
    ante: WagerOdds[Number]
    """The ante with its raise."""
    tie_bet: WagerOdds[Number] | None
    """The tie bet beside an ante; surrendering stops a ladder at its first rung."""
    lone_tie_bet: WagerOdds[Number] | None
    """The tie bet without an ante: a ladder of it stands whatever the strategy."""
    second_tie_bet: WagerOdds[Number] | None
    """The tie bet at war, given that the first cards tie and the hand goes to war."""
    tie_bet_break_even_to_one: Number | None
    """Odds at which a plain tie bet would cost nothing: with P(tie) = t, 1/t - 1."""
    surrender_break_even: Number | None
    """The forfeited share of the ante below which surrendering beats going to war.

    It is what war loses on average given a tie. Under the rule `even`, with t the chance
    of a tied war, (1 - 3t) / 2; below zero, war gains and no surrender could be right.
    None, too, where a hand always surrenders from cards that could not finish its wars.
    """

    @property
    def house_edge(self) -> Number:
        """Expected loss per ante."""
        return self.ante.edge

    @property
    def element_of_risk(self) -> Number:
        """Expected loss per unit of ante and raise."""
        return self.ante.element_of_risk


def hand_odds(
    rules: TableRules, composition: Composition, strategy: Strategy, ratio: Ratio[Number]
) -> HandOdds[Number]:
    """Return every figure of one hand dealt from *composition*; *ratio* is EXACT or FAST.

    Raises:
        InvalidCompositionError: a round could run out of cards.
        IllegalDecisionError: the table does not offer what the strategy does.
    """
    check_strategy(rules, strategy)
    asked, rules = rules, as_surrendered(rules, strategy)
    require_round(composition, rules, hands=1)
    paid = payoffs(rules)
    ante = paid[UnitWager.ANTE]
    runs = tie_runs(composition, rules.wars_in_a_row_max + 1)
    ways = hand_ways(runs, surrendered_runs(rules, composition, runs, strategy, ante))
    odds = {wager: _wager_odds(ways, one, ratio) for wager, one in paid.items()}
    deals, ties = runs[:2]
    return HandOdds(
        p_win=ratio(ways.war[0], deals),
        p_lose=ratio(ways.war[1], deals),
        p_tie=ratio(ties, deals),
        p_tied_war=ratio(runs[2], ties) if ties else None,
        p_hand_won=ratio(_ways_to_win(ways, ante), deals),
        ante=odds[UnitWager.ANTE],
        tie_bet=odds.get(UnitWager.TIE_BET),
        lone_tie_bet=odds.get(UnitWager.LONE_TIE_BET),
        second_tie_bet=_second_tie_bet(runs, paid, ratio),
        tie_bet_break_even_to_one=ratio(deals - ties, ties) if ties else None,
        surrender_break_even=_break_even(asked, composition, ratio),
    )


def _break_even(rules: TableRules, composition: Composition, ratio: Ratio[Number]) -> Number | None:
    """Return what war loses given a tie; None if no tie is possible, or too few cards are left."""
    if not can_finish(composition, rules):
        return None
    runs = tie_runs(composition, rules.wars_in_a_row_max + 1)
    nets = payoffs(rules)[UnitWager.ANTE].war[FIRST_TIED:]
    at_war = dot(tied_endings(runs[1:]), nets)
    return ratio(-at_war, runs[1] * UNIT_CENTS) if runs[1] else None


def bet_odds(
    rules: TableRules,
    composition: Composition,
    strategy: Strategy,
    stakes: Mapping[UnitWager, int],
    ratio: Ratio[Number],
) -> WagerOdds[Number]:
    """Return what wagers staked together on one hand come to, all in the unit of *stakes*.

    *stakes* leave out the raise, which goes with the ante. The decisions of
    `Strategy.BEST` are those that are best for the ante.

    Raises:
        InvalidCompositionError: a round could run out of cards.
        IllegalDecisionError: the table does not offer what the strategy does.
        KeyError: the table does not take a wager.
    """
    check_strategy(rules, strategy)
    rules = as_surrendered(rules, strategy)
    require_round(composition, rules, hands=1)
    paid = payoffs(rules)
    runs = tie_runs(composition, rules.wars_in_a_row_max + 1)
    given_up = surrendered_runs(rules, composition, runs, strategy, paid[UnitWager.ANTE])

    def together(of: Callable[[Payoffs], Payoff]) -> Payoff:
        parts = [[net * units for net in of(paid[wager])] for wager, units in stakes.items()]
        return tuple(sum(nets) for nets in zip(*parts, strict=True))

    both = Payoffs(
        war=together(lambda one: one.war),
        surrender=together(lambda one: one.surrender),
        war_stake=together(lambda one: one.war_stake),
        surrender_stake=together(lambda one: one.surrender_stake),
    )
    return _wager_odds(hand_ways(runs, given_up), both, ratio)


def _second_tie_bet(
    runs: Ways, paid: Mapping[UnitWager, Payoffs], ratio: Ratio[Number]
) -> WagerOdds[Number] | None:
    """Return the second tie bet given a tie, since only a tie lets it be placed."""
    ties = runs[1]
    if UnitWager.SECOND_TIE_BET not in paid or not ties:
        return None
    at_war = (0, 0, *tied_endings(runs[1:]))
    ways = HandWays(deals=ties, war=at_war, surrender=(0,) * len(at_war))
    return _wager_odds(ways, paid[UnitWager.SECOND_TIE_BET], ratio)


def _wager_odds(ways: HandWays, paid: Payoffs, ratio: Ratio[Number]) -> WagerOdds[Number]:
    deals, mean = ways.deals, ways.mean(paid)
    return WagerOdds(
        ev=ratio(mean, deals * UNIT_CENTS),
        average_action=ratio(ways.staked(paid), deals * UNIT_CENTS),
        variance=ratio(ways.product(paid, paid) * deals - mean * mean, (deals * UNIT_CENTS) ** 2),
        distribution={
            Fraction(net, UNIT_CENTS): ratio(found, deals)
            for net, found in sorted(_ways_by_net(ways, paid).items())
        },
    )


def _ways_by_net(ways: HandWays, paid: Payoffs) -> dict[int, int]:
    found: dict[int, int] = {}
    for counts, nets in ((ways.war, paid.war), (ways.surrender, paid.surrender)):
        for count, net in zip(counts, nets, strict=True):
            if count:
                found[net] = found.get(net, 0) + count
    return found


def _ways_to_win(ways: HandWays, paid: Payoffs) -> int:
    return sum(count for net, count in _ways_by_net(ways, paid).items() if net > 0)
