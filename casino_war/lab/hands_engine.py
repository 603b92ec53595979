"""Casino War in bulk by the readable engine: slow, and what the kernel has to equal.

A shoe is drawn while it is dealt: a shuffle takes the places of the pack from the last one
down, and the card that comes to each is the next of the shoe. Where the shoe ends the
shuffle stops, and the next shoe is drawn from the same cards as they then lie. The engine
needs a finished sequence, so the shoe is first drawn from a copy of the stream.

Where every round has a fresh shoe nothing is burned: cards that nobody sees change no
chance, and nothing else depends on where a fresh shoe ends.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import islice

from casino_war.game import casino
from casino_war.game.cards import PACK, Card
from casino_war.game.events import Seat, Wager
from casino_war.game.randomness import SplitMix64
from casino_war.game.round import AwaitingDecision, Decision, Hand, RoundState, Settled
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import ShoeRule, TableRules
from casino_war.game.wagers import HandWagers
from casino_war.lab.hands_summary import (
    ANTE,
    LEFT_AT_TIE,
    MEASURES,
    PAIRS,
    ROUNDS,
    SECOND_TIE_BET,
    TIE_BET,
    TIES,
    HandsSummary,
    endings_of,
)
from casino_war.lab.plan import Chunk, HandsPlan, TieBets
from casino_war.odds.composition import Composition, full_shoe
from casino_war.odds.decisions import decision_odds
from casino_war.odds.numbers import EXACT
from casino_war.odds.report import hand_odds
from casino_war.odds.strategy import Strategy

FUNDS_CENTS = 10**15


def dealt_rules(rules: TableRules) -> TableRules:
    """Return the rules by which the laboratory deals: fresh shoes burn nothing."""
    if rules.shoe is ShoeRule.FRESH:
        return replace(rules, opening_burn=0, war_burn=0)
    return rules


def draw(cards: list[Card], count: int, source: SplitMix64) -> None:
    """Draw the next *count* cards to the end of the pack: so many steps of a shuffle."""
    last = len(cards) - 1
    for place, chosen in zip(range(last, last - count, -1), source.swaps(last + 1), strict=False):
        cards[place], cards[chosen] = cards[chosen], cards[place]


def drawn_shoe(rules: TableRules, cards: Sequence[Card], source: SplitMix64) -> Shoe:
    """Return the shoe that *source* would draw from the cards; both stay as they are.

    It holds as many cards as can be dealt from it before it ends.
    """
    most = rules.worst_case_cards
    if rules.shoe is not ShoeRule.FRESH:
        most += rules.cut_position
    drawn = list(cards)
    draw(drawn, min(most, len(drawn)), copy(source))
    return Shoe(tuple(reversed(drawn)), rules.opening_burn)


def gives_up(strategy: Strategy, state: AwaitingDecision, left: Composition) -> bool:
    """Say whether a strategy surrenders; *left* are the cards left before the round."""
    if strategy is not Strategy.BEST:
        return strategy is Strategy.ALWAYS_SURRENDER
    first = [hand.cards[0].rank for hand in state.hands]
    seen = left.without([*first, state.dealer_cards[0].rank])
    return decision_odds(state.rules, seen, EXACT).best is Decision.SURRENDER


@dataclass(slots=True)
class _Tally:
    """The sums of a chunk while it is played."""

    plan: HandsPlan
    endings: tuple[list[int], list[int]]
    rounds: int = 0
    shoes: int = 0
    wagered_cents: int = 0
    nets: Counter[int] = field(default_factory=Counter)
    sums: list[int] = field(default_factory=lambda: [0] * len(MEASURES))
    products: list[int] = field(default_factory=lambda: [0] * len(PAIRS))
    shoe: list[int] = field(default_factory=lambda: [0] * len(MEASURES))

    def add_round(self, state: Settled) -> None:
        self.rounds += 1
        self.shoe[ROUNDS] += 1
        self.wagered_cents += state.wagered_cents
        self.nets[state.net_cents] += 1
        for seat, hand in enumerate(state.hands):
            self.endings[hand.wagers.tie_bet_cents > 0][ending(state, seat)] += 1
            self._add_hand(hand)

    def _add_hand(self, hand: Hand) -> None:
        plan = self.plan
        for settled in hand.settled:
            match settled.wager:
                case Wager.ANTE | Wager.RAISE:
                    self.shoe[ANTE] += 2 * settled.net_cents // plan.ante_cents
                case Wager.TIE_BET:
                    self.shoe[TIE_BET] += settled.net_cents // plan.tie_bet_cents
                case Wager.SECOND_TIE_BET:
                    self.shoe[SECOND_TIE_BET] += settled.net_cents // plan.ante_cents
        self.shoe[TIES] += hand.ties > 0

    def close_shoe(self) -> None:
        self.shoes += 1
        for place, value in enumerate(self.shoe):
            self.sums[place] += value
        for place, (one, other) in enumerate(PAIRS):
            self.products[place] += self.shoe[one] * self.shoe[other]
        self.shoe = [0] * len(MEASURES)

    def summary(self) -> HandsSummary:
        return HandsSummary(
            rounds=self.rounds,
            shoes=self.shoes,
            wagered_cents=self.wagered_cents,
            endings=(tuple(self.endings[0]), tuple(self.endings[1])),
            sums=tuple(self.sums),
            products=tuple(self.products),
            nets=dict(sorted(self.nets.items())),
        )


def simulate_hands(plan: HandsPlan, chunk: Chunk) -> HandsSummary:
    """Play the rounds of a chunk."""
    endings = endings_of(plan.rules.wars_in_a_row_max)
    tally = _Tally(plan, ([0] * endings, [0] * endings))
    shoe_is_open = False
    for state in rounds(plan, chunk):
        tally.add_round(state)
        shoe_is_open = state.shoe_end is None
        if not shoe_is_open:
            tally.close_shoe()
    if shoe_is_open:
        tally.close_shoe()
    return tally.summary()


def rounds(plan: HandsPlan, chunk: Chunk) -> Iterator[Settled]:
    """Play the rounds of a chunk one after the other."""
    source = SplitMix64(chunk.seed)
    cards = list(PACK * plan.rules.decks)

    def endless() -> Iterator[Settled]:
        while True:
            yield from _shoe(plan, cards, source)

    return islice(endless(), chunk.size)


def _shoe(plan: HandsPlan, cards: list[Card], source: SplitMix64) -> Iterator[Settled]:
    """Play the rounds of one shoe."""
    rules = dealt_rules(plan.rules)
    shoe = drawn_shoe(rules, cards, source)
    left = full_shoe(rules.decks)
    while True:
        wagers = [_wagers(plan, left)] * plan.spots
        state, _ = casino.deal(rules, shoe, wagers, FUNDS_CENTS)
        settled = _decide(plan, state, left)
        left = _without(left, settled)
        yield settled
        shoe = settled.shoe
        if settled.shoe_end is not None:
            draw(cards, shoe.position, source)
            return


def _wagers(plan: HandsPlan, left: Composition) -> HandWagers:
    is_placed = plan.tie_bets is TieBets.ALWAYS
    if plan.tie_bets is TieBets.COUNTED:
        odds = hand_odds(plan.rules, left, plan.strategy, EXACT).tie_bet
        is_placed = odds is not None and odds.ev > 0
    return HandWagers(
        ante_cents=plan.ante_cents, tie_bet_cents=plan.tie_bet_cents if is_placed else 0
    )


def _decide(plan: HandsPlan, state: RoundState, left: Composition) -> Settled:
    while isinstance(state, AwaitingDecision):
        decision = Decision.WAR_WITH_TIE_BET if plan.second_tie_bets else Decision.WAR
        if gives_up(plan.strategy, state, left):
            decision = Decision.SURRENDER
        state, _ = casino.decide(state, decision, FUNDS_CENTS)
    return state


def _without(left: Composition, settled: Settled) -> Composition:
    shown = [*settled.dealer_cards, *(card for hand in settled.hands for card in hand.cards)]
    return left.without(card.rank for card in shown)


def ending(state: Settled, seat: Seat) -> int:
    """Return the place of a settled hand's ending; see `endings_of`."""
    hand = state.hands[seat]
    wars = len(hand.cards) - 1
    own, dealers = hand.cards[-1].rank, state.dealer_cards[wars].rank
    if own != dealers:
        return 2 * wars + (own < dealers)
    if not wars:
        return endings_of(state.rules.wars_in_a_row_max) + LEFT_AT_TIE
    return 2 * state.rules.wars_in_a_row_max + 2
