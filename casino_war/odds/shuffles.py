"""Statistics of shuffles with their exact means and variances, if every order is equally likely.

A shuffle is an order of the cards 0 to n - 1, n = 52 for each deck; a card's rank is the
fourth part of its number within its deck. The moments are those of a uniform permutation:
R. P. Stanley, *Enumerative Combinatorics*, volume 1, chapter 1, for fixed points, cycles,
inversions and descents; those of equal neighbours follow from pairs, triples and
quadruples of places.
"""

from bisect import bisect, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from casino_war.odds.tails import normal_two_sided

CARDS = 52
_RANKS = 13

Order = Sequence[int]


@dataclass(frozen=True, slots=True)
class Statistic:
    """A count that every order has; ``mean`` and ``variance`` are functions of n."""

    name: str
    count: Callable[[Order], int]
    mean: Callable[[int], float]
    variance: Callable[[int], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A statistic summed up over shuffles, and what chance makes of it.

    ``z`` is the sum's distance from its mean in standard deviations, ``p`` how likely one
    at least as large is by chance (normal approximation, both sides).
    """

    name: str
    shuffles: int
    total: int
    expected: float
    z: float
    p: float


def fixed_points(order: Order) -> int:
    """Count the cards that lie at their own place."""
    return sum(place == card for place, card in enumerate(order))


def cycles(order: Order) -> int:
    """Count the cycles of the order, read as a permutation."""
    seen = [False] * len(order)
    count = 0
    for start in range(len(order)):
        count += not seen[start]
        place = start
        while not seen[place]:
            seen[place] = True
            place = order[place]
    return count


def inversions(order: Order) -> int:
    """Count the pairs of which the higher card comes first."""
    before: list[int] = []
    count = 0
    for card in order:
        count += len(before) - bisect(before, card)
        insort(before, card)
    return count


def descents(order: Order) -> int:
    """Count the cards that a lower one follows."""
    return sum(second < first for first, second in pairwise(order))


def equal_neighbours(order: Order) -> int:
    """Count the cards that one of the same rank follows."""
    ranks = [card % CARDS // 4 for card in order]
    return sum(first == second for first, second in pairwise(ranks))


def _equal_neighbours_variance(n: int) -> float:
    of_rank = n // _RANKS
    mean = of_rank - 1
    triples = 2 * (of_rank - 1) * (of_rank - 2) / (n - 1)
    quadruples = (
        (of_rank - 1) * (of_rank - 2) * (of_rank - 3) + (of_rank - 1) ** 2 * (n - of_rank)
    ) / (n - 1)
    return mean + triples + quadruples - mean**2


STATISTICS = (
    Statistic("fixed points", fixed_points, lambda n: 1, lambda n: 1),
    Statistic(
        "cycles",
        cycles,
        lambda n: sum(1 / k for k in range(1, n + 1)),
        lambda n: sum(1 / k - 1 / k**2 for k in range(1, n + 1)),
    ),
    Statistic(
        "inversions",
        inversions,
        lambda n: n * (n - 1) / 4,
        lambda n: n * (n - 1) * (2 * n + 5) / 72,
    ),
    Statistic("descents", descents, lambda n: (n - 1) / 2, lambda n: (n + 1) / 12),
    Statistic(
        "equal neighbours",
        equal_neighbours,
        lambda n: n // _RANKS - 1,
        _equal_neighbours_variance,
    ),
)


def measure(orders: Iterable[Order]) -> tuple[Measured, ...]:
    """Sum up every statistic over shuffles, of whatever numbers of decks."""
    totals = [0] * len(STATISTICS)
    sizes: dict[int, int] = {}
    for order in orders:
        sizes[len(order)] = sizes.get(len(order), 0) + 1
        for place, statistic in enumerate(STATISTICS):
            totals[place] += statistic.count(order)
    return tuple(
        _measured(statistic, total, sizes)
        for statistic, total in zip(STATISTICS, totals, strict=True)
    )


def _measured(statistic: Statistic, total: int, sizes: dict[int, int]) -> Measured:
    expected = sum(count * statistic.mean(n) for n, count in sizes.items())
    variance = sum(count * statistic.variance(n) for n, count in sizes.items())
    z = (total - expected) / sqrt(variance) if variance else 0.0
    return Measured(
        name=statistic.name,
        shuffles=sum(sizes.values()),
        total=total,
        expected=expected,
        z=z,
        p=normal_two_sided(z),
    )
