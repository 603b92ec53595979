"""SplitMix64 and its batched shuffle against published words and slow references.

The references share nothing with the code: words come from the closed form of the state,
a batch is one product of big integers split into mixed-radix digits, and a shuffle names
the size of each batch by a chain of thresholds. `python -m tests.game.test_split_mix`
writes the vectors of the references anew.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, product
from math import factorial, prod, sqrt
from pathlib import Path
from typing import TypedDict

import pytest

from casino_war.errors import BrokenInvariantError, InvalidSeedError
from casino_war.game.cards import PACK
from casino_war.game.randomness import (
    FairStream,
    RandomSource,
    SplitMix64,
    choice,
    draw_batch,
    shuffle,
    shuffle_batches,
)

VECTORS = Path(__file__).parent.parent / "data" / "splitmix_shuffle_vectors.json"
TWO_64 = 2**64
Z_MAX = 4.0


class ShuffleVector(TypedDict):
    """What a shuffle of 0 .. count - 1 under a seed gives and uses up."""

    seed: int
    count: int
    words: int
    """Words drawn by the shuffle; more than its batches if some were rejected."""
    next_word: int
    sha256: str
    """Of the order in decimal, joined by commas."""
    order: list[int] | None
    """Written out for up to 104 items."""


class BelowVector(TypedDict):
    """The first draws under a seed below one bound."""

    seed: int
    bound: int
    draws: list[int]


class Vectors(TypedDict):
    shuffle: list[ShuffleVector]
    below: list[BelowVector]


REJECTING = ((5249, 312), (108, 416), (220, 512), (0, 2048))
"""Seeds under which the shuffle of so many items rejects a batch."""

SHUFFLED = (
    *((1234567, count) for count in (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 32, 36, 52, 54, 104)),
    *((seed, 52) for seed in (0, 1, 2**63, TWO_64 - 1)),
    *((1234567, count) for count in (312, 416, 512, 513, 2048, 2049, 16384, 16385, 100_000)),
    *REJECTING,
)
BOUNDS = (1, 2, 3, 52, 2**32, 2**32 + 1, 2**63 + 1, TWO_64 - 1, TWO_64)


def reference_words(seed: int) -> Iterator[int]:
    n = 0
    while True:
        n += 1
        z = (seed + n * 0x9E3779B97F4A7C15) % TWO_64
        z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % TWO_64
        z = (z ^ z // 2**27) * 0x94D049BB133111EB % TWO_64
        yield z ^ z // 2**31


def reference_batch(bounds: Sequence[int], words: Iterator[int]) -> list[int]:
    """Digits, most significant first, of floor(word * P / 2^64) in the bounds' radices."""
    total = prod(bounds)
    number, low = divmod(next(words) * total, TWO_64)
    while low < TWO_64 % total:
        number, low = divmod(next(words) * total, TWO_64)
    digits: list[int] = []
    for bound in reversed(bounds):
        number, digit = divmod(number, bound)
        digits.insert(0, digit)
    return digits


def reference_size(left: int) -> int:
    if left <= 6:
        return left - 1
    if left <= 512:
        return 6
    if left <= 2048:
        return 5
    if left <= 16384:
        return 4
    if left <= 524288:
        return 3
    return 2 if left <= 1073741824 else 1


def reference_shuffle(count: int, words: Iterator[int]) -> list[int]:
    order = list(range(count))
    left = count
    while left > 1:
        bounds = [left - k for k in range(reference_size(left))]
        for bound, place in zip(bounds, reference_batch(bounds, words), strict=True):
            order[bound - 1], order[place] = order[place], order[bound - 1]
        left -= len(bounds)
    return order


def digest(order: Sequence[int]) -> str:
    return hashlib.sha256(",".join(map(str, order)).encode("ascii")).hexdigest()


def shuffle_vector(seed: int, count: int) -> ShuffleVector:
    drawn = 0

    def counted() -> Iterator[int]:
        nonlocal drawn
        for word in reference_words(seed):
            drawn += 1
            yield word

    words = counted()
    order = reference_shuffle(count, words)
    return {
        "seed": seed,
        "count": count,
        "words": drawn,
        "next_word": next(words),
        "sha256": digest(order),
        "order": order if count <= 104 else None,
    }


def below_vector(seed: int, bound: int) -> BelowVector:
    words = reference_words(seed)
    return {
        "seed": seed,
        "bound": bound,
        "draws": [reference_batch([bound], words)[0] for _ in range(8)],
    }


