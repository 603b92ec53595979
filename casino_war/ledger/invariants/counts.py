"""Counting what players have against the commands that they gave."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, literal, select, union_all

from casino_war.store.commands import COMMAND


def miscounted(
    connection: Connection,
    told: Select[Any],
    is_counted: ColumnElement[bool],
    before: Mapping[int, int] | None = None,
) -> Iterator[tuple[int | None, int, int]]:
    """List players whose ``told`` in all is not the number of their commands, with both.

    *told* selects ``player_id`` and ``told``, *is_counted* says which commands count, and
    *before* is what both were where the audit begins. They are counted in one pass each:
    commands have no index by player.
    """
    rows = told.subquery("rows")
    both = union_all(
        select(rows.c.player_id, rows.c.told, literal(0).label("given")),
        select(COMMAND.c.player_id, literal(0), literal(1)).where(is_counted),
    ).subquery("both_sides")
    query = (
        select(both.c.player_id, func.sum(both.c.told), func.sum(both.c.given))
        .group_by(both.c.player_id)
        .order_by(both.c.player_id)
    )
    for player_id, in_all, given in connection.execute(query):
        all_given = (before or {}).get(player_id, 0) + int(given)
        if in_all != all_given:
            yield player_id, int(in_all), all_given
