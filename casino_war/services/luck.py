"""The luck meter: a player's results against what was to be expected of exactly those bets.

The page reads the sums that `luck_catch_up` keeps, a row for each table whatever was played
there, and counts the rounds that are not in them yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt

from casino_war.odds.edges import tie_bet_edge
from casino_war.odds.ties import initial_tie_probability
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.measure import MICRO
from casino_war.services.rounds import rules_of
from casino_war.store import luck as luck_store
from casino_war.store import rounds, seats
from casino_war.store import rules as rules_store
from casino_war.store.luck_sums import LuckSums
from casino_war.store.rules import StoredRules

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
    luck: Luck | None
    """None where no round is measured yet."""
    late_rounds: int
    """Settled rounds that are not measured yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckPage:
    """The luck of a player at each table with settled rounds, and in all those measured."""

    tables: tuple[TableLuck, ...]
    total: Luck | None

    @property
    def late(self) -> tuple[TableLuck, ...]:
        """The tables some of whose rounds are not measured yet."""
        return tuple(table for table in self.tables if table.late_rounds)


def luck_page(house: House, token: str | None) -> LuckPage:
    """Return the luck of the player of the token."""
    tables: list[TableLuck] = []
    everything: list[_Part] = []
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return LuckPage(tables=(), total=None)
        for seat in seats.seats_of(connection, player.id):
            stored = luck_store.luck_of_seat(connection, seat.id)
            late = rounds.count_settled(connection, seat.id, luck_store.last_measured(stored))
            if not stored and not late:
                continue
            parts = [
                (rules_store.rules_by_id(connection, rules_id), each.sums)
                for rules_id, each in sorted(stored.items())
            ]
            rules = parts[-1][0] if parts else rules_store.rules_by_id(connection, seat.rules_id)
            tables.append(
                TableLuck(
                    table_key=seat.table_key,
                    title=rules.title,
                    luck=luck_of(parts) if parts else None,
                    late_rounds=late,
                )
            )
            everything += parts
    return LuckPage(tables=tuple(tables), total=luck_of(everything) if everything else None)


def luck_of(parts: Sequence[_Part]) -> Luck:
    """Add up the sums of several rules, with what follows from each."""
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
