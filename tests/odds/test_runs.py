"""The chance of a run, against counting every sequence and against itself."""

from itertools import product

import pytest

from casino_war.odds import runs
from casino_war.odds.runs import run_chance


def by_counting(trials: int, share: float, length: int) -> float:
    chance = 0.0
    for results in product((0, 1), repeat=trials):
        text = "".join(map(str, results))
        if "1" * length in text:
            won = sum(results)
            chance += share**won * (1 - share) ** (trials - won)
    return chance


@pytest.mark.parametrize("share", [0.2, 0.46, 0.9])
@pytest.mark.parametrize(("trials", "length"), [(1, 1), (5, 2), (9, 3), (10, 10), (12, 4)])
def test_as_counted(trials: int, length: int, share: float) -> None:
    assert run_chance(trials, share, length) == pytest.approx(
        by_counting(trials, share, length), abs=1e-12
    )


@pytest.mark.parametrize("share", [0.1, 0.46, 0.54, 0.8])
@pytest.mark.parametrize("length", [3, 8, 15, 30])
def test_the_root_gives_what_reckoning_each_trial_does(share: float, length: int) -> None:
    for trials in (200, 2000):
        exact = 1 - runs._without_exact(trials, share, length)
        by_root = 1 - runs._without_by_root(trials, share, length)
        assert by_root == pytest.approx(exact, abs=1e-6)


def test_the_ends() -> None:
    assert run_chance(5, 0.5, 0) == 1
    assert run_chance(5, 0.5, 6) == 0
    assert run_chance(5, 0.0, 1) == 0
    assert run_chance(5, 1.0, 5) == 1
    assert run_chance(10**6, 0.46, 12) == pytest.approx(1.0)
    assert 0 < run_chance(10**6, 0.46, 25) < 1e-2
