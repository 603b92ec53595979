"""What a seat plays with, read in one question: every request at a table asks for it."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, exists, select

from casino_war.store.columns import part_of
from casino_war.store.house_tables import HOUSE_TABLE, StoredHouseTable, house_table
from casino_war.store.rounds import ROUND
from casino_war.store.rules import TABLE_RULES, StoredRules, rules_by_id
from casino_war.store.seats import SEAT, StoredSeat
from casino_war.store.shoes import SHOE, StoredShoe, note_order


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """A seat with the rules that it is dealt by and its shoe in play."""

    seat: StoredSeat
    rules: StoredRules
    shoe: StoredShoe
    has_open_round: bool
    """Whether a round waits for a decision."""


_OF_PLAYER = SEAT.c.player_id == bindparam("of_player")
_AT_TABLE = SEAT.c.table_key == bindparam("of_table")
_WITH_RULES = (
    select(SEAT, TABLE_RULES, HOUSE_TABLE)
    .join_from(SEAT, TABLE_RULES, SEAT.c.rules_id == TABLE_RULES.c.id)
    .join(HOUSE_TABLE, HOUSE_TABLE.c.key == SEAT.c.table_key, isouter=True)
    .where(_OF_PLAYER, _AT_TABLE)
)
_OPEN_ROUND = exists().where(ROUND.c.seat_id == SEAT.c.id, ROUND.c.settled_at.is_(None))
_TURN = (
    select(SEAT, TABLE_RULES, SHOE, HOUSE_TABLE, _OPEN_ROUND.label("has_open_round"))
    .join_from(SEAT, TABLE_RULES, SEAT.c.rules_id == TABLE_RULES.c.id)
    .join(HOUSE_TABLE, HOUSE_TABLE.c.key == SEAT.c.table_key, isouter=True)
    .join(SHOE, SHOE.c.seat_id == SEAT.c.id)
    .where(_OF_PLAYER, _AT_TABLE, SHOE.c.finished_at.is_(None))
    # The next shoe is unfinished too.
    .order_by(SHOE.c.nonce)
    .limit(1)
)


def seat_with_rules(
    connection: Connection, player_id: int, table_key: str
) -> tuple[StoredSeat, StoredRules] | None:
    """Find the player's seat at a table with the rules that it is dealt by."""
    values = {"of_player": player_id, "of_table": table_key}
    row = connection.execute(_WITH_RULES, values).first()
    if row is None:
        return None
    rules = part_of(row, TABLE_RULES, StoredRules)
    rules_by_id.note(connection, rules.id, rules)
    _note_table(connection, row, table_key)
    return part_of(row, SEAT, StoredSeat), rules


def turn_at(connection: Connection, player_id: int, table_key: str) -> StoredTurn | None:
    """Find what the player's seat at a table plays with; None who does not sit there."""
    values = {"of_player": player_id, "of_table": table_key}
    row = connection.execute(_TURN, values).first()
    if row is None:
        return None
    rules = part_of(row, TABLE_RULES, StoredRules)
    shoe = part_of(row, SHOE, StoredShoe)
    rules_by_id.note(connection, rules.id, rules)
    note_order(connection, shoe)
    _note_table(connection, row, table_key)
    return StoredTurn(
        seat=part_of(row, SEAT, StoredSeat),
        rules=rules,
        shoe=shoe,
        has_open_round=bool(row.has_open_round),
    )


def _note_table(connection: Connection, row: Row[Any], table_key: str) -> None:
    """Remember what the operator has changed of the table: whether it deals is asked next."""
    is_changed = row._mapping[HOUSE_TABLE.c.id] is not None
    changed = part_of(row, HOUSE_TABLE, StoredHouseTable) if is_changed else None
    house_table.note(connection, table_key, changed)
