"""An audit of what is new since the last finds whatever an audit of everything does."""

from collections.abc import Iterator

import pytest
from sqlalchemy.exc import DBAPIError

from casino_war.ledger import marks
from casino_war.ledger.audit import audit
from casino_war.store.database import Database
from tests.databases import Databases, opened
from tests.ledger.conftest import audit_anew, play
from tests.ledger.player_spoilers import PLAYERS
from tests.ledger.spoilers import SPOILERS
from tests.ledger.table import TINY_GAME
from tests.unguarded import change, unguarded

_LATE = (
    "INSERT INTO transfer (id, source_id, target_id, amount_cents, code, command_key, line,"
    " created_at) SELECT -1, source_id, 4, amount_cents, code, 'late', 1, created_at"
    " FROM transfer WHERE id = 1"
)


@pytest.fixture
def played(databases: Databases) -> Iterator[Database]:
    """A book with a mark behind its last row."""
    with opened(databases.prepared("played", play)) as database:
        yield database


def test_nothing_is_new(played: Database) -> None:
    with played.reading() as connection:
        found = marks.find_scope(connection)
        assert isinstance(found, marks.Since)
        scope = found.scope
        assert (scope.old_rounds, scope.old_shoes, scope.dealt_shoes) == ((), (), ())
        assert audit(connection, game=TINY_GAME, scope=scope) == []


def test_whoever_takes_triggers_away_is_told_by_the_mark(played: Database) -> None:
    with unguarded(played) as connection:
        change(connection, ())
        assert marks.find_scope(connection) == marks.Untrusted(
            "triggers or tables were changed since the last clean audit"
        )


@pytest.mark.parametrize(
    ("statements", "why"),
    [
        ((_LATE,), "transfer rows came or went below the last clean audit"),
        (
            ("UPDATE seat SET table_key = 'bonus'",),
            "seats are not whose they were at the last clean audit",
        ),
        (("DELETE FROM seat",), "seats are not whose they were at the last clean audit"),
        (("DELETE FROM audit_mark",), "there is no clean audit to go on from"),
        (
            ("UPDATE audit_mark SET standing_json = '{'",),
            "the mark of the last clean audit cannot be read",
        ),
        (
            ("UPDATE audit_mark SET standing_json = '{}'",),
            "the mark of the last clean audit is incomplete",
        ),
        (("UPDATE audit_mark SET program = ''",), "the last clean audit was another version's"),
    ],
)
def test_a_mark_that_does_not_fit_is_not_trusted(
    played: Database, statements: tuple[str, ...], why: str
) -> None:
    with unguarded(played, has_triggers=True) as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
        assert marks.find_scope(connection) == marks.Untrusted(why)


def test_what_triggers_let_pass_is_found_among_what_is_new(played: Database) -> None:
    let_pass = 0
    for statements, expected in [*SPOILERS, *PLAYERS]:
        with unguarded(played, has_triggers=True) as connection:
            try:
                for statement in statements:
                    connection.exec_driver_sql(statement)
            except DBAPIError:
                continue
            let_pass += 1
            is_new, found = audit_anew(connection)
            everything = audit(connection, game=TINY_GAME)
            # Luck of a seat that had none is added up from all its rounds.
            assert is_new != ("seat_luck" in statements[-1]), statements
            assert found == everything, statements
            assert {each.name for each in found} == set(expected), statements
    # Balances, open rounds, shoes in play, versions, and rows that are added.
    assert let_pass == 19
