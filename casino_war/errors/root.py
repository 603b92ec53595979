"""The root of the tree of errors, and the mark for texts that are translated elsewhere."""

from collections.abc import Iterator
from typing import ClassVar


def N_(message: str) -> str:
    """Mark a message id for extraction without translating it here."""
    return message


class CasinoWarError(Exception):
    """Root of the tree.

    ``code`` names the kind for programs, ``reason`` the case within it,
    ``message`` is the format string and ``facts`` its values.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, reason: str = "", **facts: object) -> None:
        self.message = message
        self.reason = reason
        self.facts = facts
        super().__init__(message, reason, facts)

    def __str__(self) -> str:
        return self.message % dict(self._shown())

    def _shown(self) -> Iterator[tuple[str, object]]:
        for name, fact in self.facts.items():
            if name.endswith("_cents") and isinstance(fact, int):
                chips, cents = divmod(fact, 100)
                amount = f"{chips}.{cents:02d}" if cents else str(chips)
                yield name, amount
                yield with_word(name), f"{amount} chip{'s' * (fact != 100)}"
            else:
                yield name, fact


def with_word(name: str) -> str:
    """Return the name by which a message shows an amount with its word, such as ``ante_chips``."""
    return name.removesuffix("_cents") + "_chips"
