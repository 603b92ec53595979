"""The randomness report: every test of streams and shuffles, over both sources there are.

The error rate is stated beforehand (C. E. Bonferroni, 1936): of T tests the report fails if
any has a p below `ERROR_RATE` / T, so that right sources fail at most once in 1,000 reports.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from casino_war.game.randomness import FairStream, RandomSource, SplitMix64, shuffle
from casino_war.odds.orders import try_orders
from casino_war.odds.shuffles import CARDS
from casino_war.odds.streams import Trial, draws, try_words

ERROR_RATE = 0.001
SHUFFLES = 5_000

WORDS_PER_SHUFFLE = 40
_CLIENT_SEED = "rng-report"
_LOOSE = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceReport:
    """All tests of one source."""

    name: str
    tests: tuple[Trial, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomnessReport:
    """What every test found."""

    seed: str
    shuffles: int
    words: int
    sources: tuple[SourceReport, ...]

    @property
    def tests(self) -> tuple[Trial, ...]:
        """The tests of all sources."""
        return tuple(test for source in self.sources for test in source.tests)

    @property
    def limit(self) -> float:
        """The p below which a test fails, by `ERROR_RATE` for all of them together."""
        return ERROR_RATE / len(self.tests)

    @property
    def failed(self) -> tuple[Trial, ...]:
        """The tests that failed."""
        return tuple(test for test in self.tests if test.p < self.limit)

    @property
    def below_one_percent(self) -> tuple[int, float]:
        """How many tests have a p below 1 %, and how many right sources have on average."""
        found = sum(test.p < _LOOSE for test in self.tests)
        return found, _LOOSE * len(self.tests)


def randomness_report(seed: str, shuffles: int = SHUFFLES) -> RandomnessReport:
    """Test the fair stream under a server seed, and SplitMix64 from its first 16 digits.

    Raises:
        InvalidSeedError: the seed is not 64 hexadecimal characters in lower case.
    """
    words = shuffles * WORDS_PER_SHUFFLE
    fair = FairStream(seed, _CLIENT_SEED, 0)
    fast = SplitMix64(int(seed[:16], 16))
    return RandomnessReport(
        seed=seed,
        shuffles=shuffles,
        words=words,
        sources=(
            source_report(
                "war-fair/1",
                fair,
                fair.word,
                lambda number: FairStream(seed, _CLIENT_SEED, number + 1),
                shuffles,
            ),
            source_report("SplitMix64", fast, _halves(fast.word), lambda number: fast, shuffles),
        ),
    )


def source_report(
    name: str,
    source: RandomSource,
    word: Callable[[], int],
    source_of: Callable[[int], RandomSource],
    shuffles: int,
    *,
    mix: Callable[[Sequence[int], RandomSource], Sequence[int]] = shuffle,
) -> SourceReport:
    """Test a source: words of 32 bits, draws, and shuffles with *source_of* their numbers."""
    count = shuffles * WORDS_PER_SHUFFLE
    of_words = try_words([word() for _ in range(count)])
    of_draws = draws(source.below, CARDS, count // 4)
    pack = range(CARDS)
    of_orders = try_orders([mix(pack, source_of(number)) for number in range(shuffles)])
    return SourceReport(name=name, tests=(*of_words, of_draws, *of_orders))


def _halves(word: Callable[[], int]) -> Callable[[], int]:
    """Return what gives words of 64 bits in halves, the high one first."""
    waiting: list[int] = []

    def half() -> int:
        if waiting:
            return waiting.pop()
        whole = word()
        waiting.append(whole & 0xFFFFFFFF)
        return whole >> 32

    return half
