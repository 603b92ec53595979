"""The chance of a game of War: a plain seed, or the seeds of a provably fair stream.

The practice room deals by ``war-fair/1``, one stream for the whole game: shuffle and deal,
then whatever else is left to chance, in the order in which it happens.
"""

import re
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote, unquote

from casino_war.errors import N_, InvalidSeedError
from casino_war.game.randomness import FairStream, RandomSource, SplitMix64

_FAIR = re.compile(r"([0-9a-f]{64}):(0|[1-9][0-9]{0,17}):([!-~]{1,192})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class FairSeed:
    """Server seed, client seed and nonce of one game.

    ``str`` prints them for a line of notation, the client seed percent-encoded.

    Raises:
        InvalidSeedError: one of them is malformed.
    """

    server_seed: str
    client_seed: str
    nonce: int

    def __post_init__(self) -> None:
        FairStream(self.server_seed, self.client_seed, self.nonce)

    def __str__(self) -> str:
        return f"{self.server_seed}:{self.nonce}:{quote(self.client_seed, safe='')}"


Seed = int | FairSeed


class WordSource(RandomSource, Protocol):
    """A stream of chance that also gives its bare words."""

    def word(self) -> int:
        """Draw the next word."""
        ...


def source_of(seed: Seed) -> WordSource:
    """Open the stream of a seed.

    Raises:
        InvalidSeedError: a plain seed is not of 0 .. 2^64 - 1.
    """
    if isinstance(seed, int):
        return SplitMix64(seed)
    return FairStream(seed.server_seed, seed.client_seed, seed.nonce)


def parse_seed(text: str) -> FairSeed:
    """Read the seeds that `FairSeed` printed.

    Raises:
        InvalidSeedError: they are none, or spelled in another way.
    """
    match = _FAIR.fullmatch(text)
    if match is not None:
        seed = FairSeed(server_seed=match[1], client_seed=unquote(match[3]), nonce=int(match[2]))
        if str(seed) == text:
            return seed
    raise InvalidSeedError(
        N_("Fair seeds read <server seed>:<nonce>:<client seed>, not %(text)s."),
        text=repr(text[:60]),
    )
