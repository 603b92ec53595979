"""What must be true of rows side by side: what one row says of another is so.

The database enforces part of it, but a shell may open the same file with foreign keys and
checks switched off.
"""

from collections.abc import Iterator
from functools import cache

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    ColumnElement,
    Connection,
    Table,
    and_,
    exists,
    func,
    literal_column,
    or_,
    select,
)

from casino_war.errors import BrokenInvariantError
from casino_war.ledger.accounts import parse_account
from casino_war.ledger.invariants.faulty import faulty_rows
from casino_war.ledger.scope import Scope
from casino_war.store.accounts import ACCOUNT
from casino_war.store.rounds import ROUND
from casino_war.store.rules import TABLE_RULES
from casino_war.store.schema import METADATA
from casino_war.store.seats import SEAT
from casino_war.store.shoes import SHOE
from casino_war.store.triggers import missing_triggers


def triggers_stand(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every trigger that refuses changes or keeps balances, as it was defined."""
    for name in missing_triggers(connection):
        yield f"the trigger {name} does not stand as it must"


def references_lead_somewhere(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every row that another row points to."""
    for table in METADATA.sorted_tables:
        for row_id, names in faulty_rows(connection, table, _lost(table), scope.rows(table)):
            yield f"{table.name} {row_id} points to nothing by {names}"


def rows_keep_their_checks(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every row to pass the checks of its table."""
    for table in METADATA.sorted_tables:
        for row_id, names in faulty_rows(connection, table, _checks(table), scope.rows(table)):
            yield f"{table.name} {row_id} does not pass {names}"


def accounts_fit_their_names(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every account to hold the chips of whoever its name says."""
    query = select(
        ACCOUNT.c.id, ACCOUNT.c.name, ACCOUNT.c.kind, ACCOUNT.c.player_id, ACCOUNT.c.table_key
    ).order_by(ACCOUNT.c.id)
    for row in connection.execute(query):
        try:
            name = parse_account(row.name)
        except BrokenInvariantError as error:
            yield f"account {row.id}: {error}"
            continue
        if (name.kind.value, name.player_id, name.table_key) != tuple(row[2:]):
            yield (
                f"account {row.id} is called {row.name}, and is a {row.kind} "
                f"of player {row.player_id} at table {row.table_key}"
            )


def rounds_fit_their_seats(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require player, table, shoe and rules of every round to be those of its seat."""
    query = (
        select(ROUND.c.id, ROUND.c.seat_id)
        .join_from(ROUND, SEAT, ROUND.c.seat_id == SEAT.c.id)
        .join(SHOE, ROUND.c.shoe_id == SHOE.c.id)
        .join(TABLE_RULES, ROUND.c.rules_id == TABLE_RULES.c.id)
        .where(
            scope.rows(ROUND),
            or_(
                ROUND.c.player_id != SEAT.c.player_id,
                ROUND.c.table_key != SEAT.c.table_key,
                SHOE.c.seat_id != SEAT.c.id,
                TABLE_RULES.c.key != SEAT.c.table_key,
            ),
        )
        .order_by(ROUND.c.id)
    )
    for row in connection.execute(query):
        yield f"round {row.id} has another player, table, shoe or rules than seat {row.seat_id}"


def seats_fit_their_rules(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every seat to be played by rules of its table."""
    query = (
        select(SEAT.c.id, SEAT.c.table_key, TABLE_RULES.c.key)
        .join_from(SEAT, TABLE_RULES, SEAT.c.rules_id == TABLE_RULES.c.id)
        .where(SEAT.c.table_key != TABLE_RULES.c.key)
        .order_by(SEAT.c.id)
    )
    for row in connection.execute(query):
        yield f"seat {row.id} at {row.table_key} has the rules of {row.key}"


def round_numbers_have_no_gap(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require the rounds of every player to count 1, 2, 3, ... in the order of their ids."""
    earlier = ROUND.alias("earlier")
    # Looked up among all rounds: the one before may not be among those looked at.
    before = (
        select(earlier.c.number)
        .where(earlier.c.player_id == ROUND.c.player_id, earlier.c.id < ROUND.c.id)
        .order_by(earlier.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    expected = func.coalesce(before, 0) + 1
    query = (
        select(ROUND.c.id, ROUND.c.player_id, ROUND.c.number, expected.label("expected"))
        .where(scope.rows(ROUND), ROUND.c.number != expected)
        .order_by(ROUND.c.id)
    )
    for row in connection.execute(query):
        yield (
            f"round {row.id} has the number {row.number} of player {row.player_id}, "
            f"{row.expected} is next"
        )


# Tables never change: what is to be asked of them is put into words once.
@cache
def _lost(table: Table) -> dict[str, ColumnElement[bool]]:
    """Say of every column that refers to another table when it leads nowhere, by its name."""
    lost = {}
    for key in sorted(table.foreign_keys, key=lambda key: key.parent.name):
        target = key.column.table.alias()
        is_found = exists().where(target.c[key.column.name] == key.parent)
        lost[key.parent.name] = and_(key.parent.is_not(None), ~is_found)
    return lost


@cache
def _checks(table: Table) -> dict[str, ColumnElement[bool]]:
    """Say of every check of a table when a row does not pass it, by its name and in order."""
    checks = [each for each in table.constraints if isinstance(each, CheckConstraint)]
    conditions = sorted((str(each.name), str(each.sqltext)) for each in checks)
    return {name: literal_column(f"NOT ({condition})", Boolean) for name, condition in conditions}
