"""A clean book passes; each way to spoil it is found, by the invariant named for it."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, text

from casino_war.ledger import book, round_invariants
from casino_war.ledger.audit import INVARIANTS, REPLAY_INVARIANT, Violation, audit
from casino_war.store.database import Database
from casino_war.store.triggers import drop_triggers
from tests.ledger.table import Table, replay

# Player 1 with account 2 (bankroll) and 3 (felt); the house is 4, the cashier 1. Rounds:
# 1 won, 2 lost, 3 open. Shoes: 1 started, 2 next. Transfers: 1 buy-in; 2-4; 5-6; 7.
SETTLE_UNPAID = """
UPDATE round SET settled_at = dealt_at, cards_text = '', outcome_text = '',
wagered_cents = 500, net_cents = 0, balance_after_cents = 98500 WHERE id = 3
"""


@pytest.fixture
def played(table: Table) -> Table:
    table.buy_in(100_000)
    table.play("won", 1000)
    table.play("lost", 2000)
    table.play("open", 500)
    return table


@pytest.fixture
def spoilt(played: Table) -> Iterator[Connection]:
    """The same book in the hands of someone whom no trigger and no CHECK stops."""
    connection = played.connection
    drop_triggers(connection)
    connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
    yield connection
    connection.exec_driver_sql("PRAGMA ignore_check_constraints = OFF")


def test_empty_book_is_clean(database: Database) -> None:
    with database.reading() as connection:
        assert audit(connection, replay=replay) == []


def test_played_book_is_clean(played: Table) -> None:
    assert audit(played.connection, replay=replay) == []
    assert audit(played.connection) == []


def test_reversed_transfer_leaves_the_book_clean(played: Table) -> None:
    played.buy_in(700)
    (bought,) = book.statement(played.connection, played.player_id, None, 1)
    book.reverse(played.connection, bought.transfer.id, command_key=played.command(), at=played.at)
    assert audit(played.connection, replay=replay) == []


def test_violation_is_one_line() -> None:
    assert str(Violation("balances-run-on", "transfer 3")) == "balances-run-on: transfer 3"


def test_every_invariant_has_its_own_name() -> None:
    names = [name for name, _ in INVARIANTS]
    assert len(set(names)) == len(names)


SPOILERS = [
    (
        "UPDATE account SET balance_cents = balance_cents + 1 WHERE id = 2",
        {
            "balances-equal-transfers": "bankroll:1 holds 98501 cents, its transfers say 98500",
            "ledger-sums-to-zero": "all accounts together hold 1 cents",
        },
    ),
    (
        "UPDATE account SET balance_cents = -3 WHERE id = 2",
        {
            "balances-equal-transfers": "bankroll:1 holds -3",
            "ledger-sums-to-zero": "-98503 cents",
            "players-never-overdrawn": "bankroll:1 holds -3 cents",
        },
    ),
    (
        "UPDATE account SET may_overdraw = 1 WHERE id = 3",
        {"players-never-overdrawn": "felt:1:classic"},
    ),
    (
        "UPDATE transfer SET amount_cents = amount_cents + 5 WHERE id = 1",
        {
            "balances-equal-transfers": "bankroll:1",
            "ledger-sums-to-zero": "-5 cents",
            "balances-run-on": "transfer 1 notes 100000 cents for bankroll:1",
        },
    ),
    (
        "UPDATE transfer SET target_balance_cents = 7 WHERE id = 1",
        {"balances-run-on": "transfer 1 notes 7 cents for bankroll:1"},
    ),
    (
        "UPDATE transfer SET source_balance_cents = 7 WHERE id = 1",
        {"balances-run-on": "transfer 1 notes 7 cents for cashier"},
    ),
    (
        "DELETE FROM transfer WHERE id = 6",
        {
            "balances-equal-transfers": "felt:1:classic holds 500 cents",
            "ledger-sums-to-zero": "-2000 cents",
            "rounds-leave-felt-empty": "round 2 is settled and left 2000 cents",
            "balances-run-on": "transfer 7",
            REPLAY_INVARIANT: "round 2 has 1 transfers of 2000 cents in all, its replay 2 of 4000",
        },
    ),
    (
        "UPDATE transfer SET code = 'surrender' WHERE id = 6",
        {REPLAY_INVARIANT: "round 2 has 2 transfers of 4000"},
    ),
    (
        "UPDATE transfer SET command_key = 'nobody' WHERE id = 1",
        {"transfers-have-commands": "transfer 1 belongs to the unknown command 'nobody'"},
    ),
    (
        "UPDATE transfer SET round_id = NULL WHERE round_id = 2",
        {
            "transfers-fit-their-codes": "has the code ante and the round None",
            "balances-after-rounds": "round 2 notes a bankroll of 99000 cents",
            REPLAY_INVARIANT: "round 2 has 0 transfers",
        },
    ),
    (
        "UPDATE transfer SET code = 'ante_payout' WHERE id = 1",
        {"transfers-fit-their-codes": "transfer 1 has the code ante_payout and the round None"},
    ),
    (
        (
            "UPDATE command SET player_id = NULL, visitor = 'somebody' WHERE key ="
            " (SELECT command_key FROM transfer WHERE id = 1)"
        ),
        {"transfers-are-their-players": "transfer 1 moves chips of bankroll:1 for player None"},
    ),
    (
        SETTLE_UNPAID,
        {
            "felts-empty-between-rounds": "felt:1:classic holds 500 cents and no round is open",
            "rounds-leave-felt-empty": "round 3 is settled and left 500 cents",
            REPLAY_INVARIANT: "round 3 has cards_text '', its replay None",
        },
    ),
    (
        "UPDATE round SET balance_after_cents = 1 WHERE id = 1",
        {"balances-after-rounds": "round 1 notes a bankroll of 1 cents, its transfers left 101000"},
    ),
    (
        "UPDATE round SET net_cents = 999 WHERE id = 1",
        {REPLAY_INVARIANT: "round 1 has net_cents 999, its replay 1000"},
    ),
    (
        "UPDATE round SET notation = 'dice won 1000' WHERE id = 1",
        {REPLAY_INVARIANT: "round 1 cannot be replayed: dice won 1000 is no round"},
    ),
    (
        "UPDATE shoe SET commitment = server_seed WHERE id = 2",
        {"commitments-match": "shoe 2 does not keep its commitment"},
    ),
    (
        "UPDATE shoe SET server_seed = 'no seed' WHERE id = 2",
        {"commitments-match": "shoe 2 does not keep its commitment"},
    ),
    (
        "UPDATE shoe SET client_seed = 'a:b' WHERE id = 1",
        {"orders-are-shuffles": "shoe 1 has no valid seeds"},
    ),
    (
        "UPDATE shoe SET client_seed = 'other' WHERE id = 1",
        {"orders-are-shuffles": "shoe 1 is not in the order that its seeds give"},
    ),
    (
        "UPDATE shoe SET nonce = 5 WHERE id = 2",
        {"nonces-have-no-gap": "seat 1 has 2 shoes, the last of nonce 5"},
    ),
]


@pytest.mark.parametrize(("statement", "expected"), SPOILERS)
def test_spoilt_book_is_found_out(
    spoilt: Connection, statement: str, expected: dict[str, str]
) -> None:
    spoilt.execute(text(statement))
    violations = audit(spoilt, replay=replay)
    assert {violation.name for violation in violations} == set(expected)
    for name, part in expected.items():
        assert any(part in found.text for found in violations if found.name == name), name


def test_every_invariant_is_tried() -> None:
    tried = {name for _, expected in SPOILERS for name in expected}
    assert tried == {name for name, _ in INVARIANTS} | {REPLAY_INVARIANT}


def test_rounds_are_read_some_at_a_time(played: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_invariants, "ROUNDS_AT_ONCE", 1)
    played.connection.execute(text("UPDATE round SET notation = 'dice open 5' WHERE id = 3"))
    (violation,) = audit(played.connection, replay=replay)
    assert violation.text.startswith("round 3 cannot be replayed")
