"""The house's own watch: what it audits, charts, stores and tells, and that one keeps it."""

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select, text

from casino_war.errors import CasinoWarError
from casino_war.game import settlement
from casino_war.game.events import Wager
from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.odds.control import Figure
from casino_war.services.audit import UNREADABLE
from casino_war.services.house import House
from casino_war.services.luck import luck_page
from casino_war.services.watch import acknowledge, look, on_watch
from casino_war.services.watch_status import WatchStatus, watch_status
from casino_war.store import watch as store
from casino_war.store.triggers import drop_triggers
from casino_war.store.watch import FindingKind
from tests.audits import audit
from tests.databases import ONLY_SQLITE
from tests.services.clock import Clock
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, seed_where

NOON = datetime(2026, 3, 30, 12, tzinfo=UTC)
ME = "a watchman"


def play(guest: Guest, rounds: int) -> None:
    for number in range(rounds):
        guest.deal(bet(10, 5 * (number % 2)), bet(5))
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR if number % 3 else Decision.SURRENDER)


def totals_of(status: WatchStatus) -> tuple[int, int, int, int]:
    (table,) = status.tables
    totals = table.totals
    return totals.rounds, totals.hands, totals.wagered_cents, totals.result_cents


@ONLY_SQLITE
def test_nobody_has_watched_yet(house: House) -> None:
    status = watch_status(house)
    assert (status.holder, status.audited_at, status.is_clean) == (None, None, None)
    assert not status.is_ringing
    assert status.tables == ()


def test_each_look_reads_what_is_new(house: House) -> None:
    guest = Guest(house).buy_in(10_000).sit()
    play(guest, 7)
    assert look(house, ME, batch_rounds=5).rounds_charted == 7
    assert look(house, ME, batch_rounds=5).rounds_charted == 0
    play(guest, 4)
    found = look(house, ME, batch_rounds=5)
    assert (found.rounds_charted, found.audit.rounds, found.new) == (4, 4, ())
    status = watch_status(house, points=1)
    luck = luck_page(house, guest.token).total
    assert luck is not None
    sums = luck.sums
    assert totals_of(status) == (11, sums.hands, sums.wagered_cents, -sums.net_cents)
    (table,) = status.tables
    assert (table.key, table.version, table.chart.batches, table.chart.rounds) == (
        "classic", find("classic").version, 2, 1,
    )  # fmt: skip
    assert [point.number for point in table.points[Figure.TIES]] == [2]
    assert status.is_clean
    assert status.audit_age_seconds is not None
    assert not status.is_ringing


@ONLY_SQLITE
def test_an_open_round_is_charted_once_it_is_settled(make_house: MakeHouse) -> None:
    rules = find("classic").rules
    house = make_house(seed_where(rules, is_tie))
    guest = Guest(house).buy_in().sit()
    # The tie bet is paid while the ante still waits for a decision.
    guest.deal(bet(10, 5))
    assert guest.seat.open_round_id is not None
    Guest(house, visitor="other").buy_in().sit().deal(bet(5))
    before = look(house, ME).rounds_charted
    guest.decide(Decision.SURRENDER)
    assert look(house, ME).rounds_charted == 1
    assert look(house, ME).rounds_charted == 0
    # The surrendered ante cost 5 chips, the tie bet brought 50.
    assert totals_of(watch_status(house))[0] == before + 1


