"""What the pages show: frozen values that hold no undealt card and no secret seed."""

from dataclasses import dataclass
from datetime import datetime

from casino_war.game.cards import Card
from casino_war.game.events import CasinoEvent, HandOutcome
from casino_war.game.table_rules import TableRules
from casino_war.game.views import RoundView
from casino_war.game.wagers import HandWagers
from casino_war.services.care import CarePage


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSign:
    """What a table is called: as stored for who plays there, as published for who does not."""

    key: str
    title: str
    is_closed: bool = False
    """Whether the house has closed it: what is open there ends, nothing new begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBar:
    """The player's chips, shown on every page. ``felt_cents`` is at risk in open rounds."""

    bankroll_cents: int
    felt_cents: int
    version: int
    open_tables: tuple[TableSign, ...]
    """The tables where a round waits for a decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeState:
    """A shoe in play as its player may see it."""

    shoe_id: int
    nonce: int
    commitment: str
    next_shoe_id: int
    next_commitment: str
    client_seed: str
    is_seed_fixed: bool
    cards: int
    position: int
    cut_position: int | None
    """None where every round has a shoe of its own."""

    @property
    def cards_left(self) -> int:
        """Cards not yet dealt or burned."""
        return self.cards - self.position


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """A round as a line of the history; what is None comes with the settlement."""

    round_id: int
    number: int
    table_key: str
    table_title: str
    dealt_at: datetime
    view: RoundView
    wagered_cents: int | None
    net_cents: int | None
    balance_after_cents: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRound:
    """A settled round as its table lists it, from what is stored of it alone."""

    round_id: int
    number: int
    outcome: HandOutcome | None
    """How its only hand ended; None where there were more."""
    net_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPage:
    """A seat at a table: what is being played there and what it may be played with."""

    version: int
    shoe: ShoeState
    open_round_id: int | None
    shown_round_id: int | None
    shown_round: RoundView | None
    """The open round, or else the last one of this seat."""
    shown_commands: tuple[tuple[CasinoEvent, ...], ...]
    """What happened in the shown round by its deal, then by each decision so far."""
    last_wagers: tuple[HandWagers, ...]
    finished_shoe_id: int | None
    """The last finished shoe of this seat, whose server seed can be seen."""
    last_rounds: tuple[LastRound, ...]
    shoes_to_newest: int | None
    """How many shoes end before the table's newest rules are dealt here; None: they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """A table. ``player`` is None for a stranger, ``seat`` until the player sits down."""

    table: TableSign
    rules: TableRules
    player: PlayerBar | None
    seat: SeatPage | None
    care: CarePage | None = None
    """What the player has set for themself, if that is anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferRow:
    """A transfer as the player sees it; amounts in cents, above zero into the bankroll."""

    transfer_id: int
    code: str
    amount_cents: int
    source: str
    target: str
    hand: int | None
    wager: str | None
    round_id: int | None
    round_number: int | None
    balance_after_cents: int | None
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofRow:
    """The fairness of one shoe. ``server_seed`` is None until it is finished."""

    shoe_id: int
    table_key: str
    table_title: str
    nonce: int
    decks: int
    commitment: str
    client_seed: str
    server_seed: str | None
    finished_at: datetime | None
    end_reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoePage:
    """A shoe with the cards that its rounds took from it, from its first card on.

    ``dealt`` holds None for a burned card, and is empty until the shoe is finished.
    """

    proof: ProofRow
    dealt: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    """A round with everything about it.

    ``dealt`` is what it took from its shoe behind the first ``position_before`` cards:
    None for a burned card, empty until the round is settled.
    """

    row: RoundRow
    events: tuple[CasinoEvent, ...]
    transfers: tuple[TransferRow, ...]
    proof: ProofRow
    notation: str
    position_before: int
    dealt: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPage:
    """Movements of the bankroll, newest first; ``older`` is the id to go on with."""

    transfers: tuple[TransferRow, ...]
    older: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoesPage:
    """The player's finished shoes, newest first; ``older`` as in `StatementPage`."""

    shoes: tuple[ProofRow, ...]
    older: int | None
