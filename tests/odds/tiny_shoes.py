"""Every way to deal a round of several hands from a tiny shoe, played through the engine.

Cards are dealt one by one in every order of ranks; the engine asks for a card more by
running out. Nothing is shared with `casino_war.odds` but the order of the ranks.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from casino_war.errors import ShoeExhaustedError
from casino_war.game.cards import Card, Suit
from casino_war.game.casino import deal, decide
from casino_war.game.events import Wager
from casino_war.game.round import AwaitingDecision, Decision, Hand, Settled
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import Surrender, TableRules
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import RANKS
from casino_war.odds.endings import UnitWager
from casino_war.odds.strategy import Strategy
from tests.game.oracle import TIED_WAR_NETS

BOUNDLESS_CENTS = 10**12
Policy = Callable[[AwaitingDecision, Sequence[int]], Decision]
"""Decides a state, given the counts of the cards that have not been seen."""


def play_all(
    rules: TableRules, counts: Sequence[int], wagers: Sequence[HandWagers], policy: Policy
) -> list[tuple[Fraction, Settled]]:
    """Return every round with its chance."""
    return list(_play_on(rules, list(counts), wagers, policy, [], Fraction(1)))


def _play_on(
    rules: TableRules,
    left: list[int],
    wagers: Sequence[HandWagers],
    policy: Policy,
    dealt: list[int],
    chance: Fraction,
) -> Iterator[tuple[Fraction, Settled]]:
    try:
        yield chance, _play(rules, left, wagers, policy, dealt)
    except ShoeExhaustedError:
        cards = sum(left)
        for place, count in enumerate(left):
            if count:
                more = [held - (other == place) for other, held in enumerate(left)]
                yield from _play_on(
                    rules, more, wagers, policy, [*dealt, place], chance * Fraction(count, cards)
                )


def _play(
    rules: TableRules,
    left: Sequence[int],
    wagers: Sequence[HandWagers],
    policy: Policy,
    dealt: Sequence[int],
) -> Settled:
    shoe = Shoe(tuple(Card(RANKS[place], Suit.CLUBS) for place in dealt))
    state, _ = deal(rules, shoe, wagers, BOUNDLESS_CENTS)
    unseen = list(left)
    for place in dealt[len(wagers) + 1 :]:
        unseen[place] += 1
    while isinstance(state, AwaitingDecision):
        state, _ = decide(state, policy(state, unseen), BOUNDLESS_CENTS)
    return state


def policy_of(rules: TableRules, strategy: Strategy) -> Policy:
    """Return how the strategy decides, a second tie bet placed wherever it is offered."""
    offers_bet = rules.second_tie_bet_to_one is not None
    war = Decision.WAR_WITH_TIE_BET if offers_bet else Decision.WAR

    def best(state: AwaitingDecision, unseen: Sequence[int]) -> Decision:
        if rules.surrender is Surrender.NOT_OFFERED:
            return war
        kept = Fraction(-1, 2) if rules.surrender is Surrender.HALF else Fraction(-1)
        fought = war_value(rules, unseen, rules.wars_in_a_row_max)
        tied = TIED_WAR_NETS[rules.tied_war.value]
        return Decision.SURRENDER if (kept, kept) > (fought, tied) else war

    return {
        Strategy.ALWAYS_WAR: lambda state, unseen: war,
        Strategy.ALWAYS_SURRENDER: lambda state, unseen: Decision.SURRENDER,
        Strategy.BEST: best,
    }[strategy]


def war_value(rules: TableRules, counts: Sequence[int], wars: int) -> Fraction:
    """What ante and raise of a hand gain that fights up to *wars* wars from these cards."""
    if wars == 0:
        return Fraction(TIED_WAR_NETS[rules.tied_war.value])
    cards, value = sum(counts), Fraction(0)
    for own, mine in enumerate(counts):
        for dealer, others in enumerate(counts):
            chance = Fraction(mine * (others - (own == dealer)), cards * (cards - 1))
            if not chance:
                continue
            if own != dealer:
                value += chance * (1 if own > dealer else -2)
            else:
                left = [held - 2 * (place == own) for place, held in enumerate(counts)]
                value += chance * war_value(rules, left, wars - 1)
    return value


def net_of(hand: Hand, wager: UnitWager) -> int:
    """What a unit wager of a hand gained, in cents."""
    return sum(one.net_cents for one in hand.settled if one.wager in _PARTS[wager])


def stake_of(hand: Hand, wager: UnitWager) -> int:
    """What was staked for a unit wager of a hand in all, in cents."""
    return sum(one.stake_cents for one in hand.settled if one.wager in _PARTS[wager])


_PARTS = {
    UnitWager.ANTE: (Wager.ANTE, Wager.RAISE),
    UnitWager.TIE_BET: (Wager.TIE_BET,),
    UnitWager.LONE_TIE_BET: (Wager.TIE_BET,),
    UnitWager.SECOND_TIE_BET: (Wager.SECOND_TIE_BET,),
}
