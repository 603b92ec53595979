"""Cursors for PostgreSQL that do no more for a statement than SQLAlchemy asks of them.

SQLAlchemy writes a statement's places as ``$1, $2``, which is what PostgreSQL reads; in
psycopg's own way they would be named, found in each text and put in order for each run.
What the answers of a statement look like it reads of the first alone. And whole numbers are
sent as one type: with the least that holds each, a statement would be prepared anew for every
mixture of small and large ones.
"""

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import Column
from psycopg.pq import ExecStatus
from psycopg.types.numeric import Int8Dumper
from sqlalchemy import Engine, event
from sqlalchemy.pool import ConnectionPoolEntry


def use_quick_cursors(engine: Engine) -> None:
    """Give them to all connections of the engine, which writes places as above."""
    event.listen(engine, "connect", _choose_cursors)


def _choose_cursors(connection: psycopg.Connection[Any], _: ConnectionPoolEntry) -> None:
    connection.cursor_factory = _QuickCursor
    connection.server_cursor_factory = psycopg.RawServerCursor
    connection.adapters.register_dumper(int, Int8Dumper)


class _QuickCursor(psycopg.RawCursor[Any]):
    @property
    # SQLAlchemy takes any sequence.
    def description(self) -> Any:
        """Describe the columns of the answer once somebody looks at them; None without any."""
        result = self.pgresult
        if result is None or result.status != ExecStatus.TUPLES_OK:
            return super().description
        return _Description(self, result.nfields)

    def whole_description(self) -> list[Column]:
        """Describe all columns at once."""
        return super().description or []


class _Description(Sequence[Any]):
    """The columns of an answer, read when they are asked for: there are dozens of them."""

    def __init__(self, cursor: _QuickCursor, length: int) -> None:
        self._cursor = cursor
        self._length = length
        self._columns: list[Column] | None = None

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: Any) -> Any:
        if self._columns is None:
            self._columns = self._cursor.whole_description()
        return self._columns[place]
