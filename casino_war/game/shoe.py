"""A shoe: a finished sequence of cards, how far it is dealt, and where its cut card stands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from casino_war.errors import N_, ShoeExhaustedError
from casino_war.game.battle import Laid, Placement
from casino_war.game.cards import PACK, Card
from casino_war.game.events import Seat, ShoeEnd
from casino_war.game.randomness import RandomSource, shuffle
from casino_war.game.table_rules import ShoeRule, TableRules


@dataclass(frozen=True, slots=True)
class Shoe:
    """Cards in dealing order; ``position`` of them are dealt or burned already."""

    cards: tuple[Card, ...]
    position: int = 0

    @property
    def cards_left(self) -> int:
        """Cards not yet dealt or burned."""
        return len(self.cards) - self.position

    def take(self, count: int) -> "tuple[tuple[Card, ...], Shoe]":
        """Return the next *count* cards and the shoe without them.

        Raises:
            ShoeExhaustedError: fewer are left.
        """
        if count > self.cards_left:
            raise ShoeExhaustedError(
                N_("The shoe holds %(left)s cards, %(count)s were asked for."),
                left=self.cards_left,
                count=count,
            )
        end = self.position + count
        return self.cards[self.position : end], replace(self, position=end)


def shuffled_shoe(rules: TableRules, source: RandomSource) -> Shoe:
    """Shuffle the table's decks and burn the opening cards."""
    return Shoe(shuffle(PACK * rules.decks, source), rules.opening_burn)


def shoe_end(rules: TableRules, shoe: Shoe) -> ShoeEnd | None:
    """Say after a settlement why the shoe is finished, or None if it deals on.

    The cut card has shown once every card before it is dealt. A shoe that could not
    serve the worst case of the next round ends too, so that the next shoe's client seed
    can always be set before its first bet.
    """
    if rules.shoe is ShoeRule.FRESH:
        return ShoeEnd.FRESH_EVERY_ROUND
    if shoe.position >= rules.cut_position:
        return ShoeEnd.CUT_CARD
    if shoe.cards_left < rules.worst_case_cards:
        return ShoeEnd.TOO_FEW_CARDS
    return None


class ShoeSupply:
    """The shoe as a supply of cards for battles: burns once for all, deals in seat order."""

    def __init__(self, rules: TableRules, shoe: Shoe) -> None:
        self._rules = rules
        self.shoe = shoe
        """What is left after the calls so far."""

    def bury(self, entrants: Sequence[Seat], step: int, tied: Card) -> Laid:
        """Burn the cards of a war, unless the table burns before each war card."""
        return Laid(() if self._rules.war_burn_each else self._burn())

    def turn(self, entrants: Sequence[Seat], step: int) -> Laid:
        """Deal one card face up to each entrant in order."""
        burns_each = step > 0 and self._rules.war_burn_each
        placements: list[Placement] = []
        for seat in entrants:
            if burns_each:
                placements.extend(self._burn())
            (card,), self.shoe = self.shoe.take(1)
            placements.append(Placement(seat, card, is_face_up=True))
        return Laid(tuple(placements))

    def _burn(self) -> tuple[Placement, ...]:
        cards, self.shoe = self.shoe.take(self._rules.war_burn)
        return tuple(Placement(None, card, is_face_up=False) for card in cards)
