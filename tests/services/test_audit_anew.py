"""The audit goes on from the last clean one, through play, and reads all where it must."""

import pytest
from sqlalchemy import text

from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.services.audit import AuditReport, audit, run_audit
from casino_war.services.house import House
from casino_war.store import quiet
from casino_war.store.database import Database
from tests.databases import ONLY_POSTGRESQL, ONLY_SQLITE
from tests.services.conftest import MakeHouse
from tests.services.doctor import look_up
from tests.services.guest import Guest, bet
from tests.services.seeds import ranks, seed_where

CLASSIC = find("classic").rules


def looked_at(report: AuditReport) -> tuple[bool, int, int]:
    assert report.violations == ()
    return report.since is None, report.rounds, report.transfers


def test_each_audit_goes_on_from_the_one_before(house: House) -> None:
    guest = Guest(house).buy_in().sit()
    guest.deal(bet(10))
    first = run_audit(house)
    assert looked_at(first)[:2] == (True, 1)
    assert first.why == "there is no clean audit to go on from"
    assert looked_at(run_audit(house)) == (False, 0, 0)
    guest.deal(bet(10))
    Guest(house, visitor="other").buy_in().sit().deal(bet(10))
    guest.new_shoe()
    assert looked_at(run_audit(house))[:2] == (False, 2)
    guest.client_seed("chosen")
    guest.buy_in().cash_out()
    assert looked_at(run_audit(house)) == (False, 0, 2)
    everything = run_audit(house, is_full=True)
    assert looked_at(everything)[:2] == (True, 3)
    assert everything.why == ""
    assert looked_at(run_audit(house)) == (False, 0, 0)


def test_a_round_open_at_the_mark_is_looked_at_once_it_is_settled(make_house: MakeHouse) -> None:
    house = make_house(seed_where(CLASSIC, lambda shoe: len({*ranks(shoe, 0, 1)}) == 1))
    guest = Guest(house).buy_in().sit()
    guest.deal(bet(10))
    assert guest.seat.open_round_id is not None
    run_audit(house)
    assert looked_at(run_audit(house)) == (False, 0, 0)
    guest.decide(Decision.WAR)
    assert looked_at(run_audit(house))[:2] == (False, 1)
    assert audit(house) == []


def test_what_is_found_once_is_found_until_it_is_mended(house: House) -> None:
    Guest(house).buy_in().sit()
    clean = run_audit(house)
    add = "UPDATE account SET balance_cents = balance_cents + ({}) WHERE name = 'bankroll:1'"
    with house.database.writing() as connection:
        connection.execute(text(add.format(5)))
    names = ["balances-equal-transfers", "ledger-sums-to-zero"]
    for _ in range(2):
        report = run_audit(house)
        assert [violation.name for violation in report.violations] == names
        assert report.since is not None
    with house.database.writing() as connection:
        connection.execute(text(add.format(-5)))
    assert looked_at(run_audit(house)) == (False, 0, 0)
    assert clean.since is None


@ONLY_POSTGRESQL
def test_writers_under_way_keep_the_mark_where_it_is(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(house).buy_in().sit()
    monkeypatch.setattr(quiet, "_LOCK_WAIT_MS", 20)
    with house.database.writing() as connection:
        connection.execute(text("SELECT id FROM player FOR NO KEY UPDATE"))
        assert looked_at(run_audit(house)) == (True, 0, 1)
    assert look_up(house, "SELECT id FROM audit_mark") == []
    guest.deal(bet(10))
    assert looked_at(run_audit(house))[:2] == (True, 1)
    assert len(look_up(house, "SELECT id FROM audit_mark")) == 1


@ONLY_SQLITE
def test_an_audit_that_cannot_leave_its_mark_stands(make_house: MakeHouse) -> None:
    house = make_house()
    Guest(house).buy_in().sit()
    hasty = House(database=Database(house.database.url, busy_timeout_ms=20))
    with house.database.writing():
        assert looked_at(run_audit(hasty)) == (True, 0, 1)
    hasty.database.dispose()
    assert look_up(house, "SELECT id FROM audit_mark") == []
