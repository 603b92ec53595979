"""What has happened in a game of War, in the past tense.

Seats are numbered from 0. Cards of a seat stand in the order in which it laid them. The
truth from which screens, transcripts and notation derive. Where buried cards may be among
others, ``shown`` are those that lay face up, in the order in which they were laid: a
screen must not tell the rest (see `casino_war.game.war_views`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat


class Outcome(StrEnum):
    """Whom an ended game singles out."""

    WIN = "win"
    LOSER = "loser"
    DRAW = "draw"


class EndReason(StrEnum):
    """Why a game ended. ``CAP`` is the technical limit, which no rules contain."""

    COLLECTED_ALL = "collected_all"
    RAN_OUT = "ran_out"
    RAN_OUT_IN_WAR = "ran_out_in_war"
    BOTH_RAN_OUT = "both_ran_out"
    BATTLE_LIMIT = "battle_limit"
    TIME_LIMIT = "time_limit"
    WARS_REACHED = "wars_reached"
    STOCKS_PLAYED = "stocks_played"
    CAP = "cap"
    CYCLE = "cycle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """Everybody still in turned the top card, or cards, at the same moment."""

    cards: Mapping[Seat, Cards]


@dataclass(frozen=True, slots=True, kw_only=True)
class WarStepped:
    """Step *step* (from 1) of a war began; ``face_down`` cards are asked of each entrant."""

    step: int
    entrants: tuple[Seat, ...]
    face_down: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Buried:
    """Cards were laid face down; a seat that laid none has an empty tuple."""

    cards: Mapping[Seat, Cards]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood:
    """The last cards of these seats are compared once more."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The cards that decide this step, newly turned or standing.

    Where each turns several, also what lay open before an entrant was short of the next.
    """

    cards: Mapping[Seat, Cards]


@dataclass(frozen=True, slots=True, kw_only=True)
class Short:
    """A seat could not lay the next card and left the war."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkedOver:
    """Only this seat was left in the war."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadWar:
    """Nobody could go on; ``carry`` stays on the table."""

    seats: tuple[Seat, ...]
    carry: Cards
    shown: Cards = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tied:
    """These seats tied for best and split the pot."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhausted:
    """A war could not be fought to its end: everybody takes the own cards back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A seat's share of a pot that nobody won."""

    seat: Seat
    cards: Cards
    shown: Cards = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Cards stay on the table for a later battle."""

    cards: Cards
    shown: Cards = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A seat took the pot; the first card comes up first, or lies lowest on a face-up pile."""

    seat: Seat
    cards: Cards
    shown: Cards = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recycled:
    """A seat's side pile became its stock."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Stolen:
    """A thief laid the victim's whole pile on its own, and the stealing card on top of both."""

    thief: Seat
    victim: Seat
    card: Card
    pile: Cards
    """The first card is the lowest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanged:
    """Thieves stole in a ring, each the pile of the next, the last that of the first."""

    seats: tuple[Seat, ...]
    cards: Mapping[Seat, Card]
    """The stealing cards; each lies on top of the pile that it stole."""
    piles: Mapping[Seat, Cards]
    """The pile that each seat stole, the first card the lowest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Protected:
    """A seat plays the rank of its own pile's top, so that the thief has to play too."""

    seat: Seat
    thief: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Forestalled:
    """Another thief was first at the victim's pile, so that this one has to play."""

    thief: Seat
    victim: Seat
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Topped:
    """A seat laid this card on top of what it won."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut:
    """A seat has no cards anywhere and left the game."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The game is over: who, and why. ``period`` counts the battles of a cycle."""

    outcome: Outcome
    seats: tuple[Seat, ...]
    reason: EndReason
    period: int | None = None


WarEvent = (
    Turned
    | WarStepped
    | Buried
    | Stood
    | Compared
    | Short
    | WalkedOver
    | DeadWar
    | Tied
    | Exhausted
    | Split
    | Carried
    | Taken
    | Recycled
    | Stolen
    | Exchanged
    | Protected
    | Forestalled
    | Topped
    | WentOut
    | Ended
)
