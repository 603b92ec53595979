"""How likely ties in a row are: two cards of one rank, and again, and again.

A pair of cards that does not match is won by either side with equal probability, since
exchanging its two cards exchanges the sides. So the chances of runs of ties are all that
the value of Casino War depends on.
"""

from fractions import Fraction

from casino_war.odds.composition import Composition, full_shoe
from casino_war.odds.hands import tie_runs


def tie_run_probabilities(composition: Composition, ties_max: int) -> tuple[Fraction, ...]:
    """Return the probabilities that the next 0, 1, ... *ties_max* pairs, one or more, all match.

    Each pair is dealt from what the pairs before it left; cards burned unseen between
    them change nothing. A run that the cards cannot serve has probability 0.

    Raises:
        InvalidCompositionError: there are not two cards.
    """
    deals, *ties = tie_runs(composition, ties_max)
    return (Fraction(1), *(Fraction(ways, deals) for ways in ties))


def initial_tie_probability(decks: int) -> Fraction:
    """Return the probability that the first two cards of a fresh shoe tie."""
    return tie_run_probabilities(full_shoe(decks), 1)[1]


def tied_war_probability(decks: int) -> Fraction:
    """Return the probability that the war ties too, given a first tie from a fresh shoe."""
    _, one, two = tie_run_probabilities(full_shoe(decks), 2)
    return two / one
