"""The pictures of the laboratory: their numbers as specifications, for any width."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from casino_war.lab.session_plan import SessionPlan
from casino_war.web.charts.drawing import Drawing
from casino_war.web.charts.specs import Axis, Band, Line, columns, lines
from casino_war.web.language import _

_COLUMNS_MAX = 60
_WAYS = 3
"""Single sessions that are drawn into the fan."""
_CURVE_POINTS = 60

Figures = Mapping[str, Any]


def fan(plan: SessionPlan, told: Figures, paths: Sequence[Sequence[int]]) -> Drawing:
    """Draw the bankroll hand by hand: bands of most sessions, the middle, and a few single ones."""
    rows = told["fan"]
    begun = (0.0, float(plan.bankroll))

    def band(name: str, low: str, high: str) -> Band:
        points = [(float(row["hands"]), row[low], row[high]) for row in rows]
        return Band(name, [(0.0, begun[1], begun[1]), *points])

    middle = Line(_("Median"), [begun, *((float(row["hands"]), row["0.5"]) for row in rows)])
    ways = [
        Line(
            _("Session %(number)s", number=number),
            [
                begun,
                *((float(hands), value / 2) for hands, value in zip(plan.marks, way, strict=True)),
            ],
        )
        for number, way in enumerate(paths[:_WAYS], start=1)
    ]
    return partial(
        lines,
        _(
            "The bankroll in antes by hands played: the median as a line, with the bands that "
            "hold half of the sessions and nine of ten, and three single sessions."
        ),
        Axis(title=_("Hands played"), ends=(0, float(plan.marks[-1])), number_format=",d"),
        Axis(title=_("Bankroll (antes)")),
        [middle, *ways],
        [
            band(_("9 of 10 sessions"), "0.05", "0.95"),
            band(_("Half of the sessions"), "0.25", "0.75"),
        ],
        has_points=False,
    )


def endings(told: Figures) -> Drawing:
    """Draw how many sessions ended with which bankroll."""
    finals = sorted((float(value), often) for value, often in told["finals"].items())
    rows = gathered(finals)
    return partial(
        columns,
        _("How many sessions in a hundred ended with which bankroll."),
        Axis(title=_("Bankroll at the end (antes)"), from_zero=False),
        Axis(title=_("Sessions (per cent)")),
        rows,
    )


def gathered(finals: Sequence[tuple[float, int]]) -> list[tuple[float, float, float]]:
    """Gather counts into columns of equal width: left edge, right edge and per cent."""
    if not finals:
        return []
    lowest, highest = finals[0][0], finals[-1][0]
    width = max(0.5, (highest - lowest) / _COLUMNS_MAX)
    total = sum(often for _, often in finals)
    found: dict[int, int] = {}
    for value, often in finals:
        place = int((value - lowest) / width)
        found[place] = found.get(place, 0) + often
    return [
        (lowest + place * width, lowest + (place + 1) * width, 100 * often / total)
        for place, often in sorted(found.items())
    ]


def survival(plan: SessionPlan, told: Figures) -> Drawing:
    """Draw how many sessions are not ruined, and how many still play, hand by hand."""
    return curves(plan, [(_("Not ruined"), told, "ruined"), (_("Still playing"), told, "over")])


def curves(plan: SessionPlan, series: Sequence[tuple[str, Figures, str]]) -> Drawing:
    """Draw what is left of sessions, hand by hand, a line for each of what takes them away."""
    drawn = [
        Line(
            name,
            [
                (0.0, 100.0),
                *(
                    (float(row["hands"]), 100 - 100 * row[gone] / told["sessions"])
                    for row in told["fan"]
                ),
            ],
        )
        for name, told, gone in series
    ]
    return partial(
        lines,
        _("How many sessions in a hundred are left after so many hands."),
        Axis(title=_("Hands played"), ends=(0, float(plan.marks[-1])), number_format=",d"),
        Axis(title=_("Sessions (per cent)"), ends=(0.0, 100.0)),
        drawn,
        has_points=False,
    )


def lengths(series: Sequence[tuple[str, Figures]]) -> Drawing:
    """Draw how many games last longer than so many battles, a line for each game."""
    longest = max((_quantile(told, 0.97) for _, told in series), default=1)
    drawn = [Line(name, _lasting(told, longest)) for name, told in series]
    return partial(
        lines,
        _("How many games in a hundred last longer than so many battles, a line for each game."),
        Axis(title=_("Battles"), ends=(0, float(longest)), number_format=",d"),
        Axis(title=_("Games (per cent)"), ends=(0.0, 100.0)),
        drawn,
        has_points=False,
    )


def _counts(told: Figures) -> list[tuple[int, int]]:
    return sorted((int(length), often) for length, often in told["lengths"].items())


def _quantile(told: Figures, share: float) -> int:
    counts = _counts(told)
    needed, reached = share * sum(often for _, often in counts), 0
    for length, often in counts:
        reached += often
        if reached >= needed:
            return max(1, length)
    return 1


def _lasting(told: Figures, longest: int) -> list[tuple[float, float]]:
    counts = _counts(told)
    total = sum(often for _, often in counts) or 1
    points, place, ended = [(0.0, 100.0)], 0, 0
    for point in range(1, _CURVE_POINTS + 1):
        battles = longest * point / _CURVE_POINTS
        while place < len(counts) and counts[place][0] <= battles:
            ended += counts[place][1]
            place += 1
        points.append((battles, round(100 - 100 * ended / total, 3)))
    return points
