"""The cards that a player who counted could know to be left.

All that was dealt face up since the shuffle is gone. Burned cards were seen by nobody, so
they count as left, as does all that is still in the shoe: nothing here reads its order.
"""

from collections.abc import Iterable

from casino_war.game.cards import Card
from casino_war.game.notation import parse_cards_line
from casino_war.game.round import Hand
from casino_war.game.table_rules import TableRules
from casino_war.game.views import HandView
from casino_war.odds.composition import Composition, full_shoe


def cards_left(rules: TableRules, shown: Iterable[str], more: Iterable[Card] = ()) -> Composition:
    """Return what is left of a full shoe without the cards of *shown* and *more*.

    Each of *shown* is the ``cards_text`` of a settled round of the same shoe.
    """
    seen = [card.rank for text in shown for row in parse_cards_line(text) for card in row]
    return full_shoe(rules.decks).without([*seen, *(card.rank for card in more)])


def first_cards(hands: Iterable[Hand | HandView], dealer_cards: Iterable[Card]) -> list[Card]:
    """Return the cards of a round that lie face up while its ties are decided."""
    return [
        card
        for cards in (*(hand.cards for hand in hands), dealer_cards)
        for card in tuple(cards)[:1]
    ]
