"""What a seat, or a spectator, may see of a game of War, and of what happens in it.

Nobody sees a stock, a card left out of the deal or the hand of another. Buried cards stay
unknown when the pot is taken, as does the order in which won cards go where they lie face
down: what was turned up is told in the order in which it was laid, the rest is counted.
In Steal War won cards lie face up on a pile, and all see all of it; each also looks at the
own top card before choosing. Who arranges the spoils has them in the hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from casino_war.game import steal
from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat
from casino_war.game.war_actions import Action
from casino_war.game.war_choices import legal_actions
from casino_war.game.war_events import (
    Buried,
    Carried,
    Compared,
    DeadWar,
    Ended,
    Exchanged,
    Exhausted,
    Forestalled,
    Protected,
    Recycled,
    Short,
    Split,
    Stolen,
    Stood,
    Taken,
    Tied,
    Topped,
    Turned,
    WalkedOver,
    WarEvent,
    WarStepped,
    WentOut,
)
from casino_war.game.war_rules import Choice, WarRules
from casino_war.game.war_state import Awaiting, WarState


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One seat; counts are of cards, seen or not."""

    seat: Seat
    stock_count: int
    pile_count: int
    hand_count: int
    pile: Cards
    """The side pile where it lies face up, first captured card first."""
    hand: Cards
    """The viewer's own hand."""
    top: Card | None
    """The viewer's own top card, where it looks at it before it chooses."""
    laid: tuple[Card | None, ...]
    """What it has laid in the battle that waits for a choice, in order; None is face down."""
    wars_won: int
    is_out: bool
    is_awaited: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WarView:
    """A game as its viewer sees it."""

    viewer: Seat | None
    """None for a spectator."""
    rules: WarRules
    seats: tuple[SeatView, ...]
    carry: Cards
    """What lies face up of the cards left on the table by earlier battles."""
    carry_hidden_count: int
    set_aside_count: int
    battles: int
    awaits: type[Awaiting] | None
    """What kind of choice the game waits for."""
    legal: tuple[Action, ...]
    """What the viewer may choose now."""
    ended: Ended | None


def view(state: WarState, viewer: Seat | None) -> WarView:
    """Show a game to a seat, or to a spectator (None)."""
    return WarView(
        viewer=viewer,
        rules=state.rules,
        seats=tuple(_view_seat(state, seat, viewer) for seat in range(len(state.stocks))),
        carry=state.carry_shown,
        carry_hidden_count=len(state.carry) - len(state.carry_shown),
        set_aside_count=len(state.set_aside),
        battles=state.battles,
        awaits=None if state.awaiting is None else type(state.awaiting),
        legal=() if viewer is None else legal_actions(state, viewer),
        ended=state.ended,
    )


def _view_seat(state: WarState, seat: Seat, viewer: Seat | None) -> SeatView:
    is_own = seat == viewer
    return SeatView(
        seat=seat,
        stock_count=len(state.stocks[seat]),
        pile_count=len(state.piles[seat]),
        hand_count=len(state.hands[seat]),
        pile=state.piles[seat] if _has_open_piles(state.rules) else (),
        hand=state.hands[seat] if is_own else (),
        top=steal.looked_at(state, seat) if is_own else None,
        laid=tuple(
            placed.card if placed.is_face_up else None
            for placed in state.table
            if placed.seat == seat
        ),
        wars_won=state.wars_won[seat],
        is_out=seat in state.out,
        is_awaited=state.awaiting is not None and seat in state.awaiting.seats,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenBuried:
    """`Buried`: how many cards each seat has laid face down."""

    counts: Mapping[Seat, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTaken:
    """`Taken`, as cards face up and a number of others."""

    seat: Seat
    shown: Cards
    hidden_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenSplit:
    """`Split`, as cards face up and a number of others."""

    seat: Seat
    shown: Cards
    hidden_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCarried:
    """`Carried`, as cards face up and a number of others."""

    shown: Cards
    hidden_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDeadWar:
    """`DeadWar`, with the carry as cards face up and a number of others."""

    seats: tuple[Seat, ...]
    shown: Cards
    hidden_count: int


PublicEvent = (
    Turned
    | WarStepped
    | Stood
    | Compared
    | Short
    | WalkedOver
    | Tied
    | Exhausted
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
"""Events that are shown as they are, `Taken` only to whom the order is known."""

SeenEvent = PublicEvent | SeenBuried | SeenTaken | SeenSplit | SeenCarried | SeenDeadWar


def seen(event: WarEvent, viewer: Seat | None, rules: WarRules) -> SeenEvent:
    """Show what has happened to a seat, or to a spectator (None)."""
    match event:
        case Buried():
            return SeenBuried(counts={seat: len(cards) for seat, cards in event.cards.items()})
        case Taken():
            chose = rules.choice is Choice.SPOILS and viewer == event.seat
            if chose or _has_open_piles(rules):
                return event
            hidden = len(event.cards) - len(event.shown)
            return SeenTaken(seat=event.seat, shown=event.shown, hidden_count=hidden)
        case Split():
            hidden = len(event.cards) - len(event.shown)
            return SeenSplit(seat=event.seat, shown=event.shown, hidden_count=hidden)
        case Carried():
            hidden = len(event.cards) - len(event.shown)
            return SeenCarried(shown=event.shown, hidden_count=hidden)
        case DeadWar():
            hidden = len(event.carry) - len(event.shown)
            return SeenDeadWar(seats=event.seats, shown=event.shown, hidden_count=hidden)
        case (
            Turned()
            | WarStepped()
            | Stood()
            | Compared()
            | Short()
            | WalkedOver()
            | Tied()
            | Exhausted()
            | Recycled()
            | Stolen()
            | Exchanged()
            | Protected()
            | Forestalled()
            | Topped()
            | WentOut()
            | Ended()
        ):
            return event
    assert_never(event)


def _has_open_piles(rules: WarRules) -> bool:
    return rules.choice is Choice.STEAL
