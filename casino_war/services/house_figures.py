"""The house in a handful of numbers, for whoever watches many of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino_war.services.house import House
from casino_war.services.measure import MICRO
from casino_war.store.audit_marks import last_marked_at
from casino_war.store.luck import TableTotals, totals_of_tables
from casino_war.store.runs import RunState, count_by_state


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFigures:
    """What a table has taken and kept since it was opened; amounts in cents.

    ``expected_hold_cents`` is what its rules give the house of exactly these bets, as their
    players decided, and ``variance_cents2`` the variance of such results.
    """

    rounds: int
    handle_cents: int
    hold_cents: int
    expected_hold_cents: float
    variance_cents2: float

    @classmethod
    def of_totals(cls, totals: TableTotals) -> "TableFigures":
        """Tell from the house's side what the seats of a table have come to."""
        cost_microcents = totals.decision_cost_microcents - totals.expected_microcents
        return cls(
            rounds=totals.rounds,
            handle_cents=totals.wagered_cents,
            hold_cents=-totals.net_cents,
            expected_hold_cents=cost_microcents / MICRO,
            variance_cents2=totals.variance_cents2,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseFigures:
    """All tables by key, the runs of the laboratory by state, and the age of the audit.

    The tables of players are one, named `OWN_TABLES`: there may be any number of them.
    ``audit_age_seconds`` counts from the last clean audit; None where there is no mark of
    one, be it that none was made or that the last one found something.
    """

    tables: Mapping[str, TableFigures]
    runs: Mapping[RunState, int]
    audit_age_seconds: float | None


def house_figures(house: House) -> HouseFigures:
    """Add up what the tables have come to, in one statement that the database carries out.

    Raises:
        DatabaseBusyError: the database did not answer in time.
        DatabaseUnusableError: it cannot be read.
    """
    with house.database.reading() as connection:
        totals = totals_of_tables(connection)
        runs = count_by_state(connection)
        marked_at = last_marked_at(connection)
    age = None if marked_at is None else (house.clock() - marked_at).total_seconds()
    return HouseFigures(
        tables={name: TableFigures.of_totals(each) for name, each in sorted(totals.items())},
        runs={state: runs.get(state, 0) for state in RunState},
        audit_age_seconds=age,
    )
