"""Cards and packs; a card prints as rank and suit, ``KD`` for the king of diamonds."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from casino_war.errors import N_, InvalidCardError


class Rank(IntEnum):
    """Ranks in ace-high order; the value is the rank's place in it, a joker above the ace."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    JOKER = 15

    @property
    def symbol(self) -> str:
        """One character: ``2`` to ``9``, ``T J Q K A``, and ``X`` for a joker."""
        return _RANK_SYMBOLS[self - 2]


_RANK_SYMBOLS = "23456789TJQKAX"


class Suit(StrEnum):
    """Suits in the order of the fairness scheme; jokers carry a number in the suit's place."""

    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    CLUBS = "C"
    FIRST_JOKER = "1"
    SECOND_JOKER = "2"


@dataclass(frozen=True, slots=True)
class Card:
    """One card. Equal cards of different packs are equal values."""

    rank: Rank
    suit: Suit

    @property
    def code(self) -> str:
        """Two characters, such as ``TD`` or ``X1``; `parse_card` reads them back."""
        return self.rank.symbol + self.suit.value

    def __str__(self) -> str:
        return self.code


Cards = tuple[Card, ...]

FRENCH_SUITS = (Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS)

PACK: Cards = tuple(
    Card(rank, suit) for rank in Rank if rank is not Rank.JOKER for suit in FRENCH_SUITS
)
"""The 52 cards in the order of the fairness scheme: rank by rank from two to ace,
diamonds, hearts, spades, clubs within each."""

JOKERS: Cards = (
    Card(Rank.JOKER, Suit.FIRST_JOKER),
    Card(Rank.JOKER, Suit.SECOND_JOKER),
)

_BY_CODE = {card.code: card for card in PACK + JOKERS}


def parse_card(code: str) -> Card:
    """Read one card, such as ``KD``.

    Raises:
        InvalidCardError: the text is not the code of a card.
    """
    try:
        return _BY_CODE[code]
    except KeyError:
        raise InvalidCardError(N_("%(text)s is not a card."), text=repr(code)) from None


def parse_cards(text: str) -> Cards:
    """Read cards parted by white space, in their order; `InvalidCardError` as above."""
    return tuple(parse_card(code) for code in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """Print cards parted by single spaces; `parse_cards` reads them back."""
    return " ".join(card.code for card in cards)
