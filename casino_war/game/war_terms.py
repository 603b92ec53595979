"""The words in which rules of War are told: what each of their fields can be."""

from enum import StrEnum
from typing import Literal

BY_RANK: Literal["by_rank"] = "by_rank"
"""As many cards are buried as the tied rank counts."""
SAME: Literal["same"] = "same"
"""A further war step buries as many cards as the first."""


class JokerPlacement(StrEnum):
    """How jokers come among the cards."""

    SHUFFLED = "shuffled"
    ONE_IN_EACH_STOCK = "one_in_each_stock"


class AceRank(StrEnum):
    """Where the ace ranks; low is below the lowest pip card."""

    HIGH = "high"
    LOW = "low"


class WinningCard(StrEnum):
    """Which of the compared cards is best."""

    HIGHEST = "highest"
    LOWEST = "lowest"


class UndealtCards(StrEnum):
    """What becomes of cards that do not divide evenly."""

    SET_ASIDE = "set_aside"
    TO_FIRST_WINNER = "to_first_winner"
    STRIP_LOWEST = "strip_lowest"


class TieAction(StrEnum):
    """What a tie for best starts."""

    WAR = "war"
    SPLIT = "split"


class RankCount(StrEnum):
    """Which cards of a war are as many as the tied rank's value."""

    TOTAL = "total"
    FACE_DOWN = "face_down"


class RankValues(StrEnum):
    """Values of court cards and aces where the tied rank sets the size of a war."""

    COURT10_ACE11 = "court10_ace11"
    COURT10_ACE1 = "court10_ace1"
    INDEX = "index"


class WarEntrants(StrEnum):
    """Who must take part in a war."""

    ALL = "all"
    TIED = "tied"


class ShortRule(StrEnum):
    """What becomes of an entrant with fewer cards than a war step asks for."""

    ELIMINATED = "eliminated"
    LAST_CARD_STANDS = "last_card_stands"
    PLAY_AVAILABLE = "play_available"
    MATCH_FEWEST = "match_fewest"
    SHARE_POT = "share_pot"


class CapturedTo(StrEnum):
    """Where won cards go."""

    STOCK_BOTTOM = "stock_bottom"
    PILE_SHUFFLED = "pile_shuffled"
    PILE_TURNED = "pile_turned"
    SCORED = "scored"


class PickupOrder(StrEnum):
    """The order in which won cards go where they go, the carry always first.

    ``as_played`` keeps table order: every placement in seat order, one card each.
    """

    SHUFFLED = "shuffled"
    WINNER_FIRST = "winner_first"
    LOSER_FIRST = "loser_first"
    AS_PLAYED = "as_played"
    WINNER_CHOOSES = "winner_chooses"


class Objective(StrEnum):
    """What ends a game, and for whom it is good."""

    COLLECT_ALL = "collect_all"
    AVOID_COLLECTING_ALL = "avoid_collecting_all"
    AVOID_RUNNING_OUT = "avoid_running_out"
    MOST_CARDS = "most_cards"
    WARS_WON = "wars_won"


class LimitResult(StrEnum):
    """What a battle or time limit gives."""

    DRAW = "draw"
    MOST_CARDS = "most_cards"


class Combine(StrEnum):
    """How several cards of one turn make one number."""

    SUM = "sum"
    DIFFERENCE = "difference"


class Choice(StrEnum):
    """What players decide: nothing, a theft, a card of the hand, the order of their spoils."""

    NOTHING = "nothing"
    STEAL = "steal"
    HAND = "hand"
    SPOILS = "spoils"
