"""The course of a bankroll as a picture, and the numbers that stand below it."""

from collections.abc import Sequence
from functools import partial

from casino_war.game.money import CENTS_PER_CHIP
from casino_war.services.history_search import BalancePoint, BankrollPage
from casino_war.web.chart_specs import Axis, Line, lines
from casino_war.web.charts import Drawing
from casino_war.web.format import chips, number
from casino_war.web.language import _

ROWS_MAX = 25
"""How many rows the table of the numbers has."""


def picture(page: BankrollPage) -> Drawing:
    """Draw the bankroll, in chips, over the numbers of its rounds."""
    first, last = page.points[0], page.points[-1]
    lowest = min(page.points, key=_balance)
    highest = max(page.points, key=_balance)
    description = _(
        "The bankroll goes from %(first)s chips after round %(first_number)s to %(last)s after "
        "round %(last_number)s, between %(lowest)s and %(highest)s.",
        first=chips(first.balance_after_cents),
        first_number=number(first.number),
        last=chips(last.balance_after_cents),
        last_number=number(last.number),
        lowest=chips(lowest.balance_after_cents),
        highest=chips(highest.balance_after_cents),
    )
    points = [(each.number, each.balance_after_cents / CENTS_PER_CHIP) for each in page.points]
    x = Axis(title=_("Round"), from_zero=False, number_format=",d")
    y = Axis(title=_("Bankroll in chips"), from_zero=False)
    line = Line(_("Bankroll"), points)
    return partial(lines, description, x, y, [line], has_points=len(points) < ROWS_MAX)


def rows(points: Sequence[BalancePoint]) -> tuple[BalancePoint, ...]:
    """Choose points for the table below the picture, evenly, the last one always; newest first."""
    step = -(-len(points) // ROWS_MAX)
    return tuple(points[::-1][:: max(step, 1)])


def _balance(point: BalancePoint) -> int:
    return point.balance_after_cents
