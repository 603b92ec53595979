"""The house in a handful of numbers, for whoever watches many of them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from casino_war.services.house import House
from casino_war.services.measure import MICRO
from casino_war.store.audit_marks import last_marked_at
from casino_war.store.luck import TableTotals, totals_of_tables
from casino_war.store.own_tables import is_own_key
from casino_war.store.runs import RunState, count_by_state

OWN_TABLES = "own"
"""The name under which all tables of players are told: there may be any number of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFigures:
    """What a table has taken and kept since it was opened; amounts in cents.

    ``expected_hold_cents`` is what its rules give the house of exactly these bets, as their
    players decided, and ``variance_cents2`` the variance of such results.
    """

    rounds: int = 0
    handle_cents: int = 0
    hold_cents: int = 0
    expected_hold_cents: float = 0.0
    variance_cents2: float = 0.0

    def with_totals(self, totals: TableTotals) -> "TableFigures":
        """Add what the seats of a table, or of one more table, have come to."""
        cost_microcents = totals.decision_cost_microcents - totals.expected_microcents
        return TableFigures(
            rounds=self.rounds + totals.rounds,
            handle_cents=self.handle_cents + totals.wagered_cents,
            hold_cents=self.hold_cents - totals.net_cents,
            expected_hold_cents=self.expected_hold_cents + cost_microcents / MICRO,
            variance_cents2=self.variance_cents2 + totals.variance_cents2,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseFigures:
    """All tables by key, the runs of the laboratory by state, and the age of the audit.

    ``audit_age_seconds`` counts from the last clean audit; None where there is no mark of
    one, be it that none was made or that the last one found something.
    """

    tables: Mapping[str, TableFigures]
    runs: Mapping[RunState, int]
    audit_age_seconds: float | None


def house_figures(house: House) -> HouseFigures:
    """Add up what the tables have come to, in one statement that reads a row for each seat.

    Raises:
        DatabaseBusyError: the database did not answer in time.
        DatabaseUnusableError: it cannot be read.
    """
    with house.database.reading() as connection:
        totals = totals_of_tables(connection)
        runs = count_by_state(connection)
        marked_at = last_marked_at(connection)
    tables: dict[str, TableFigures] = defaultdict(TableFigures)
    for key, of_table in totals.items():
        name = OWN_TABLES if is_own_key(key) else key
        tables[name] = tables[name].with_totals(of_table)
    age = None if marked_at is None else (house.clock() - marked_at).total_seconds()
    return HouseFigures(
        tables=dict(sorted(tables.items())),
        runs={state: runs.get(state, 0) for state in RunState},
        audit_age_seconds=age,
    )
