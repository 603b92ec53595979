"""Tests of randomness: sound sources pass them, and each known bad one fails where it should."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice, permutations
from random import Random

import numpy as np
import pytest

from casino_war.game.randomness import RandomSource, SplitMix64
from casino_war.odds import streams
from casino_war.odds.orders import try_orders
from casino_war.odds.shuffles import CARDS
from casino_war.odds.streams import (
    BIRTHDAYS,
    birthdays,
    draws,
    frequency,
    gaps,
    ones,
    try_words,
)
from casino_war.services.randomness_report import RandomnessReport, source_report

WORDS = 60_000
SHUFFLES = 2_000
LIMIT = 2e-5
"""About what the report allows one of its tests."""


def failed(found: Sequence[streams.Trial]) -> set[str]:
    return {each.name for each in found if each.p < LIMIT}


def words_of(source: Callable[[], int]) -> list[int]:
    return [source() for _ in range(WORDS)]


def lcg(modulus: int, factor: int, step: int) -> Callable[[], int]:
    state = 2026

    def word() -> int:
        nonlocal state
        state = (factor * state + step) % modulus
        return state

    return word


def test_sound_words_pass() -> None:
    assert failed(try_words(words_of(lambda: SOUND.getrandbits(32)))) == set()


SOUND = Random(7)


def test_the_low_bits_of_a_congruential_generator_are_found_out() -> None:
    """Numerical Recipes' quick generator: its lowest bits repeat after a few words."""
    found = failed(try_words(words_of(lcg(2**32, 1664525, 1013904223))))
    assert {"serial pairs, low bits", "gaps, low bits"} <= found
    assert "serial pairs, high bits" not in found


def test_a_short_congruential_generator_fails_birthdays() -> None:
    """RANDU, of 31 bits, whose words lie in few planes."""
    randu = lcg(2**31, 65539, 0)
    found = failed(try_words(words_of(lambda: randu() << 1)))
    assert {"birthday spacings, high bits", "serial pairs, low bits"} <= found


def counter() -> Iterator[int]:
    return (n * 0x9E3779B9 & 0xFFFFFFFF for n in count())


def test_a_stream_that_is_too_even_fails_too() -> None:
    """Multiples of the golden ratio fill every interval evenly: no chance does that."""
    words = [*islice(counter(), WORDS)]
    found = {each.name: each for each in try_words(words)}
    bytes_ = found["frequency of bytes"]
    assert bytes_.statistic < 100 < 255
    assert bytes_.p < LIMIT
    assert found["permutations of five"].p < LIMIT
    assert found["birthday spacings, high bits"].p < LIMIT


def test_a_leaning_bit_is_found_out() -> None:
    chance = Random(3)
    words = [chance.getrandbits(32) | (chance.random() < 0.1) << 31 for _ in range(WORDS)]
    assert {"frequency of ones", "frequency of bytes", "gaps, high bits"} <= failed(
        try_words(words)
    )


def test_the_permutations_of_five_are_told_apart() -> None:
    """Each order once: as even as can be, and each in a place of its own."""
    orders = [word for order in permutations(range(5)) for word in order]
    found = streams.permutations(orders)
    assert found.statistic == 0
    assert found.p == 0


def test_figures_by_hand() -> None:
    assert ones([0xFFFFFFFF, 0]).statistic == 0
    assert ones([0xFFFFFFFF] * 8).statistic == pytest.approx(128 / 8)
    assert frequency("", [0, 0, 0, 1], 2).statistic == pytest.approx(1)
    assert gaps("", [0] * 8).statistic == pytest.approx(8 * 7)
    assert birthdays("", range(BIRTHDAYS)).statistic == BIRTHDAYS - 2
    assert birthdays("", range(BIRTHDAYS - 1)).statistic == 0


@pytest.mark.slow
def test_birthdays_are_poisson() -> None:
    chance = np.random.default_rng(4)
    found, years = [], 400
    for _ in range(50):
        days = chance.integers(0, 2**streams.DAY_BITS, years * BIRTHDAYS).tolist()
        found.append(birthdays("", days).statistic)
    mean = years * (BIRTHDAYS - 1) * (BIRTHDAYS - 2) * BIRTHDAYS / 2**30
    assert np.mean(found) == pytest.approx(mean, rel=0.03)
    assert np.var(found) == pytest.approx(mean, rel=0.7)


class BiasedSource(RandomSource):
    """Takes a few bits modulo the bound, as careless programs do."""

    def __init__(self) -> None:
        self.chance = Random(5)

    def word(self) -> int:
        return self.chance.getrandbits(32)

    def below(self, bound: int) -> int:
        return self.chance.getrandbits(7) % bound


def naive(items: Sequence[int], source: RandomSource) -> list[int]:
    """Swap each place with any place: n^n ways, which n! does not divide."""
    mixed = list(items)
    for place in range(len(mixed)):
        other = source.below(len(mixed))
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def cut_once(items: Sequence[int], source: RandomSource) -> list[int]:
    cut = source.below(len(items))
    return [*items[cut:], *items[:cut]]


def sattolo(items: Sequence[int], source: RandomSource) -> list[int]:
    """Off by one: every order is one long cycle."""
    mixed = list(items)
    for place in range(len(mixed) - 1, 0, -1):
        other = source.below(place)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def shuffles(mix: Callable[[Sequence[int], RandomSource], Sequence[int]]) -> list[Sequence[int]]:
    source = SplitMix64(9)
    return [mix(range(CARDS), source) for _ in range(SHUFFLES)]


@pytest.mark.parametrize(
    ("mix", "found_out"),
    [
        (naive, {"places of cards"}),
        (cut_once, {"descents", "birthday spacings of first cards"}),
        (sattolo, {"fixed points", "cycles"}),
    ],
)
def test_bad_shuffles_are_found_out(
    mix: Callable[[Sequence[int], RandomSource], Sequence[int]], found_out: set[str]
) -> None:
    assert found_out <= failed(try_orders(shuffles(mix)))


def test_a_shuffle_of_the_shuffle_before_is_found_out_composed() -> None:
    """Each shuffle is uniform; but every other one only turns the one before around."""
    sound = shuffles(lambda items, source: _fisher_yates(items, source))
    turned: list[Sequence[int]] = []
    for order in sound[: SHUFFLES // 2]:
        inverse = [0] * CARDS
        for place, card in enumerate(order):
            inverse[card] = place
        turned += [order, inverse]
    found = failed(try_orders(turned))
    assert "fixed points, composed" in found
    assert "places of cards" not in found


def _fisher_yates(items: Sequence[int], source: RandomSource) -> Sequence[int]:
    mixed = list(items)
    for place, other in zip(range(len(mixed) - 1, 0, -1), source.swaps(len(mixed)), strict=True):
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def test_biased_draws_are_found_out() -> None:
    assert failed([draws(BiasedSource().below, CARDS, 50_000)])


def test_a_report_on_a_biased_source_fails() -> None:
    source = BiasedSource()
    bad = source_report("biased", source, source.word, lambda _: source, 1_024)
    report = RandomnessReport(seed="", shuffles=1_024, words=0, sources=(bad,))
    assert {"draws below 52", "places of cards"} <= {each.name for each in report.failed}
    assert report.limit == pytest.approx(0.001 / len(bad.tests))
    found, expected = report.below_one_percent
    assert found >= len(report.failed) > expected
