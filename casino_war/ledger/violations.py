"""What an audit finds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from casino_war.ledger.scope import Scope


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that does not hold: its name, and in one line where and how."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


Invariant = Callable[[Connection, Scope], Iterable[str]]
"""A named rule of the books: a function that tells each place in a scope where it does not hold."""
