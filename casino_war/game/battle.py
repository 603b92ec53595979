"""Battles over upturned cards, and the war that a tie starts.

The one place where cards are compared and a war is fought, for the casino round and the
pile game alike. A *contest* is a set of seats whose upturned cards are compared. Casino
War has one contest of hand and dealer for every hand, over one dealer card; the pile game
has one of all entrants. A *supply* lays the cards: the casino's shoe burns and deals, the
pile game's stocks bury and turn. Burying, turning and comparing are separate calls, so
that a game can ask for a decision between any two of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Protocol

from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat

Strength = Callable[[Sequence[Cards]], Sequence[float]]
"""Ranks what each seat has turned up, one card in most games: one number a seat, the
highest best. It sees all of it, since in some games one card changes another's rank."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One card laid: face up before a seat, or face down by a seat or by nobody (a burn)."""

    seat: Seat | None
    card: Card
    is_face_up: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """What one call to a supply put on the table, in order, and who could not go on."""

    placements: tuple[Placement, ...] = ()
    out: tuple[Seat, ...] = ()
    """Seats that had nothing to lay and left the war, in order; others go on."""
    dead: tuple[Seat, ...] = ()
    """Seats that ran out at the same moment and left nobody in the war."""
    is_exhausted: bool = False
    """Whether the war cannot be fought at all, so that nothing was laid."""

    @property
    def upturned(self) -> dict[Seat, Cards]:
        """The face-up cards of each seat."""
        upturned: dict[Seat, Cards] = {}
        for placed in self.placements:
            if placed.is_face_up and placed.seat is not None:
                upturned[placed.seat] = (*upturned.get(placed.seat, ()), placed.card)
        return upturned


class Supply(Protocol):
    """Where the cards of a battle come from."""

    def bury(self, entrants: Sequence[Seat], step: int, tied: Card) -> Laid:
        """Lay what goes face down before war step *step* (from 1) over a tie of *tied*."""
        ...

    def turn(self, entrants: Sequence[Seat], step: int) -> Laid:
        """Turn up what each entrant compares, in order; step 0 opens the battle.

        An entrant that is neither given a card nor out keeps its last ones before it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Contest:
    """Seats whose cards are compared with each other, and with nobody else's."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WarStep:
    """One step of a war: buried, turned, and the cards that are compared."""

    step: int
    entrants: tuple[Seat, ...]
    tied: Card
    """A card of the tie that led here."""
    buried: Laid
    turned: Laid
    left: tuple[Seat, ...]
    """The entrants still in the war; one alone need not turn a card and has won."""
    upturned: Mapping[Seat, Cards]
    """The cards of each of them, newly turned or standing."""

    @property
    def dead(self) -> tuple[Seat, ...]:
        """The seats that ran out together, so that nobody can win this war."""
        return self.buried.dead or self.turned.dead

    @property
    def is_decisive(self) -> bool:
        """Whether cards can be compared: the war is neither dead nor given up."""
        return not self.dead and not self.buried.is_exhausted


def ace_high(turned: Sequence[Cards]) -> Sequence[float]:
    """Rank single cards two to ace; suits never count."""
    return [cards[0].rank for cards in turned]


def compare(
    contest: Contest, upturned: Mapping[Seat, Cards], strength: Strength = ace_high
) -> tuple[Seat, ...]:
    """Return the seats of the contest with the best card: one winner, or those who tie."""
    strengths = strength([upturned[seat] for seat in contest.seats])
    best = max(strengths)
    return tuple(seat for seat, own in zip(contest.seats, strengths, strict=True) if own == best)


def lay_war_step(
    supply: Supply, entrants: Sequence[Seat], step: int, tied: Card, shown: Mapping[Seat, Cards]
) -> WarStep:
    """Bury and turn the cards of war step *step*; *shown* lies before the entrants so far."""
    buried = supply.bury(entrants, step, tied)
    left = tuple(seat for seat in entrants if seat not in buried.out)
    turned = Laid()
    if len(left) > 1 and not buried.dead and not buried.is_exhausted:
        turned = supply.turn(left, step)
        left = tuple(seat for seat in left if seat not in turned.out)
    upturned = {**shown, **turned.upturned}
    return WarStep(
        step=step,
        entrants=tuple(entrants),
        tied=tied,
        buried=buried,
        turned=turned,
        left=left,
        upturned={seat: upturned[seat] for seat in left},
    )


def fight_war(
    supply: Supply,
    contests: Sequence[Contest],
    shown: Mapping[Seat, Cards],
    strength: Strength = ace_high,
    *,
    only_tied: bool = False,
) -> Iterator[WarStep]:
    """Fight step after step as long as a contest is tied; stop early to leave it tied.

    *contests* are tied over the cards *shown*. With ``only_tied`` those who did not tie
    for best are not asked to the next step.
    """
    step = 0
    while contests:
        step += 1
        tied = shown[compare(contests[0], shown, strength)[0]][0]
        fought = lay_war_step(supply, _entrants(contests), step, tied, shown)
        yield fought
        if not fought.is_decisive:
            return
        shown = fought.upturned
        contests = [
            contest
            for asked in contests
            if (contest := _next_contest(asked, fought, strength, only_tied=only_tied))
        ]


def _entrants(contests: Sequence[Contest]) -> tuple[Seat, ...]:
    """List every seat once, each contest's first seat before any second: the dealer last."""
    seats = chain.from_iterable(zip_longest(*(contest.seats for contest in contests)))
    return tuple(seat for seat in dict.fromkeys(seats) if seat is not None)


def _next_contest(
    asked: Contest, fought: WarStep, strength: Strength, *, only_tied: bool
) -> Contest | None:
    left = Contest(tuple(seat for seat in asked.seats if seat in fought.left))
    best = compare(left, fought.upturned, strength)
    if len(best) == 1:
        return None
    return Contest(best) if only_tied else left
