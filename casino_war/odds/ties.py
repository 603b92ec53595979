"""How likely ties in a row are: two cards of one rank, and again, and again.

A pair of cards that does not match is won by either side with equal probability, since
exchanging its two cards exchanges the sides. So the chances of runs of ties are all that
the value of Casino War depends on.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import factorial, perm

from casino_war.odds.composition import Composition, full_shoe


def tie_run_probabilities(composition: Composition, ties_max: int) -> tuple[Fraction, ...]:
    """Return the probabilities that the next 0, 1, ... *ties_max* pairs all match.

    Each pair is dealt from what the pairs before it left; cards burned unseen between
    them change nothing. Of M cards, c of each rank, k pairs in order match in
    ``k! [x^k] product over ranks of (sum over m of c (c-1) ... (c-2m+1) x^m / m!)`` of
    the ``M (M-1) ... (M-2k+1)`` ways to deal them; for one pair that is the usual
    ``sum of c (c-1) / (M (M-1))``. A run that the cards cannot serve has probability 0.
    """
    series = [Fraction(1)] + [Fraction(0)] * ties_max
    for count in composition.counts:
        rank = [Fraction(perm(count, 2 * m), factorial(m)) for m in range(ties_max + 1)]
        series = _product(series, rank)
    return tuple(
        factorial(ties) * series[ties] / max(perm(composition.cards, 2 * ties), 1)
        for ties in range(ties_max + 1)
    )


def initial_tie_probability(decks: int) -> Fraction:
    """Return the probability that the first two cards of a fresh shoe tie."""
    return tie_run_probabilities(full_shoe(decks), 1)[1]


def tied_war_probability(decks: int) -> Fraction:
    """Return the probability that the war ties too, given a first tie from a fresh shoe."""
    _, one, two = tie_run_probabilities(full_shoe(decks), 2)
    return two / one


def _product(left: Sequence[Fraction], right: Sequence[Fraction]) -> list[Fraction]:
    """Multiply two power series, cut off at their common length."""
    return [
        sum((left[i] * right[power - i] for i in range(power + 1)), Fraction(0))
        for power in range(len(left))
    ]
