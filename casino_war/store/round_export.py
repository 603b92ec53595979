"""Settled rounds with their rules and shoes, in the order of dealing, some at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, select

from casino_war.store.round_search import RoundFilter, conditions
from casino_war.store.rounds import ROUND, StoredRound
from casino_war.store.rows import count_rows, part_of
from casino_war.store.rules import TABLE_RULES, StoredRules
from casino_war.store.shoes import SHOE, StoredShoe

ROUNDS_AT_ONCE = 500
"""How many rounds are in memory at a time."""

_RULES_AT = len(ROUND.c)
_SHOE_AT = _RULES_AT + len(TABLE_RULES.c)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundInFull:
    """A settled round with the rules that it was played by and the shoe it was dealt from."""

    stored: StoredRound
    rules: StoredRules
    shoe: StoredShoe


def count_rounds(connection: Connection, player_id: int | None, wanted: RoundFilter) -> int:
    """Count the settled rounds that are asked for: a player's, or everybody's."""
    return count_rows(connection, ROUND, *_settled(player_id, wanted))


def rounds_in_full(
    connection: Connection, player_id: int | None, wanted: RoundFilter
) -> Iterator[tuple[RoundInFull, ...]]:
    """Read the same rounds, the oldest first, in batches of `ROUNDS_AT_ONCE`."""
    query: Select[Any] = (
        select(*ROUND.c, *TABLE_RULES.c, *SHOE.c)
        .join_from(ROUND, TABLE_RULES, ROUND.c.rules_id == TABLE_RULES.c.id)
        .join(SHOE, ROUND.c.shoe_id == SHOE.c.id)
        .where(*_settled(player_id, wanted))
        .order_by(ROUND.c.id)
        .limit(ROUNDS_AT_ONCE)
    )
    last_id = 0
    while batch := tuple(
        RoundInFull(
            stored=part_of(row, ROUND, StoredRound),
            rules=part_of(row, TABLE_RULES, StoredRules, _RULES_AT),
            shoe=part_of(row, SHOE, StoredShoe, _SHOE_AT),
        )
        for row in connection.execute(query.where(ROUND.c.id > last_id))
    ):
        yield batch
        last_id = batch[-1].stored.id


def _settled(player_id: int | None, wanted: RoundFilter) -> list[ColumnElement[bool]]:
    whose = [] if player_id is None else conditions(player_id, wanted)
    return [*whose, ROUND.c.settled_at.is_not(None)]
