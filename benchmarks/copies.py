"""Making a large book of a small one: every player again under other names and ids.

Rows are copied by the database itself, which takes a twentieth of the time that playing
takes. A copy is as clean as what it is copied from.
"""

from sqlalchemy import Connection, text

from casino_war.store.days import SEAT_DAY
from casino_war.store.luck import SEAT_LUCK
from casino_war.store.milestones import MILESTONE

_OWN = "CASE WHEN {side} > 2 THEN {side} + :accounts ELSE {side} END"

STATEMENTS = (
    """
    INSERT INTO player (id, token, version, created_at)
    SELECT id + :players, token || :mark, version, created_at FROM player WHERE id <= :player
    """,
    """
    INSERT INTO seat (id, player_id, table_key, rules_id, version, created_at)
    SELECT id + :players, player_id + :players, table_key, rules_id, version, created_at
    FROM seat WHERE id <= :player
    """,
    """
    INSERT INTO account
    (id, name, kind, player_id, table_key, may_overdraw, balance_cents, created_at)
    SELECT id + :accounts,
        kind || ':' || (player_id + :players) || coalesce(':' || table_key, ''),
        kind, player_id + :players, table_key, may_overdraw, balance_cents, created_at
    FROM account WHERE player_id <= :player
    """,
    """
    INSERT INTO shoe
    (id, seat_id, nonce, server_seed, commitment, client_seed, decks, order_text, position,
     created_at, started_at, finished_at, end_reason)
    SELECT id + :shoes, seat_id + :players, nonce, server_seed, commitment, client_seed, decks,
        order_text, position, created_at, started_at, finished_at, end_reason
    FROM shoe WHERE id <= :shoe
    """,
    """
    INSERT INTO round
    (id, player_id, seat_id, table_key, rules_id, shoe_id, number, notation, dealt_at,
     settled_at, cards_text, outcome_text, wagered_cents, net_cents, balance_after_cents)
    SELECT id + :rounds, player_id + :players, seat_id + :players, table_key, rules_id,
        shoe_id + :shoes, number,
        replace(notation, 'shoe=' || shoe_id || '@', 'shoe=' || (shoe_id + :shoes) || '@'),
        dealt_at, settled_at, cards_text, outcome_text, wagered_cents, net_cents,
        balance_after_cents
    FROM round WHERE id <= :round
    """,
    """
    INSERT INTO command
    (id, key, player_id, visitor, kind, content_hash, answer, created_at)
    SELECT id + :commands, key || :mark, player_id + :players, visitor || :mark, kind,
        content_hash,
        CASE kind WHEN 'BuyIn' THEN answer || :mark WHEN 'SitDown' THEN answer
        ELSE CAST(CAST(answer AS INTEGER) + :rounds AS VARCHAR(20)) END,
        created_at
    FROM command WHERE id <= :command
    """,
    f"""
    INSERT INTO transfer
    (id, source_id, target_id, amount_cents, code, command_key, line, round_id, hand, wager,
     source_balance_cents, target_balance_cents, created_at)
    SELECT id + :transfers, {_OWN.format(side="source_id")}, {_OWN.format(side="target_id")},
        amount_cents, code, command_key || :mark, line, round_id + :rounds, hand, wager,
        source_balance_cents, target_balance_cents, created_at
    FROM transfer WHERE id <= :transfer
    """,
)

_PLACE = ("id", "seat_id", "rules_id", "last_round_id")
_SUMS = ", ".join(column.name for column in SEAT_LUCK.c if column.name not in _PLACE)
_DAYS = ", ".join(column.name for column in SEAT_DAY.c if column.name not in _PLACE)
_STOOD = ", ".join(column.name for column in MILESTONE.c if column.name not in ("id", "player_id"))

COPY_LUCK = f"""
    INSERT INTO seat_luck (id, seat_id, rules_id, last_round_id, {_SUMS})
    SELECT id + :players, seat_id + :players, rules_id, last_round_id + :rounds, {_SUMS}
    FROM seat_luck WHERE seat_id <= :player
"""
COPY_DAYS = f"""
    INSERT INTO seat_day (id, seat_id, rules_id, last_round_id, {_DAYS})
    SELECT id + :seat_days, seat_id + :players, rules_id, last_round_id + :rounds, {_DAYS}
    FROM seat_day WHERE id <= :seat_day
"""
COPY_MILESTONES = f"""
    INSERT INTO milestone (id, player_id, {_STOOD})
    SELECT id + :milestones, player_id + :players, {_STOOD}
    FROM milestone WHERE id <= :milestone
"""


def copy_players(connection: Connection, copies: int) -> None:
    """Copy all players with everything that is theirs, *copies* times, triggers being away."""
    tables = ("player", "shoe", "round", "command", "transfer", "seat_day", "milestone")
    last = {name: connection.scalar(text(f"SELECT max(id) FROM {name}")) or 0 for name in tables}
    for number in range(1, copies + 1):
        away = {f"{name}s": number * rows for name, rows in last.items()}
        away["accounts"] = 2 * away["players"]
        for statement in (*STATEMENTS, COPY_LUCK, COPY_DAYS, COPY_MILESTONES):
            query = text(statement)
            known = {**last, **away, "mark": f"-{number}"}
            connection.execute(query, {name: known[name] for name in query.compile().params})
