"""A player's statistics: by table and by time, from the sums of days; never from all rounds."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from sqlalchemy import Connection

from casino_war.odds.runs import run_chance
from casino_war.odds.ties import initial_tie_probability
from casino_war.services.bankroll_path import PathPoint, bankroll_path
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.luck import Luck, luck_of
from casino_war.services.rounds import rules_of
from casino_war.store import days, rounds, seats
from casino_war.store import luck as luck_store
from casino_war.store import rules as rules_store
from casino_war.store.days import DayOfSeat
from casino_war.store.luck_sums import LuckSums
from casino_war.store.players import StoredPlayer

PERIODS: dict[str, int] = {"week": 7, "month": 30, "year": 365}
"""How many days back a period goes, today included, by what a form calls it."""

MONTHS_MAX = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    """The longest run of rounds won or lost, and how likely one so long is in so many rounds."""

    length: int
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What some days came to, with what was to be expected; amounts in cents."""

    luck: Luck
    rounds_won: int
    rounds_lost: int
    best_net_cents: int
    worst_net_cents: int
    won_streak: Streak
    lost_streak: Streak
    expected_wins: float
    """Hands whose first card was to be expected to beat the dealer's; as many lose."""

    @property
    def hands_lost(self) -> int:
        """Hands whose first card was lower than the dealer's."""
        sums = self.luck.sums
        return sums.hands - sums.won - sums.ties

    @property
    def return_share(self) -> float:
        """What came back of every chip staked."""
        sums = self.luck.sums
        return (sums.wagered_cents + sums.net_cents) / sums.wagered_cents

    @property
    def expected_return(self) -> float:
        """What comes back of every chip staked like this on average."""
        sums = self.luck.sums
        return (sums.wagered_cents + self.luck.expected_cents) / sums.wagered_cents

    def share(self, hands: float) -> float:
        """Return a number of hands as a share of all."""
        return hands / self.luck.sums.hands


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChoice:
    """A table at which the player has played."""

    key: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsPage:
    """What is asked for, in all, at each table and in each month, and the bankroll's path."""

    tables: tuple[TableChoice, ...] = ()
    total: Figures | None = None
    by_table: tuple[tuple[TableChoice, Figures], ...] = ()
    by_month: tuple[tuple[datetime, Figures], ...] = ()
    late_rounds: int = 0
    path: tuple[PathPoint, ...] = ()


def statistics_page(
    house: House, token: str | None, *, table_key: str | None = None, period: str | None = None
) -> StatisticsPage:
    """Return the statistics of the player of the token, at one table or in one of `PERIODS`."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return StatisticsPage()
        today = days.day_of(house.clock())
        from_day = None if period is None else today - PERIODS[period] + 1
        return _page(connection, player, table_key, from_day)


def _page(
    connection: Connection, player: StoredPlayer, table_key: str | None, from_day: int | None
) -> StatisticsPage:
    tables: dict[int, TableChoice] = {}
    late_rounds = 0
    for seat in seats.seats_of(connection, player.id):
        luck = luck_store.luck_of_seat(connection, seat.id)
        late = rounds.count_settled(connection, seat.id, luck_store.last_measured(luck))
        if luck or late:
            stored = rules_store.rules_by_id(connection, seat.rules_id)
            tables[seat.id] = TableChoice(key=seat.table_key, title=stored.title)
            late_rounds += late
    asked = {seat_id: table for seat_id, table in tables.items() if table_key in (None, table.key)}
    found = [*days.days_of_seats(connection, asked.keys(), from_day=from_day)]
    of_tables: dict[int, list[DayOfSeat]] = defaultdict(list)
    of_months: dict[datetime, list[DayOfSeat]] = defaultdict(list)
    for each in found:
        of_tables[each.seat_id].append(each)
        of_months[days.begin_of(each.day).replace(day=1)].append(each)
    months = sorted(of_months, reverse=True)[:MONTHS_MAX]
    is_all = table_key is None and from_day is None
    total = _figures(connection, found)
    return StatisticsPage(
        tables=tuple(tables.values()),
        total=total,
        by_table=tuple(
            (asked[seat_id], figures)
            for seat_id, of_table in of_tables.items()
            if (figures := _figures(connection, of_table)) is not None
        ),
        by_month=tuple(
            (month, figures)
            for month in months
            if (figures := _figures(connection, of_months[month])) is not None
        ),
        late_rounds=late_rounds,
        path=bankroll_path(connection, player.id, total.luck.sums) if total and is_all else (),
    )


def _figures(connection: Connection, found: Sequence[DayOfSeat]) -> Figures | None:
    """Add up days; None where there are none."""
    if not found:
        return None
    stored = [each.stored for each in found]
    by_rules: dict[int, LuckSums] = defaultdict(LuckSums)
    for each in found:
        by_rules[each.rules_id] += each.stored.sums
    parts = [
        (rules_store.rules_by_id(connection, rules_id), sums) for rules_id, sums in by_rules.items()
    ]
    luck = luck_of(parts)
    wins = Fraction(0)
    for rules, sums in parts:
        tie = initial_tie_probability(rules_of(rules.rules_json).decks)
        wins += sums.hands * (1 - tie) / 2
    rounds_won = sum(each.rounds_won for each in stored)
    rounds_lost = sum(each.rounds_lost for each in stored)
    return Figures(
        luck=luck,
        rounds_won=rounds_won,
        rounds_lost=rounds_lost,
        best_net_cents=max(each.best_net_cents for each in stored),
        worst_net_cents=min(each.worst_net_cents for each in stored),
        won_streak=_streak(max(each.longest_won for each in stored), rounds_won, rounds_lost),
        lost_streak=_streak(max(each.longest_lost for each in stored), rounds_lost, rounds_won),
        expected_wins=float(wins),
    )


def _streak(length: int, so_many: int, others: int) -> Streak:
    """Tell a run by the player's own shares: rounds that bring nothing do not end one."""
    rounds_in_all = so_many + others
    share = so_many / rounds_in_all if rounds_in_all else 0.0
    return Streak(length=length, chance=run_chance(rounds_in_all, share, length))
