"""What a settled round was worth: its expectation, its spread, and its decisions.

The expected net of a round is that of its wagers from a full shoe, each tied hand doing
what is best for its own wagers, and depends on nothing but rules and wagers. What a
decision cost is weighed apart, by the cards that its player could count at that moment
(see `counting`), and against whatever the table offered: a bankroll too small for the
better choice does not make the other worth more.

So net + cost of decisions - expected is luck alone. Whatever was decided, its expectation
is zero: at each tie net + cost is worth what the best decision was. Its variance is that
of the deal and of the wars that were fought, so that who surrenders is not told the swings
of who does not (see `odds.stages`). Two things are left out, both far too small for any
picture: rounds dealt down to a cut card tie a little more rarely (see `odds.report`), and
a second tie bet that cards make worth placing is not expected.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from casino_war.game.events import HandOutcome, Seat, Wager
from casino_war.game.round import Decision, Settled
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import Composition
from casino_war.odds.decisions import decision_odds
from casino_war.odds.numbers import EXACT
from casino_war.odds.stages import TiedHand, deal_of, war_variance_cents2
from casino_war.services.counting import cards_left, first_cards
from casino_war.store.luck_sums import LuckSums

MICRO = 10**6

Shown = Callable[[], Sequence[str]]
"""Gives the cards shown before, as `counting.cards_left` takes them; asked only if needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionCost:
    """What one decision was worth less than the best; ``cost_cents`` is 0 for a best one."""

    seat: Seat
    decision: Decision
    best: Decision
    cost_cents: Fraction


def decision_costs(state: Settled, shown: Shown) -> tuple[DecisionCost, ...]:
    """Weigh the decisions of a settled round in seat order."""
    decided = [
        (seat, hand.wagers, hand.decision)
        for seat, hand in enumerate(state.hands)
        if hand.decision is not None
    ]
    if not decided:
        return ()
    odds = decision_odds(state.rules, _left(state, shown), EXACT)
    costs = []
    for seat, wagers, taken in decided:
        values = odds.values_cents(wagers.ante_cents, wagers.tie_bet_cents)
        best = max(values, key=values.__getitem__)
        cost_cents = values[best] - values[taken]
        costs.append(
            DecisionCost(
                seat=seat,
                decision=taken,
                best=best if cost_cents else taken,
                cost_cents=cost_cents,
            )
        )
    return tuple(costs)


def luck_of_round(state: Settled, shown: Shown) -> LuckSums:
    """Return what one settled round adds to the sums of its seat."""
    hands = state.hands
    expected_microcents, deal_variance_cents2 = deal_moments(
        state.rules, tuple(hand.wagers for hand in hands)
    )
    costs = decision_costs(state, shown)
    outcomes = [hand.outcome for hand in hands if hand.decision]
    tie_bets = [each for hand in hands for each in hand.settled if each.wager is Wager.TIE_BET]
    return LuckSums(
        rounds=1,
        hands=len(hands),
        won=sum(hand.cards[0].rank > state.dealer_cards[0].rank for hand in hands),
        ties=sum(hand.ties > 0 for hand in hands),
        wagered_cents=state.wagered_cents,
        net_cents=state.net_cents,
        expected_microcents=expected_microcents,
        variance_cents2=deal_variance_cents2 + _war_variance_cents2(state, shown),
        wars=len(outcomes) - outcomes.count(HandOutcome.SURRENDER),
        wars_won=outcomes.count(HandOutcome.WAR_WIN),
        wars_tied=outcomes.count(HandOutcome.TIED_WAR),
        surrenders=outcomes.count(HandOutcome.SURRENDER),
        lesser_decisions=sum(each.cost_cents > 0 for each in costs),
        decision_cost_microcents=round(sum(each.cost_cents for each in costs) * MICRO),
        tie_bets=len(tie_bets),
        tie_bets_won=sum(each.won_cents > 0 for each in tie_bets),
        tie_bet_cents=sum(each.stake_cents for each in tie_bets),
        tie_bet_net_cents=sum(each.net_cents for each in tie_bets),
    )


# Most rounds repeat the bets of the one before.
@lru_cache(maxsize=1024)
def deal_moments(rules: TableRules, wagers: tuple[HandWagers, ...]) -> tuple[int, int]:
    """Return a round's expected net in millionths of a cent and its deal's variance in cents²."""
    deal = deal_of(rules, wagers)
    return round(deal.mean_cents * MICRO), round(deal.variance_cents2)


def _war_variance_cents2(state: Settled, shown: Shown) -> int:
    tied = [TiedHand(hand.wagers, hand.decision) for hand in state.hands if hand.ties]
    if not tied:
        return 0
    return round(war_variance_cents2(state.rules, _left(state, shown), tied))


def _left(state: Settled, shown: Shown) -> Composition:
    """Return the cards that may have been left when the ties of a round were decided."""
    return cards_left(state.rules, shown(), first_cards(state.hands, state.dealer_cards))
