"""Amounts of money: integer cents, a hundred to the chip; no float ever enters."""

import re

from casino_war.errors import N_, BrokenInvariantError, InvalidAmountError

CENTS_PER_CHIP = 100

DIGITS_MAX = 30
"""More digits than any table takes; longer ones would only make later arithmetic slow."""

TOO_LONG = "too_long"
"""The reason of an `InvalidAmountError` whose text is a number, but of too many digits."""

_DIGITS = re.compile(r"[0-9]+", re.ASCII)
_SHOWN_MAX = 40


def parse_chips(text: str) -> int:
    """Read a whole, positive number of chips in ASCII digits and return it in cents.

    Raises:
        InvalidAmountError: anything else, be it zero, a sign, a fraction, an exponent or
            digits of another script; with the reason `TOO_LONG` if it is a number of more
            than `DIGITS_MAX` digits. ``facts["text"]`` is what was written, shortened; a
            caller that knows the limits of its table adds them.
    """
    stripped = text.strip(" ")
    digits = stripped.lstrip("0")
    if not digits or not _DIGITS.fullmatch(stripped):
        raise InvalidAmountError(
            N_("%(text)s is not an amount: write a whole number of chips, 1 or more."),
            text=shorten(text),
        )
    if len(digits) > DIGITS_MAX:
        raise InvalidAmountError(
            N_("%(text)s is more than the %(limit)s digits that an amount may have."),
            reason=TOO_LONG,
            text=shorten(digits),
            limit=DIGITS_MAX,
        )
    return int(digits) * CENTS_PER_CHIP


def shorten(text: str) -> str:
    """Quote what was written, cut where it is too long for a sentence."""
    return repr(text if len(text) <= _SHOWN_MAX else f"{text[:_SHOWN_MAX]}…")


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
