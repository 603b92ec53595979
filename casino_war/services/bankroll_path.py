"""The bankroll after hands and over time, beside what was to be expected of its bets.

Of few rounds every one is read, of many those at milestones: the page takes no longer for
a million rounds.
"""

from dataclasses import dataclass
from datetime import datetime
from math import sqrt

from sqlalchemy import Connection

from casino_war.game.notation import bets_of, parse_notation
from casino_war.services.measure import MICRO, deal_moments
from casino_war.services.rounds import rules_by_id
from casino_war.store import milestones, rounds
from casino_war.store.luck_sums import LuckSums
from casino_war.store.milestones import EVERY_ROUNDS

ROUNDS_MAX = 8 * EVERY_ROUNDS
"""Up to so many rounds each is a point."""

POINTS_MAX = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class PathPoint:
    """How a player stood after a round; amounts in cents.

    ``expected_cents`` is what the bankroll would hold on average: what was put in and not
    taken out by then, and what the bets made so far come to.
    """

    number: int
    hands: int
    at: datetime
    balance_cents: int
    expected_cents: float
    deviation_cents: float
    """The standard deviation of what such bets come to."""


def bankroll_path(connection: Connection, player_id: int, total: LuckSums) -> tuple[PathPoint, ...]:
    """Return the path of a player, whose measured rounds add up to *total*."""
    last = rounds.last_of_player(connection, player_id)
    if last is None:
        return ()
    if last.number <= ROUNDS_MAX:
        return _of_rounds(connection, player_id, total)
    count = last.number // EVERY_ROUNDS
    step = -(-count // POINTS_MAX)
    numbers = {EVERY_ROUNDS * each for each in range(count, 0, -step)}
    return tuple(
        PathPoint(
            number=each.number,
            hands=each.hands,
            at=each.settled_at,
            balance_cents=each.balance_cents,
            expected_cents=each.balance_cents - each.net_cents + each.expected_microcents / MICRO,
            deviation_cents=sqrt(each.variance_cents2),
        )
        for each in milestones.milestones_at(connection, player_id, numbers)
    )


def _of_rounds(connection: Connection, player_id: int, total: LuckSums) -> tuple[PathPoint, ...]:
    # Most rounds repeat the bets of another by the same rules.
    moments: dict[tuple[int, str], tuple[int, int, int]] = {}
    played = []
    for each in rounds.settled_of_player(connection, player_id, ROUNDS_MAX):
        key = each.rules_id, bets_of(each.notation)
        if key not in moments:
            rules = rules_by_id(connection, each.rules_id)
            wagers = parse_notation(each.notation).wagers
            moments[key] = len(wagers), *deal_moments(rules, wagers)
        played.append((each, *moments[key]))
    # Wars add to the spread as they were fought: here, evenly.
    dealt_cents2 = sum(variance_cents2 for *_, variance_cents2 in played)
    scale = total.variance_cents2 / dealt_cents2 if dealt_cents2 else 1.0
    points: list[PathPoint] = []
    hands = net_cents = mean_microcents = spread_cents2 = 0
    for each, more, mean, variance_cents2 in played:
        hands += more
        net_cents += each.net_cents
        mean_microcents += mean
        spread_cents2 += variance_cents2
        balance_cents = each.balance_after_cents
        points.append(
            PathPoint(
                number=each.number,
                hands=hands,
                at=each.dealt_at,
                balance_cents=balance_cents,
                expected_cents=balance_cents - net_cents + mean_microcents / MICRO,
                deviation_cents=sqrt(spread_cents2 * scale),
            )
        )
    return tuple(points)
