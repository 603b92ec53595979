"""The randomness report over the two sources there are."""

import pytest

from casino_war.errors import InvalidSeedError
from casino_war.services.randomness_report import ERROR_RATE, randomness_report


def test_both_sources_are_tested_in_every_way() -> None:
    report = randomness_report("5eed" * 16, 1_024)
    fair, fast = report.sources
    assert [each.name for each in fair.tests] == [each.name for each in fast.tests]
    names = " ".join(each.name for each in fair.tests)
    for kind in ("frequency", "pairs", "gaps", "permutations", "birthday", "cycles", "composed"):
        assert kind in names
    assert report.limit == ERROR_RATE / len(report.tests) == ERROR_RATE / 46
    assert report.failed == ()
    assert [each.statistic for each in fair.tests] != [each.statistic for each in fast.tests]


def test_a_seed_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidSeedError):
        randomness_report("xyz", 1_024)


@pytest.mark.slow
def test_p_is_spread_as_it_says() -> None:
    """Of 46 tests for each of 40 seeds, one in a hundred lies below 0.01."""
    found = [
        test.p for seed in range(40) for test in randomness_report(f"{seed:064x}", 1_024).tests
    ]
    for share in (0.5, 0.1, 0.01):
        expected = share * len(found)
        assert abs(sum(p < share for p in found) - expected) < 4 * expected**0.5
