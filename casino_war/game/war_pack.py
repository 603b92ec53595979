"""Which cards a game of War is played with, and how they rank."""

from collections.abc import Sequence
from functools import cache

from casino_war.game.battle import Strength
from casino_war.game.cards import JOKERS, PACK, Card, Cards, Rank, Suit
from casino_war.game.war_rules import (
    AceRank,
    Combine,
    JokerPlacement,
    UndealtCards,
    WarRules,
    WinningCard,
)

_STRIP_ORDER = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
_LOWEST_RANKS = {52: Rank.TWO, 36: Rank.SIX, 32: Rank.SEVEN}
_SIGNS = {WinningCard.HIGHEST: 1, WinningCard.LOWEST: -1}
_LIFTED = Rank.ACE + 0.5
"""Where the lowest rank stands once it beats the ace: above it, below a joker."""


def lowest_rank(rules: WarRules) -> Rank:
    """Return the lowest pip rank of the pack."""
    return _LOWEST_RANKS[rules.deck]


def strength_of(rules: WarRules) -> Strength:
    """Return how these rules rank what the seats have turned up."""
    if rules.cards_per_turn > 1:
        return _combined(rules.ace_rank, rules.winning_card, rules.combine)
    lifted = lowest_rank(rules) if rules.lowest_beats_ace else None
    return _single(rules.ace_rank, rules.winning_card, lifted)


@cache
def _single(ace_rank: AceRank, winning_card: WinningCard, lifted: Rank | None) -> Strength:
    sign = _SIGNS[winning_card]
    values: dict[Rank, float] = {rank: sign * _number(ace_rank, rank) for rank in Rank}
    if lifted is None:
        return lambda turned: [values[cards[0].rank] for cards in turned]
    values_over_ace = {**values, lifted: sign * _LIFTED}

    def lowest_beats_ace(turned: Sequence[Cards]) -> Sequence[float]:
        has_ace = any(cards[0].rank is Rank.ACE for cards in turned)
        ranks = values_over_ace if has_ace else values
        return [ranks[cards[0].rank] for cards in turned]

    return lowest_beats_ace


@cache
def _combined(ace_rank: AceRank, winning_card: WinningCard, combine: Combine) -> Strength:
    sign = _SIGNS[winning_card]

    def combined(cards: Cards) -> int:
        numbers = sorted(_number(ace_rank, card.rank) for card in cards)
        if combine is Combine.DIFFERENCE and len(numbers) > 1:
            return numbers[-1] - numbers[0]
        return sum(numbers)

    return lambda turned: [sign * combined(cards) for cards in turned]


def pack_of(rules: WarRules) -> Cards:
    """Return the cards that are shuffled, without jokers that are placed one in each stock."""
    pack = [card for card in PACK if card.rank >= lowest_rank(rules)]
    if rules.joker_placement is JokerPlacement.SHUFFLED:
        pack.extend(JOKERS[: rules.jokers])
    if rules.undealt_cards is UndealtCards.STRIP_LOWEST:

        def from_low(card: Card) -> tuple[int, int]:
            suit = _STRIP_ORDER.index(card.suit) if card.suit in _STRIP_ORDER else 0
            return _number(rules.ace_rank, card.rank), suit

        stripped = sorted(pack, key=from_low)[: len(pack) % rules.players]
        pack = [card for card in pack if card not in stripped]
    return tuple(pack)


def is_in_pack(rules: WarRules, card: Card) -> bool:
    """Say whether a card can be in this game, even if it is stripped or placed apart."""
    if card.rank is Rank.JOKER:
        return rules.jokers > 0
    return card.rank >= lowest_rank(rules)


def _number(ace_rank: AceRank, rank: Rank) -> int:
    return 1 if rank is Rank.ACE and ace_rank is AceRank.LOW else int(rank)
