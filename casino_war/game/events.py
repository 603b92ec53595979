"""What has happened in a round, in the past tense.

The truth from which ledger, page and transcript derive: frozen values that know nothing
but cards.

Seats are numbered from 0 in seat order; the dealer is `DEALER`. Step 0 is the first
deal, step *n* the *n*-th war in a row. Amounts are cents.
"""

from dataclasses import dataclass
from enum import StrEnum

from casino_war.game.cards import Card

Seat = int
DEALER: Seat = -1


class Wager(StrEnum):
    """What can be staked on one hand."""

    ANTE = "ante"
    TIE_BET = "tie_bet"
    RAISE = "raise"
    SECOND_TIE_BET = "second_tie_bet"


class WagerResult(StrEnum):
    """How one wager ended."""

    WON = "won"
    LOST = "lost"
    PUSHED = "pushed"
    SURRENDERED = "surrendered"


class HandOutcome(StrEnum):
    """How one hand ended. `TIED` and `NOT_TIED` are for a tie bet without an ante."""

    WIN = "win"
    LOSS = "loss"
    SURRENDER = "surrender"
    WAR_WIN = "war_win"
    WAR_LOSS = "war_loss"
    TIED_WAR = "tied_war"
    TIED = "tied"
    NOT_TIED = "not_tied"


class ShoeEnd(StrEnum):
    """Why a shoe is finished."""

    FRESH_EVERY_ROUND = "fresh_every_round"
    CUT_CARD = "cut_card"
    TOO_FEW_CARDS = "too_few_cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerPlaced:
    """Chips went from the bankroll onto the felt."""

    hand: Seat
    wager: Wager
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTurned:
    """A card was dealt face up to a hand or to the dealer."""

    seat: Seat
    card: Card
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsBurned:
    """Cards were put away face down; nobody sees them."""

    count: int
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTied:
    """The hand's card equalled the dealer's in rank; ``ties`` counts those in a row."""

    hand: Seat
    ties: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WarDeclared:
    """The hand went to war."""

    hand: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrendered:
    """The hand was given up at a tie."""

    hand: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSettled:
    """A wager left the felt.

    ``stake_cents`` is what stood there, ``returned_cents`` the part of it that went back,
    ``won_cents`` what the house paid at the wager's odds and ``bonus_cents`` what a tied
    war paid beyond an ordinary won war.
    """

    hand: Seat
    wager: Wager
    result: WagerResult
    stake_cents: int
    returned_cents: int
    won_cents: int
    bonus_cents: int = 0

    @property
    def forfeited_cents(self) -> int:
        """The part of the stake that went to the house."""
        return self.stake_cents - self.returned_cents

    @property
    def net_cents(self) -> int:
        """What the wager gained (or lost, below zero)."""
        return self.won_cents + self.bonus_cents - self.forfeited_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSettled:
    """All wagers of a hand are settled."""

    hand: Seat
    outcome: HandOutcome
    net_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled:
    """All hands are settled."""

    net_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeFinished:
    """The shoe deals no further round."""

    reason: ShoeEnd


CasinoEvent = (
    WagerPlaced
    | CardTurned
    | CardsBurned
    | HandTied
    | WarDeclared
    | Surrendered
    | WagerSettled
    | HandSettled
    | RoundSettled
    | ShoeFinished
)
