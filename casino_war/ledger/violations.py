"""What an audit finds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class Violation:
    """An invariant that does not hold: its name, and in one line where and how."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


Invariant = Callable[[Connection], Iterable[str]]
"""A named rule of the books: a function that tells each place where it does not hold."""
