"""Triggers: what the database itself refuses, and the balances that it keeps.

They belong to no table model, and rebuilding a table (as SQLite's batch migrations do)
drops them without a word: a migration that touches one of their tables calls
`drop_triggers` before and `create_triggers` after. The names are the same everywhere.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, text

from casino_war.store.triggers_sql import (
    FUNCTION_REFUSE,
    POSTGRESQL_BALANCES,
    POSTGRESQL_FUNCTION_NAMES,
    POSTGRESQL_FUNCTIONS,
    POSTGRESQL_STANDING,
    ROW_STANDS,
    SQLITE_BALANCES,
)

BALANCES_TRIGGER = "transfer_balances"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A trigger that refuses a change: ``condition`` is SQL over OLD and NEW, or empty.

    Two actions get past the triggers of UPDATE and DELETE: PostgreSQL's TRUNCATE, and
    SQLite's INSERT OR REPLACE by a program that has not switched recursive triggers on.
    """

    table: str
    action: str
    name: str
    message: str
    condition: str = ""


def _is_changed(*columns: str) -> str:
    """Say in SQL that a column changes; how two values differ varies by database."""
    return " OR ".join(f"OLD.{column} {{differs}} NEW.{column}" for column in columns)


def _append_only(table: str, *keys: str) -> Iterator[Refusal]:
    for action in ("UPDATE", "DELETE", "TRUNCATE"):
        yield Refusal(
            table=table,
            action=action,
            name=f"{table}_no_{action.lower()}",
            message=f"{table} is append-only",
        )
    yield _unreplaced(table, keys)


def _kept(table: str, *keys: str) -> Iterator[Refusal]:
    for action in ("DELETE", "TRUNCATE"):
        yield Refusal(
            table=table,
            action=action,
            name=f"{table}_no_{action.lower()}",
            message=f"{table} rows are never deleted",
        )
    yield _unreplaced(table, keys)


def _unreplaced(table: str, keys: tuple[str, ...]) -> Refusal:
    """Refuse a row in whose place another stands; *keys* are unique columns, by commas."""
    same = (" AND ".join(f"{column} = NEW.{column}" for column in key.split(", ")) for key in keys)
    return Refusal(
        table=table,
        action="INSERT",
        name=f"{table}_no_replace",
        message=f"{table} rows are never replaced",
        condition=" OR ".join(ROW_STANDS.format(table=table, same=each) for each in same),
    )


def _fixed(table: str, name: str, message: str, condition: str) -> Refusal:
    return Refusal(
        table=table,
        action="UPDATE",
        name=f"{table}_{name}",
        message=message,
        condition=condition,
    )


