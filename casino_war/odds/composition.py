"""What a shoe may hold: how many cards of each rank, in no order."""

from dataclasses import dataclass

from casino_war.game.cards import Rank
from casino_war.game.table_rules import SUITS_PER_DECK

RANKS: tuple[Rank, ...] = tuple(rank for rank in Rank if rank is not Rank.JOKER)
"""The thirteen ranks of Casino War, two to ace."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Cards left, counted by rank in the order of `RANKS`. Suits never count."""

    counts: tuple[int, ...]

    @property
    def cards(self) -> int:
        """Cards in all."""
        return sum(self.counts)


def full_shoe(decks: int) -> Composition:
    """Return the composition of *decks* packs of 52.

    Cards burned unseen do not change it: whatever is dealt after them is as likely.
    """
    return Composition((SUITS_PER_DECK * decks,) * len(RANKS))
