"""Chance: the only place that draws. A source is an argument, never a global.

Both sources draw exactly uniformly, and shuffle by Fisher-Yates from the last place down.

The provably fair stream ``war-fair/1``: HMAC-SHA256 under the server seed over
``client seed:nonce:block`` gives 32-bit words; an index below *m* takes the next word
and rejects those of the incomplete last multiple of *m*. Every index takes words of its
own.

`SplitMix64`, for everything that nobody bets on: 64-bit words from a 64-bit seed, and
several indexes of a shuffle from one word.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Protocol, TypeVar

from casino_war.errors import N_, BrokenInvariantError, InvalidSeedError

T = TypeVar("T")

_WORDS = 2**32
_WORDS_PER_BLOCK = 8
_MASK = 2**64 - 1
_BATCH_SIZES = ((2**30, 1), (2**19, 2), (2**14, 3), (2**11, 4), (2**9, 5), (6, 6))
"""Places left to fill, more than which batches have this size; see `shuffle_batches`."""

_SERVER_SEED = re.compile(r"[0-9a-f]{64}", re.ASCII)
_CLIENT_SEED = re.compile(r"[ -9;-~]{1,64}", re.ASCII)


class RandomSource(Protocol):
    """A stream of chance. To inherit from it is to shuffle by one `below` per swap."""

    def below(self, bound: int) -> int:
        """Draw an integer of 0 .. bound - 1, each equally likely."""
        ...

    def swaps(self, count: int) -> Iterator[int]:
        """Draw the swaps of a shuffle of *count* items, in Fisher-Yates order.

        For each place from count - 1 down to 1 this is the place at or below it, each
        equally likely, with which it changes its item.
        """
        return (self.below(bound) for bound in range(count, 1, -1))


class FairStream(RandomSource):
    """The words of ``war-fair/1`` for one shuffle, and what is drawn after it.

    With *drawn* the stream goes on behind so many words, as if they had been drawn.

    Raises:
        InvalidSeedError: on construction, if a seed or the nonce is malformed.
    """

    def __init__(self, server_seed: str, client_seed: str, nonce: int, drawn: int = 0) -> None:
        check_server_seed(server_seed)
        check_client_seed(client_seed)
        if nonce < 0:
            raise InvalidSeedError(
                N_("The nonce %(text)s is not a whole number from 0 up."), text=str(nonce)
            )
        self._key = server_seed.encode("ascii")
        self._prefix = f"{client_seed}:{nonce}:"
        self._block, passed = divmod(drawn, _WORDS_PER_BLOCK)
        self._waiting: list[int] = []
        for _ in range(passed):
            self.word()

    @property
    def drawn(self) -> int:
        """How many words have been drawn."""
        return self._block * _WORDS_PER_BLOCK - len(self._waiting)

    def word(self) -> int:
        """Draw the next 32-bit word."""
        if not self._waiting:
            message = f"{self._prefix}{self._block}".encode("ascii")
            digest = hmac.digest(self._key, message, hashlib.sha256)
            self._waiting = [int.from_bytes(digest[i : i + 4], "big") for i in range(28, -1, -4)]
            self._block += 1
        return self._waiting.pop()

    def below(self, bound: int) -> int:
        """Draw an integer of 0 .. bound - 1 by rejection; *bound* is at most 2^32."""
        limit = _WORDS - _WORDS % bound
        while True:
            word = self.word()
            if word < limit:
                return word % bound


class SplitMix64(RandomSource):
    """A fast stream that compiled code can repeat to the bit; not for play with stakes.

    The words are those of Steele, Lea and Flood, "Fast splittable pseudorandom number
    generators" (OOPSLA 2014), with the constants of Vigna's ``splitmix64.c``. The state is
    64 bits and starts as the seed; every product and sum below is taken modulo 2^64::

        state += 0x9E3779B97F4A7C15
        z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB
        word = z ^ (z >> 31)

    `below` is a batch (`draw_batch`) of its one bound. A shuffle of *n* items takes the
    bounds n, n - 1, .. 2 in this order, in the batches of `shuffle_batches`; the draw for
    bound *b* is the place that changes its item with place b - 1. A shuffle is therefore
    a stream of its own, and not what as many calls of `below` would draw.

    Raises:
        InvalidSeedError: on construction, if the seed is not of 0 .. 2^64 - 1.
    """

    def __init__(self, seed: int) -> None:
        if not 0 <= seed <= _MASK:
            raise InvalidSeedError(
                N_("The seed %(text)s is not a whole number from 0 to %(max)s."),
                text=str(seed),
                max=_MASK,
            )
        self._state = seed

    def word(self) -> int:
        """Draw the next 64-bit word."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = (self._state ^ (self._state >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Draw an integer of 0 .. bound - 1, each equally likely.

        Raises:
            BrokenInvariantError: the bound is not of 1 .. 2^64.
        """
        return draw_batch((bound,), self.word)[0]

    def swaps(self, count: int) -> Iterator[int]:
        """Draw the swaps of a shuffle of *count* items, several from each word."""
        for bounds in _kept_batches(count):
            yield from draw_batch(bounds, self.word)


def draw_batch(
    bounds: Sequence[int], word: Callable[[], int], word_bits: int = 64
) -> tuple[int, ...]:
    """Draw one integer of 0 .. bound - 1 for each bound, all combinations equally likely.

    One word serves them all (Brackett-Rozinsky and Lemire, "Batched ranged random integer
    generation", Software: Practice and Experience 55, 2024). With words of *w* bits,
    *rest* starts as the word; for each bound in order ``rest * bound`` is split into the
    draw (all above the low w bits) and the new *rest* (the low w bits). If the last *rest*
    is less than 2^w mod the product of the bounds, all draws are thrown away and the next
    word is taken.

    Raises:
        BrokenInvariantError: the product of the bounds is not of 1 .. 2^w.
    """
    product, words = prod(bounds), 1 << word_bits
    if not 1 <= product <= words:
        raise BrokenInvariantError(
            N_("No word of %(bits)s bits draws below %(bounds)s."),
            bits=word_bits,
            bounds=" × ".join(map(str, bounds)),
        )
    while True:
        rest = word()
        draws = []
        for bound in bounds:
            wide = rest * bound
            draws.append(wide >> word_bits)
            rest = wide & (words - 1)
        # The remainder is less than the product: the division is seldom needed.
        if rest >= product or rest >= words % product:
            return tuple(draws)


def shuffle_batches(count: int) -> Iterator[tuple[int, ...]]:
    """Split the bounds count, count - 1, .. 2 of a shuffle into batches for 64-bit words.

    With *i* places left to fill a batch holds the next k bounds: k = 1 if i > 2^30,
    2 if i > 2^19, 3 if i > 2^14, 4 if i > 2^11, 5 if i > 2^9, 6 if i > 6, and i - 1
    (all that are left) otherwise. These are the sizes of the authors' own shuffle: as
    many as keep rejections rarer than one in sixteen.
    """
    left = count
    while left > 1:
        size = next((size for floor, size in _BATCH_SIZES if left > floor), left - 1)
        yield tuple(range(left, left - size, -1))
        left -= size


@lru_cache(maxsize=1024)
def _kept_batches(count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(shuffle_batches(count))


def shuffle(items: Sequence[T], source: RandomSource) -> tuple[T, ...]:
    """Return the items in random order, every order equally likely (Fisher-Yates)."""
    shuffled = list(items)
    last = len(shuffled) - 1
    for i, j in zip(range(last, 0, -1), source.swaps(len(shuffled)), strict=True):
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return tuple(shuffled)


def choice(options: Sequence[T], source: RandomSource) -> T:
    """Return one of the options (at least one), each place equally likely."""
    return options[source.below(len(options))]


def commitment(server_seed: str) -> str:
    """Return the SHA-256 of the server seed's ASCII text, in lower-case hex."""
    check_server_seed(server_seed)
    return hashlib.sha256(server_seed.encode("ascii")).hexdigest()


def check_server_seed(server_seed: str) -> None:
    """Refuse what is not 64 lower-case hex characters with `InvalidSeedError`."""
    if not _SERVER_SEED.fullmatch(server_seed):
        raise InvalidSeedError(N_("A server seed is 64 hexadecimal characters in lower case."))


def check_client_seed(client_seed: str) -> None:
    """Refuse what is not 1-64 printable ASCII characters without a colon."""
    if not _CLIENT_SEED.fullmatch(client_seed):
        raise InvalidSeedError(
            N_("A client seed is 1 to 64 printable ASCII characters without a colon.")
        )
