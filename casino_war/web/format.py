"""Printing amounts, shares, lengths of time and moments in the reader's way."""

from datetime import datetime
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

from casino_war.game.money import CENTS_PER_CHIP
from casino_war.web.language import (
    Reader,
    _,
    format_decimal,
    format_moment,
    format_percent,
    ngettext,
    reader,
)
from casino_war.web.settings import current_zone

_PERCENT_PLACES = 4
_DECIMAL_PLACES = 6

# Refused amounts are printed too, and those may have far more digits than decimal's 28.
_DIGITS_MAX = 100
_MINUS = "\N{MINUS SIGN}"


def chips(amount_cents: int) -> str:
    """Print cents as chips, two places only where cents remain: ``1,000``, ``12.50``."""
    return _chips(amount_cents, reader())


# A page prints the same few amounts over and over.
@lru_cache(maxsize=4096)
def _chips(amount_cents: int, _reading: Reader) -> str:
    pattern = "#,##0.00" if amount_cents % CENTS_PER_CHIP else "#,##0"
    sign = _MINUS if amount_cents < 0 else ""
    with localcontext() as context:
        context.prec = _DIGITS_MAX
        amount = Decimal(abs(amount_cents)) / CENTS_PER_CHIP
        return sign + format_decimal(amount, pattern)


def in_chips(amount_cents: int) -> str:
    """Print cents as chips with the word for them: ``1 chip``, ``0.50 chips``."""
    return as_chips(chips(amount_cents), amount_cents)


def signed_in_chips(amount_cents: int) -> str:
    """Print cents as chips with their sign and the word for them: ``+10 chips``."""
    return as_chips(signed_chips(amount_cents), amount_cents)


def as_chips(printed: str, amount_cents: int = 0) -> str:
    """Put the word for chips beside a printed amount.

    *amount_cents* is what was printed, where that may be a single chip. Parts of chips are
    many in every language of the site, as are amounts that are printed with their decimals.
    """
    whole, rest_cents = divmod(abs(amount_cents), CENTS_PER_CHIP)
    return ngettext(
        "%(amount)s chip", "%(amount)s chips", whole if not rest_cents else 2, amount=printed
    )


def signed_chips(amount_cents: int) -> str:
    """Print cents as chips with their sign: ``+10``, a true minus below zero, plain ``0``."""
    return f"+{chips(amount_cents)}" if amount_cents > 0 else chips(amount_cents)


def field_chips(amount_cents: int) -> str:
    """Print whole chips as a form's field takes them back: plain digits, blank for none."""
    return str(amount_cents // CENTS_PER_CHIP) if amount_cents else ""


def average_chips(amount_cents: float) -> str:
    """Print an amount that is no whole cent: chips to two places with their sign."""
    amount = Decimal(round(amount_cents)) / CENTS_PER_CHIP
    return format_decimal(amount, "+#,##0.00;\N{MINUS SIGN}#,##0.00" if amount else "0.00")


def cost_chips(amount_cents: Fraction) -> str:
    """Print a cost that is no whole cent: chips to two places, at least a hundredth."""
    return format_decimal(Decimal(max(1, round(amount_cents))) / CENTS_PER_CHIP, "#,##0.00")


def percent(share: Fraction, places: int = _PERCENT_PLACES) -> str:
    """Print a fraction as percent, rounded from its exact value, a true minus below zero."""
    scaled = round(share * 10 ** (places + 2))
    exact = Decimal(abs(scaled)).scaleb(-places - 2)
    pattern = "#,##0" + "." * (places > 0) + "0" * places + "\N{NO-BREAK SPACE}%"
    return (_MINUS if scaled < 0 else "") + format_percent(exact, pattern)


def rough_percent(share: float) -> str:
    """Print a share of one as percent to one place."""
    return format_percent(Decimal(f"{share:.3f}"), "#,##0.0\N{NO-BREAK SPACE}%")


def fine_percent(share: float) -> str:
    """Print a share of one as percent to two places: what a card more or less moves."""
    return format_percent(Decimal(f"{share:.4f}"), "#,##0.00\N{NO-BREAK SPACE}%")


def signed_percent(share: float) -> str:
    """Print a gain or loss per unit as percent to two places with its sign."""
    pattern = "#,##0.00\N{NO-BREAK SPACE}%"
    return format_percent(Decimal(f"{share:.4f}"), f"+{pattern};\N{MINUS SIGN}{pattern}")


def decimal(value: Fraction | float, places: int = _DECIMAL_PLACES) -> str:
    """Print a number to so many places, rounded from its exact value, with a true minus."""
    scaled = round(Fraction(value) * 10**places)
    with localcontext() as context:
        context.prec = _DIGITS_MAX
        exact = Decimal(abs(scaled)).scaleb(-places)
        pattern = "#,##0" + "." * (places > 0) + "0" * places
        return (_MINUS if scaled < 0 else "") + format_decimal(exact, pattern)


def signed_decimal(value: Fraction | float, places: int = _DECIMAL_PLACES) -> str:
    """Print a number with its sign: ``+1``, a true minus below zero, plain ``0``."""
    return ("+" if round(Fraction(value) * 10**places) > 0 else "") + decimal(value, places)


def deviations(count: float) -> str:
    """Print a number of standard deviations to one place with its sign."""
    return format_decimal(Decimal(f"{count:.1f}"), "+0.0;\N{MINUS SIGN}0.0")


def fraction(value: Fraction) -> str:
    """Print a fraction exactly, with a true minus like the decimals beside it."""
    return (_MINUS if value < 0 else "") + str(abs(value))


def number(count: int) -> str:
    """Print a whole number with the reader's grouping."""
    return format_decimal(count, "#,##0")


def moment(at: datetime) -> str:
    """Print a moment in the reader's time zone.

    UTC is said, as who does not know their zone may not expect it; and so is the offset in
    the hour that comes twice when clocks are put back.
    """
    zone = current_zone()
    local = at.astimezone(zone)
    printed = format_moment(local)
    if zone.key == "UTC":
        return _("%(moment)s UTC", moment=printed)
    if local.replace(fold=0).utcoffset() == local.replace(fold=1).utcoffset():
        return printed
    offset = local.isoformat(timespec="seconds")[len("2026-01-31T12:00:00") :]
    return _("%(moment)s (UTC%(offset)s)", moment=printed, offset=offset)


def span(minutes: int) -> str:
    """Print a length of time in hours and minutes."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return ngettext("%(num)s minute", "%(num)s minutes", rest)
    told = ngettext("%(num)s hour", "%(num)s hours", hours)
    if not rest:
        return told
    return _(
        "%(hours)s and %(minutes)s",
        hours=told,
        minutes=ngettext("%(num)s minute", "%(num)s minutes", rest),
    )


def zone_name() -> str:
    """Return the name of the reader's time zone, for beside its moments: ``Europe/Paris``."""
    return current_zone().key.replace("_", " ")
