"""What a shoe may hold: how many cards of each rank, in no order.

Burned cards never appear here. They are laid face down, so that to whoever counts them
they are as good as undealt: the cards of a shuffled shoe are exchangeable, and whatever
is dealt after a burn is as likely as if it had been dealt in its place.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from casino_war.errors import N_, InvalidCompositionError
from casino_war.game.cards import Rank
from casino_war.game.money import shorten
from casino_war.game.table_rules import SUITS_PER_DECK

RANKS: tuple[Rank, ...] = tuple(rank for rank in Rank if rank is not Rank.JOKER)
"""The thirteen ranks of Casino War, two to ace."""

TIED_CARDS = 2
"""Cards that a tie of one hand takes out of the shoe."""

COUNT_DIGITS_MAX = 12
"""Digits of a count that is read from text: enough for any shoe, few enough to compute with."""


@dataclass(frozen=True, slots=True)
class Composition:
    """Cards left, counted by rank in the order of `RANKS`. Suits never count.

    Ranks without a count of their own have no card.
    """

    counts: tuple[int, ...]

    @property
    def cards(self) -> int:
        """Cards in all."""
        return sum(self.counts)

    @property
    def pairs(self) -> int:
        """How many pairs of one rank can be dealt one after the other."""
        return sum(count // 2 for count in self.counts)

    def without(self, ranks: Iterable[Rank]) -> "Composition":
        """Return what is left when cards of these ranks have been seen.

        Raises:
            InvalidCompositionError: more cards of a rank were seen than there are.
        """
        counts = list(self.counts)
        for rank in ranks:
            place = RANKS.index(rank)
            if place >= len(counts) or not counts[place]:
                raise InvalidCompositionError(
                    N_("No card of the rank %(rank)s is left."), reason="none", rank=rank.symbol
                )
            counts[place] -= 1
        return Composition(tuple(counts))


def full_shoe(decks: int) -> Composition:
    """Return the composition of *decks* packs of 52."""
    return Composition((SUITS_PER_DECK * decks,) * len(RANKS))


def shoe_after_tie(decks: int, hands: int = 1) -> Composition:
    """Return what is left of a fresh shoe when *hands* hands have tied with the dealer.

    Which rank tied makes no difference to any chance.
    """
    return full_shoe(decks).without(RANKS[:1] * (TIED_CARDS + hands - 1))


def parse_counts(text: str, decks: int | None = None) -> Composition:
    """Read 1 to 13 counts parted by white space, lowest rank first; the rest is zero.

    With *decks*, no rank may have more cards than so many packs hold.

    Raises:
        InvalidCompositionError: not so, and why.
    """
    words = text.split()
    if not 1 <= len(words) <= len(RANKS):
        raise InvalidCompositionError(
            N_("Counts are 1 to %(ranks)s numbers, lowest rank first, not %(words)s."),
            reason="length",
            ranks=len(RANKS),
            words=len(words),
        )
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= COUNT_DIGITS_MAX):
            raise InvalidCompositionError(
                N_("%(text)s is not a number of cards in up to %(digits)s digits."),
                reason="count",
                text=shorten(word),
                digits=COUNT_DIGITS_MAX,
            )
    counts = tuple(int(word) for word, _ in zip_longest(words, RANKS, fillvalue="0"))
    if decks is not None:
        _check_decks(counts, decks)
    return Composition(counts)


def _check_decks(counts: tuple[int, ...], decks: int) -> None:
    for rank, count, held in zip(RANKS, counts, full_shoe(decks).counts, strict=True):
        if count > held:
            raise InvalidCompositionError(
                N_(
                    "Cards of the rank %(rank)s: %(count)s, where a shoe of so many decks "
                    "has %(held)s."
                ),
                reason="decks",
                count=count,
                rank=rank.symbol,
                decks=decks,
                held=held,
            )


def require_tie_gone(left: Composition, decks: int) -> None:
    """Refuse cards that no tie can leave of *decks* packs.

    Raises:
        InvalidCompositionError: fewer than two cards are gone of every rank.
    """
    held = full_shoe(decks).counts
    counts = (*left.counts, *[0] * (len(held) - len(left.counts)))
    if all(count > full - TIED_CARDS for count, full in zip(counts, held, strict=True)):
        raise InvalidCompositionError(
            N_("No tie leaves so much of the shoe: two cards of one rank are gone after it."),
            reason="tie",
            decks=decks,
        )


def require_cards(composition: Composition, needed: int) -> None:
    """Refuse a composition that cannot serve what is to be dealt from it.

    Raises:
        InvalidCompositionError: it has fewer than *needed* cards.
    """
    if composition.cards < needed:
        raise InvalidCompositionError(
            N_("Too few cards are left: %(cards)s, where %(needed)s can be needed."),
            reason="few",
            needed=needed,
            cards=composition.cards,
        )
