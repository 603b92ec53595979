"""A game of War: a frozen value, between two battles or waiting for a choice in one."""

from dataclasses import dataclass, field

from casino_war.game.battle import Placement
from casino_war.game.cards import Cards
from casino_war.game.events import Seat
from casino_war.game.war_events import Ended
from casino_war.game.war_rules import CapturedTo, Choice, Objective, PickupOrder, WarRules

BATTLES_MAX = 10_000
"""Battles after which any game is stopped as a draw; a safety net and no rule."""

Position = tuple[tuple[Cards, ...], tuple[Cards, ...], Cards, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaiting:
    """What a game with decisions waits for: a secret choice of each of these seats."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Landmark:
    """A position to compare later ones with, and when to set the next one (Brent)."""

    position: Position
    battles: int
    reach: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WarState:
    """Stocks, side piles and hands by seat, top card first, and all that the rules look at."""

    rules: WarRules
    stocks: tuple[Cards, ...]
    piles: tuple[Cards, ...]
    """Side piles; the first card is the one captured first."""
    hands: tuple[Cards, ...]
    """Cards held in the hand, in games that have one."""
    wars_won: tuple[int, ...]
    carry: Cards = ()
    carry_shown: Cards = ()
    """Those cards of the carry that lie face up, in the order in which they were laid."""
    set_aside: Cards = ()
    """Undealt cards; nobody ever sees them."""
    table: tuple[Placement, ...] = ()
    """Cards laid in the battle that waits for a choice."""
    any_short: bool = False
    """Whether a seat has run out in its war."""
    out: frozenset[Seat] = frozenset()
    last_winner: Seat | None = None
    """Who took a pot last; nobody has, at first."""
    battles: int = 0
    awaiting: Awaiting | None = None
    ended: Ended | None = None
    landmark: Landmark | None = field(default=None, repr=False)

    @property
    def alive(self) -> tuple[Seat, ...]:
        """The seats still in the game."""
        seats = range(len(self.stocks))
        return tuple([seat for seat in seats if seat not in self.out]) if self.out else tuple(seats)

    @property
    def position(self) -> Position:
        """All that decides how the game goes on under a fixed pickup order."""
        counts_wars = self.rules.objective is Objective.WARS_WON
        return self.stocks, self.piles, self.carry, self.wars_won if counts_wars else ()

    def owned(self, seat: Seat) -> int:
        """Count the cards of a seat, scored and held ones too."""
        return len(self.stocks[seat]) + len(self.piles[seat]) + len(self.hands[seat])


def is_deterministic(rules: WarRules) -> bool:
    """Say whether a repeated position proves that a game never ends.

    It does not while chance or choice has a say, or a limit will end the game anyway,
    which after `BATTLES_MAX` none can.
    """
    return (
        rules.choice is Choice.NOTHING
        and rules.pickup_order is not PickupOrder.SHUFFLED
        and rules.captured_to is not CapturedTo.PILE_SHUFFLED
        and not 0 < rules.battle_limit <= BATTLES_MAX
        and not rules.time_limit_min
    )


def cycle_period(state: WarState) -> int | None:
    """Return after how many battles the landmark's position has come again, or None."""
    mark = state.landmark
    if mark is None or mark.position != state.position:
        return None
    return state.battles - mark.battles


def next_landmark(state: WarState) -> Landmark | None:
    """Return the position to watch for from now on.

    Brent's method: one position kept, moved on at distances that double, finds the exact
    period of a cycle in constant memory, though late ones only after `BATTLES_MAX`.
    """
    mark = state.landmark
    if not is_deterministic(state.rules):
        return None
    if mark is not None and state.battles - mark.battles < mark.reach:
        return mark
    reach = 1 if mark is None else 2 * mark.reach
    return Landmark(position=state.position, battles=state.battles, reach=reach)
