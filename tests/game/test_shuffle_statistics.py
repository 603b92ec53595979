"""Shuffles of fixed seeds against the exact null values of a uniform shuffle.

The seeds are fixed, so that a run either always passes or always fails. Bounds are 4
standard deviations of each statistic's null distribution.
"""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import sqrt

import pytest

from casino_war.game.randomness import FairStream, shuffle

# The same few lines many thousand times.
pytestmark = pytest.mark.unmeasured

SHUFFLES = 4_000
CARDS = 52
Z_MAX = 4.0
Order = tuple[int, ...]


@cache
def orders() -> tuple[Order, ...]:
    seed = "5eed" * 16
    return tuple(
        shuffle(range(CARDS), FairStream(seed, "statistics", nonce)) for nonce in range(SHUFFLES)
    )


@cache
def composed() -> tuple[Order, ...]:
    """Each order applied to the one before: uniform as well unless shuffles depend."""
    return tuple(tuple(before[place] for place in after) for before, after in pairwise(orders()))


def fixed_points(order: Order) -> int:
    return sum(place == card for place, card in enumerate(order))


def cycles(order: Order) -> int:
    seen = [False] * CARDS
    count = 0
    for start in range(CARDS):
        if not seen[start]:
            count += 1
            while not seen[start]:
                seen[start] = True
                start = order[start]
    return count


def inversions(order: Order) -> int:
    return sum(order[j] < order[i] for j in range(CARDS) for i in range(j))


def descents(order: Order) -> int:
    return sum(second < first for first, second in pairwise(order))


def adjacent_ranks(order: Order) -> int:
    return sum(first // 4 == second // 4 for first, second in pairwise(order))


STATISTICS: dict[str, tuple[Callable[[Order], int], float, float]] = {
    "fixed points": (fixed_points, 1, 1),
    "cycles": (cycles, 4.538044, 2.912157),
    "inversions": (inversions, 663, 4014.8333),
    "descents": (descents, 25.5, 53 / 12),
    "adjacent equal ranks": (adjacent_ranks, 3, 2.823529),
}


@pytest.mark.parametrize("sample", [orders, composed], ids=["shuffles", "composed"])
@pytest.mark.parametrize(("statistic", "mean", "variance"), STATISTICS.values(), ids=STATISTICS)
def test_means_and_variances_are_those_of_a_uniform_shuffle(
    statistic: Callable[[Order], int],
    mean: float,
    variance: float,
    sample: Callable[[], tuple[Order, ...]],
) -> None:
    values = [statistic(order) for order in sample()]
    count = len(values)
    assert abs(sum(values) / count - mean) < Z_MAX * sqrt(variance / count)
    squares = [(value - mean) ** 2 for value in values]
    spread = sqrt(sum((square - variance) ** 2 for square in squares) / count / count)
    assert abs(sum(squares) / count - variance) < Z_MAX * spread


@pytest.mark.parametrize("sample", [orders, composed], ids=["shuffles", "composed"])
def test_every_card_is_as_likely_at_every_place(sample: Callable[[], tuple[Order, ...]]) -> None:
    """(51/52) X^2 of the place-by-card table is chi-square with 51^2 degrees of freedom."""
    table = [[0] * CARDS for _ in range(CARDS)]
    for order in sample():
        for place, card in enumerate(order):
            table[place][card] += 1
    expected = len(sample()) / CARDS
    unscaled = sum((cell - expected) ** 2 / expected for row in table for cell in row)
    degrees = (CARDS - 1) ** 2
    z = (unscaled * (CARDS - 1) / CARDS - degrees) / sqrt(2 * degrees)
    assert abs(z) < Z_MAX
