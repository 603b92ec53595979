"""An audit of what is new since the last finds whatever an audit of everything does."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from casino_war.ledger import marks
from casino_war.ledger.audit import violations_in
from casino_war.store.audit_marks import AUDIT_MARK
from casino_war.store.database import Database
from casino_war.store.guard import guard_of
from tests.databases import ONLY_POSTGRESQL, Databases, opened
from tests.ledger.conftest import audit_anew, play
from tests.ledger.luck_spoilers import LUCK
from tests.ledger.player_spoilers import PLAYERS
from tests.ledger.spoilers import SPOILERS
from tests.ledger.table import TINY_GAME
from tests.unguarded import change, unguarded

_LATE = (
    "INSERT INTO transfer (id, source_id, target_id, amount_cents, code, command_key, line,"
    " created_at) SELECT -1, source_id, 4, amount_cents, code, 'late', 1, created_at"
    " FROM transfer WHERE id = 1"
)


@contextmanager
def _unchecked(database: Database) -> Iterator[Connection]:
    """Refuse by triggers alone, in a book whose mark was made when it was so."""
    with unguarded(database, has_triggers=True) as connection:
        connection.execute(AUDIT_MARK.update().values(guard=guard_of(connection)))
        yield connection


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
        assert violations_in(connection, game=TINY_GAME, scope=scope) == []


def test_where_too_much_was_made_over_nothing_is_saved(
    played: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "MADE_OVER_MAX", -1)
    with played.reading() as connection:
        assert marks.find_scope(connection) == marks.Untrusted(
            "too much was made over since the last clean audit"
        )


def test_whoever_takes_triggers_away_is_told_by_the_mark(played: Database) -> None:
    with unguarded(played) as connection:
        change(connection, ())
        assert marks.find_scope(connection) == marks.Untrusted(
            "triggers or tables were changed since the last clean audit"
        )


@ONLY_POSTGRESQL
@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE round DROP CONSTRAINT ck_round_wagered_positive",
        "CREATE RULE quiet AS ON INSERT TO transfer DO INSTEAD NOTHING",
        "ALTER TABLE transfer DISABLE TRIGGER transfer_no_update",
        "ALTER TABLE command ALTER COLUMN kind TYPE text",
    ],
)
def test_a_changed_table_is_told_by_the_mark(played: Database, statement: str) -> None:
    with unguarded(played, has_triggers=True) as connection:
        connection.rollback()
        assert isinstance(marks.find_scope(connection), marks.Since)
        connection.exec_driver_sql(statement)
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
        (
            ("UPDATE audit_mark SET guard = 'of another database'",),
            "triggers or tables were changed since the last clean audit",
        ),
    ],
)
def test_a_mark_that_does_not_fit_is_not_trusted(
    played: Database, statements: tuple[str, ...], why: str
) -> None:
    with _unchecked(played) as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
        assert marks.find_scope(connection) == marks.Untrusted(why)


def test_what_triggers_let_pass_is_found_among_what_is_new(played: Database) -> None:
    let_pass = 0
    for statements, expected in [*SPOILERS, *LUCK, *PLAYERS]:
        with _unchecked(played) as connection:
            try:
                for statement in statements:
                    connection.exec_driver_sql(statement)
            except DBAPIError:
                continue
            let_pass += 1
            is_new, found = audit_anew(connection)
            everything = violations_in(connection, game=TINY_GAME)
            # Luck of a seat that had none is added up from all its rounds.
            assert is_new != any("INTO seat_luck" in each for each in statements), statements
            assert found == everything, statements
            assert {each.name for each in found} == set(expected), statements
    # Balances, open rounds, shoes in play, versions, and rows that are added.
    assert let_pass == 27
