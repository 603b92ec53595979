"""Rows that the database itself trips over: the audit tells of them and leaves no mark."""

import pytest

from casino_war.errors import CasinoWarError
from casino_war.services.audit import UNREADABLE, run_audit
from casino_war.services.backup import backup
from casino_war.services.house import House
from casino_war.store.address import database_file
from tests.databases import ONLY_POSTGRESQL, ONLY_SQLITE
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.unguarded import change, unguarded

HIGHEST = 2**63 - 1


def spoil(house: House, *statements: str) -> None:
    with unguarded(house.database) as connection:
        change(connection, statements)
        connection.commit()


def names_of(house: House) -> set[str]:
    """Audit twice, for a mark that still stands would go by what is not read again."""
    found = {violation.name for violation in run_audit(house).violations}
    assert {violation.name for violation in run_audit(house, is_full=True).violations} == found
    return found


@pytest.fixture
def played(make_house: MakeHouse) -> House:
    house = make_house()
    Guest(house).buy_in().sit().deal(bet(10))
    assert run_audit(house).violations == ()
    return house


def test_amounts_that_cannot_be_added_up_are_told(played: House) -> None:
    spoil(played, f"UPDATE transfer SET amount_cents = {HIGHEST}")
    assert names_of(played) == {UNREADABLE}


@ONLY_SQLITE
def test_a_text_of_no_encoding_is_told(played: House) -> None:
    spoil(played, "UPDATE command SET answer = CAST(x'eda080' AS TEXT)")
    assert names_of(played) == {UNREADABLE}


@ONLY_POSTGRESQL
@pytest.mark.parametrize("moment", ["infinity", "0044-03-15 BC"])
def test_a_moment_of_no_calendar_is_told_by_its_row(played: House, moment: str) -> None:
    spoil(played, f"UPDATE transfer SET created_at = '{moment}' WHERE id = 1")
    report = run_audit(played)
    assert [str(each) for each in report.violations] == [
        "moments-can-be-read: transfer 1 has no moment in created_at"
    ]


@ONLY_POSTGRESQL
@pytest.mark.parametrize(
    "spoilt",
    ["made_at = 'infinity'", "standing_json = replace(standing_json, '1', '99999999999999999999')"],
)
def test_a_mark_that_cannot_be_read_is_not_trusted(played: House, spoilt: str) -> None:
    with played.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE audit_mark SET {spoilt}")
    report = run_audit(played)
    assert report.why == "the mark of the last clean audit cannot be read"
    assert report.violations == ()


@ONLY_SQLITE
def test_no_backup_is_made_of_rows_that_cannot_be_read(played: House) -> None:
    spoil(played, "UPDATE transfer SET amount_cents = 'x' WHERE id = 1")
    here = database_file(played.database.url)
    assert here is not None
    url = played.database.url.render_as_string()
    with pytest.raises(CasinoWarError, match=UNREADABLE):
        backup(url, here.with_suffix(".backup"), lambda *_: None, may_replace=False)
    assert not list(here.parent.glob("*.backup*"))
