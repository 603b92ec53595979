"""What a session of many hands comes to, each of them from a full shoe.

The hands of a session are taken as independent, one a round. The distribution of their sum
is exact: with w_i of D ways to net i, the ways of n hands are the coefficients of
``(sum of w_i x^i)^n``, and each follows from those before it.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import erfc, gcd, lcm, sqrt

from casino_war.game.table_rules import TableRules
from casino_war.odds.composition import full_shoe
from casino_war.odds.endings import UnitWager
from casino_war.odds.numbers import EXACT
from casino_war.odds.report import bet_odds, hand_odds
from casino_war.odds.strategy import Strategy

LENGTHS = (10, 30, 100, 300, 1_000, 10_000, 100_000)
EXACT_HANDS_MAX = 1_000
"""Sessions up to so many hands are counted; longer ones are reckoned as normal."""
EXACT_NETS_MAX = 50_000
"""Sessions that can end in more different nets are reckoned as normal too.

Counting so many takes a quarter of a second. Only bets of one's own can have more: of an
ante of 500 with a tie bet of 5 every hand moves up to 300 steps of 5.
"""
HANDS_MAX = 10_000_000
"""The longest session for which figures are given: some decades of play."""
TAIL = Fraction(1, 40)
"""The share of sessions that end below the usual range, and of those above it."""
NORMAL_TAIL_DEVIATIONS = 1.959963984540054
"""Standard deviations from the middle of a normal distribution to where `TAIL` begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """The sum of so many hands, amounts in antes."""

    hands: int
    expected_net: Fraction
    standard_deviation: float
    p_ahead: float
    """The chance to end with more than at the start."""
    p_even: float | None
    """The chance to end with as much; None where it is not counted."""
    lowest: float
    """Nineteen sessions of twenty end from here ..."""
    highest: float
    """... up to here."""
    is_exact: bool
    """Whether chances and range are counted, not taken from the normal distribution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BetSession:
    """A session with bets of one's own, amounts in cents."""

    session: Session
    staked_cents: Fraction
    """Expected sum of all stakes, raises included."""


@lru_cache(maxsize=64)
def bet_session(
    rules: TableRules, hands: int, ante_cents: int, tie_bet_cents: int = 0
) -> BetSession:
    """Return a session of always going to war with these bets on every hand.

    Raises:
        KeyError: a tie bet is staked, and the table takes none.
    """
    stakes = {UnitWager.ANTE: ante_cents}
    if tie_bet_cents:
        stakes[UnitWager.TIE_BET] = tie_bet_cents
    odds = bet_odds(rules, full_shoe(rules.decks), Strategy.ALWAYS_WAR, stakes, EXACT)
    return BetSession(
        session=session_of(odds.distribution, odds.ev, odds.variance, hands),
        staked_cents=hands * odds.average_action,
    )


@lru_cache(maxsize=32)
def sessions(rules: TableRules) -> tuple[Session, ...]:
    """Return sessions of growing length at one ante a hand, always going to war."""
    ante = hand_odds(rules, full_shoe(rules.decks), Strategy.ALWAYS_WAR, EXACT).ante
    return tuple(session_of(ante.distribution, ante.ev, ante.variance, hands) for hands in LENGTHS)


def session_of(
    distribution: Mapping[Fraction, Fraction], ev: Fraction, variance: Fraction, hands: int
) -> Session:
    """Return the session of *hands* hands, each with this distribution of its net."""
    expected, deviation = hands * ev, sqrt(hands * variance)
    if hands > EXACT_HANDS_MAX or _nets(distribution, hands) > EXACT_NETS_MAX:
        reach = NORMAL_TAIL_DEVIATIONS * deviation
        return Session(
            hands=hands,
            expected_net=expected,
            standard_deviation=deviation,
            p_ahead=erfc(-float(expected) / deviation / sqrt(2)) / 2,
            p_even=None,
            lowest=float(expected) - reach,
            highest=float(expected) + reach,
            is_exact=False,
        )
    total, ways = _ways(distribution, hands)
    below = 0
    quantiles: list[Fraction] = []
    ahead = even = 0
    for net, found in ways:
        ahead += found if net > 0 else 0
        even += found if net == 0 else 0
        for tail in (TAIL, 1 - TAIL)[len(quantiles) :]:
            if (below + found) * tail.denominator >= tail.numerator * total:
                quantiles.append(net)
        below += found
    return Session(
        hands=hands,
        expected_net=expected,
        standard_deviation=deviation,
        p_ahead=ahead / total,
        p_even=even / total,
        lowest=float(quantiles[0]),
        highest=float(quantiles[1]),
        is_exact=True,
    )


def _nets(distribution: Mapping[Fraction, Fraction], hands: int) -> int:
    """Return how many steps lie between the lowest and the highest net of a session."""
    lowest = min(distribution)
    return int((max(distribution) - lowest) / _step(distribution)) * hands


def _step(distribution: Mapping[Fraction, Fraction]) -> Fraction:
    """Return the largest step of which all nets lie whole steps apart."""
    lowest = min(distribution)
    unit = lcm(*(net.denominator for net in distribution))
    return Fraction(gcd(*(int((net - lowest) * unit) for net in distribution)) or 1, unit)


def _ways(
    distribution: Mapping[Fraction, Fraction], hands: int
) -> tuple[int, Iterator[tuple[Fraction, int]]]:
    """Return the number of all ways, and the ways of each net from the lowest up."""
    lowest = min(distribution)
    unit = _step(distribution)
    deals = lcm(*(chance.denominator for chance in distribution.values()))
    steps = {
        int((net - lowest) / unit): int(chance * deals) for net, chance in distribution.items()
    }

    def nets() -> Iterator[tuple[Fraction, int]]:
        for step, ways in enumerate(_power(steps, hands)):
            yield lowest * hands + step * unit, ways

    return deals**hands, nets()


def _power(coefficients: Mapping[int, int], exponent: int) -> Iterator[int]:
    """Yield the coefficients of a polynomial's power, from the constant one up.

    With P = sum of a_i x^i and Q = P^n, comparing coefficients in ``P Q' = n P' Q`` gives
    ``k a_0 q_k = sum over i >= 1 of ((n + 1) i - k) a_i q_(k-i)``.
    """
    first = coefficients[0]
    higher = [(power, value) for power, value in coefficients.items() if power]
    reach = max(coefficients)
    # Those that any later one follows from, the newest last.
    found = deque([first**exponent], maxlen=reach)
    yield found[-1]
    for k in range(1, exponent * reach + 1):
        total = sum(
            ((exponent + 1) * power - k) * value * found[-power]
            for power, value in higher
            if power <= k
        )
        found.append(total // (k * first))
        yield found[-1]
