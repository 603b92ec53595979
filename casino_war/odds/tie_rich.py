"""From which shoes a tie bet gains: what is left by ranks, against what the bet pays."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from casino_war.game.table_rules import SUITS_PER_DECK
from casino_war.odds.comparisons import TIE_BET_ODDS
from casino_war.odds.composition import RANKS, Composition
from casino_war.odds.ties import tie_run_probabilities

COUNTS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24)
"""Cards left of each rank for which `most_ranks` is tabled."""


@dataclass(frozen=True, slots=True)
class TieBetAt:
    """The tie bet from a shoe of which whole ranks are gone."""

    ranks_gone: int
    cards: int
    p_match: Fraction
    """The chance that the next two cards match."""
    ev: Mapping[int, Fraction]
    """Expected net per unit, by what the bet pays to one."""


def match_probability(ranks: int, count: int) -> Fraction:
    """Return the chance that two cards match, of *ranks* ranks with *count* cards each."""
    return tie_run_probabilities(Composition((count,) * ranks), 1)[1]


@lru_cache(maxsize=8)
def by_ranks_gone(decks: int) -> tuple[TieBetAt, ...]:
    """Return the tie bet from *decks* full packs but for 0 to 11 ranks that are gone."""
    found = []
    for ranks_gone in range(len(RANKS) - 1):
        left = len(RANKS) - ranks_gone
        p_match = match_probability(left, SUITS_PER_DECK * decks)
        ev = {to_one: (to_one + 1) * p_match - 1 for to_one in TIE_BET_ODDS}
        found.append(TieBetAt(ranks_gone, left * SUITS_PER_DECK * decks, p_match, ev))
    return tuple(found)


@lru_cache(maxsize=1)
def most_ranks() -> Mapping[int, Mapping[int, int]]:
    """Return, by cards left of each rank and by odds, the most ranks that cost nothing.

    With more ranks of so many cards each, a tie bet at those odds loses on average.
    """
    return {
        count: {to_one: _most_ranks(count, to_one) for to_one in TIE_BET_ODDS} for count in COUNTS
    }


def _most_ranks(count: int, to_one: int) -> int:
    return max(
        ranks
        for ranks in range(1, len(RANKS) + 1)
        if (to_one + 1) * match_probability(ranks, count) >= 1
    )