def vectors() -> Vectors:
    return {
        "shuffle": [shuffle_vector(seed, count) for seed, count in SHUFFLED],
        "below": [below_vector(1234567, bound) for bound in BOUNDS],
    }


PUBLISHED: Vectors = json.loads(VECTORS.read_text("utf-8"))


def test_the_words_of_the_published_seed() -> None:
    """The output listed for "Pseudo-random numbers/Splitmix64" on Rosetta Code."""
    source = SplitMix64(1234567)
    assert [source.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("seed", [0, 1, 2**63, TWO_64 - 1])
def test_the_words_are_those_of_the_closed_form(seed: int) -> None:
    """The state after n words is seed + n times the constant: it wraps and never sticks."""
    source = SplitMix64(seed)
    assert [source.word() for _ in range(1000)] == list(islice(reference_words(seed), 1000))


def test_the_stored_vectors_are_those_of_the_references() -> None:
    assert vectors() == PUBLISHED


@pytest.mark.parametrize(
    "vector", PUBLISHED["shuffle"], ids=lambda vector: f"{vector['count']}-{vector['seed']}"
)
def test_shuffles_give_the_vectors(vector: ShuffleVector) -> None:
    source = SplitMix64(vector["seed"])
    order = shuffle(range(vector["count"]), source)
    assert digest(order) == vector["sha256"]
    assert vector["order"] in (None, list(order))
    assert source.word() == vector["next_word"]


@pytest.mark.parametrize("vector", PUBLISHED["below"], ids=lambda vector: str(vector["bound"]))
def test_single_draws_give_the_vectors(vector: BelowVector) -> None:
    source = SplitMix64(vector["seed"])
    assert [source.below(vector["bound"]) for _ in vector["draws"]] == vector["draws"]


def test_some_vectors_hold_a_rejected_batch() -> None:
    rejected = {
        vector["count"]
        for vector in PUBLISHED["shuffle"]
        if vector["words"] > len(list(shuffle_batches(vector["count"])))
    }
    assert {count for _, count in REJECTING} <= rejected


@pytest.mark.parametrize(
    "bounds",
    [
        (1,),
        (6,),
        (255,),
        (256,),
        (6, 5, 4),
        (5, 4, 3, 2),
        (3, 7, 11),
        (2, 2, 2),
        (16, 16),
        (15, 17),
    ],
    ids=str,
)
def test_with_words_of_eight_bits_every_combination_comes_equally_often(
    bounds: tuple[int, ...],
) -> None:
    """All 256 words, each once: the proof of exactness, and that no more are rejected."""
    seen: Counter[tuple[int, ...]] = Counter()
    for word in range(256):
        try:
            seen[draw_batch(bounds, iter([word]).__next__, word_bits=8)] += 1
        except StopIteration:
            continue
    assert seen == dict.fromkeys(product(*map(range, bounds)), 256 // prod(bounds))


def test_a_rejected_word_spoils_the_whole_batch() -> None:
    """2^64 mod 60 is 16: the sixteen least fractions are rejected, among them word 0."""
    assert draw_batch((5, 4, 3), iter([0, TWO_64 - 1]).__next__) == (4, 3, 2)
    assert draw_batch((5, 4, 3), iter([0, 0, TWO_64 // 5 + 1]).__next__) == (1, 0, 0)


def test_an_empty_batch_draws_nothing_from_its_word() -> None:
    assert draw_batch((), iter([7]).__next__) == ()


@pytest.mark.parametrize("bounds", [(0,), (-1,), (5, 0), (TWO_64 + 1,), (2**32, 2**33)], ids=str)
def test_bounds_that_no_word_can_serve_are_refused(bounds: tuple[int, ...]) -> None:
    with pytest.raises(BrokenInvariantError, match="No word of 64 bits draws below"):
        draw_batch(bounds, SplitMix64(0).word)


@pytest.mark.parametrize("seed", [-1, TWO_64, 10**30])
def test_seeds_beyond_64_bits_are_refused(seed: int) -> None:
    with pytest.raises(InvalidSeedError, match=f"The seed {seed} is not a whole number"):
        SplitMix64(seed)


@pytest.mark.parametrize(
    "count", [0, 1, 2, 6, 7, 8, 52, 512, 513, 2048, 2049, 16384, 16385, 2**19 + 3]
)
def test_batches_hold_every_bound_once_in_order_and_seldom_reject(count: int) -> None:
    batches = list(shuffle_batches(count))
    assert [bound for bounds in batches for bound in bounds] == list(range(count, 1, -1))
    assert all(prod(bounds) <= TWO_64 // 16 for bounds in batches)


@pytest.mark.parametrize(
    ("left", "size"),
    [
        *((2**30 + 1, 1), (2**30, 2), (2**19 + 1, 2), (2**19, 3), (2**14 + 1, 3), (2**14, 4)),
        *((2**11 + 1, 4), (2**11, 5), (2**9 + 1, 5), (2**9, 6), (7, 6), (6, 5), (2, 1)),
    ],
)
def test_the_first_batch_is_as_large_as_documented(left: int, size: int) -> None:
    first = next(shuffle_batches(left))
    assert first == tuple(range(left, left - size, -1))
    assert prod(first) <= TWO_64 // 16


def test_a_pack_takes_nine_words() -> None:
    assert len(list(shuffle_batches(52))) == 9


def test_a_source_of_single_draws_shuffles_one_draw_at_a_time() -> None:
    """The fair stream's order is fixed by its scheme: batches must never reach it."""
    seed = "0123456789abcdef" * 4
    fair, single = FairStream(seed, "client", 0), FairStream(seed, "client", 0)
    assert list(fair.swaps(52)) == [single.below(bound) for bound in range(52, 1, -1)]
    assert fair.word() == single.word()


def test_shuffling_keeps_every_card_and_same_seed_same_order() -> None:
    order = shuffle(PACK, SplitMix64(7))
    assert sorted(map(str, order)) == sorted(map(str, PACK))
    assert order == shuffle(PACK, SplitMix64(7)) != shuffle(PACK, SplitMix64(8))


def chi_square_z(counts: Sequence[int], cells: int) -> float:
    """Standard deviations by which the counts' chi-square lies off its mean."""
    assert len(counts) <= cells
    mean = sum(counts) / cells
    squares = sum((count - mean) ** 2 for count in counts) + (cells - len(counts)) * mean**2
    return (squares / mean - (cells - 1)) / sqrt(2 * (cells - 1))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7])
def test_every_order_of_a_few_items_is_as_likely(count: int) -> None:
    """All orders of 2 .. 7 items, one batch each, under one fixed seed."""
    source = SplitMix64(20_240_813)
    orders = factorial(count)
    seen = Counter(shuffle(range(count), source) for _ in range(max(10 * orders, 2_000)))
    assert abs(chi_square_z(list(seen.values()), orders)) < Z_MAX


@pytest.mark.parametrize("count", [8, 13, 52])
def test_every_item_is_as_likely_at_every_place(count: int) -> None:
    """(n-1)/n X^2 of the place-by-item table is chi-square with (n-1)^2 degrees."""
    source = SplitMix64(1)
    shuffles = 4_000
    table: Counter[tuple[int, int]] = Counter()
    for _ in range(shuffles):
        table.update(enumerate(shuffle(range(count), source)))
    expected = shuffles / count
    cells = product(range(count), range(count))
    unscaled = sum((table[cell] - expected) ** 2 for cell in cells)
    degrees = (count - 1) ** 2
    z = (unscaled / expected * (count - 1) / count - degrees) / sqrt(2 * degrees)
    assert abs(z) < Z_MAX


@pytest.mark.parametrize("source", [SplitMix64(3), FairStream("5eed" * 16, "choice", 0)])
def test_choices_are_equally_likely_and_need_an_option(source: RandomSource) -> None:
    seen = Counter(choice("ABCDE", source) for _ in range(5_000))
    assert set(seen) == set("ABCDE")
    assert abs(chi_square_z(list(seen.values()), 5)) < Z_MAX
    assert choice(["only"], source) == "only"


def test_draws_below_and_their_successors_are_uniform() -> None:
    source = SplitMix64(4)
    draws = [source.below(20) for _ in range(40_001)]
    assert abs(chi_square_z(list(Counter(draws).values()), 20)) < Z_MAX
    assert abs(chi_square_z(list(Counter(pairwise(draws)).values()), 400)) < Z_MAX


def write_vectors() -> None:
    """Write the file of vectors, one to a line."""
    parts = [
        f"{json.dumps(name)}: [\n" + ",\n".join(map(json.dumps, rows)) + "\n]"
        for name, rows in vectors().items()
        if isinstance(rows, list)
    ]
    VECTORS.write_text("{" + ",\n".join(parts) + "}\n", "utf-8")


if __name__ == "__main__":
    write_vectors()
