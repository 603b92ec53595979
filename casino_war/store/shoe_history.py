"""A player's shoes at all tables, for proofs of fairness."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, select

from casino_war.store.rules import TABLE_RULES
from casino_war.store.seats import SEAT
from casino_war.store.shoes import SHOE, StoredShoe


@dataclass(frozen=True, slots=True)
class TableShoe:
    """A shoe and the table where it was dealt, titled as in the rules of its seat."""

    shoe: StoredShoe
    table_key: str
    table_title: str


def shoe_of_player(connection: Connection, player_id: int, shoe_id: int) -> TableShoe | None:
    """Find one of the player's shoes, finished or not: the caller keeps its secrets."""
    shoes = _read(connection, _shoes_of(player_id).where(SHOE.c.id == shoe_id))
    return shoes[0] if shoes else None


def finished_shoes_before(
    connection: Connection, player_id: int, before_id: int | None, limit: int
) -> tuple[TableShoe, ...]:
    """List the player's finished shoes, newest first, from below *before_id* on."""
    query = _shoes_of(player_id).where(SHOE.c.finished_at.is_not(None))
    if before_id is not None:
        query = query.where(SHOE.c.id < before_id)
    return _read(connection, query.order_by(SHOE.c.id.desc()).limit(limit))


def _shoes_of(player_id: int) -> Select[Any]:
    return (
        select(*SHOE.c, SEAT.c.table_key, TABLE_RULES.c.title)
        .join_from(SHOE, SEAT, SHOE.c.seat_id == SEAT.c.id)
        .join(TABLE_RULES, SEAT.c.rules_id == TABLE_RULES.c.id)
        .where(SEAT.c.player_id == player_id)
    )


def _read(connection: Connection, query: Select[Any]) -> tuple[TableShoe, ...]:
    shoes = []
    for row in connection.execute(query).mappings():
        columns = dict(row)
        table_key, title = columns.pop("table_key"), columns.pop("title")
        shoes.append(TableShoe(StoredShoe(**columns), table_key, title))
    return tuple(shoes)
