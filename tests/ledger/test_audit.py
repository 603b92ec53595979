"""A clean book passes; each way to spoil it is found, by the invariant named for it."""

from datetime import datetime

import pytest

from casino_war.ledger import shoe_histories
from casino_war.ledger.audit import (
    NAMES,
    Violation,
    violations_in,
)
from casino_war.store.database import Database
from tests.ledger.conftest import Spoil
from tests.ledger.luck_spoilers import LUCK
from tests.ledger.member_spoilers import MEMBERS
from tests.ledger.operator_spoilers import ACTS
from tests.ledger.own_table_spoilers import OWN_TABLES
from tests.ledger.own_war_rules_spoilers import OWN_RULES
from tests.ledger.player_spoilers import PLAYERS
from tests.ledger.spoilers import SPOILERS
from tests.ledger.table import TINY_GAME, Table, sit


def test_empty_book_is_clean(database: Database) -> None:
    with database.reading() as connection:
        assert violations_in(connection, game=TINY_GAME) == []


def test_played_book_is_clean(table: Table, spoil: Spoil) -> None:
    assert spoil() == []
    table.buy_in(100_000)
    table.play("won", 1000)
    assert violations_in(table.connection) == []


def test_a_book_of_several_players_is_clean_however_it_is_read(
    database: Database, at: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.writing() as connection:
        tables = [sit(connection, at, letter) for letter in "pqr"]
        for table in tables:
            table.buy_in(100_000)
        for result in ("won", "lost", "open"):
            for table in tables:
                table.play(result, 1000)
        for shoes_at_once in (1, 2, 50):
            monkeypatch.setattr(shoe_histories, "SHOES_AT_ONCE", shoes_at_once)
            histories = list(shoe_histories.shoe_histories(connection, TINY_GAME))
            assert [len(history.rounds) for history in histories] == [3, 0, 3, 0, 3, 0]
            assert violations_in(connection, game=TINY_GAME) == []


def test_violation_is_one_line() -> None:
    assert str(Violation("balances-run-on", "transfer 3")) == "balances-run-on: transfer 3"


def test_every_invariant_has_its_own_name() -> None:
    assert len(set(NAMES)) == len(NAMES)


EVERY = [*SPOILERS, *LUCK, *PLAYERS, *MEMBERS, *ACTS, *OWN_TABLES, *OWN_RULES]


@pytest.mark.parametrize(("statements", "expected"), EVERY)
def test_spoilt_book_is_found_out(
    spoil: Spoil, statements: tuple[str, ...], expected: dict[str, str]
) -> None:
    violations = spoil(*statements)
    assert {violation.name for violation in violations} == set(expected)
    for name, part in expected.items():
        assert any(part in found.text for found in violations if found.name == name), name
    assert all("\n" not in violation.text for violation in violations)


def test_every_invariant_is_tried() -> None:
    tried = {name for _, expected in EVERY for name in expected}
    # Triggers are no rows, and only SQLite takes any text for a moment: both are tried in
    # modules of their own.
    assert tried | {"triggers-stand", "moments-can-be-read"} == set(NAMES)