@ONLY_SQLITE
def test_charts_go_on_in_pieces(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino_war.services.watch.TRANSFERS_AT_ONCE", 3)
    guest = Guest(house).buy_in().sit()
    play(guest, 5)
    assert look(house, ME, batch_rounds=2).rounds_charted == 5
    assert look(house, ME, is_stopping=lambda: True).rounds_charted == 0
    assert totals_of(watch_status(house))[0] == 5


@ONLY_SQLITE
def test_a_wrong_payout_that_the_audit_agrees_with_rings(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A slip of the decimal point, in the program that plays as in the one that audits."""
    right = settlement._settle
    monkeypatch.setattr(
        settlement,
        "settle_ante",
        lambda hand, cents, *, is_won: right(hand, Wager.ANTE, cents, 10 if is_won else -1),
    )
    guest = Guest(house).buy_in().sit()
    for _ in range(20):
        guest.deal(bet(10))
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)
    found = look(house, ME, batch_rounds=20)
    assert found.audit.violations == ()
    assert [(each.kind, each.code) for each in found.new] == [(FindingKind.CHART, "result_jump")]
    assert watch_status(house).is_ringing
    (line,) = [each.getMessage() for each in caplog.records if each.levelno == logging.ERROR]
    assert line.startswith("watch alarm: result_jump: classic@")
    # It rings until somebody has seen to it, and not a second time for the same.
    caplog.clear()
    assert look(house, ME, batch_rounds=20).new == ()
    assert watch_status(house).is_ringing
    assert acknowledge(house) == 1
    assert acknowledge(house) == 0
    assert not watch_status(house).is_ringing
    assert caplog.records == []


@ONLY_SQLITE
def test_a_violation_rings_once_and_is_told_when_it_is_mended(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    Guest(house).buy_in().sit().deal(bet(10))
    assert look(house, ME).new == ()

    def move(cents: int) -> None:
        with house.database.writing() as connection:
            connection.execute(
                text("UPDATE account SET balance_cents = balance_cents + :cents WHERE id = 2"),
                {"cents": cents},
            )

    move(1)
    found = look(house, ME).new
    names = tuple(sorted({each.name for each in audit(house)}))
    assert names
    assert sorted(each.code for each in found) == list(names)
    assert {each.kind for each in found} == {FindingKind.VIOLATION}
    assert watch_status(house).violations == names
    assert watch_status(house).is_clean is False
    assert watch_status(house).is_ringing
    assert len([each for each in caplog.records if each.levelno == logging.ERROR]) == len(names)
    assert look(house, ME).new == ()
    # Who acknowledges charts mends no books.
    acknowledge(house)
    assert watch_status(house).is_ringing
    move(-1)
    assert {each.kind for each in look(house, ME).new} == {FindingKind.CLEARED}
    assert not watch_status(house).is_ringing
    with house.database.reading() as connection:
        found = connection.scalar(select(func.count()).select_from(store.WATCH_FINDING))
    assert found == 2 * len(names)


@ONLY_SQLITE
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE seat_luck SET decision_cost_microcents = 'x'",
        "UPDATE seat_day SET rounds = 'x'",
        "UPDATE round SET rules_id = 9999",
        "UPDATE round SET wagered_cents = 'x'",
    ],
)
def test_a_row_that_stops_the_audit_rings(house: House, change: str) -> None:
    play(Guest(house).buy_in().sit(), 2)
    assert look(house, ME).new == ()
    play(Guest(house, visitor="another").buy_in().sit(), 1)
    with house.database.engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA foreign_keys = OFF")
        driver.execute("PRAGMA ignore_check_constraints = ON")
        drop_triggers(connection)
        connection.exec_driver_sql(change)
        connection.commit()
        connection.invalidate()
    rung = {each.code for each in look(house, ME).new}
    assert rung
    # The round whose rules are gone is told by an invariant of its own.
    assert UNREADABLE in rung or "9999" in change
    assert watch_status(house).is_ringing


def test_one_watches_at_a_time(house: House) -> None:
    clock = Clock(NOON)
    house = replace(house, clock=clock)
    look(house, ME)
    with pytest.raises(CasinoWarError, match="a watchman keeps the watch"):
        look(house, "another")
    clock.now += timedelta(minutes=4)
    look(house, ME)
    clock.now += timedelta(minutes=4)
    with pytest.raises(CasinoWarError):
        look(house, "another")
    clock.now += timedelta(minutes=2)
    look(house, "another")
    with pytest.raises(CasinoWarError, match="another keeps the watch"):
        look(house, ME)


@ONLY_SQLITE
def test_who_leaves_the_watch_is_followed_at_once(house: House) -> None:
    with on_watch(house, ME):
        look(house, ME)
        assert watch_status(house).holder == ME
    assert watch_status(house).holder is None
    look(house, "another")


@ONLY_SQLITE
def test_who_charts_late_charts_nothing_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(Guest(house).buy_in().sit(), 3)
    at = store.move_mark

    def late(connection: object, before: int, after: int) -> bool:
        """Another watchman, who took over meanwhile, has charted these rounds."""
        monkeypatch.setattr(store, "move_mark", at)
        assert store.move_mark(connection, before, after)  # type: ignore[arg-type]  # as it came
        return store.move_mark(connection, before, after)  # type: ignore[arg-type]  # as it came

    monkeypatch.setattr(store, "move_mark", late)
    assert look(house, ME).rounds_charted == 0
    assert watch_status(house).tables == ()


@ONLY_SQLITE
def test_a_round_that_cannot_be_read_is_left_to_the_audit(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(Guest(house).buy_in().sit(), 3)
    monkeypatch.setattr(
        "casino_war.services.watched_round.parse_cards_line",
        lambda text: (_ for _ in ()).throw(ValueError),
    )
    assert look(house, ME).rounds_charted == 0
    assert watch_status(house).tables == ()
