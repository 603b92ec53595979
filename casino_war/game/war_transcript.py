"""What happens in a game of War, an event a line: seats by letter, cards by code.

The lines are for people and tests to read; nothing reads them back. The notation from which
a game is played again is that of `casino_war.game.war_line`.
"""

from collections.abc import Iterable
from typing import assert_never

from casino_war.game.cards import Cards, format_cards
from casino_war.game.events import Seat
from casino_war.game.war_actions import SEATS
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


def result(ended: Ended) -> str:
    """Print who an ended game singles out, such as ``win A`` or ``draw AB``."""
    return f"{ended.outcome} {''.join(SEATS[seat] for seat in ended.seats)}"


def short(event: WarEvent) -> str:
    """Print one event."""
    match event:
        case Turned():
            return "flip " + _shown(event.cards.items())
        case WarStepped():
            entrants = "".join(SEATS[seat] for seat in event.entrants)
            return f"war{event.step} {entrants} down={event.face_down}"
        case Buried():
            laid = ((seat, "+".join(c.code for c in own)) for seat, own in event.cards.items())
            return "down " + " ".join(f"{SEATS[seat]}:{text or '-'}" for seat, text in laid)
        case Stood():
            return "stands " + _seats(event.seats)
        case Compared():
            return "up " + _shown(event.cards.items())
        case Short():
            return f"short {SEATS[event.seat]}"
        case WalkedOver():
            return f"walkover {SEATS[event.seat]}"
        case DeadWar():
            return f"dead {_seats(event.seats)} carry {format_cards(event.carry)}"
        case Tied():
            return "tie " + _seats(event.seats)
        case Exhausted():
            return "exhausted"
        case Split():
            return f"split {SEATS[event.seat]} <- {format_cards(event.cards)}"
        case Carried():
            return "carry " + format_cards(event.cards)
        case Taken():
            return f"take {SEATS[event.seat]} <- {format_cards(event.cards)}"
        case Recycled():
            return f"recycle {SEATS[event.seat]}"
        case Stolen():
            pile = f"{SEATS[event.victim]} <- {format_cards(event.pile)}"
            return f"steal {_shown([(event.thief, (event.card,))])} from {pile}"
        case Exchanged():
            return "exchange " + _shown((seat, (event.cards[seat],)) for seat in event.seats)
        case Protected():
            return f"protect {SEATS[event.seat]} from {SEATS[event.thief]}"
        case Forestalled():
            thief, victim, first = (SEATS[s] for s in (event.thief, event.victim, event.first))
            return f"forestall {thief} at {victim} by {first}"
        case Topped():
            return f"top {SEATS[event.seat]} {event.card.code}"
        case WentOut():
            return f"out {SEATS[event.seat]}"
        case Ended():
            return "END " + result(event)
    assert_never(event)


def _seats(seats: Iterable[Seat]) -> str:
    return " ".join(SEATS[seat] for seat in seats)


def _shown(cards: Iterable[tuple[Seat, Cards]]) -> str:
    return " ".join(f"{SEATS[seat]}:{'+'.join(c.code for c in own)}" for seat, own in cards)
