"""Battles over upturned cards, and the war that a tie starts.

The one place where cards are compared, for the casino round and the pile game alike. A
*contest* is a set of seats whose upturned cards are compared. Casino War has one
contest of hand and dealer for every hand, over one dealer card; the pile game has one of
all entrants. A *supply* lays the cards: the casino's shoe burns and deals, the pile
game's stocks bury and turn. Burying, turning and comparing are separate calls, so that a
game can ask for a decision between any two of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from casino_war.game.cards import Card
from casino_war.game.events import Seat

Strength = Callable[[Sequence[Card]], Sequence[int]]
"""Ranks compared cards: one number a card, the highest best. It sees all of them, since
in some games one card's presence changes another's rank."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One card laid: face up before a seat, or face down by a seat or by nobody (a burn)."""

    seat: Seat | None
    card: Card
    is_face_up: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """What one call to a supply put on the table, in order, and who had nothing to lay."""

    placements: tuple[Placement, ...]
    out: tuple[Seat, ...] = ()

    @property
    def upturned(self) -> dict[Seat, Card]:
        """The face-up card of each seat."""
        return {
            placed.seat: placed.card
            for placed in self.placements
            if placed.is_face_up and placed.seat is not None
        }


class Supply(Protocol):
    """Where the cards of a battle come from."""

    def bury(self, entrants: Sequence[Seat], step: int, tied: Card) -> Laid:
        """Lay what goes face down before war step *step* (from 1) over a tie of *tied*."""
        ...

    def turn(self, entrants: Sequence[Seat], step: int) -> Laid:
        """Turn one card for each entrant, in order; step 0 opens the battle."""
        ...


@dataclass(frozen=True, slots=True)
class Contest:
    """Seats whose cards are compared with each other, and with nobody else's."""

    seats: tuple[Seat, ...]


def ace_high(cards: Sequence[Card]) -> Sequence[int]:
    """Rank cards two to ace; suits never count."""
    return [card.rank for card in cards]


def compare(
    contest: Contest, upturned: Mapping[Seat, Card], strength: Strength = ace_high
) -> tuple[Seat, ...]:
    """Return the seats of the contest with the best card: one winner, or those who tie."""
    strengths = strength([upturned[seat] for seat in contest.seats])
    best = max(strengths)
    return tuple(seat for seat, own in zip(contest.seats, strengths, strict=True) if own == best)


def tied_contests(
    contests: Sequence[Contest], upturned: Mapping[Seat, Card], strength: Strength = ace_high
) -> tuple[Contest, ...]:
    """Return the contests that no seat has won with these cards."""
    return tuple(contest for contest in contests if len(compare(contest, upturned, strength)) > 1)
