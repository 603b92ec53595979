"""The luck meter: a player's results against what was to be expected of exactly those bets.

The sums of a seat are added to in the transaction that settles a round, so that the page
reads a row for each table whatever was played there. Seats that were played at before luck
was measured have no sums yet: all their rounds are measured at the next settlement, and
until then whenever the page is asked for.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt

from sqlalchemy import Connection

from casino_war.game.round import Settled
from casino_war.game.table_rules import TableRules
from casino_war.odds.edges import tie_bet_edge
from casino_war.odds.ties import initial_tie_probability
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.measure import MICRO, luck_of_round
from casino_war.services.rounds import replay_stored, rules_of
from casino_war.store import luck as luck_store
from casino_war.store import rounds, seats
from casino_war.store import rules as rules_store
from casino_war.store.luck import LuckAtTable, LuckSums
from casino_war.store.rounds import StoredRound

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


def luck_page(house: House, token: str | None) -> LuckPage:
    """Return the luck of the player of the token."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return LuckPage(tables=(), total=None)
        found = luck_store.luck_of_player(connection, player.id)
        measured = {each.table_key for each in found}
        for seat in seats.seats_of(connection, player.id):
            if seat.table_key not in measured:
                found += _measure_late(connection, seat.id, seat.table_key)
    by_table: dict[str, list[LuckAtTable]] = defaultdict(list)
    for each in found:
        by_table[each.table_key].append(each)
    tables = tuple(
        TableLuck(table_key=key, title=versions[-1].title, luck=_luck(*versions))
        for key, versions in by_table.items()
    )
    return LuckPage(tables=tables, total=_luck(*found) if found else None)


def add_luck(connection: Connection, stored: StoredRound, state: Settled) -> None:
    """Add a round that has just been settled to the sums of its seat."""
    had = luck_store.luck_of_seat(connection, stored.seat_id)
    if not had:
        for rules_id, sums in measure_seat(connection, stored.seat_id).items():
            luck_store.keep_luck(connection, stored.seat_id, rules_id, sums)
        return
    before = had.get(stored.rules_id, LuckSums())
    luck = _measure(connection, stored, state)
    luck_store.keep_luck(connection, stored.seat_id, stored.rules_id, before + luck)


def measure_seat(connection: Connection, seat_id: int) -> Mapping[int, LuckSums]:
    """Add up all settled rounds of a seat, by the id of the rules they were played by."""
    sums: dict[int, LuckSums] = defaultdict(LuckSums)
    for stored in rounds.settled_rounds(connection, seat_id):
        state, _ = replay_stored(connection, stored)
        if isinstance(state, Settled):
            sums[stored.rules_id] += _measure(connection, stored, state)
    return sums


def wilson_interval(found: int, of: int) -> tuple[float, float]:
    """Return the bounds of a chance, at 95 %, that showed *found* times out of *of* (Wilson 1927).

    The hands of one round share the dealer's card; that hardly ties them to each other, for
    a card of any rank is as easily matched.
    """
    share, z2 = found / of, _Z_95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    reach = _Z_95 / (1 + z2 / of) * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _measure(connection: Connection, stored: StoredRound, state: Settled) -> LuckSums:
    return luck_of_round(
        state, lambda: rounds.cards_shown(connection, stored.shoe_id, before_id=stored.id)
    )


def _measure_late(connection: Connection, seat_id: int, table_key: str) -> tuple[LuckAtTable, ...]:
    found = []
    for rules_id, sums in sorted(measure_seat(connection, seat_id).items()):
        rules = rules_store.rules_by_id(connection, rules_id)
        found.append(
            LuckAtTable(
                table_key=table_key, title=rules.title, rules_json=rules.rules_json, sums=sums
            )
        )
    return tuple(found)


def _luck(*parts: LuckAtTable) -> Luck:
    ties, tie_bets = Fraction(0), Fraction(0)
    for part in parts:
        rules: TableRules = rules_of(part.rules_json)
        ties += part.sums.hands * initial_tie_probability(rules.decks)
        tie_bets -= part.sums.tie_bet_cents * (tie_bet_edge(rules) or 0)
    return Luck(
        sums=sum((part.sums for part in parts), LuckSums()),
        expected_ties=float(ties),
        tie_bet_expected_cents=float(tie_bets),
    )
