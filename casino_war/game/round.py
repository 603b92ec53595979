"""The states of one round of Casino War: frozen, and named for what they await."""

from dataclasses import dataclass
from enum import StrEnum

from casino_war.game.cards import Card
from casino_war.game.events import HandOutcome, Seat, ShoeEnd, WagerSettled
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers


class Decision(StrEnum):
    """What a player may do with a tied hand."""

    SURRENDER = "surrender"
    WAR = "war"
    WAR_WITH_TIE_BET = "war_with_tie_bet"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One spot of the round so far."""

    wagers: HandWagers
    cards: tuple[Card, ...]
    """The first card, then one for each war fought."""
    ties: int = 0
    """Ties with the dealer in a row, the first cards' included."""
    decision: Decision | None = None
    settled: tuple[WagerSettled, ...] = ()
    outcome: HandOutcome | None = None

    @property
    def net_cents(self) -> int:
        """What the wagers settled so far gained."""
        return sum(wager.net_cents for wager in self.settled)

    @property
    def is_at_war(self) -> bool:
        """Whether the hand fights on: it raised, or stands unstaked on a ladder."""
        return self.outcome is None and (self.wagers.ante_cents == 0 or self.decision is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitingDecision:
    """A round stopped at a tie: ``deciding`` is the seat of the hand to decide."""

    rules: TableRules
    shoe: Shoe
    hands: tuple[Hand, ...]
    dealer_cards: tuple[Card, ...]
    deciding: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A finished round. ``shoe_end`` says why its shoe deals no further, if it does not."""

    rules: TableRules
    shoe: Shoe
    hands: tuple[Hand, ...]
    dealer_cards: tuple[Card, ...]
    shoe_end: ShoeEnd | None

    @property
    def net_cents(self) -> int:
        """What the round gained."""
        return sum(hand.net_cents for hand in self.hands)

    @property
    def wagered_cents(self) -> int:
        """All stakes of the round, raises and second tie bets included."""
        return sum(wager.stake_cents for hand in self.hands for wager in hand.settled)


RoundState = AwaitingDecision | Settled
