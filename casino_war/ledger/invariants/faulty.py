"""Reading the rows of a table that have any of several faults, with the names of those."""

from collections.abc import Iterator, Mapping
from itertools import compress

from sqlalchemy import ColumnElement, Connection, Table, or_, select


def faulty_rows(
    connection: Connection,
    table: Table,
    faults: Mapping[str, ColumnElement[bool]],
    looked_at: ColumnElement[bool],
) -> Iterator[tuple[int, str]]:
    """Read the ids of rows that have a fault, and their faults by name, parted by commas."""
    if not faults:
        return
    (identity,) = table.primary_key
    query = (
        select(identity, *faults.values())
        .where(looked_at, or_(*faults.values()))
        .order_by(identity)
    )
    for row_id, *found in connection.execute(query):
        yield row_id, ", ".join(compress(faults, found))
