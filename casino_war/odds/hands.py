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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import factorial, perm

from casino_war.game.table_rules import Surrender, TableRules
from casino_war.odds.composition import Composition, require_cards
from casino_war.odds.endings import FIRST_TIED, Payoff, Payoffs
from casino_war.odds.series import RankSeries, Series, add_up, lone_ties, rank_series

Ways = tuple[int, ...]
"""Ways of dealing, out of a number of ways that stands beside them."""


@lru_cache(maxsize=64)
def tie_runs(composition: Composition, pairs_max: int) -> Ways:
    """Count the ways that the first 0, 1, 2, ... *pairs_max* pairs, one or more, all tie.

    A run for which there are too few cards has no way. All counts are out of the first one,
    the ways of dealing all cards of the longest run, or as many pairs as there are.

    Raises:
        InvalidCompositionError: there are not two cards.
    """
    dealt = 2 * min(pairs_max, composition.cards // 2)
    (runs,) = _runs(composition, pairs_max, lambda ranks: [add_up([one.two for one in ranks])])
    return (perm(composition.cards, dealt), *runs)


def tie_runs_by_rank(composition: Composition, pairs_max: int) -> tuple[Ways, ...]:
    """Count for each rank r the ways of A(r, 0), A(r, 1), ..., out of as many as in `tie_runs`.

    Raises:
        InvalidCompositionError: there are not two cards.
    """
    return _runs(composition, pairs_max, lambda ranks: [one.two for one in ranks])


def _runs(
    composition: Composition,
    pairs_max: int,
    first_ties: Callable[[Sequence[RankSeries]], Sequence[Series]],
) -> tuple[Ways, ...]:
    """Count runs of ties by what the series of the ranks say of the first tie."""
    require_cards(composition, 2)
    cards = composition.cards
    dealt = 2 * min(pairs_max, cards // 2)
    kept = lone_ties(pairs_max - 1)
    ranks = [rank_series(count, kept) for count in composition.counts]
    everything = kept.accumulate(add_up([rank.slope for rank in ranks]))
    scales = [
        factorial(more) * perm(cards - 2 - 2 * more, dealt - 2 - 2 * more)
        if 2 + 2 * more <= dealt
        else 0
        for more in range(pairs_max)
    ]
    return tuple(
        tuple(
            ways * scale
            for ways, scale in zip(kept.multiply(first, everything), scales, strict=True)
        )
        for first in first_ties(ranks)
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


def hand_ways(runs: Ways, surrendered: Ways) -> HandWays:
    """Count the endings of a hand, of whose runs of 1, 2, ... ties so many are surrendered."""
    deals, *ties = runs
    fought = [every - given_up for every, given_up in zip(ties, surrendered, strict=True)]
    decided = (deals - ties[0]) // 2
    return HandWays(
        deals=deals,
        war=(decided, decided, *tied_endings(fought)),
        surrender=(0, 0, *tied_endings(surrendered)),
    )


def tied_endings(in_a_row: Sequence[int]) -> Ways:
    """Turn ways of 1, 2, ... ties in a row into ways of the endings that begin with a tie."""
    endings: list[int] = []
    for ties, longer in pairwise(in_a_row):
        decided = (ties - longer) // 2
        endings += [decided, decided]
    return (*endings, in_a_row[-1])


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
    require_cards(composition, _needed(composition, rules, hands))


def can_finish(composition: Composition, rules: TableRules) -> bool:
    """Say whether `require_round` takes the composition for one hand."""
    return composition.cards >= _needed(composition, rules, 1)


def _needed(composition: Composition, rules: TableRules, hands: int) -> int:
    if hands == 1:
        return max(2 * (min(composition.pairs, rules.wars_in_a_row_max) + 1), 4)
    fighting = max(min(hands, max(composition.counts) - 1), 1)
    return hands + 1 + rules.wars_in_a_row_max * (fighting + 1)
