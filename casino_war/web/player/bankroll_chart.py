"""The course of a bankroll as a picture, and the numbers that stand below it."""

from collections.abc import Sequence
from functools import partial

from casino_war.game.money import CENTS_PER_CHIP
from casino_war.services.bankroll_path import PathPoint
from casino_war.services.history_search import BalancePoint, BankrollPage
from casino_war.web.charts.courses import Course
from casino_war.web.charts.drawing import Drawing
from casino_war.web.charts.specs import Axis, Band, Line, lines
from casino_war.web.format import chips, in_chips, number
from casino_war.web.language import _

ROWS_MAX = 25
"""How many rows the table of the numbers has."""

PATH_ROWS_MAX = 12

_MARKS_MAX = 6

_REACH = 1.959964
"""Standard deviations on either side that hold 95 in 100 results."""

_DAY_SECONDS = 24 * 60 * 60


def picture(page: BankrollPage) -> Drawing:
    """Draw the bankroll, in chips, over the numbers of its rounds."""
    first, last = page.points[0], page.points[-1]
    lowest = min(page.points, key=_balance)
    highest = max(page.points, key=_balance)
    description = _(
        "The bankroll goes from %(first)s after round %(first_number)s to %(last)s after "
        "round %(last_number)s, between %(lowest)s and %(highest)s.",
        first=in_chips(first.balance_after_cents),
        first_number=number(first.number),
        last=chips(last.balance_after_cents),
        last_number=number(last.number),
        lowest=chips(lowest.balance_after_cents),
        highest=chips(highest.balance_after_cents),
    )
    points = [(each.number, each.balance_after_cents / CENTS_PER_CHIP) for each in page.points]
    x = Axis(
        title=_("Round"),
        ticks=_whole_marks(first.number, last.number),
        from_zero=False,
        number_format=",d",
    )
    y = Axis(title=_("Bankroll in chips"), from_zero=False)
    line = Line(_("Bankroll"), points)
    return partial(lines, description, x, y, [line], has_points=len(points) < ROWS_MAX)


def rows(points: Sequence[BalancePoint]) -> tuple[BalancePoint, ...]:
    """Choose points for the table below the picture, evenly, the last one always; newest first."""
    step = -(-len(points) // ROWS_MAX)
    return tuple(points[::-1][:: max(step, 1)])


def _whole_marks(first: int, last: int) -> tuple[float, ...] | None:
    """Return a mark for each of a few numbers, between which a chart would put fractions."""
    return tuple(range(first, last + 1)) if last - first < _MARKS_MAX else None


def _balance(point: BalancePoint) -> int:
    return point.balance_after_cents


def path_picture(path: Sequence[PathPoint], *, is_by_time: bool) -> Course:
    """Draw the bankroll beside what was to be expected of its bets, over hands or over days."""
    last = path[-1]
    reach_cents = _REACH * last.deviation_cents
    description = _(
        "Hands played: %(hands)s. The bankroll holds %(balance)s. With these bets it would hold "
        "%(expected)s on average, and for 19 of 20 players between %(low)s and %(high)s.",
        hands=number(last.hands),
        balance=in_chips(last.balance_cents),
        expected=_whole_chips(last.expected_cents),
        low=_whole_chips(last.expected_cents - reach_cents),
        high=_whole_chips(last.expected_cents + reach_cents),
    )
    began_at = path[0].at
    places = [
        (each.at - began_at).total_seconds() / _DAY_SECONDS if is_by_time else each.hands
        for each in path
    ]
    held = [each.balance_cents / CENTS_PER_CHIP for each in path]
    expected = [each.expected_cents / CENTS_PER_CHIP for each in path]
    reach = [_REACH * each.deviation_cents / CENTS_PER_CHIP for each in path]
    title = _("Days since the first round") if is_by_time else _("Hands")
    return Course(
        description=description,
        x=Axis(title=title, ticks=None if is_by_time else _whole_marks(path[0].hands, last.hands)),
        y=Axis(title=_("Bankroll in chips")),
        series=[
            Line(_("Your bankroll"), [*zip(places, held, strict=True)]),
            Line(_("On average"), [*zip(places, expected, strict=True)]),
        ],
        band=Band(
            _("19 of 20 players"),
            [
                (place, middle - each, middle + each)
                for place, middle, each in zip(places, expected, reach, strict=True)
            ],
        ),
    )


def path_rows(path: Sequence[PathPoint]) -> tuple[PathPoint, ...]:
    """Choose points for the table below the picture, evenly, the last one always; newest first."""
    step = -(-len(path) // PATH_ROWS_MAX)
    return tuple(path[::-1][:: max(step, 1)])


def _whole_chips(amount_cents: float) -> str:
    return chips(round(amount_cents / CENTS_PER_CHIP) * CENTS_PER_CHIP)
