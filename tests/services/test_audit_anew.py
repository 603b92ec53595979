"""The audit goes on from the last clean one, through play, and reads all where it must."""

from urllib.parse import quote

import pytest
from sqlalchemy import text

from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.ledger import marks
from casino_war.ledger.scope import EVERYTHING
from casino_war.services import tables
from casino_war.services.audit import AuditReport, run_audit
from casino_war.services.house import House
from casino_war.services.luck_catch_up import measure_rest
from casino_war.store import quiet
from casino_war.store.database import Database
from casino_war.store.guard import guard_of
from tests.audits import audit
from tests.databases import ONLY_POSTGRESQL, ONLY_SQLITE
from tests.services.conftest import MakeHouse
from tests.services.doctor import look_up
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, seed_where
from tests.unguarded import change, unguarded

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
    house = make_house(seed_where(CLASSIC, is_tie))
    guest = Guest(house).buy_in().sit()
    guest.deal(bet(10))
    assert guest.seat.open_round_id is not None
    run_audit(house)
    assert looked_at(run_audit(house)) == (False, 0, 0)
    guest.decide(Decision.WAR)
    assert looked_at(run_audit(house))[:2] == (False, 1)
    assert audit(house) == []


def test_luck_of_old_rounds_that_is_measured_late_is_added_up_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(house).buy_in().sit()
    with monkeypatch.context() as before:
        before.setattr(tables, "add_luck", lambda *_: [])
        guest.deal(bet(10))
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)
    assert looked_at(run_audit(house))[:2] == (True, 1)
    assert measure_rest(house, guest.token) == 1
    report = run_audit(house)
    assert looked_at(report)[:2] == (True, 1)
    assert report.why == "luck from before the last clean audit was measured since"
    assert looked_at(run_audit(house)) == (False, 0, 0)


@pytest.mark.parametrize("is_full", [True, False])
def test_what_is_found_once_is_found_until_it_is_mended(house: House, is_full: bool) -> None:
    Guest(house).buy_in().sit()
    run_audit(house)
    add = "UPDATE account SET balance_cents = balance_cents + ({}) WHERE name = 'bankroll:1'"
    with house.database.writing() as connection:
        connection.execute(text(add.format(5)))
    names = ["balances-equal-transfers", "ledger-sums-to-zero"]
    report = run_audit(house, is_full=is_full)
    assert [violation.name for violation in report.violations] == names
    for _ in range(2):
        report = run_audit(house)
        assert [violation.name for violation in report.violations] == names
        assert report.why == "there is no clean audit to go on from"
    with house.database.writing() as connection:
        connection.execute(text(add.format(-5)))
    assert looked_at(run_audit(house)) == (True, 0, 1)
    assert looked_at(run_audit(house)) == (False, 0, 0)


def test_a_full_audit_has_the_last_word_on_what_triggers_keep(house: House) -> None:
    Guest(house).buy_in().sit().deal(bet(10))
    forgery = "UPDATE transfer SET source_balance_cents = 7 WHERE id = 1"
    with unguarded(house.database, has_triggers=False) as connection:
        change(connection, [forgery])
        standing, guard = marks.standing_now(connection, EVERYTHING), guard_of(connection)
        connection.commit()
    # As if the forger had left no trace.
    with house.database.writing() as connection:
        marks.keep_mark(connection, standing, guard, house.clock())
    assert run_audit(house).violations == ()
    assert len(run_audit(house, is_full=True).violations) == 1
    assert len(run_audit(house).violations) == 1


def test_an_audit_that_went_on_from_a_withdrawn_mark_leaves_none(house: House) -> None:
    Guest(house).buy_in().sit()
    run_audit(house)
    with house.database.reading() as connection:
        found = marks.find_scope(connection)
        assert isinstance(found, marks.Since)
        standing, guard = marks.standing_now(connection, found.scope), guard_of(connection)
    with house.database.writing() as connection:
        marks.drop_mark(connection)
        marks.keep_mark(connection, standing, guard, house.clock(), found.mark)
    assert look_up(house, "SELECT id FROM audit_mark") == []


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


@ONLY_SQLITE
@pytest.mark.parametrize("is_spoilt", [False, True])
def test_a_report_is_given_where_nothing_can_be_written(
    make_house: MakeHouse, is_spoilt: bool
) -> None:
    house = make_house()
    Guest(house).buy_in().sit()
    if is_spoilt:
        with house.database.writing() as connection:
            connection.execute(text("UPDATE account SET balance_cents = 5 WHERE kind = 'bankroll'"))
    url = f"sqlite:///file:{quote(str(house.database.url.database))}?mode=ro&uri=true"
    read_only = House(database=Database(url))
    report = run_audit(read_only)
    read_only.database.dispose()
    assert bool(report.violations) == is_spoilt
    assert look_up(house, "SELECT id FROM audit_mark") == []
