"""Rounds of several hands whose best decision depends on all their first cards.

Here every way of dealing the first cards is gone through. Each leaves a composition from
which the tied hands decide, all alike, since they hold the same rank; what follows is one
war of those hands, counted from what is left as `hands` and `pairs` count a round.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, factorial, perm

from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import Composition
from casino_war.odds.endings import (
    FIRST_TIED,
    LOST_AT_DEAL,
    WON_AT_DEAL,
    Payoff,
    Payoffs,
    UnitWager,
)
from casino_war.odds.hands import Ways, dot, gives_up, tie_runs, tied_endings
from casino_war.odds.pairs import pair_ways
from casino_war.odds.sums import Sums, WagerPair


@dataclass(frozen=True, slots=True)
class _FirstCards:
    """How many hands won, lost and tied, the ways of such a deal, and what it leaves."""

    won: int
    lost: int
    tied: int
    ways: int
    left: Composition


def counted_sums(
    rules: TableRules, composition: Composition, hands: int, paid: Mapping[UnitWager, Payoffs]
) -> Sums:
    """Add up rounds of two hands or more of a player who always decides best.

    The means are those of a hand and of an ordered pair of hands, but all hands and pairs of
    a round are added up here: so the deals are multiplied by the number of hands or pairs.
    """
    wars = rules.wars_in_a_row_max
    left = composition.cards - hands - 1
    deals = perm(composition.cards, hands + 1)
    hand_deals, pair_deals = perm(left, 2 * min(wars, left // 2)), perm(left, min(3 * wars, left))
    means: Counter[UnitWager] = Counter()
    staked: Counter[UnitWager] = Counter()
    own: Counter[WagerPair] = Counter()
    cross: Counter[WagerPair] = Counter()
    for first in _first_cards(composition.counts, hands):
        war = tied_endings(tie_runs(first.left, wars))
        surrenders = gives_up(rules, war, paid[UnitWager.ANTE])
        # Where a single hand ties, no two fight, and there may not be the cards for it.
        fights = pair_ways(first.left, wars - 1) if first.tied > 1 else None
        parts = {
            wager: _part(first, war, hand_deals, one, surrenders=surrenders)
            for wager, one in paid.items()
        }
        for wager, one in parts.items():
            means[wager] += first.ways * (one.decided * hand_deals + first.tied * one.at_tie)
            staked[wager] += first.ways * one.staked
            for other, two in parts.items():
                alone = _own(first, war, one, two)
                decided = one.decided * two.decided - alone[0]
                mixed = first.tied * (one.decided * two.at_tie + two.decided * one.at_tie)
                together = fights.product(one.tail, two.tail) if fights else 0
                together *= first.tied * (first.tied - 1)
                own[wager, other] += first.ways * (alone[0] * hand_deals + alone[1])
                cross[wager, other] += first.ways * (
                    (decided * hand_deals + mixed) * pair_deals + together * hand_deals
                )
    return Sums(
        deals=deals * hand_deals * hands,
        means=means,
        staked=staked,
        own=own,
        pair_deals=deals * hand_deals * pair_deals * hands * (hands - 1),
        cross=cross,
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """What one wager nets after certain first cards."""

    nets: Payoff
    decided: int
    """Net of all hands that do not tie."""
    tail: Payoff
    """Net of a tied hand, by what its war brings."""
    at_tie: int
    """Net of a tied hand, added over the ways of its war."""
    staked: int
    """Stakes of all hands, added over the ways of a war."""


def _part(
    first: _FirstCards, war: Ways, war_deals: int, paid: Payoffs, *, surrenders: bool
) -> _Part:
    nets, stakes = paid.war, paid.war_stake
    if surrenders:
        nets, stakes = paid.surrender, paid.surrender_stake
    decided_stakes = first.won * stakes[WON_AT_DEAL] + first.lost * stakes[LOST_AT_DEAL]
    return _Part(
        nets=nets,
        decided=first.won * nets[WON_AT_DEAL] + first.lost * nets[LOST_AT_DEAL],
        tail=nets[FIRST_TIED:],
        at_tie=dot(war, nets[FIRST_TIED:]),
        staked=decided_stakes * war_deals + first.tied * dot(war, stakes[FIRST_TIED:]),
    )


def _own(first: _FirstCards, war: Ways, one: _Part, two: _Part) -> tuple[int, int]:
    """Add two wagers' products on one hand: over decided hands, and over ties' ways."""
    won, lost = (one.nets[place] * two.nets[place] for place in (WON_AT_DEAL, LOST_AT_DEAL))
    products = tuple(a * b for a, b in zip(one.tail, two.tail, strict=True))
    return first.won * won + first.lost * lost, first.tied * dot(war, products)


def _first_cards(counts: Sequence[int], hands: int) -> Iterator[_FirstCards]:
    """Yield every deal: what is seen, and whose of the seen ranks is the dealer's card.

    ``s`` of a rank's ``c`` cards are seen in as many choices as ``s`` can be taken from
    ``c``; any of them may be the dealer's, and the hands get the others in any order.
    """
    for seen, ways in _seen(counts, hands + 1):
        left = Composition(tuple(c - s for c, s in zip(counts, seen, strict=True)))
        for dealer, shown in enumerate(seen):
            if shown:
                yield _FirstCards(
                    won=sum(seen[dealer + 1 :]),
                    lost=sum(seen[:dealer]),
                    tied=shown - 1,
                    ways=ways * shown * factorial(hands),
                    left=left,
                )


def first_deals(counts: Sequence[int], hands: int) -> int:
    """Return among how many choices of ranks the first cards of a round can be.

    Only their number is counted, rank by rank, and not the choices: it says beforehand
    how much `counted_sums` has to go through.
    """
    choices = [1] + [0] * (hands + 1)
    for count in counts:
        choices = [sum(choices[max(0, cards - count) : cards + 1]) for cards in range(hands + 2)]
    return choices[-1]


def _seen(counts: Sequence[int], cards: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how many cards of each rank are seen, and the choices of such cards."""
    if len(counts) == 1:
        if cards <= counts[0]:
            yield (cards,), comb(counts[0], cards)
        return
    for own in range(min(counts[0], cards) + 1):
        for others, ways in _seen(counts[1:], cards - own):
            yield (own, *others), ways * comb(counts[0], own)
