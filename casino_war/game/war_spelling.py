"""Stocks and decisions as text without white space, and as people type them.

``9D,KS,2S/3C|4H,5H/QH,9S``: stocks of the seats A, B, ... parted by bars, top card first,
and after a slash the side pile, first captured card first. ``A:steal-B,B:play;A:KS``:
rounds of choices parted by semicolons, each choice behind the letter of its seat. Text
that is *typed* may part cards and choices by white space instead of single commas.
"""

from collections.abc import Sequence

from casino_war.errors import N_, InvalidNotationError
from casino_war.game.cards import Cards, parse_card
from casino_war.game.events import Seat
from casino_war.game.war_actions import SEATS, Action, parse_action

Choices = tuple[tuple[Seat, Action], ...]
"""Choices that were made together, in seat order."""

QUOTED_MAX = 60
"""How much of a text an error quotes."""


def parse_stocks(text: str, *, typed: bool = False) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Return the stocks, and as many side piles, or none if all are empty.

    Raises:
        InvalidCardError: something is not a card.
    """
    pairs = [part.partition("/") for part in text.split("|")]
    stocks = tuple(_parse_cards(stock, typed=typed) for stock, _, _ in pairs)
    piles = tuple(_parse_cards(pile, typed=typed) if slash else () for _, slash, pile in pairs)
    return stocks, piles if any(piles) else ()


def format_stocks(stocks: Sequence[Cards], piles: Sequence[Cards] = ()) -> str:
    """Print stocks and side piles; `parse_stocks` reads them back."""
    texts = list(map(_format_cards, stocks))
    for seat, pile in enumerate(piles):
        if pile:
            texts[seat] += f"/{_format_cards(pile)}"
    return "|".join(texts)


def parse_decisions(text: str, *, typed: bool = False) -> tuple[Choices, ...]:
    """Read rounds of choices.

    Raises:
        InvalidNotationError: something is no choice of a seat, a seat chooses twice in a
            round, or a round is empty.
        InvalidCardError: a choice is neither a word nor a card.
    """
    return tuple(_parse_round(part, typed=typed) for part in text.split(";"))


def format_decisions(decisions: Sequence[Choices]) -> str:
    """Print rounds of choices; `parse_decisions` reads them back."""
    return ";".join(
        ",".join(f"{SEATS[seat]}:{action}" for seat, action in choices) for choices in decisions
    )


def unreadable(text: str) -> InvalidNotationError:
    """Return the error that quotes a part which is nothing."""
    return InvalidNotationError(
        N_("%(text)s is no part of a game of War."), text=repr(text[:QUOTED_MAX])
    )


def _parse_round(text: str, *, typed: bool) -> Choices:
    choices: dict[Seat, Action] = {}
    for word in _words(text, typed=typed):
        letter, colon, action = word.partition(":")
        seat = SEATS.find(letter) if len(letter) == 1 else -1
        if not colon or seat < 0 or seat in choices:
            raise unreadable(word)
        choices[seat] = parse_action(action)
    if not choices:
        raise unreadable(text)
    return tuple(sorted(choices.items(), key=lambda choice: choice[0]))


def _parse_cards(text: str, *, typed: bool) -> Cards:
    return tuple(map(parse_card, _words(text, typed=typed)))


def _format_cards(cards: Cards) -> str:
    return ",".join(card.code for card in cards)


def _words(text: str, *, typed: bool) -> list[str]:
    return text.replace(",", " ").split() if typed else text.split(",")
