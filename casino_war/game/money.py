"""Amounts of money: integer cents, a hundred to the chip; no float ever enters."""

import re

from casino_war.errors import N_, BrokenInvariantError, InvalidAmountError

CENTS_PER_CHIP = 100

# Longer digit strings are no amounts, and would only make later arithmetic slow.
_WHOLE_CHIPS = re.compile(r"0*[1-9][0-9]{0,29}", re.ASCII)


def parse_chips(text: str) -> int:
    """Read a whole, positive number of chips in ASCII digits and return it in cents.

    Raises:
        InvalidAmountError: anything else, be it zero, a sign, a fraction, an exponent,
            digits of another script or more than thirty digits.
    """
    stripped = text.strip(" ")
    if not _WHOLE_CHIPS.fullmatch(stripped):
        raise InvalidAmountError(
            N_("%(text)s is not an amount: write a whole number of chips, 1 or more."),
            text=repr(text[:40]),
        )
    return int(stripped) * CENTS_PER_CHIP


def format_chips(amount_cents: int) -> str:
    """Print cents as chips without grouping: ``10``, ``-2.50``."""
    sign = "-" if amount_cents < 0 else ""
    chips, cents = divmod(abs(amount_cents), CENTS_PER_CHIP)
    return f"{sign}{chips}.{cents:02d}" if cents else f"{sign}{chips}"


def half(amount_cents: int) -> int:
    """Halve an amount exactly.

    Raises:
        BrokenInvariantError: the amount is odd; antes are whole chips, so none is.
    """
    if amount_cents % 2:
        raise BrokenInvariantError(
            N_("%(amount_cents)s cannot be halved exactly."), amount_cents=amount_cents
        )
    return amount_cents // 2
