"""Chance: the only place that draws. A source is an argument, never a global.

The provably fair stream ``war-fair/1``: HMAC-SHA256 under the server seed over
``client seed:nonce:block`` gives 32-bit words; an index below *m* takes the next word
and rejects those of the incomplete last multiple of *m*, so it is exactly uniform;
Fisher-Yates from the last place down turns indexes into a shuffle.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from casino_war.errors import N_, InvalidSeedError

T = TypeVar("T")

SCHEME = "war-fair/1"

_WORDS = 2**32
_SERVER_SEED = re.compile(r"[0-9a-f]{64}", re.ASCII)
_CLIENT_SEED = re.compile(r"[ -9;-~]{1,64}", re.ASCII)


class RandomSource(Protocol):
    """A stream of chance."""

    def below(self, bound: int) -> int:
        """Draw an integer of 0 .. bound - 1, each equally likely."""
        ...


class FairStream:
    """The words of ``war-fair/1`` for one shuffle, and what is drawn after it.

    Raises:
        InvalidSeedError: on construction, if a seed or the nonce is malformed.
    """

    def __init__(self, server_seed: str, client_seed: str, nonce: int) -> None:
        check_server_seed(server_seed)
        check_client_seed(client_seed)
        if nonce < 0:
            raise InvalidSeedError(
                N_("The nonce %(text)s is not a whole number from 0 up."), text=str(nonce)
            )
        self._key = server_seed.encode("ascii")
        self._prefix = f"{client_seed}:{nonce}:"
        self._block = 0
        self._waiting: list[int] = []

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


def shuffle(items: Sequence[T], source: RandomSource) -> tuple[T, ...]:
    """Return the items in random order, every order equally likely (Fisher-Yates)."""
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        j = source.below(i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return tuple(shuffled)


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
