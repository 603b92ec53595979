"""The felt as it stood after some of a round's events."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from casino_war.game.cards import Card
from casino_war.game.events import (
    DEALER,
    CardsBurned,
    CardTurned,
    CasinoEvent,
    HandOutcome,
    HandSettled,
    Seat,
    WagerPlaced,
    WagerSettled,
)


@dataclass(kw_only=True)
class BoardHand:
    """One hand on the felt: its cards, its chips, and how it ended if it has."""

    seat: Seat
    cards: list[Card] = field(default_factory=list)
    felt_cents: int = 0
    net_cents: int = 0
    outcome: HandOutcome | None = None


@dataclass(kw_only=True)
class Board:
    """The felt: hands in seat order, the dealer's cards, and how many cards are burned."""

    hands: list[BoardHand]
    dealer_cards: list[Card] = field(default_factory=list)
    burned: int = 0


def board_after(events: Sequence[CasinoEvent], hands: int) -> Board:
    """Set the felt up as the events left it."""
    board = Board(hands=[BoardHand(seat=seat) for seat in range(hands)])
    for event in events:
        match event:
            case CardTurned(seat=seat, card=card) if seat == DEALER:
                board.dealer_cards.append(card)
            case CardTurned(seat=seat, card=card):
                board.hands[seat].cards.append(card)
            case CardsBurned(count=count):
                board.burned += count
            case WagerPlaced(hand=seat, amount_cents=amount_cents):
                board.hands[seat].felt_cents += amount_cents
            case WagerSettled(hand=seat):
                board.hands[seat].felt_cents -= event.stake_cents
                board.hands[seat].net_cents += event.net_cents
            case HandSettled(hand=seat, outcome=outcome):
                board.hands[seat].outcome = outcome
            case _:
                # The others move neither cards nor chips.
                pass
    return board
