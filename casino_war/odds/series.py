"""Power series that count ways of dealing runs of ties, rank by rank.

A *joint* tie lays three cards of one rank, two hands' and the dealer's, a *lone* tie two,
one hand's and the dealer's. Of a rank with c cards, m joint and n lone ties take
``3m + 2n`` cards in order, in ``c (c-1) ... (c - 3m - 2n + 1)`` ways. The series of the
rank is exponential in both kinds::

    g(x, y) = sum over m, n of  c (c-1) ... (c - 3m - 2n + 1)  x^m y^n / (m! n!)

so that in the product of all ranks' series the coefficient of ``x^m y^n``, times
``m! n!``, counts every order in which m joint and n lone ties can befall the ranks.

To deal one or two further cards of a rank, its factor is replaced by the series with so
many cards more in the product, ``c ... (c - 3m - 2n - extra + 1)``. `RankSeries` holds
these as quotients by g, so that replacing factors is multiplying the product of all. The
coefficients are whole (a product of k successive numbers is divisible by k!, and k! by
m! n!), and so are the quotients', since g begins with 1. Series are cut off at the number
of ties that a round can see.

The product G of all g is not multiplied out. With the operator that multiplies each term
by its degree m + n, written G', the product rule says that G'/G is the sum over ranks of
g'/g, whose coefficients are whole as well; and from ``G' = G (G'/G)`` each coefficient of
G follows from those before it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from math import factorial, perm
from typing import NamedTuple

Series = tuple[int, ...]
"""Coefficients in the order of a truncation's exponents."""


@dataclass(frozen=True, slots=True, eq=False)
class Truncation:
    """Which powers of x and y are kept, and which pairs of them multiply into each."""

    exponents: tuple[tuple[int, int], ...]
    sources: tuple[tuple[tuple[int, int], ...], ...]

    def multiply(self, left: Series, right: Series) -> Series:
        """Return the product of two series."""
        return tuple([sum([left[i] * right[j] for i, j in pairs]) for pairs in self.sources])

    def product(self, factors: Sequence[Series]) -> Series:
        """Return the product of one series or more."""
        return reduce(self.multiply, factors)

    def accumulate(self, slopes: Series) -> Series:
        """Return the series G that begins with 1 and has G'/G = *slopes*."""
        found = [1]
        for (m, n), pairs in zip(self.exponents[1:], self.sources[1:], strict=True):
            # Without the term of slope nothing, which stands first and would be G's own.
            found.append(sum([slopes[i] * found[j] for i, j in pairs if i]) // (m + n))
        return tuple(found)

    def invert(self, series: Series) -> Series:
        """Return the reciprocal of a series that begins with 1, coefficient by coefficient."""
        inverse: list[int] = []
        for place, pairs in enumerate(self.sources):
            known = sum(series[i] * inverse[j] for i, j in pairs if j != place)
            inverse.append((place == 0) - known)
        return tuple(inverse)


def _truncation(exponents: tuple[tuple[int, int], ...]) -> Truncation:
    places = {exponent: place for place, exponent in enumerate(exponents)}
    sources = tuple(
        tuple(
            (i, places[m - one_m, n - one_n])
            for (one_m, one_n), i in places.items()
            if (m - one_m, n - one_n) in places
        )
        for m, n in exponents
    )
    return Truncation(exponents, sources)


@cache
def lone_ties(ties_max: int) -> Truncation:
    """Keep up to *ties_max* lone ties."""
    return _truncation(tuple((0, n) for n in range(ties_max + 1)))


@cache
def both_ties(ties_max: int) -> Truncation:
    """Keep up to *ties_max* ties of both kinds together, and one more if all are joint."""
    mixed = [(m, ties - m) for ties in range(ties_max + 1) for m in range(ties + 1)]
    return _truncation((*mixed, (ties_max + 1, 0)))


class RankSeries(NamedTuple):
    """The series of one rank, and what to multiply by for cards of it beside its ties."""

    slope: Series
    """g'/g, to be added up over ranks for the product of their g."""
    one: Series
    """One further card, over g."""
    two: Series
    """Two further cards in order, over g."""
    one_one: Series
    """The square of ``one``."""
    one_one_one: Series
    """The cube of ``one``."""
    one_two: Series
    """``one`` times ``two``."""


@lru_cache(maxsize=4096)
def rank_series(count: int, kept: Truncation) -> RankSeries:
    """Return the series of a rank with *count* cards."""
    plain, one, two = (_series(count, extra, kept) for extra in range(3))
    inverse = kept.invert(plain)
    one, two = kept.multiply(one, inverse), kept.multiply(two, inverse)
    by_degree = tuple((m + n) * value for (m, n), value in zip(kept.exponents, plain, strict=True))
    return RankSeries(
        slope=kept.multiply(by_degree, inverse),
        one=one,
        two=two,
        one_one=kept.multiply(one, one),
        one_one_one=kept.product((one, one, one)),
        one_two=kept.multiply(one, two),
    )


def _series(count: int, extra: int, kept: Truncation) -> Series:
    return tuple(
        perm(count, 3 * m + 2 * n + extra) // (factorial(m) * factorial(n))
        for m, n in kept.exponents
    )


def add_up(series: Iterable[Series]) -> Series:
    """Return the sum of one series or more."""
    return tuple([sum(coefficients) for coefficients in zip(*series, strict=True)])
