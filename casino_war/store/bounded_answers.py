"""Connections to PostgreSQL that do not wait for an answer for ever.

A server that hangs, or whose machine does, still holds its connections: the network says
nothing is wrong, and nobody is left there to end a statement after a time. So the client
gives up, and the connection with it.
"""

from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from sqlalchemy import Engine, event

RV = TypeVar("RV")

# How often psycopg looks up while there is no answer.
_INTERVAL_SECONDS = 0.1


def bound_answers(engine: Engine, seconds: float) -> None:
    """Let every statement on the engine's connections fail that is not answered in time."""

    def connect(_: object, __: object, arguments: Any, options: dict[str, Any]) -> Any:
        connection = _Connection.connect(*arguments, **options)
        connection.answer_seconds = seconds
        return connection

    event.listen(engine, "do_connect", connect)


class _Connection(psycopg.Connection[Any]):
    answer_seconds: float | None = None

    def wait(
        self, gen: PQGen[RV], interval: float = _INTERVAL_SECONDS, timeout: float | None = None
    ) -> RV:
        """Wait as psycopg does, and not for longer than this connection may.

        Raises:
            psycopg.OperationalError: there was no answer; the connection is closed.
        """
        seconds = self.answer_seconds if timeout is None else timeout
        try:
            return super().wait(gen, interval, seconds)
        except psycopg.OperationalError:
            # An answer that may still come would be taken for that of the next statement.
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise
