"""The luck meter: a player's results against what was to be expected of exactly those bets.

The sums of a seat are added to in the transaction that settles a round, so that the page
reads a row for each table whatever was played there. Rounds from before luck was measured
are caught up with, some at every settlement, so that nobody waits for a long history.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt

from sqlalchemy import Connection

from casino_war.game.round import Settled
from casino_war.odds.edges import tie_bet_edge
from casino_war.odds.ties import initial_tie_probability
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.measure import MICRO, luck_of_round
from casino_war.services.rounds import rules_of, state_of
from casino_war.store import luck as luck_store
from casino_war.store import rounds, seats
from casino_war.store import rules as rules_store
from casino_war.store.luck import LuckSums, StoredLuck
from casino_war.store.rounds import StoredRound
from casino_war.store.rules import StoredRules

LATE_ROUNDS_MAX = 200
"""Rounds that are measured late at once: a small part of a second."""

_Part = tuple[StoredRules, LuckSums]

_Z_95 = 1.959964
"""Standard deviations on either side that hold 95 in 100 results."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """Sums with what follows from them; amounts in cents, shares of one."""

    sums: LuckSums
    expected_ties: float
    tie_bet_expected_cents: float
    """Expected net of the tie bets made."""

    @property
    def expected_cents(self) -> float:
        """Expected net of the bets made, with the best decisions."""
        return self.sums.expected_microcents / MICRO

    @property
    def decision_cost_cents(self) -> float:
        """What the decisions were worth less than the best ones."""
        return self.sums.decision_cost_microcents / MICRO

    @property
    def luck_cents(self) -> float:
        """What the cards brought: the net without what was expected and what decisions cost."""
        return self.sums.net_cents + self.decision_cost_cents - self.expected_cents

    @property
    def deviation_cents(self) -> float:
        """The standard deviation of such results."""
        return sqrt(self.sums.variance_cents2)

    @property
    def deviations(self) -> float:
        """Luck in standard deviations."""
        return self.luck_cents / self.deviation_cents

    @property
    def share_less_lucky(self) -> float:
        """The share of players who would have been less lucky with the same bets.

        By the normal curve, which the sum of some dozens of rounds follows closely.
        """
        return erfc(-self.deviations / sqrt(2)) / 2

    @property
    def tie_share(self) -> float:
        """The share of hands whose first card tied with the dealer's."""
        return self.sums.ties / self.sums.hands

    @property
    def expected_tie_share(self) -> float:
        """What that share is on average."""
        return self.expected_ties / self.sums.hands

    @property
    def tie_interval(self) -> tuple[float, float]:
        """Where the chance of a tie lies by these hands alone, at 95 %; see `wilson_interval`."""
        return wilson_interval(self.sums.ties, self.sums.hands)

    @property
    def is_tie_share_usual(self) -> bool:
        """Whether the average lies within the interval."""
        low, high = self.tie_interval
        return low <= self.expected_tie_share <= high


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLuck:
    """The luck of a player at one table, by all versions of its rules."""

    table_key: str
    title: str
    luck: Luck


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckPage:
    """The luck of a player at each table, and in all; None before the first settled round."""

    tables: tuple[TableLuck, ...]
    total: Luck | None
    is_partial: bool = False
    """Whether some rounds are not measured yet: more are with every round played."""


def luck_page(house: House, token: str | None) -> LuckPage:
    """Return the luck of the player of the token."""
    tables: list[TableLuck] = []
    everything: list[_Part] = []
    is_partial = False
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return LuckPage(tables=(), total=None)
        for seat in seats.seats_of(connection, player.id):
            late = _catch_up(connection, seat.id)
            is_partial |= late.is_partial
            parts = [
                (rules_store.rules_by_id(connection, rules_id), each.sums)
                for rules_id, each in sorted(late.luck.items())
            ]
            if parts:
                title = parts[-1][0].title
                tables.append(TableLuck(table_key=seat.table_key, title=title, luck=_luck(parts)))
                everything += parts
    return LuckPage(
        tables=tuple(tables),
        total=_luck(everything) if everything else None,
        is_partial=is_partial,
    )


def add_luck(connection: Connection, stored: StoredRound, state: Settled) -> None:
    """Add a round that has just been settled to the sums of its seat."""
    late = _catch_up(connection, stored.seat_id, {stored.id: state})
    for rules_id in late.changed:
        luck_store.keep_luck(connection, stored.seat_id, rules_id, late.luck[rules_id])


@dataclass(frozen=True, slots=True)
class _Late:
    """A seat's luck brought up to date, by rules; ``changed`` are those it was added to."""

    luck: Mapping[int, StoredLuck]
    changed: frozenset[int]
    is_partial: bool


def _catch_up(
    connection: Connection, seat_id: int, known: Mapping[int, Settled] | None = None
) -> _Late:
    """Measure what a seat has played since its sums were stored, some rounds at most.

    *known* states, by round, need not be played again.
    """
    luck = luck_store.luck_of_seat(connection, seat_id)
    last_id = max((each.last_round_id for each in luck.values()), default=0)
    late = rounds.settled_rounds(connection, seat_id, last_id, LATE_ROUNDS_MAX)
    for stored in late:
        state = (known or {}).get(stored.id) or state_of(connection, stored)
        if isinstance(state, Settled):
            before = luck[stored.rules_id].sums if stored.rules_id in luck else LuckSums()
            sums = before + _measure(connection, stored, state)
            luck[stored.rules_id] = StoredLuck(last_round_id=stored.id, sums=sums)
    return _Late(
        luck=luck,
        changed=frozenset(stored.rules_id for stored in late),
        is_partial=len(late) == LATE_ROUNDS_MAX,
    )


def _measure(connection: Connection, stored: StoredRound, state: Settled) -> LuckSums:
    return luck_of_round(
        state, lambda: rounds.cards_shown(connection, stored.shoe_id, before_id=stored.id)
    )


def _luck(parts: Sequence[_Part]) -> Luck:
    ties, tie_bets = Fraction(0), Fraction(0)
    for stored, sums in parts:
        rules = rules_of(stored.rules_json)
        ties += sums.hands * initial_tie_probability(rules.decks)
        tie_bets -= sums.tie_bet_cents * (tie_bet_edge(rules) or 0)
    return Luck(
        sums=sum((sums for _, sums in parts), LuckSums()),
        expected_ties=float(ties),
        tie_bet_expected_cents=float(tie_bets),
    )


def wilson_interval(found: int, of: int) -> tuple[float, float]:
    """Return the bounds of a chance, at 95 %, that showed *found* times out of *of* (Wilson 1927).

    The hands of one round share the dealer's card; that hardly ties them to each other, for
    a card of any rank is as easily matched.
    """
    share, z2 = found / of, _Z_95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = _Z_95 / (1 + z2 / of) * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return max(0.0, middle - reach), min(1.0, middle + reach)
