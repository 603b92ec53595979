"""What the house has won at each of its tables, against what was exactly to be expected."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from sqlalchemy import func, select

from casino_war.services.house import House
from casino_war.services.measure import MICRO
from casino_war.store.luck import SEAT_LUCK, luck_of_tables
from casino_war.store.luck_sums import LuckSums
from casino_war.store.rounds import ROUND
from casino_war.store.seats import SEAT


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """One table since it was opened, by all versions of its rules; amounts in cents.

    ``late_rounds`` are settled, and not measured yet: they are in none of the sums.
    """

    table_key: str
    sums: LuckSums
    late_rounds: int

    @property
    def hold_cents(self) -> int:
        """What the house has kept of the bets."""
        return -self.sums.net_cents

    @property
    def expected_cents(self) -> float:
        """What was to be expected of these bets, as their players decided."""
        cost_microcents = self.sums.decision_cost_microcents
        return (cost_microcents - self.sums.expected_microcents) / MICRO

    @property
    def deviation_cents(self) -> float:
        """The standard deviation of such results."""
        return sqrt(self.sums.variance_cents2)

    @property
    def deviations(self) -> float | None:
        """How far the result is from what was expected, in standard deviations."""
        if not self.sums.variance_cents2:
            return None
        return (self.hold_cents - self.expected_cents) / self.deviation_cents


def table_results(house: House) -> Iterator[TableResult]:
    """Return the results of every table at which a round is settled, by its key."""
    last = (
        select(SEAT_LUCK.c.seat_id, func.max(SEAT_LUCK.c.last_round_id).label("round_id"))
        .group_by(SEAT_LUCK.c.seat_id)
        .subquery("last")
    )
    late = (
        select(SEAT.c.table_key, func.count(ROUND.c.id))
        .join_from(SEAT, last, last.c.seat_id == SEAT.c.id, isouter=True)
        .join(ROUND, ROUND.c.seat_id == SEAT.c.id)
        .where(ROUND.c.settled_at.is_not(None), ROUND.c.id > func.coalesce(last.c.round_id, 0))
        .group_by(SEAT.c.table_key)
    )
    with house.database.reading() as connection:
        sums = luck_of_tables(connection)
        late_rounds = {key: int(count) for key, count in connection.execute(late)}
    for key in sorted(sums.keys() | late_rounds.keys()):
        yield TableResult(
            table_key=key,
            sums=sums.get(key, LuckSums()),
            late_rounds=late_rounds.get(key, 0),
        )
