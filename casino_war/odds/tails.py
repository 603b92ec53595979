"""How likely chance goes so far: tails of the distributions in tests of randomness.

The incomplete gamma function is reckoned by its series below a + 1 and by its continued
fraction above (Abramowitz and Stegun, *Handbook of Mathematical Functions*, 6.5.29 and
6.5.31); chi-square and Poisson tails follow from it (26.4.19, 26.4.21).
"""

from math import erfc, exp, lgamma, log, sqrt

_STEPS_MAX = 100_000
_CLOSE = 1e-15
_TINY = 1e-300


def normal_two_sided(z: float) -> float:
    """Return how likely a normal value lies at least so many deviations off, either way."""
    return erfc(abs(z) / sqrt(2))


def chi_square_above(value: float, degrees: int) -> float:
    """Return how likely a chi-square value of so many degrees of freedom is at least this."""
    return gamma_above(degrees / 2, value / 2)


def poisson_at_least(count: int, mean: float) -> float:
    """Return how likely a Poisson count is at least this."""
    return 1 - gamma_above(count, mean) if count else 1.0


def poisson_at_most(count: int, mean: float) -> float:
    """Return how likely a Poisson count is at most this."""
    return gamma_above(count + 1, mean)


def two_sided(below: float, above: float) -> float:
    """Return how likely anything as unlikely is, on this side or the other."""
    return min(1.0, 2 * min(below, above))


def gamma_above(a: float, x: float) -> float:
    """Return the upper incomplete gamma function of *a* > 0 and *x* >= 0, divided by gamma(a)."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        return 1 - scale * _series(a, x)
    return scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for step in range(1, _STEPS_MAX):
        term *= x / (a + step)
        total += term
        if term < total * _CLOSE:
            return total
    raise ArithmeticError(f"the series of {a}, {x} does not end")


def _fraction(a: float, x: float) -> float:
    """Reckon the continued fraction from its front, as Lentz does."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    total = d
    for step in range(1, _STEPS_MAX):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b or _TINY)
        c = b + factor / c or _TINY
        total *= c * d
        if abs(c * d - 1) < _CLOSE * 10:
            return total
    raise ArithmeticError(f"the fraction of {a}, {x} does not end")
