"""A player's statistics, worked out again by a few lines from the export alone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

import pytest

from casino_war.game.round import Decision
from casino_war.services import bankroll_path, luck_catch_up, tables
from casino_war.services.audit import run_audit
from casino_war.services.export import export_player
from casino_war.services.house import House
from casino_war.services.luck_catch_up import measure_everybody
from casino_war.services.statistics import Figures, StatisticsPage, statistics_page
from casino_war.store import days, milestones
from casino_war.store.days import day_of
from tests.audits import audit
from tests.services.clock import Clock
from tests.services.guest import Guest, bet

NOON = datetime(2026, 3, 30, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
def guest(house: House, clock: Clock) -> Guest:
    return Guest(replace(house, clock=clock)).buy_in().sit()


def play(guest: Guest, rounds: int, *wagers: Any) -> None:
    for number in range(rounds):
        guest.deal(*(wagers or (bet(10, 5 * (number % 2)),)))
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR if number % 3 else Decision.SURRENDER)


def page_of(guest: Guest, **asked: str) -> StatisticsPage:
    return statistics_page(guest.house, guest.token, **asked)


def total_of(guest: Guest, **asked: str) -> Figures:
    total = page_of(guest, **asked).total
    assert total is not None
    return total


def exported_rounds(guest: Guest) -> list[dict[str, Any]]:
    for section in export_player(guest.house, guest.token):
        rows = [dict(row) for row in section.rows]
        if section.name == "rounds":
            return rows
    raise AssertionError("no rounds in the export")


def longest(nets: list[int], sign: int) -> int:
    signs = [(net > 0) - (net < 0) for net in nets if net]
    return max((len([*run]) for each, run in groupby(signs) if each == sign), default=0)


def test_statistics_are_those_of_the_export(guest: Guest) -> None:
    play(guest, 40)
    rows = exported_rounds(guest)
    total = total_of(guest)
    sums = total.luck.sums
    nets = [row["net_cents"] for row in rows]
    assert (sums.rounds, sums.hands) == (40, 40)
    assert sums.wagered_cents == sum(row["wagered_cents"] for row in rows)
    assert sums.net_cents == sum(nets)
    assert (total.best_net_cents, total.worst_net_cents) == (max(nets), min(nets))
    outcomes = [row["outcome_text"] for row in rows]
    assert sums.won == outcomes.count("win")
    assert total.hands_lost == outcomes.count("loss")
    assert sums.ties == 40 - sums.won - total.hands_lost > 0
    assert total.rounds_won == sum(net > 0 for net in nets)
    assert total.rounds_lost == sum(net < 0 for net in nets)
    assert total.won_streak.length == longest(nets, 1)
    assert total.lost_streak.length == longest(nets, -1)
    assert 0 < total.won_streak.chance <= 1
    assert total.return_share == pytest.approx(1 + sums.net_cents / sums.wagered_cents)
    assert total.expected_wins == pytest.approx(40 * 144 / 311)
    assert sums.wars_won == outcomes.count("war_win")
    assert sums.surrenders == outcomes.count("surrender")
    assert audit(guest.house) == []


def test_tables_and_times_are_told_apart(guest: Guest, clock: Clock) -> None:
    play(guest, 5)
    clock.now += timedelta(days=10)
    other = Guest(guest.house, "bonus", guest.token, visitor="bonus").sit()
    play(other, 3)
    play(guest, 4)
    clock.now += timedelta(days=25)
    play(guest, 2)
    page = page_of(guest)
    assert {table.key: figures.luck.sums.rounds for table, figures in page.by_table} == {
        "classic": 11,
        "bonus": 3,
    }
    assert [(at.month, figures.luck.sums.rounds) for at, figures in page.by_month] == [
        (5, 2),
        (4, 7),
        (3, 5),
    ]
    asked = {"week": 2, "month": 9, "year": 14}
    for period, rounds in asked.items():
        assert total_of(guest, period=period).luck.sums.rounds == rounds, period
    assert total_of(guest, table_key="bonus").luck.sums.rounds == 3
    assert page_of(guest, table_key="bonus", period="week").total is None
    assert page_of(guest, table_key="own-of-another").total is None
    assert audit(guest.house) == []


def test_a_streak_goes_on_over_midnight(guest: Guest, clock: Clock) -> None:
    for _ in range(30):
        clock.now += timedelta(hours=11)
        play(guest, 1, bet(10))
    nets = [row["net_cents"] for row in exported_rounds(guest)]
    total = total_of(guest)
    assert len(page_of(guest).by_month) == 2
    assert total.won_streak.length == longest(nets, 1)
    assert total.lost_streak.length == longest(nets, -1)
    assert audit(guest.house) == []


def test_a_clock_set_back_puts_rounds_into_the_day_that_it_shows(
    guest: Guest, clock: Clock
) -> None:
    play(guest, 3)
    clock.now -= timedelta(days=1)
    play(guest, 3)
    clock.now += timedelta(days=1)
    play(guest, 3)
    nets = [row["net_cents"] for row in exported_rounds(guest)]
    total = total_of(guest)
    assert total.luck.sums.rounds == 9
    assert total.lost_streak.length == longest(nets, -1)
    assert audit(guest.house) == []


def test_an_audit_of_what_is_new_knows_days_that_a_clock_went_back_to(
    guest: Guest, clock: Clock
) -> None:
    play(guest, 3)
    clock.now -= timedelta(days=1)
    play(guest, 3)
    assert run_audit(guest.house).violations == ()
    # This day has rounds from before the mark, and the newest day at the mark has not changed.
    clock.now += timedelta(days=1)
    play(guest, 1)
    report = run_audit(guest.house)
    assert report.since is not None
    assert report.violations == ()
    # Nobody has played since: no day is looked at any more.
    assert run_audit(guest.house).violations == ()


def test_rounds_that_were_not_counted_come_late(
    guest: Guest, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(tables, "add_luck", lambda *_: [])
        play(guest, 4)
        clock.now -= timedelta(days=3)
        play(guest, 3)
        clock.now += timedelta(days=9)
        play(guest, 3)
    assert page_of(guest).late_rounds == 10
    assert page_of(guest).total is None
    monkeypatch.setattr(luck_catch_up, "LATE_ROUNDS_MAX", 4)
    measure_everybody(guest.house)
    page = page_of(guest)
    assert page.late_rounds == 0
    nets = [row["net_cents"] for row in exported_rounds(guest)]
    total = total_of(guest)
    assert total.luck.sums.net_cents == sum(nets)
    assert total.won_streak.length == longest(nets, 1)
    assert audit(guest.house) == []


def test_nobody_has_no_statistics(house: House) -> None:
    assert statistics_page(house, None) == StatisticsPage()
    guest = Guest(house).buy_in().sit()
    assert page_of(guest) == StatisticsPage()


def test_the_path_tells_every_round_of_a_few(guest: Guest) -> None:
    play(guest, 6)
    guest.buy_in(100)
    play(guest, 6, bet(10), bet(20))
    page = page_of(guest)
    path, rows = page.path, exported_rounds(guest)
    assert page.total is not None
    assert [point.number for point in path] == [*range(1, 13)]
    assert path[-1].hands == 6 + 12
    assert [point.balance_cents for point in path] == [row["balance_after_cents"] for row in rows]
    last = path[-1]
    put_in_cents = 110_000
    assert last.expected_cents == pytest.approx(put_in_cents + page.total.luck.expected_cents)
    assert last.deviation_cents == pytest.approx(page.total.luck.deviation_cents)


def test_of_many_rounds_milestones_are_told(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bankroll_path, "ROUNDS_MAX", 60)
    play(guest, 130, bet(5))
    page = page_of(guest)
    rows = exported_rounds(guest)
    assert [point.number for point in page.path] == [64, 128]
    for point in page.path:
        row = rows[point.number - 1]
        assert point.balance_cents == row["balance_after_cents"]
        net_cents = sum(each["net_cents"] for each in rows[: point.number])
        put_in_cents = point.balance_cents - net_cents
        assert put_in_cents == 100_000
        staked = sum(each["wagered_cents"] for each in rows[: point.number])
        assert put_in_cents - staked < point.expected_cents < put_in_cents
    monkeypatch.setattr(bankroll_path, "POINTS_MAX", 1)
    assert [point.number for point in page_of(guest).path] == [128]
    assert audit(guest.house) == []


def test_no_milestone_is_set_while_a_round_is_open(guest: Guest) -> None:
    play(guest, 63, bet(5))
    with guest.house.database.writing() as connection:
        assert milestones.is_quiet(connection, 1, 63)
        assert not milestones.is_quiet(connection, 1, 62)
        luck_catch_up.set_milestone(connection, 1, 62)
        assert milestones.milestones_at(connection, 1, {62, 63, 64}) == ()


def test_days_are_numbered_from_1970() -> None:
    assert day_of(datetime(1970, 1, 1, 23, 59, tzinfo=UTC)) == 0
    assert day_of(datetime(2026, 1, 2, tzinfo=UTC)) == 20455
    assert days.begin_of(20455) == datetime(2026, 1, 2, tzinfo=UTC)
    in_tokyo = datetime.fromisoformat("2026-01-03T08:00:00+09:00")
    assert day_of(in_tokyo) == 20455
