"""What the database itself refuses, whoever asks."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import Connection, Table, UniqueConstraint, text
from sqlalchemy.exc import IntegrityError

from casino_war.store import days, milestones, own_tables, own_war_rules, rounds, shoes, watch
from casino_war.store.changes import make
from casino_war.store.commands import recorded_command
from casino_war.store.database import Database
from casino_war.store.days import StoredDay
from casino_war.store.luck import StoredLuck, kept_luck
from casino_war.store.luck_sums import LuckSums
from casino_war.store.operator_acts import ActKind, add_act
from casino_war.store.schema import METADATA
from casino_war.store.triggers import REFUSALS
from tests.databases import ONLY_POSTGRESQL, ONLY_SQLITE
from tests.store.rows import (
    FACTS,
    own_key,
    own_table_row,
    practice_row,
    round_row,
    seat_row,
    shoe_row,
)

ACCOUNTS = """
INSERT INTO account VALUES
(1, 'cashier', 'cashier', NULL, NULL, TRUE, NULL, '2026-01-02 12:00:00'),
(2, 'bankroll:1', 'bankroll', 1, NULL, FALSE, 0, '2026-01-02 12:00:00')
"""
TRANSFER_COLUMNS = (
    "id, source_id, target_id, amount_cents, code, command_key, line, "
    "source_balance_cents, target_balance_cents, created_at"
)
BUY_IN = f"INSERT INTO transfer ({TRANSFER_COLUMNS}) VALUES "


def transfer(
    transfer_id: int, source: int, target: int, amount: int, after: tuple[str, str]
) -> str:
    values = f"{transfer_id}, {source}, {target}, {amount}, 'buy_in', 'k1', {transfer_id}"
    return f"{BUY_IN} ({values}, {after[0]}, {after[1]}, '2026-01-02 12:00:00')"


def fill(connection: Connection, at: datetime) -> None:
    """One finished and one started shoe, a settled and an open round, a buy-in of 500."""
    seat = seat_row(connection, at)
    finished, started = shoe_row(connection, seat, at), shoe_row(connection, seat, at)
    shoe_row(connection, seat, at)
    for shoe in (finished, started):
        shoes.start_shoe(connection, shoe.id, order_text="KD 2H", position=1, at=at)
    settled = round_row(connection, seat, finished, at)
    rounds.settle_round(connection, settled.id, facts=FACTS, at=at)
    shoes.finish_shoe(connection, finished.id, end_reason="cut_card", at=at)
    round_row(connection, seat, started, at)
    luck = StoredLuck(last_round_id=settled.id, sums=LuckSums(rounds=2, hands=2))
    day = StoredDay(last_round_id=settled.id, sums=luck.sums)
    make(
        connection,
        [
            kept_luck(seat.id, seat.rules_id, luck, is_new=True),
            days.kept_day((seat.id, seat.rules_id, 5), day, is_new=True),
        ],
    )
    milestones.add_milestone(
        connection,
        player_id=seat.player_id,
        number=64,
        hands=64,
        balance_cents=0,
        net_cents=0,
        expected_microcents=0,
        variance_cents2=0,
        settled_at=at,
    )
    add_act(connection, ActKind.FREEZE, "player 1", note="", at=at)
    watch.add_finding(connection, watch.FindingKind.CHART, "ties_jump", "x", at=at)
    point = {"rules_id": seat.rules_id, "number": 1, "closed_at": at, "figures_json": "{}"}
    watch.add_points(connection, [point])
    make(
        connection,
        [
            recorded_command(
                key="k1",
                player_id=seat.player_id,
                visitor="v",
                kind="BuyIn",
                content_hash="0" * 64,
                answer="{}",
                at=at,
            )
        ],
    )
    for number in (1, 2):
        own_table_row(connection, seat.player_id, at, number=number)
    closed = own_tables.own_table(connection, own_key(2))
    assert closed is not None
    own_tables.close_own_table(connection, closed, at)
    practice_row(connection, seat.player_id, at, finished_at=at, end_reason="abandoned")
    practice_row(connection, seat.player_id, at)
    own_war_rules.add_version(
        connection,
        player_id=seat.player_id,
        name="Mine",
        version=1,
        rules_text="classic@1",
        command_key="k-own",
        at=at,
    )
    connection.execute(text(ACCOUNTS))
    connection.execute(text(transfer(1, 1, 2, 500, ("NULL", "500"))))


@pytest.fixture
def connection(database: Database, at: datetime) -> Iterator[Connection]:
    with database.writing() as connection:
        fill(connection, at)
        yield connection


REFUSED = [
    ("UPDATE transfer SET amount_cents = 1", "append-only"),
    ("UPDATE transfer SET code = code", "append-only"),
    ("DELETE FROM transfer", "append-only"),
    (
        transfer(1, 1, 2, 9, ("NULL", "509"))
        + " ON CONFLICT (id) DO UPDATE SET amount_cents = 900",
        "append-only|never replaced",
    ),
    ("DELETE FROM transfer WHERE id IN (SELECT id FROM transfer)", "append-only"),
    (
        (
            "WITH more AS (SELECT 1 AS id) UPDATE transfer SET amount_cents = 900"
            " WHERE id IN (SELECT id FROM more)"
        ),
        "append-only",
    ),
    ("UPDATE command SET answer = '[]'", "append-only"),
    ("DELETE FROM command", "append-only"),
    ("UPDATE table_rules SET rules_json = '[]'", "append-only"),
    ("DELETE FROM table_rules", "append-only"),
    ("UPDATE own_war_rules SET rules_text = 'peace'", "append-only"),
    ("DELETE FROM own_war_rules", "append-only"),
    ("DELETE FROM own_table", "never deleted"),
    ("UPDATE own_table SET key = key || 'x' WHERE id = 1", "whose a table is"),
    ("UPDATE own_table SET command_key = 'k2' WHERE id = 1", "whose a table is"),
    ("UPDATE own_table SET version = 3 WHERE id = 1", "follow each other"),
    ("UPDATE own_table SET title = 'Other', version = 0 WHERE id = 1", "follow each other"),
    ("UPDATE own_table SET closed_at = NULL WHERE id = 2", "closed table"),
    ("UPDATE own_table SET title = 'Other' WHERE id = 2", "closed table"),
    ("DELETE FROM account", "never deleted"),
    ("UPDATE account SET may_overdraw = TRUE, balance_cents = NULL", "never changes"),
    ("UPDATE account SET name = 'house:x' WHERE id = 1", "never changes"),
    ("DELETE FROM shoe", "never deleted"),
    ("UPDATE shoe SET server_seed = 'ff' || substr(server_seed, 3) WHERE id = 3", "seeds"),
    ("UPDATE shoe SET commitment = server_seed WHERE id = 3", "seeds"),
    ("UPDATE shoe SET nonce = 9 WHERE id = 3", "seeds"),
    ("UPDATE shoe SET seat_id = 2 WHERE id = 3", "seeds"),
    ("UPDATE shoe SET client_seed = 'other' WHERE id = 2", "client seed is fixed"),
    ("UPDATE shoe SET order_text = '2H KD' WHERE id = 2", "drawn once"),
    ("UPDATE shoe SET order_text = NULL, started_at = NULL WHERE id = 2", "drawn once"),
    ("UPDATE shoe SET position = 0 WHERE id = 2", "backwards"),
    ("UPDATE shoe SET position = 2 WHERE id = 1", "finished shoe"),
    ("UPDATE shoe SET finished_at = NULL, end_reason = NULL WHERE id = 1", "finished shoe"),
    ("DELETE FROM round", "never deleted"),
    ("UPDATE round SET net_cents = 5 WHERE id = 1", "settled round"),
    ("UPDATE round SET notation = 'x' WHERE id = 1", "settled round"),
    ("UPDATE round SET number = 7 WHERE id = 2", "what a round is"),
    ("UPDATE round SET shoe_id = 3 WHERE id = 2", "what a round is"),
    ("DELETE FROM seat_luck", "never deleted"),
    ("UPDATE seat_luck SET seat_id = 2, rounds = 3, last_round_id = 2", "whose luck"),
    ("UPDATE seat_luck SET net_cents = 5", "never taken back"),
    ("UPDATE seat_luck SET rounds = 1", "never taken back"),
    ("UPDATE seat_luck SET rounds = 3", "never taken back"),
    ("DELETE FROM seat_day", "never deleted"),
    ("UPDATE seat_day SET day = 6, rounds = 3, last_round_id = 2", "which day a row"),
    ("UPDATE seat_day SET run = 5", "never taken back"),
    ("UPDATE milestone SET net_cents = 5", "append-only"),
    ("DELETE FROM milestone", "append-only"),
    ("UPDATE operator_act SET note = 'x'", "append-only"),
    ("DELETE FROM operator_act", "append-only"),
    ("UPDATE watch_finding SET text = 'x'", "append-only"),
    ("DELETE FROM watch_finding", "append-only"),
    ("UPDATE watch_point SET figures_json = '{}'", "append-only"),
    ("DELETE FROM watch_point", "append-only"),
    ("DELETE FROM practice_game", "never deleted"),
    ("UPDATE practice_game SET server_seed = commitment WHERE id = 2", "practice game is"),
    ("UPDATE practice_game SET rules_json = '' WHERE id = 2", "practice game is"),
    ("UPDATE practice_game SET nonce = 7 WHERE id = 2", "practice game is"),
    ("UPDATE practice_game SET client_seed = 'x' WHERE id = 2", "client seed is fixed once the"),
    ("UPDATE practice_game SET dealt_at = NULL WHERE id = 2", "client seed is fixed once the"),
    ("UPDATE practice_game SET version = 9 WHERE id = 1", "finished game"),
]


@pytest.mark.parametrize(("statement", "message"), REFUSED)
def test_refused(connection: Connection, statement: str, message: str) -> None:
    with pytest.raises(IntegrityError, match=message):
        connection.execute(text(statement))


# The first of them is told about; that of the last would not be empty by itself.
ALL_TABLES = sorted(METADATA.tables, key=lambda name: (name != "transfer", name == "table_rules"))

TRUNCATED = [
    ("TRUNCATE transfer", "append-only"),
    (f"TRUNCATE {', '.join(ALL_TABLES)}", "append-only"),
    ("TRUNCATE player CASCADE", "append-only|never deleted"),
    ("TRUNCATE command RESTART IDENTITY", "append-only"),
    ("TRUNCATE table_rules CASCADE", "append-only|never deleted"),
    ("TRUNCATE own_table", "never deleted"),
    ("TRUNCATE own_war_rules", "append-only"),
    ("TRUNCATE account CASCADE", "never deleted"),
    ("TRUNCATE shoe CASCADE", "never deleted"),
    ("TRUNCATE round CASCADE", "never deleted"),
    ("TRUNCATE seat_luck", "never deleted"),
    ("TRUNCATE seat_day", "never deleted"),
    ("TRUNCATE milestone", "append-only"),
    ("TRUNCATE operator_act", "append-only"),
    ("TRUNCATE watch_finding", "append-only"),
    ("TRUNCATE watch_point", "append-only"),
    ("TRUNCATE practice_game CASCADE", "never deleted"),
    (
        (
            "MERGE INTO transfer USING (SELECT 1 AS id) AS more ON transfer.id = more.id"
            " WHEN MATCHED THEN DELETE"
        ),
        "append-only",
    ),
]


@ONLY_POSTGRESQL
@pytest.mark.parametrize(("statement", "message"), TRUNCATED)
def test_refused_in_the_words_of_postgresql(
    connection: Connection, statement: str, message: str
) -> None:
    with pytest.raises(IntegrityError, match=message):
        connection.execute(text(statement))


def replaced(table: str, row: str, **changes: str) -> str:
    """Write a row over itself with other values."""
    columns = [column.name for column in METADATA.tables[table].columns]
    values = ", ".join(changes.get(column, column) for column in columns)
    return f"REPLACE INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE {row}"


REPLACED = [
    (replaced("transfer", "id = 1", amount_cents="900"), "never replaced"),
    (replaced("transfer", "id = 1", id="2", amount_cents="900"), "never replaced"),
    ("UPDATE OR REPLACE transfer SET amount_cents = 900", "append-only"),
    (replaced("command", "key = 'k1'", answer="'[]'"), "never replaced"),
    (replaced("command", "key = 'k1'", key="'k2'"), "never replaced"),
    (replaced("table_rules", "id = 1", rules_json="'[]'"), "never replaced"),
    (replaced("table_rules", "id = 1", id="2"), "never replaced"),
    (replaced("own_table", "id = 2", closed_at="NULL"), "never replaced"),
    (replaced("own_war_rules", "id = 1", id="9", command_key="'k9'"), "never replaced"),
    (replaced("own_table", "id = 1", id="9", command_key="'k9'"), "never replaced"),
    (replaced("account", "id = 2", balance_cents="900"), "never replaced"),
    (replaced("account", "id = 2", id="3"), "never replaced"),
    (replaced("shoe", "id = 1", position="2"), "never replaced"),
    (replaced("shoe", "id = 1", id="9"), "never replaced"),
    (replaced("seat_luck", "id = 1", net_cents="900"), "never replaced"),
    (replaced("seat_luck", "id = 1", id="9"), "never replaced"),
    (replaced("seat_day", "id = 1", run="900"), "never replaced"),
    (replaced("milestone", "id = 1", net_cents="900"), "never replaced"),
    (replaced("operator_act", "id = 1", note="'x'"), "never replaced"),
    (replaced("watch_finding", "id = 1", text="'x'"), "never replaced"),
    (replaced("watch_point", "id = 1", id="9"), "never replaced"),
    (replaced("round", "id = 1", net_cents="900"), "never replaced"),
    (replaced("round", "id = 1", id="9"), "never replaced"),
    (replaced("round", "id = 2", id="9", number="9"), "one open round"),
    (replaced("practice_game", "id = 2", version="9"), "never replaced"),
    (replaced("practice_game", "id = 2", id="9", link="link || 'x'"), "never replaced"),
    (replaced("practice_game", "id = 2", id="9", start_key="'x'"), "never replaced"),
]


@pytest.fixture
def shell(database: Database, at: datetime) -> Iterator[sqlite3.Connection]:
    """Another program on the file: SQLite as it is, without a single setting of ours."""
    with database.writing() as connection:
        fill(connection, at)
    assert database.url.database is not None
    with closing(sqlite3.connect(Path(database.url.database))) as shell:
        yield shell


@ONLY_SQLITE
@pytest.mark.parametrize(("statement", "message"), REPLACED)
def test_no_row_is_replaced(shell: sqlite3.Connection, statement: str, message: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=message):
        shell.execute(statement)


def _unique_keys(table: Table) -> Iterator[tuple[str, ...]]:
    yield tuple(table.primary_key.columns.keys())
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield tuple(constraint.columns.keys())
    for index in table.indexes:
        if index.unique:
            yield tuple(index.columns.keys())


def test_no_unique_key_lets_a_row_be_replaced() -> None:
    guarded = {each.table for each in REFUSALS if each.action == "INSERT"}
    assert guarded == {each.table for each in REFUSALS if each.action == "DELETE"}
    for table in guarded:
        conditions = [
            part
            for each in REFUSALS
            if (each.table, each.action) == (table, "INSERT")
            for part in each.condition.split(" OR ")
        ]
        for key in _unique_keys(METADATA.tables[table]):
            assert any(
                all(f"{column} = NEW.{column}" in part for column in key) for part in conditions
            ), (table, key)


def test_every_trigger_is_tried() -> None:
    starts = {"INSERT": "REPLACE"}
    for refusal in REFUSALS:
        assert any(
            message in refusal.message
            and f" {refusal.table} " in f"{statement} "
            and statement.startswith(starts.get(refusal.action, refusal.action))
            for statement, message in (*REFUSED, *TRUNCATED, *REPLACED)
        ), refusal.name


CHECKED = [
    (transfer(2, 1, 2, 0, ("NULL", "500")), "amount_positive"),
    (transfer(2, 1, 2, -5, ("NULL", "495")), "amount_positive"),
    (transfer(2, 1, 1, 5, ("NULL", "NULL")), "two_accounts"),
    (transfer(2, 2, 1, 501, ("-1", "NULL")), "source_not_overdrawn"),
    (transfer(2, 2, 1, 501, ("0", "NULL")), "no_overdraft"),
    (transfer(2, 1, 2, 5, ("NULL", "500")), "balances of a transfer"),
    (transfer(2, 1, 2, 5, ("NULL", "NULL")), "balances of a transfer"),
    (transfer(2, 1, 2, 5, ("5", "505")), "balances of a transfer"),
    (transfer(2, 1, 2, 5, ("NULL", "505")).replace("'k1', 2", "'k1', 1"), "unique|never replaced"),
    ("UPDATE account SET balance_cents = -1 WHERE id = 2", "no_overdraft"),
    ("UPDATE account SET balance_cents = NULL WHERE id = 2", "balance_kept"),
    ("UPDATE account SET balance_cents = 5 WHERE id = 1", "balance_kept"),
    ("UPDATE shoe SET position = -1 WHERE id = 3", "position_from_zero|backwards"),
    ("UPDATE shoe SET position = 1 WHERE id = 3", "dealt_once_started"),
    ("UPDATE shoe SET started_at = created_at WHERE id = 3", "started_with_order"),
    ("UPDATE shoe SET end_reason = 'cut_card' WHERE id = 3", "finished_with_reason"),
    ("UPDATE shoe SET client_seed = '' WHERE id = 3", "client_seed_length"),
    ("UPDATE round SET settled_at = dealt_at WHERE id = 2", "settled_with"),
    ("UPDATE round SET net_cents = 5 WHERE id = 2", "settled_with_net"),
    ("UPDATE own_table SET title = '' WHERE id = 1", "title_length"),
    ("UPDATE seat SET version = -1", "version_from_zero"),
    ("UPDATE seat_luck SET rounds = 9, last_round_id = 2, ties = 9", "ties_within_hands"),
    ("UPDATE seat_luck SET rounds = 9, last_round_id = 2, wars_won = 1", "wars_won_within_wars"),
    (
        "UPDATE seat_luck SET rounds = 9, last_round_id = 2, tie_bets_won = 1",
        "tie_bets_won_within_tie_bets",
    ),
    ("UPDATE player SET version = -1", "version_from_zero"),
]


@pytest.mark.parametrize(("statement", "message"), CHECKED)
def test_checked(connection: Connection, statement: str, message: str) -> None:
    with pytest.raises(IntegrityError, match=message):
        connection.execute(text(statement))


def test_balance_is_kept_by_the_database(connection: Connection) -> None:
    connection.execute(text(transfer(2, 1, 2, 250, ("NULL", "750"))))
    connection.execute(text(transfer(3, 2, 1, 750, ("0", "NULL"))))
    balances = connection.execute(text("SELECT balance_cents FROM account ORDER BY id"))
    assert balances.scalars().all() == [None, 0]
