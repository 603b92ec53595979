"""SQLite takes any text for a moment: the audit says where, and trips over none."""

import pytest

from casino_war.ledger import marks
from casino_war.ledger.audit import violations_in
from tests.databases import Databases, opened
from tests.ledger.conftest import audit_anew, play
from tests.ledger.table import TINY_GAME
from tests.unguarded import unguarded

pytestmark = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("UPDATE shoe SET created_at = 'x' WHERE id = 1", "shoe 1 has no moment in created_at"),
        ("UPDATE player SET created_at = ''", "player 1 has no moment in created_at"),
        (
            "UPDATE shoe SET started_at = '2026-02-30 12:00:00.000000' WHERE id = 1",
            "shoe 1 has no moment in started_at",
        ),
        (
            "UPDATE round SET dealt_at = '2026-01-02 24:00:00.000000' WHERE id = 3",
            "round 3 has no moment in dealt_at",
        ),
        ("UPDATE account SET created_at = 7 WHERE id = 1", "account 1 has no moment in created_at"),
        ("UPDATE table_rules SET created_at = 'x'", "table_rules 1 has no moment in created_at"),
    ],
)
def test_a_moment_that_is_none_is_told(databases: Databases, statement: str, line: str) -> None:
    with opened(databases.prepared("played", play)) as database, unguarded(database) as connection:
        connection.exec_driver_sql(statement)
        found = violations_in(connection, game=TINY_GAME)
        assert f"moments-can-be-read: {line}" in [str(each) for each in found]


def test_the_last_moment_of_a_second_is_one(databases: Databases) -> None:
    with opened(databases.prepared("played", play)) as database, unguarded(database) as connection:
        connection.exec_driver_sql("UPDATE player SET created_at = '2026-01-02 12:00:59.999999'")
        connection.exec_driver_sql("UPDATE shoe SET created_at = '2026-12-31 23:59:59.999500'")
        found = violations_in(connection, game=TINY_GAME)
        assert "moments-can-be-read" not in {each.name for each in found}


def test_it_is_told_among_what_is_new(databases: Databases) -> None:
    with (
        opened(databases.prepared("played", play)) as database,
        unguarded(database, has_triggers=True) as connection,
    ):
        connection.exec_driver_sql("UPDATE shoe SET created_at = 'x' WHERE id = 1")
        is_new, found = audit_anew(connection)
        assert is_new
        assert [each.text for each in found] == ["shoe 1 has no moment in created_at"]


def test_a_mark_of_no_moment_is_not_trusted(databases: Databases) -> None:
    with (
        opened(databases.prepared("played", play)) as database,
        unguarded(database, has_triggers=True) as connection,
    ):
        connection.exec_driver_sql("UPDATE audit_mark SET made_at = 'x'")
        assert marks.find_scope(connection) == marks.Untrusted(
            "the mark of the last clean audit cannot be read"
        )
