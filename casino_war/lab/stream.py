"""The words of `SplitMix64`, its draws and its shuffles, as compiled code: equal to the bit.

The stream of a kernel is an array of 64-bit words: state, rest of the batch, cards left
to draw from, draws left in the batch. In numba a signed and an unsigned word make a float:
everything here is unsigned.
"""

from typing import Any

import numpy as np

from casino_war.lab.jit import high, inlined, jit

Words = Any
"""An array of unsigned 64-bit words, or one of them."""

STATE, REST, LEFT, BATCH = 0, 1, 2, 3

GAMMA = np.uint64(0x9E3779B97F4A7C15)
"""How far the state moves on for each word."""
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31 = np.uint64(30), np.uint64(27), np.uint64(31)
_0, _1, _2, _3, _4, _5, _6 = map(np.uint64, range(7))
_FLOORS = tuple(np.uint64(2**bits) for bits in (30, 19, 14, 11, 9))


@inlined
def mixed(state: Words) -> Words:
    """Return the word that belongs to a state that has been moved on."""
    z = (state ^ (state >> _30)) * _FIRST
    z = (z ^ (z >> _27)) * _SECOND
    return z ^ (z >> _31)


@inlined
def word(stream: Words) -> Words:
    """Draw the next word."""
    stream[STATE] += GAMMA
    return mixed(stream[STATE])


@jit
def batch_size(left: Words) -> Words:
    """Return how many bounds from *left* down share a word; see `shuffle_batches`."""
    if left <= _6:
        return left - _1
    if left <= _FLOORS[4]:
        return _6
    if left <= _FLOORS[3]:
        return _5
    if left <= _FLOORS[2]:
        return _4
    if left <= _FLOORS[1]:
        return _3
    return _2 if left <= _FLOORS[0] else _1


@inlined
def batch_word(stream: Words, left: Words, size: Words) -> Words:
    """Draw a word that serves *size* bounds from *left* down.

    The rest that the draws will leave is the word times all bounds: known before any draw.
    """
    product = _1
    for k in range(size):
        product *= left - np.uint64(k)
    while True:
        drawn = word(stream)
        rest = drawn * product
        if rest >= product or rest >= (_0 - product) % product:
            return drawn


@inlined
def six_word(stream: Words, left: Words) -> Words:
    """Draw a word that serves six bounds from *left*, which is 7 to 512, down."""
    product = left * (left - _1) * (left - _2) * (left - _3) * (left - _4) * (left - _5)
    while True:
        stream[STATE] += GAMMA
        drawn = mixed(stream[STATE])
        rest = drawn * product
        if rest >= product or rest >= (_0 - product) % product:
            return drawn


@jit
def below(stream: Words, bound: Words) -> Words:
    """Draw an integer of 0 .. bound - 1."""
    return high(batch_word(stream, bound, _1), bound)


@jit
def shuffle(items: Any, start: int, count: int, stream: Words) -> None:
    """Shuffle *count* items from *start* on, as `randomness.shuffle` with this stream."""
    left = np.uint64(count)
    while left > _1:
        size = batch_size(left)
        rest = batch_word(stream, left, size)
        for _ in range(size):
            chosen = start + np.int64(high(rest, left))
            rest *= left
            left -= _1
            place = start + np.int64(left)
            item = items[place]
            items[place] = items[chosen]
            items[chosen] = item


@jit
def fill(cards: Any, stream: Words) -> None:
    """Begin to deal from all *cards*, in whatever order they lie."""
    stream[LEFT] = np.uint64(len(cards))
    stream[BATCH] = _0


@jit
def deal(cards: Any, stream: Words) -> Any:
    """Deal the next card: one step of a shuffle, whose last place is the top of the shoe."""
    left = stream[LEFT]
    if left > _1:
        if stream[BATCH] == _0:
            size = batch_size(left)
            stream[REST] = batch_word(stream, left, size)
            stream[BATCH] = size
        chosen = high(stream[REST], left)
        stream[REST] *= left
        stream[BATCH] -= _1
        card = cards[chosen]
        cards[chosen] = cards[left - _1]
        cards[left - _1] = card
    stream[LEFT] = left - _1
    return cards[left - _1]
