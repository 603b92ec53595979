"""The statistics of shuffles: their moments by counting every order, and by known figures."""

from itertools import permutations
from math import factorial, sqrt

import pytest

from casino_war.game.randomness import FairStream, SplitMix64, shuffle
from casino_war.odds.shuffles import STATISTICS, Statistic, measure

OF_ORDER = [each for each in STATISTICS if each.name != "equal neighbours"]
BY_NAME = {each.name: each for each in STATISTICS}


@pytest.mark.parametrize("statistic", OF_ORDER, ids=lambda each: each.name)
def test_moments_are_those_of_all_orders(statistic: Statistic) -> None:
    n = 6
    counts = [statistic.count(order) for order in permutations(range(n))]
    mean = sum(counts) / factorial(n)
    assert statistic.mean(n) == pytest.approx(mean)
    assert statistic.variance(n) == pytest.approx(
        sum((count - mean) ** 2 for count in counts) / factorial(n)
    )


@pytest.mark.parametrize(
    ("name", "mean", "variance"),
    [
        ("fixed points", 1, 1),
        ("cycles", 4.538044, 2.912157),
        ("inversions", 663, 4014.8333),
        ("descents", 25.5, 53 / 12),
        ("equal neighbours", 3, 2.823529),
    ],
)
def test_moments_of_one_deck_are_the_known_ones(name: str, mean: float, variance: float) -> None:
    assert BY_NAME[name].mean(52) == pytest.approx(mean, abs=1e-6)
    assert BY_NAME[name].variance(52) == pytest.approx(variance, abs=1e-4)


def test_moments_of_two_decks_are_met_by_shuffles() -> None:
    stream = SplitMix64(1)
    orders = [shuffle(range(104), stream) for _ in range(2_000)]
    for statistic in STATISTICS:
        counts = [statistic.count(order) for order in orders]
        mean = statistic.mean(104)
        variance = statistic.variance(104)
        assert abs(sum(counts) / len(counts) - mean) < 4 * sqrt(variance / len(counts))
        spread = sum((count - mean) ** 2 for count in counts) / len(counts)
        assert spread == pytest.approx(variance, rel=0.25)


def test_fair_shuffles_of_several_sizes_are_as_expected() -> None:
    orders = (shuffle(range(52 * (1 + n % 2)), FairStream("0" * 64, "k", n)) for n in range(200))
    measured = measure(orders)
    assert {each.shuffles for each in measured} == {200}
    assert all(abs(each.z) < 4 for each in measured)
    assert all(each.p > 1e-4 for each in measured)


def test_a_pack_that_is_not_shuffled_is_found_out() -> None:
    measured = {each.name: each for each in measure([range(52)] * 3)}
    assert measured["inversions"].total == 0
    assert measured["fixed points"].z > 80
    assert measured["equal neighbours"].total == 3 * 39


def test_no_shuffle_says_nothing() -> None:
    assert all((each.shuffles, each.z, each.p) == (0, 0, 1) for each in measure([]))
