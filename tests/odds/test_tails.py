"""Tails against tables, against each other and against sums."""

from math import exp, factorial, inf

import pytest

from casino_war.odds.tails import (
    chi_square_above,
    gamma_above,
    normal_two_sided,
    poisson_at_least,
    poisson_at_most,
    two_sided,
)


@pytest.mark.parametrize(
    ("degrees", "value", "above"),
    [
        # Abramowitz and Stegun, table 26.8.
        (1, 3.84146, 0.05),
        (1, 15.1367, 0.0001),
        (10, 18.3070, 0.05),
        (10, 2.15586, 0.995),
        (30, 59.7031, 0.001),
        (100, 67.3276, 0.995),
        (100, 149.449, 0.001),
    ],
)
def test_chi_square_is_that_of_the_tables(degrees: int, value: float, above: float) -> None:
    assert chi_square_above(value, degrees) == pytest.approx(above, rel=2e-4)


def test_two_degrees_of_freedom_are_an_exponential() -> None:
    for value in (0.0, 0.01, 1.0, 3.0, 40.0, 900.0):
        assert chi_square_above(value, 2) == pytest.approx(exp(-value / 2))


def test_one_degree_of_freedom_is_a_normal_value_squared() -> None:
    for z in (0.1, 1.0, 1.5, 2.0, 5.0):
        assert chi_square_above(z * z, 1) == pytest.approx(normal_two_sided(z))


def test_many_degrees_of_freedom_are_close_to_normal() -> None:
    # Wilson and Hilferty: the cube root is nearly normal; its median is the value here.
    k = 2601
    middle = k * (1 - 2 / (9 * k)) ** 3
    assert chi_square_above(middle, k) == pytest.approx(0.5, abs=1e-4)
    assert chi_square_above(k - 5 * 72, k) > 0.9999999
    assert 0 < chi_square_above(k + 5 * 72, k) < 1e-6


@pytest.mark.parametrize("mean", [0.5, 3.0, 40.0])
def test_poisson_tails_are_sums(mean: float) -> None:
    at_most = 0.0
    for count in range(60):
        assert poisson_at_least(count, mean) == pytest.approx(1 - at_most, abs=1e-12)
        at_most += exp(-mean) * mean**count / factorial(count)
        assert poisson_at_most(count, mean) == pytest.approx(at_most, rel=1e-9)


def test_two_sides_are_never_more_than_certain() -> None:
    assert two_sided(0.6, 0.7) == 1
    assert two_sided(0.01, 0.99) == pytest.approx(0.02)


def test_what_does_not_end_is_told() -> None:
    with pytest.raises(ArithmeticError):
        gamma_above(1e14, 1e14)
    with pytest.raises((ArithmeticError, ValueError)):
        gamma_above(2.0, inf)
