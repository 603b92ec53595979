"""Statements that are compiled once for all the databases of a test process.

SQLAlchemy keeps what it compiled with an engine, and nearly every test has an engine of its own.
A server has one, so that only its first requests compile anything.
"""

from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.util import LRUCache

STATEMENTS = 3000


class _OfEachKind(LRUCache[Any, Any]):
    """Keep by the name of the dialect: the dialects of two engines of a kind are made alike."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_alike(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(_alike(key), compiled)


def _alike(key: tuple[Any, ...]) -> tuple[Any, ...]:
    dialect, *rest = key
    return (dialect.name, dialect.driver, *rest)


_COMPILED = _OfEachKind(STATEMENTS)


def compile_statements_once() -> None:
    """Let every engine take the statements that another has compiled."""

    @event.listens_for(Engine, "engine_connect")
    def share(connection: Connection) -> None:
        connection.execution_options(compiled_cache=_COMPILED)