REFUSALS: tuple[Refusal, ...] = (
    *_append_only("transfer", "id", "command_key, line"),
    *_append_only("command", "id", "key", "visitor"),
    *_append_only("table_rules", "id", "key, version"),
    *_kept("own_table", "id", "key", "command_key"),
    _fixed(
        "own_table",
        "identity_fixed",
        "whose a table is never changes",
        _is_changed("id", "key", "player_id", "command_key", "created_at"),
    ),
    _fixed(
        "own_table",
        "version_forward",
        "versions of a table follow each other",
        "NEW.version < OLD.version OR NEW.version > OLD.version + 1",
    ),
    _fixed(
        "own_table",
        "closed_fixed",
        "a closed table never changes",
        "OLD.closed_at IS NOT NULL",
    ),
    *_append_only("operator_act", "id"),
    *_append_only("watch_finding", "id"),
    *_append_only("watch_point", "id", "rules_id, number"),
    *_append_only("own_war_rules", "id", "player_id, name, version", "command_key"),
    *_kept("account", "id", "name"),
    _fixed(
        "account",
        "identity_fixed",
        "what an account is never changes",
        _is_changed("id", "name", "kind", "player_id", "table_key", "may_overdraw"),
    ),
    *_kept("shoe", "id", "seat_id, nonce"),
    _fixed(
        "shoe",
        "commitment_fixed",
        "a committed shoe never changes its seeds",
        _is_changed("id", "seat_id", "nonce", "server_seed", "commitment", "decks"),
    ),
    _fixed(
        "shoe",
        "client_seed_fixed",
        "the client seed is fixed once the shoe is started or finished",
        "(OLD.started_at IS NOT NULL OR OLD.finished_at IS NOT NULL) AND "
        + _is_changed("client_seed"),
    ),
    _fixed(
        "shoe",
        "order_fixed",
        "the order of a shoe is drawn once",
        "OLD.order_text IS NOT NULL AND (" + _is_changed("order_text", "started_at") + ")",
    ),
    _fixed(
        "shoe",
        "position_forward",
        "a shoe is never dealt backwards",
        "NEW.position < OLD.position",
    ),
    _fixed(
        "shoe",
        "finished_fixed",
        "a finished shoe never changes",
        "OLD.finished_at IS NOT NULL AND ("
        + _is_changed("order_text", "position", "finished_at", "end_reason")
        + ")",
    ),
    *_kept("seat_luck", "id", "seat_id, rules_id"),
    _fixed(
        "seat_luck",
        "identity_fixed",
        "whose luck a row tells never changes",
        _is_changed("id", "seat_id", "rules_id"),
    ),
    _fixed(
        "seat_luck",
        "rounds_forward",
        "luck is added to, never taken back",
        "NEW.rounds <= OLD.rounds OR NEW.last_round_id <= OLD.last_round_id",
    ),
    *_kept("seat_day", "id", "seat_id, rules_id, day"),
    _fixed(
        "seat_day",
        "identity_fixed",
        "which day a row tells of never changes",
        _is_changed("id", "seat_id", "rules_id", "day"),
    ),
    _fixed(
        "seat_day",
        "rounds_forward",
        "a day is added to, never taken back",
        "NEW.rounds <= OLD.rounds OR NEW.last_round_id <= OLD.last_round_id",
    ),
    *_append_only("milestone", "id", "player_id, number"),
    *_kept("round", "id", "player_id, number"),
    Refusal(
        table="round",
        action="INSERT",
        name="round_no_second_open",
        message="a seat has one open round",
        condition="NEW.settled_at IS NULL AND EXISTS (SELECT 1 FROM round"
        " WHERE seat_id = NEW.seat_id AND settled_at IS NULL)",
    ),
    _fixed(
        "round",
        "identity_fixed",
        "what a round is never changes",
        _is_changed(
            "id",
            "player_id",
            "seat_id",
            "table_key",
            "rules_id",
            "shoe_id",
            "number",
            "dealt_at",
        ),
    ),
    _fixed(
        "round",
        "settled_fixed",
        "a settled round never changes",
        "OLD.settled_at IS NOT NULL",
    ),
    *_kept("practice_game", "id", "link", "start_key"),
    _fixed(
        "practice_game",
        "identity_fixed",
        "what a practice game is never changes",
        _is_changed(
            "id",
            "link",
            "start_key",
            "player_id",
            "preset_key",
            "preset_version",
            "rules_json",
            "deal_of_id",
            "match_of_id",
            "server_seed",
            "commitment",
            "nonce",
        ),
    ),
    _fixed(
        "practice_game",
        "client_seed_fixed",
        "the client seed is fixed once the cards are dealt",
        "OLD.dealt_at IS NOT NULL AND (" + _is_changed("client_seed", "dealt_at") + ")",
    ),
    _fixed(
        "practice_game",
        "finished_fixed",
        "a finished game never changes",
        "OLD.finished_at IS NOT NULL",
    ),
)


def refusals_of(dialect: str) -> tuple[Refusal, ...]:
    """Return the refusals of a kind of database, by SQLAlchemy's name for it."""
    foreign = "INSERT" if dialect == "postgresql" else "TRUNCATE"
    return tuple(each for each in REFUSALS if each.action != foreign)


def trigger_names(dialect: str) -> frozenset[str]:
    """Return the names of all triggers that must stand in such a database."""
    return frozenset(refusal.name for refusal in refusals_of(dialect)) | {BALANCES_TRIGGER}


def create_triggers(connection: Connection) -> None:
    """Create every trigger; all their tables must exist, and none of the triggers."""
    if connection.dialect.name == "postgresql":
        for function in POSTGRESQL_FUNCTIONS:
            connection.exec_driver_sql(function)
    for definition in _definitions(connection).values():
        connection.exec_driver_sql(definition)


def missing_triggers(connection: Connection) -> tuple[str, ...]:
    """List the triggers that do not stand in the database, by name.

    One that is switched off does not stand; nor does one that was replaced by another of
    its name, or whose function was.
    """
    expected = _definitions(connection)
    if connection.dialect.name == "postgresql":
        found = connection.execute(text(POSTGRESQL_STANDING)).all()
        bodies = [function.split("$$")[1].split() for function in POSTGRESQL_FUNCTIONS]
        standing = frozenset(
            row.name
            for row in found
            if row.function.split() in bodies
            and _words(row.definition) == _words(expected.get(row.name, ""))
        )
    else:
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        rows = connection.execute(text(query)).all()
        standing = frozenset(
            name for name, sql in rows if sql.split() == expected.get(name, "").split()
        )
    return tuple(sorted(expected.keys() - standing))


def drop_triggers(connection: Connection) -> None:
    """Drop every trigger that is there."""
    tables = {refusal.name: refusal.table for refusal in REFUSALS}
    tables[BALANCES_TRIGGER] = "transfer"
    is_postgresql = connection.dialect.name == "postgresql"
    standing = standing_triggers(connection)
    for name, table in sorted(tables.items()):
        if name not in standing:
            continue
        place = f" ON {table}" if is_postgresql else ""
        connection.exec_driver_sql(f"DROP TRIGGER {name}{place}")
    if is_postgresql:
        for name in POSTGRESQL_FUNCTION_NAMES:
            connection.exec_driver_sql(f"DROP FUNCTION IF EXISTS {name}()")


def standing_triggers(connection: Connection) -> frozenset[str]:
    """Read the names of the triggers that stand in the database."""
    if connection.dialect.name == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    return frozenset(connection.execute(text(query)).scalars())


def _definitions(connection: Connection) -> dict[str, str]:
    """Return the SQL that creates each trigger, by name, in an order that works."""
    dialect = connection.dialect.name
    if dialect == "postgresql":
        balances, differs = POSTGRESQL_BALANCES, "IS DISTINCT FROM"
    else:
        balances, differs = SQLITE_BALANCES, "IS NOT"
    refusals = {
        refusal.name: _definition(refusal, dialect, differs) for refusal in refusals_of(dialect)
    }
    return {**refusals, BALANCES_TRIGGER: balances}


def _words(sql: str) -> list[str]:
    """Return what PostgreSQL keeps of a definition: it sets casts, quotes and parentheses."""
    return re.sub(r"[()]", " ", re.sub(r'::\w+|"', "", sql)).lower().split()


def _definition(refusal: Refusal, dialect: str, differs: str) -> str:
    condition = refusal.condition.format(differs=differs)
    when = f"WHEN ({condition})" if condition else ""
    if dialect == "postgresql":
        body = f"EXECUTE FUNCTION {FUNCTION_REFUSE}('{refusal.message}')"
    else:
        body = f"BEGIN SELECT RAISE(ABORT, '{refusal.message}'); END"
    # Nobody truncates a row.
    each = "STATEMENT" if refusal.action == "TRUNCATE" else "ROW"
    return (
        f"CREATE TRIGGER {refusal.name} BEFORE {refusal.action} ON {refusal.table} "
        f"FOR EACH {each} {when} {body}"
    )
