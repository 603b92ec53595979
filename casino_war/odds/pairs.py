"""How likely each pair of endings is of two hands against one dealer card.

The two hands share the dealer's cards: the first, and one for every war that both fight.
Their endings are counted by the last step that they see together. Beside the ties so far
it takes three cards, and what matters is how their ranks stand to each other. With
``one`` and ``two`` for a rank's series (see `series`), summed over ranks i < j < k::

    E = sum of one_i one_j one_k      three ranks
    X = sum of one_i two_j            a pair above the third card
    Y = sum of two_i one_j            a pair below it

all multiplied by the product of every rank's g.

*Both decided at step s*, after s joint ties. The dealer's card is the lowest of three
ranks (the hands' two cards in either order), or stands below a pair: both have won, in
2 E + X ways. It is the highest, or stands above a pair: both have lost, 2 E + Y. It is in
the middle: the first has won and the second lost, or the other way round, E each. The
coefficient of x^s, times s!, counts the ways to deal 3s + 3 cards.

*One decided at step s, the other not*. The pair is the dealer's and the second hand's,
the third card the first hand's: it has won in Y ways and lost in X. The second hand goes
on against the dealer alone; the coefficient of x^s y^q, times s! q!, counts the ways in
which q further pairs tie, among all ways to deal 3s + 3 + 2q cards. As for one hand, the
rest is shared evenly between won and lost.

*Both tied to the end*. The coefficient of x in the power wars + 1 of the product of g.

E follows from power sums (Newton): 6 E = P^3 - 3 P sum(one^2) + 2 sum(one^3) with P the
sum of ``one``; and X + Y = P sum(two) - sum(one two), so that only X is added up in order.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import factorial, perm

from casino_war.odds.composition import Composition, require_cards
from casino_war.odds.endings import Payoff
from casino_war.odds.hands import Ways, tied_endings
from casino_war.odds.series import RankSeries, Series, Truncation, add_up, both_ties, rank_series


@dataclass(frozen=True, slots=True)
class PairWays:
    """Ways of each pair of endings of two hands, out of ``deals``; symmetric."""

    deals: int
    matrix: tuple[Ways, ...]

    def product(self, one: Payoff, other: Payoff) -> int:
        """Sum over all ways what *one* nets on one hand times *other* on the other."""
        return sum(
            [
                net * sum([ways * more for ways, more in zip(row, other, strict=True)])
                for net, row in zip(one, self.matrix, strict=True)
                if net
            ]
        )


@lru_cache(maxsize=64)
def pair_ways(composition: Composition, wars: int) -> PairWays:
    """Count the pairs of endings of two hands that may fight *wars* wars in a row.

    Raises:
        InvalidCompositionError: there are not three cards.
    """
    require_cards(composition, 3)
    cards = composition.cards
    dealt = min(3 * (wars + 1), cards)
    kept = both_ties(wars)
    ranks = [rank_series(count, kept) for count in composition.counts]
    everything = kept.accumulate(add_up([rank.slope for rank in ranks]))
    three, pair_above, pair_below = (
        _out_of_deals(kept, kept.multiply(series, everything), cards, dealt)
        for series in _orders(kept, ranks)
    )
    matrix = [[0] * (2 * wars + 3) for _ in range(2 * wars + 3)]
    for step in range(wars + 1):
        won, lost = 2 * step, 2 * step + 1
        distinct = three[step, 0]
        matrix[won][won] = 2 * distinct + pair_above[step, 0]
        matrix[lost][lost] = 2 * distinct + pair_below[step, 0]
        matrix[won][lost] = matrix[lost][won] = distinct
        for decided, ways in ((won, pair_below), (lost, pair_above)):
            run = [ways[step, more] for more in range(wars - step + 1)]
            _share(matrix, decided, 2 * (step + 1), run)
    matrix[-1][-1] = everything[-1] * factorial(wars + 1)
    return PairWays(deals=perm(cards, dealt), matrix=tuple(tuple(row) for row in matrix))


def _orders(kept: Truncation, ranks: list[RankSeries]) -> tuple[Series, Series, Series]:
    """Return E, X and Y, without the ties of the ranks that they leave alone."""
    ones = add_up([rank.one for rank in ranks])
    twos = add_up([rank.two for rank in ranks])
    squares = add_up([rank.one_one for rank in ranks])
    cubes = add_up([rank.one_one_one for rank in ranks])
    own = add_up([rank.one_two for rank in ranks])
    triples = kept.product((ones, ones, ones))
    mixed = kept.multiply(ones, squares)
    three = tuple(
        (triple - 3 * part + 2 * cube) // 6
        for triple, part, cube in zip(triples, mixed, cubes, strict=True)
    )
    below: Series = (0,) * len(ones)
    above_parts = []
    for rank in ranks:
        above_parts.append(kept.multiply(below, rank.two))
        below = add_up((below, rank.one))
    pair_above = add_up(above_parts)
    pair_below = tuple(
        both - same - above
        for both, same, above in zip(kept.multiply(ones, twos), own, pair_above, strict=True)
    )
    return three, pair_above, pair_below


def _out_of_deals(
    kept: Truncation, series: Series, cards: int, dealt: int
) -> dict[tuple[int, int], int]:
    """Turn coefficients into ways to deal *dealt* of *cards*, by joint and lone ties."""
    ways: dict[tuple[int, int], int] = {}
    for (joint, lone), coefficient in zip(kept.exponents, series, strict=True):
        used = 3 * joint + 2 * lone + 3
        scale = factorial(joint) * factorial(lone)
        is_dealt = used <= dealt
        ways[joint, lone] = (
            coefficient * scale * perm(cards - used, dealt - used) if is_dealt else 0
        )
    return ways


def _share(matrix: list[list[int]], row: int, first: int, run: list[int]) -> None:
    """Spread a lone hand's ways over its endings from place *first* on, in both orders."""
    for place, ways in enumerate(tied_endings(run), start=first):
        matrix[row][place] = matrix[place][row] = ways
