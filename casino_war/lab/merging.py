"""What summaries share: histograms that add up, and figures read from them."""

from collections.abc import Mapping, Sequence
from math import sqrt

Histogram = Mapping[int, int]
"""How often each value came."""


def added(one: Histogram, other: Histogram) -> dict[int, int]:
    """Add two histograms, lowest value first."""
    return {value: one.get(value, 0) + other.get(value, 0) for value in sorted({*one, *other})}


def mean(histogram: Histogram) -> float | None:
    """Return the mean value; None where there is none."""
    count = sum(histogram.values())
    return sum(value * often for value, often in histogram.items()) / count if count else None


def variance(histogram: Histogram) -> float | None:
    """Return the sample variance, divided by one less than there are; None of fewer than two."""
    count = sum(histogram.values())
    if count < 2:
        return None
    total = sum(value * often for value, often in histogram.items())
    squares = sum(value * value * often for value, often in histogram.items())
    return (squares * count - total * total) / (count * (count - 1))


def standard_error(histogram: Histogram) -> float | None:
    """Return how far the mean lies from the true one, as a standard deviation."""
    spread = variance(histogram)
    return None if spread is None else sqrt(spread / sum(histogram.values()))


def share_error(share: float, count: int) -> float:
    """Return the standard error of a share of so many independent trials, one or more."""
    return sqrt(share * (1 - share) / count)


def quantile(histogram: Histogram, share: float) -> int | None:
    """Return the smallest value that at least so large a share of all values do not exceed."""
    needed = share * sum(histogram.values())
    reached = 0
    for value in sorted(histogram):
        reached += histogram[value]
        if reached >= needed:
            return value
    return None


def summed(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Add two rows of numbers place by place; a row without any is that of nothing."""
    if not (one and other):
        return tuple(one or other)
    return tuple(a + b for a, b in zip(one, other, strict=True))
