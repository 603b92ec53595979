"""The control charts as text and as a picture."""

from collections.abc import Sequence
from typing import Any

from casino_war.odds.control import DRIFT_LIMIT, LIMIT_DEVIATIONS, Figure
from casino_war.services.watch_status import Point, TableWatch
from casino_war.web.charts.specs import Axis, Line, lines

_ROWS = range(5, -6, -1)
_BATCHES_SHOWN = 60
_WIDTH = 720


def text_chart(table: TableWatch, figure: Figure) -> list[str]:
    """Draw a figure's last batches in standard deviations, a column for each.

    ``=`` marks the limits, ``-`` expectation; a batch beyond the limits is drawn as ``X``.
    """
    points = table.points[figure][-_BATCHES_SHOWN:]
    columns = [_column(point) for point in points]
    drawn = [f"{figure.value}:"]
    for row in _ROWS:
        ground = "=" if abs(row) == LIMIT_DEVIATIONS else "-" if row == 0 else " "
        cells = [mark if place == row else ground for place, mark in columns]
        drawn.append(f"{row:+3d} |{''.join(cells)}")
    last = points[-1]
    drawn.append(
        f"    drift {last.up:.1f} up, {last.down:.1f} down, of {DRIFT_LIMIT:g};"
        f" batches {points[0].number} to {last.number}"
    )
    return drawn


def _column(point: Point) -> tuple[int, str]:
    mark = "X" if abs(point.z) > LIMIT_DEVIATIONS else "o"
    return max(_ROWS[-1], min(_ROWS[0], round(point.z))), mark


def picture(table: TableWatch) -> dict[str, Any]:
    """Make the specification of a table's three charts, with their limits."""
    series = [
        Line(figure.value, [(float(point.number), point.z) for point in points])
        for figure, points in table.points.items()
    ]
    ends = _ends([point.number for point in table.points[Figure.RESULT]])
    limits = [
        Line(name, [(end, value) for end in ends])
        for name, value in (("upper limit", LIMIT_DEVIATIONS), ("lower limit", -LIMIT_DEVIATIONS))
    ]
    return lines(
        f"Control chart of {table.key}, version {table.version}: batches of rounds in standard"
        " deviations from expectation.",
        Axis(title="Batch of rounds", ends=ends, number_format=",d"),
        Axis(title="Standard deviations from expectation", from_zero=False),
        [*series, *limits],
        width=_WIDTH,
        has_points=False,
    )


def _ends(numbers: Sequence[int]) -> tuple[float, float]:
    return float(numbers[0]), float(max(numbers[-1], numbers[0] + 1))
