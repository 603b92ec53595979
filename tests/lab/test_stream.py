"""The stream of the kernels is `SplitMix64` to the bit, by its published vectors."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_war.game.randomness import SplitMix64, shuffle
from casino_war.lab import stream
from casino_war.lab.plan import chunk_seed

VECTORS = json.loads(
    (Path(__file__).parents[1] / "data" / "splitmix_shuffle_vectors.json").read_text()
)


def opened(seed: int) -> Any:
    words = np.zeros(4, dtype=np.uint64)
    words[stream.STATE] = seed
    return words


@pytest.mark.parametrize("vector", VECTORS["shuffle"], ids=lambda v: f"{v['seed']}-{v['count']}")
def test_shuffles_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    items, words = np.arange(vector["count"], dtype=np.int64), opened(vector["seed"])
    stream.shuffle(items, 0, len(items), words)
    text = ",".join(map(str, items.tolist()))
    assert hashlib.sha256(text.encode()).hexdigest() == vector["sha256"]
    assert int(stream.word(words)) == vector["next_word"]


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**64 - 1))
def test_single_draws_are_those_of_the_source(seed: int, bound: int) -> None:
    words, source = opened(seed), SplitMix64(seed)
    for _ in range(5):
        assert int(stream.below(words, np.uint64(bound))) == source.below(bound)


@given(st.integers(0, 2**64 - 1), st.sampled_from([1, 2, 6, 7, 52, 104, 416]))
def test_a_shoe_is_dealt_as_a_shuffle_goes_on(seed: int, count: int) -> None:
    cards, words = np.arange(count, dtype=np.uint8), opened(seed)
    stream.fill(cards, words)
    dealt = [int(stream.deal(cards, words)) for _ in range(count)]
    order = shuffle([int(card) for card in np.arange(count, dtype=np.uint8)], SplitMix64(seed))
    assert dealt == list(reversed(order))


def test_the_seeds_of_chunks_are_the_words_of_the_plans_seed() -> None:
    source = SplitMix64(2**64 - 1)
    assert [chunk_seed(2**64 - 1, index) for index in range(5)] == [source.word() for _ in range(5)]
