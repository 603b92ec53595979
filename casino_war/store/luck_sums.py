"""What settled rounds came to and what was to be expected: the sums of the luck meter.

They stand in two tables, for each seat in all and for each of its days.
"""

from dataclasses import dataclass, fields

from sqlalchemy import BigInteger, CheckConstraint, Dialect, String
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field

from casino_war.store.columns import StoreModel, check

_DIGITS_MAX = 64


class Digits(TypeDecorator[int]):
    """A whole number of any size, as text: squares of cents outgrow the databases' integers."""

    impl = String(_DIGITS_MAX)
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | None:
        """Print the number."""
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> int | None:
        """Read the number."""
        return None if value is None else int(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckSums:
    """What settled rounds came to and what was to be expected, added up.

    Amounts are cents; what is expected is in millionths of a cent or whole cents squared,
    rounded to the nearest (halves to even) for each round. ``hands`` counts first cards
    held against the dealer's, ``won`` those that were higher, ``ties`` those that tied. Wars
    and surrenders are decisions of hands with an ante; second tie bets are counted in the
    amounts alone.
    """

    rounds: int = 0
    hands: int = 0
    won: int = 0
    ties: int = 0
    wagered_cents: int = 0
    net_cents: int = 0
    expected_microcents: int = 0
    """Expected net from a full shoe, each hand doing what is best for its own wagers."""
    variance_cents2: int = 0
    """Variance of the deals and of the wars that were fought, hands of one round together."""
    wars: int = 0
    wars_won: int = 0
    wars_tied: int = 0
    surrenders: int = 0
    lesser_decisions: int = 0
    """Decisions worth less than another, by what their player could know."""
    decision_cost_microcents: int = 0
    """What those decisions were worth less than the best ones."""
    tie_bets: int = 0
    tie_bets_won: int = 0
    tie_bet_cents: int = 0
    tie_bet_net_cents: int = 0

    def __add__(self, other: "LuckSums") -> "LuckSums":
        """Add up field by field."""
        return LuckSums(**{name: getattr(self, name) + getattr(other, name) for name in NAMES})


NAMES = tuple(each.name for each in fields(LuckSums))
"""The names of the sums, which are those of their columns."""


class LuckColumns(StoreModel):
    """The columns of the sums, as both tables have them."""

    rounds: int
    hands: int
    won: int
    ties: int
    wagered_cents: int = Field(sa_type=BigInteger)
    net_cents: int = Field(sa_type=BigInteger)
    expected_microcents: int = Field(sa_type=Digits)
    variance_cents2: int = Field(sa_type=Digits)
    wars: int
    wars_won: int
    wars_tied: int
    surrenders: int
    lesser_decisions: int
    decision_cost_microcents: int = Field(sa_type=Digits)
    tie_bets: int
    tie_bets_won: int
    tie_bet_cents: int = Field(sa_type=BigInteger)
    tie_bet_net_cents: int = Field(sa_type=BigInteger)


def luck_checks() -> tuple[CheckConstraint, ...]:
    """Make the checks of these columns, for one table."""
    return (
        check("rounds_positive", "rounds >= 1"),
        check("ties_within_hands", "ties >= 0 AND ties <= hands"),
        check("won_within_hands", "won >= 0 AND won + ties <= hands"),
        check("wars_won_within_wars", "wars_won >= 0 AND wars_tied >= 0 AND wars_won <= wars"),
        check("tie_bets_won_within_tie_bets", "tie_bets_won >= 0 AND tie_bets_won <= tie_bets"),
    )
