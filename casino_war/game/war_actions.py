"""What a player may choose in the games of War with decisions: frozen values, one line each."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino_war.errors import N_, InvalidNotationError
from casino_war.game.cards import Card, parse_card
from casino_war.game.events import Seat

SEATS = "ABCD"


def seat_name(seat: Seat) -> str:
    """Return the letter of a seat; the number of one that no table has."""
    return SEATS[seat] if 0 <= seat < len(SEATS) else str(seat)


@dataclass(frozen=True, slots=True)
class Play:
    """Let one's card compete."""

    def __str__(self) -> str:
        return "play"


@dataclass(frozen=True, slots=True)
class Steal:
    """Take the pile of an opponent with a card equal to its top."""

    opponent: Seat

    def __str__(self) -> str:
        return f"steal-{seat_name(self.opponent)}"


@dataclass(frozen=True, slots=True)
class Pick:
    """Choose a card: of the hand to play, or of the won cards to lie on top or come next."""

    card: Card

    def __str__(self) -> str:
        return self.card.code


Action = Play | Steal | Pick


def picked(choices: Mapping[Seat, Action]) -> dict[Seat, Card]:
    """Return the card of every seat that picked one, in the order of the seats."""
    return {
        seat: choice.card for seat, choice in sorted(choices.items()) if isinstance(choice, Pick)
    }


def parse_action(text: str) -> Action:
    """Read one action as it is printed.

    Raises:
        InvalidNotationError: it is none.
        InvalidCardError: it is no card either.
    """
    if text == "play":
        return Play()
    verb, dash, seat = text.partition("-")
    if dash:
        if verb != "steal" or len(seat) != 1 or seat not in SEATS:
            raise InvalidNotationError(
                N_("%(text)s is no choice; choices are play, steal-B or a card."),
                text=repr(text[:40]),
            )
        return Steal(SEATS.index(seat))
    return Pick(parse_card(text))
