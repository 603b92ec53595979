"""Connections to a PostgreSQL server that has hung up while nobody used them.

To ask the server before every transaction whether it is there costs as much as a statement.
It never speaks first on a connection that waits, except to say goodbye: so there is
something to read where it has stopped, was killed or has ended the connection.
"""

import select

from psycopg import Connection, OperationalError
from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry


def drop_hung_up(engine: Engine) -> None:
    """Let the engine replace such connections when they are next wanted."""
    event.listen(engine, "checkout", _require_silence)


def _require_silence(connection: Connection, _: ConnectionPoolEntry, __: object) -> None:
    line = select.poll()
    try:
        line.register(connection.fileno(), select.POLLIN)
    except OperationalError as error:
        # This side has closed it.
        raise DisconnectionError from error
    if line.poll(0):
        raise DisconnectionError
