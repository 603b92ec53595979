"""Every round of one hand from a full fresh shoe, played through the engine and weighed.

Ranks are dealt pair by pair in every possible way; the weight of a way is the number of
card orders that show it. Suits never count, and burned cards marginalise: what lies in
their places changes no weight.

The first ``whole_pairs`` pairs are played in every combination of ranks. What follows is
played once for each of higher, lower and equal after the same first pairs: that any two
ranks of one order give the same result at every war is the subject of
`test_first_cards.py`. The weights always count every combination.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm

from casino_war.game.cards import Card, Suit
from casino_war.game.casino import deal, decide
from casino_war.game.events import HandOutcome, Wager
from casino_war.game.round import AwaitingDecision, Decision, Hand, Settled
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import SUITS_PER_DECK, TableRules
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import RANKS

Pair = tuple[int, int]
Played = tuple[tuple[Pair, ...], int]
"""The pairs dealt, places in `RANKS`, and the number of card orders that show them."""

BOUNDLESS_CENTS = 10**12


@dataclass(frozen=True, slots=True)
class Result:
    """What a hand came to, each wager's stake and net in its own units of cents."""

    outcome: HandOutcome
    ties: int
    stakes: tuple[tuple[Wager, int], ...]
    nets: tuple[tuple[Wager, int], ...]

    def net(self, *wagers: Wager) -> int:
        return sum(cents for wager, cents in self.nets if wager in wagers)

    def stake(self, *wagers: Wager) -> int:
        return sum(cents for wager, cents in self.stakes if wager in wagers)


@cache
def enumerate_round(
    rules: TableRules, wagers: HandWagers, decision: Decision, whole_pairs: int = 1
) -> Mapping[Result, Fraction]:
    """Return the probability of each result of a hand that decides so at every tie."""
    stops_at_tie = decision is Decision.SURRENDER and wagers.ante_cents
    stops_at_tie = stops_at_tie or (not wagers.ante_cents and not rules.tie_ladder)
    pairs_max = 1 if stops_at_tie else 1 + rules.wars_in_a_row_max
    counts = [SUITS_PER_DECK * rules.decks] * len(RANKS)
    weights: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
    representatives: dict[tuple[object, ...], tuple[Pair, ...]] = {}
    for pairs, ways in _deals(counts, pairs_max, whole_pairs, ()):
        alike = (*pairs[:whole_pairs], *((a > b) - (a < b) for a, b in pairs[whole_pairs:]))
        representatives[alike] = pairs
        weights[alike] += Fraction(ways, perm(rules.cards, 2 * len(pairs)))
    found: dict[Result, Fraction] = defaultdict(Fraction)
    for alike, pairs in representatives.items():
        found[_play(rules, wagers, decision, pairs)] += weights[alike]
    assert sum(found.values()) == 1
    return found


def _deals(
    counts: list[int], pairs_left: int, whole_pairs: int, before: tuple[Pair, ...]
) -> Iterator[Played]:
    ways = _pairs(counts) if len(before) < whole_pairs else _merged_pairs(counts)
    for (player, dealer), weight in ways:
        pairs = (*before, (player, dealer))
        if player != dealer or pairs_left == 1:
            yield pairs, weight
            continue
        counts[player] -= 2
        for longer, more in _deals(counts, pairs_left - 1, whole_pairs, pairs):
            yield longer, weight * more
        counts[player] += 2


def _pairs(counts: list[int]) -> Iterator[tuple[Pair, int]]:
    for player, dealer in product(range(len(counts)), repeat=2):
        yield (player, dealer), counts[player] * (counts[dealer] - (player == dealer))


def _merged_pairs(counts: list[int]) -> Iterator[tuple[Pair, int]]:
    """Keep ties apart by rank, since they go on, and merge what ends the round."""
    merged: dict[bool, list[tuple[Pair, int]]] = {True: [], False: []}
    for pair, weight in _pairs(counts):
        if pair[0] == pair[1]:
            yield pair, weight
        else:
            merged[pair[0] > pair[1]].append((pair, weight))
    for ways in merged.values():
        yield ways[0][0], sum(weight for _, weight in ways)


def _play(
    rules: TableRules, wagers: HandWagers, decision: Decision, pairs: tuple[Pair, ...]
) -> Result:
    filler = Card(RANKS[pairs[0][0]], Suit.CLUBS)
    cards: list[Card] = []
    for step, pair in enumerate(pairs):
        cards += [filler] * (rules.war_burn if step else 0)
        cards += [
            Card(RANKS[place], suit)
            for place, suit in zip(pair, (Suit.HEARTS, Suit.SPADES), strict=True)
        ]
    state, _ = deal(rules, Shoe(tuple(cards)), (wagers,), BOUNDLESS_CENTS)
    while isinstance(state, AwaitingDecision):
        state, _ = decide(state, decision, BOUNDLESS_CENTS)
    assert isinstance(state, Settled)
    assert state.shoe.cards_left == 0
    return _result(state.hands[0])


def _result(hand: Hand) -> Result:
    assert hand.outcome is not None
    return Result(
        outcome=hand.outcome,
        ties=hand.ties,
        stakes=tuple((wager.wager, wager.stake_cents) for wager in hand.settled),
        nets=tuple((wager.wager, wager.net_cents) for wager in hand.settled),
    )
