"""Tests of a stream of 32-bit words by D. E. Knuth, and of the draws made from it.

*The Art of Computer Programming*, volume 2, 3rd edition, section 3.3.2: frequency (A),
serial (B), gap (D), permutation (F) and birthday spacings (J, after G. Marsaglia). Each is
made of the high bits and, where a weak generator shows there first, of the low bits.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import factorial, sqrt

from casino_war.odds.tails import (
    chi_square_above,
    normal_two_sided,
    poisson_at_least,
    poisson_at_most,
    two_sided,
)

WORD_BITS = 32
_PAIR_BITS = 4
_GAP_BITS = 3
_GAP_MAX = 24
"""Gaps at least so long are counted together."""
_ORDERED = 5
BIRTHDAYS = 1024
DAY_BITS = 28

Words = Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One test: its statistic, how that is distributed, and how likely it goes so far.

    ``p`` counts both sides: a stream that is too even is as suspect as one that is not.
    """

    name: str
    statistic: float
    distribution: str
    p: float


def try_words(words: Words) -> tuple[Trial, ...]:
    """Run every test of words."""
    high = [word >> (WORD_BITS - _PAIR_BITS) for word in words]
    low = [word & (2**_PAIR_BITS - 1) for word in words]
    return (
        ones(words),
        frequency("frequency of bytes", [*_bytes(words)], 256),
        frequency("serial pairs, high bits", _pairs(high), 4**_PAIR_BITS),
        frequency("serial pairs, low bits", _pairs(low), 4**_PAIR_BITS),
        gaps("gaps, high bits", [word >> (WORD_BITS - _GAP_BITS) for word in words]),
        gaps("gaps, low bits", [word & (2**_GAP_BITS - 1) for word in words]),
        permutations(words),
        birthdays(
            "birthday spacings, high bits", [word >> (WORD_BITS - DAY_BITS) for word in words]
        ),
        birthdays("birthday spacings, low bits", [word & (2**DAY_BITS - 1) for word in words]),
    )


def ones(words: Words) -> Trial:
    """Count the bits that are one: half of them, with a variance of a quarter each."""
    bits = WORD_BITS * len(words)
    z = (sum(word.bit_count() for word in words) - bits / 2) / sqrt(bits / 4)
    return Trial(
        name="frequency of ones", statistic=z, distribution="normal", p=normal_two_sided(z)
    )


def frequency(name: str, values: Sequence[int], kinds: int) -> Trial:
    """Test whether each of so many kinds comes up equally often."""
    counts = [0] * kinds
    for value in values:
        counts[value] += 1
    return chi_square(name, counts, [len(values) / kinds] * kinds)


def gaps(name: str, values: Sequence[int]) -> Trial:
    """Test the gaps between zeros among 3-bit numbers: length n has chance (7/8)^n / 8."""
    share = 2**-_GAP_BITS
    counts, length = [0] * (_GAP_MAX + 1), 0
    for value in values:
        if value:
            length += 1
        else:
            counts[min(length, _GAP_MAX)] += 1
            length = 0
    found = sum(counts)
    if not found:
        none = (1 - share) ** len(values)
        return Trial(name=name, statistic=0.0, distribution="count of zeros", p=none)
    expected = [found * share * (1 - share) ** gap for gap in range(_GAP_MAX)]
    return chi_square(name, counts, [*expected, found * (1 - share) ** _GAP_MAX])


def permutations(words: Words) -> Trial:
    """Test whether all orders of five successive words come up equally often."""
    counts = [0] * factorial(_ORDERED)
    for first in range(0, len(words) - _ORDERED + 1, _ORDERED):
        group = words[first : first + _ORDERED]
        # Equal words, one in a hundred million fives, are taken in their order.
        rank = 0
        for place, word in enumerate(group):
            rank = rank * (_ORDERED - place) + sum(other < word for other in group[place + 1 :])
        counts[rank] += 1
    expected = sum(counts) / len(counts)
    return chi_square("permutations of five", counts, [expected] * len(counts))


def birthdays(name: str, days: Sequence[int], *, year: int = 2**DAY_BITS) -> Trial:
    """Count the spacings that come twice between 1,024 birthdays in a year of so many days.

    Two of the n - 1 spacings of n birthdays in m days are equal with chance n / (2 m), so
    that there are (n - 1) (n - 2) n / (4 m) such pairs on average, close to Poisson; they
    are added up over as many years as the days fill. Three equal ones, counted as two, are
    rare: n^2 / (5 m) of the mean.
    """
    repeated = years = 0
    for first in range(0, len(days) - BIRTHDAYS + 1, BIRTHDAYS):
        born = sorted(days[first : first + BIRTHDAYS])
        spacings = sorted(later - earlier for earlier, later in pairwise(born))
        repeated += sum(one == other for one, other in pairwise(spacings))
        years += 1
    mean = years * (BIRTHDAYS - 1) * (BIRTHDAYS - 2) * BIRTHDAYS / (4 * year)
    return Trial(
        name=name,
        statistic=float(repeated),
        distribution=f"Poisson of mean {mean:.1f}",
        p=two_sided(poisson_at_most(repeated, mean), poisson_at_least(repeated, mean)),
    )


def chi_square(
    name: str,
    counts: Sequence[int],
    expected: Sequence[float],
    *,
    degrees: int | None = None,
    scale: float = 1.0,
) -> Trial:
    """Test counts against the expected ones, all of which are above 0."""
    found = scale * sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))
    degrees = len(counts) - 1 if degrees is None else degrees
    above = chi_square_above(found, degrees)
    return Trial(
        name=name,
        statistic=found,
        distribution=f"chi-square of {degrees} degrees of freedom",
        p=two_sided(1 - above, above),
    )


def draws(below: Callable[[int], int], bound: int, count: int) -> Trial:
    """Test whether draws below a bound come up equally often."""
    return frequency(f"draws below {bound}", [below(bound) for _ in range(count)], bound)


def _bytes(words: Words) -> Iterator[int]:
    for word in words:
        yield from word.to_bytes(WORD_BITS // 8, "big")


def _pairs(values: Sequence[int]) -> list[int]:
    """Join numbers two by two, none in two pairs."""
    return [
        one << _PAIR_BITS | other for one, other in zip(values[::2], values[1::2], strict=False)
    ]
