"""Tests of shuffles of one pack, and of each shuffle applied to the one before.

A shuffle that depends on the last one gives itself away where both are composed: of fair
and independent shuffles that is a fair shuffle as well.
"""

from collections.abc import Sequence
from itertools import pairwise

from casino_war.odds.shuffles import CARDS, Order, measure
from casino_war.odds.streams import Trial, birthdays, chi_square

_FIRST = 5
"""The first cards of a shuffle make its birthday."""


def try_orders(orders: Sequence[Order]) -> tuple[Trial, ...]:
    """Run every test of shuffles of 52 cards."""
    composed = [[before[place] for place in after] for before, after in pairwise(orders)]
    found = [*_of(orders, ""), first_cards(orders)]
    return (*found, *_of(composed, ", composed"))


def first_cards(orders: Sequence[Order]) -> Trial:
    """Test the spacings of shuffles whose first cards are read as the day of a year."""
    year = 1
    for gone in range(_FIRST):
        year *= CARDS - gone
    return birthdays("birthday spacings of first cards", [*map(_day, orders)], year=year)


def table(name: str, orders: Sequence[Order]) -> Trial:
    """Test whether each card lies equally often at each place.

    Rows and columns are bound by each shuffle being one, so that (n - 1) / n of the sum of
    squares is chi-square with (n - 1)^2 degrees of freedom, n = 52.
    """
    counts = [0] * CARDS**2
    for order in orders:
        for place, card in enumerate(order):
            counts[place * CARDS + card] += 1
    expected = [len(orders) / CARDS] * CARDS**2
    return chi_square(name, counts, expected, degrees=(CARDS - 1) ** 2, scale=(CARDS - 1) / CARDS)


def _of(orders: Sequence[Order], suffix: str) -> list[Trial]:
    return [
        table(f"places of cards{suffix}", orders),
        *(
            Trial(name=f"{each.name}{suffix}", statistic=each.z, distribution="normal", p=each.p)
            for each in measure(orders)
        ),
    ]


def _day(order: Order) -> int:
    day = 0
    for place in range(_FIRST):
        card = order[place]
        rank = card - sum(before < card for before in order[:place])
        day = day * (CARDS - place) + rank
    return day
