"""What must be true of moments: each is one, in the form in which the store writes it.

SQLite takes any text for a moment, PostgreSQL also those before and after all years that
Python counts; whoever reads such a row then gets an error instead.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import Column, ColumnElement, Connection, String, and_, func
from sqlalchemy import type_coerce as as_stored

from casino_war.ledger.invariants.faulty import faulty_rows
from casino_war.ledger.scope import Scope, is_one_of
from casino_war.store.audit_marks import AUDIT_MARK
from casino_war.store.columns import UtcDateTime
from casino_war.store.schema import METADATA
from casino_war.store.shoes import SHOE

_D = "[0-9]"
_FORM = f"{_D * 4}-{_D * 2}-{_D * 2} {_D * 2}:{_D * 2}:{_D * 2}.{_D * 6}"
_SECONDS_LENGTH = 19
_YEARS = (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))


def moments_can_be_read(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every moment to be one."""
    for table in METADATA.sorted_tables:
        # The mark is the auditor's own, and is not trusted if it cannot be read.
        if table is AUDIT_MARK:
            continue
        looked_at = scope.rows(table)
        if table is SHOE and not scope.is_full:
            # Also of old shoes whose rounds are played again.
            looked_at = is_one_of(SHOE.c.id, scope.dealt_shoes)
        is_spoilt = _SPOILT[connection.dialect.name][table]
        for row_id, names in faulty_rows(connection, table, is_spoilt, looked_at):
            yield f"{table.name} {row_id} has no moment in {names}"


def _is_beyond(column: Column[object]) -> ColumnElement[bool]:
    return and_(column.is_not(None), ~column.between(*_YEARS))


def _is_no_moment(column: Column[object]) -> ColumnElement[bool]:
    stored = as_stored(column, String)
    # Of a day that is none, such as 30 February, SQLite makes another as soon as it reckons.
    # Without the fraction, which it would round up to the next second.
    seconds = func.substr(stored, 1, _SECONDS_LENGTH)
    is_kept = func.datetime(seconds, "+0 days").is_not_distinct_from(seconds)
    return and_(stored.is_not(None), ~and_(stored.op("GLOB")(_FORM), is_kept))


# Asked with every audit, and the same for ever.
_SPOILT = {
    dialect: {
        table: {
            column.name: is_spoilt(column)
            for column in table.c
            if isinstance(column.type, UtcDateTime)
        }
        for table in METADATA.sorted_tables
    }
    for dialect, is_spoilt in (("sqlite", _is_no_moment), ("postgresql", _is_beyond))
}
"""When each moment of a table is none, by its name, as each kind of database says it."""
