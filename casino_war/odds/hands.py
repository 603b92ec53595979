"""How likely each ending of one hand is, from any composition: whole numbers of ways.

Let A(r, q) be the chance that the first two cards tie at rank r and the next q pairs tie
too. With M cards, c of them of rank r, and the series of `series`::

    A(r, q) = q! [y^q] (two_r / g_r) * product of all g  /  (M (M-1) ... (M-2q-1))

since the first pair takes two further cards of rank r, and the q pairs after it may be of
any rank, in any order. Summed over r that is the chance of q + 1 ties in a row; for
q = 0 it is the usual sum of c (c-1) over M (M-1).

A pair that does not match is won by either side with equal chance, whatever came before,
because exchanging its two cards exchanges the sides. So half of A(r, s-1) - A(r, s) is
the chance to win at war s after a first tie of rank r, and the other half to lose there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import factorial, perm

from casino_war.game.table_rules import Surrender, TableRules
from casino_war.odds.composition import Composition, require_cards
from casino_war.odds.endings import FIRST_TIED, Payoff, Payoffs
from casino_war.odds.series import lone_ties, rank_series
from casino_war.odds.strategy import Strategy

Ways = tuple[int, ...]
"""Ways of dealing, out of a number that is told beside them."""


@dataclass(frozen=True, slots=True)
class TieRuns:
    """Ways of dealing ties, out of ``deals``: ``by_rank[r][q]`` for A(r, q)."""

    deals: int
    by_rank: tuple[Ways, ...]

    @property
    def in_a_row(self) -> Ways:
        """Ways that the first 0, 1, 2, ... pairs all tie."""
        return (self.deals, *(sum(ways) for ways in zip(*self.by_rank, strict=True)))


@lru_cache(maxsize=64)
def tie_runs(composition: Composition, pairs_max: int) -> TieRuns:
    """Count the ways that runs of up to *pairs_max* ties, one or more, can befall a hand.

    A run for which there are not the cards has no way. Everything is told out of the ways
    of dealing all cards of the longest run, or as many pairs as there are.

    Raises:
        InvalidCompositionError: there are not two cards.
    """
    require_cards(composition, 2)
    cards = composition.cards
    dealt = 2 * min(pairs_max, cards // 2)
    kept = lone_ties(pairs_max - 1)
    ranks = [rank_series(count, kept) for count in composition.counts]
    everything = kept.product([rank.plain for rank in ranks])
    scales = [
        factorial(more) * perm(cards - 2 - 2 * more, dealt - 2 - 2 * more)
        if 2 + 2 * more <= dealt
        else 0
        for more in range(pairs_max)
    ]
    return TieRuns(
        deals=perm(cards, dealt),
        by_rank=tuple(
            tuple(
                ways * scale
                for ways, scale in zip(kept.multiply(rank.two, everything), scales, strict=True)
            )
            for rank in ranks
        ),
    )


@dataclass(frozen=True, slots=True)
class HandWays:
    """Ways of each ending of one hand, out of ``deals``, by what the hand does at a tie."""

    deals: int
    war: Ways
    """Endings of hands that are decided at once, or tie at a rank where they fight."""
    surrender: Ways
    """Endings, had they fought on, of hands that tie at a rank where they surrender."""

    def mean(self, payoffs: Payoffs) -> int:
        """Sum what a wager nets over all ways."""
        return dot(self.war, payoffs.war) + dot(self.surrender, payoffs.surrender)

    def staked(self, payoffs: Payoffs) -> int:
        """Sum what is staked for a wager over all ways."""
        return dot(self.war, payoffs.war_stake) + dot(self.surrender, payoffs.surrender_stake)

    def product(self, one: Payoffs, other: Payoffs) -> int:
        """Sum the product of what two wagers of the hand net over all ways."""
        war = zip(self.war, one.war, other.war, strict=True)
        surrender = zip(self.surrender, one.surrender, other.surrender, strict=True)
        return sum([ways * a * b for ways, a, b in war]) + sum(
            [ways * a * b for ways, a, b in surrender]
        )


def hand_ways(runs: TieRuns, surrendered: Sequence[bool]) -> HandWays:
    """Count the endings of a hand that surrenders ties of the ranks so marked."""
    war = [0] * len(runs.by_rank[0])
    given_up = list(war)
    for ways, is_given_up in zip(runs.by_rank, surrendered, strict=True):
        into = given_up if is_given_up else war
        for place, more in enumerate(ways):
            into[place] += more
    decided = (runs.deals - war[0] - given_up[0]) // 2
    return HandWays(
        deals=runs.deals,
        war=(decided, decided, *tied_endings(war)),
        surrender=(0, 0, *tied_endings(given_up)),
    )


def tied_endings(in_a_row: Sequence[int]) -> Ways:
    """Turn ways of 1, 2, ... ties in a row into ways of the endings that begin with a tie."""
    endings: list[int] = []
    for ties, longer in pairwise(in_a_row):
        decided = (ties - longer) // 2
        endings += [decided, decided]
    return (*endings, in_a_row[-1])


def surrendered_ranks(
    rules: TableRules, runs: TieRuns, strategy: Strategy, ante: Payoffs
) -> tuple[bool, ...]:
    """Say for each rank whether a hand that ties at it surrenders.

    The best decision compares what the ante nets over the ways that follow a tie of the
    rank, as somebody knows who has counted all cards up to the tie.
    """
    if strategy is not Strategy.BEST:
        return (strategy is Strategy.ALWAYS_SURRENDER,) * len(runs.by_rank)
    return tuple(
        gives_up(rules, tied_endings(ways), ante) if ways[0] else False for ways in runs.by_rank
    )


def gives_up(rules: TableRules, tied: Ways, ante: Payoffs) -> bool:
    """Say whether surrender is the better decision, given the ways of what a war brings.

    Where both are worth the same, what would be better if every war tied to the end.
    """
    if rules.surrender is Surrender.NOT_OFFERED:
        return False
    war, surrender = (dot(tied, nets[FIRST_TIED:]) for nets in (ante.war, ante.surrender))
    return (surrender, ante.surrender[-1]) > (war, ante.war[-1])


def dot(ways: Ways, payoff: Payoff) -> int:
    """Sum what is netted over all ways."""
    return sum([one * net for one, net in zip(ways, payoff, strict=True)])


def require_round(composition: Composition, rules: TableRules, hands: int) -> None:
    """Refuse a composition from which a round of *hands* hands could not be finished.

    A round takes a card for each hand and the dealer, and each war that can follow, one
    for each hand that can fight and the dealer: of a rank with c cards, c - 1 hands can
    tie with the dealer. A hand alone needs no cards for ties that the ranks cannot make.

    Raises:
        InvalidCompositionError: too few cards, four being the least.
    """
    if hands == 1:
        needed = 2 * (min(composition.pairs, rules.wars_in_a_row_max) + 1)
        require_cards(composition, max(needed, 4))
        return
    fighting = max(min(hands, max(composition.counts) - 1), 1)
    require_cards(composition, hands + 1 + rules.wars_in_a_row_max * (fighting + 1))
