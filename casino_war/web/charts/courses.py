"""Courses: lines over a band that change with each round, put into a frame that seldom does.

To draw a chart anew takes the library a twentieth of a second or more. So it draws axes,
legend and one straight line for each series, between ends that are round numbers: many
charts share such a frame, which is kept. The lines themselves are then put in its place.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10, sqrt
from typing import Any

from markupsafe import Markup

from casino_war.web.charts.drawing import chart_svg, marked, two_widths
from casino_war.web.charts.specs import Axis, Band, Line, lines

Ends = tuple[float, float]

_STEPS = 5
"""About how many steps lead from end to end: fewer steps make fewer frames, and more room."""
_NICE = ((sqrt(50), 10), (sqrt(10), 5), (sqrt(2), 2))
"""From which share of a power of ten on a step is so many of them."""
_SLOPE = re.compile(r'(?<= d=")M0,([0-9.]+)L([0-9.]+),0(?=")')
_BLOCK = re.compile(r'(?<= d=")M0,([0-9.]+)L([0-9.]+),\1L\2,0L0,0Z(?=")')


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A chart of lines over one band; the axes' ends follow from what is drawn."""

    description: str
    """Its text alternative."""
    x: Axis
    y: Axis
    series: Sequence[Line]
    band: Band

    def spec(self, *, width: int) -> dict[str, Any]:
        """Return the chart whole, as the library would draw it."""
        return self._lines(self.series, self.band, width)

    def frame(self, *, width: int) -> dict[str, Any]:
        """Return the chart with lines from corner to corner, and a band over all."""
        (left, right), (low, high) = self.ends()
        slope = [(left, low), (right, high)]
        block = [(left, low, high), (right, low, high)]
        series = [replace(line, points=slope) for line in self.series]
        framed = self._lines(series, replace(self.band, points=block), width)
        # It is the same for many charts, and their text stands beside it.
        return framed | {"description": ""}

    def ends(self) -> tuple[Ends, Ends]:
        """Return where the axes begin and end."""
        across = [x for line in self.series for x, _ in line.points]
        across += [x for x, *_ in self.band.points]
        up = [y for line in self.series for _, y in line.points]
        up += [y for _, *both in self.band.points for y in both]
        return round_ends(min(across), max(across)), round_ends(min(up), max(up))

    def _lines(self, series: Sequence[Line], band: Band, width: int) -> dict[str, Any]:
        x_ends, y_ends = self.ends()
        return lines(
            self.description,
            replace(self.x, ends=x_ends, from_zero=False),
            replace(self.y, ends=y_ends, from_zero=False),
            series,
            [band],
            width=width,
            has_points=False,
        )


def course_picture(course: Course) -> Markup:
    """Return a course in two widths, of which the style sheet shows the one that fits."""

    def draw(width: int) -> Markup:
        frame = chart_svg(marked(course.frame(width=width)))
        return filled(frame, course) or chart_svg(marked(course.spec(width=width)))

    return two_widths(course.description, draw)


def filled(frame: Markup, course: Course) -> Markup | None:
    """Return a drawn frame with the course in it; None if it is not the frame expected."""
    blocks, slopes = _BLOCK.findall(frame), _SLOPE.findall(frame)
    if len(blocks) != 1 or len(slopes) != len(course.series) or {*blocks, *slopes} != {*blocks}:
        return None
    ((height, width),) = ((float(each) for each in block) for block in blocks)
    place = _placer(*course.ends(), width, height)
    low = [place(x, low) for x, low, _ in course.band.points]
    high = [place(x, high) for x, _, high in course.band.points]
    around = f"{_path(low)}L{_path(reversed(high))[1:]}Z"
    paths = iter([_path(place(*point) for point in line.points) for line in course.series])
    # Nothing but numbers is put into what the library has drawn.
    put_in = _SLOPE.sub(lambda _: next(paths), _BLOCK.sub(lambda _: around, frame))
    return Markup(put_in)  # nosec B704


def round_ends(lowest: float, highest: float) -> Ends:
    """Return round numbers that hold two others between them."""
    if lowest == highest:
        lowest, highest = lowest - 1, highest + 1
    power = 10.0 ** floor(log10((highest - lowest) / _STEPS))
    share = (highest - lowest) / _STEPS / power
    step = power * next((factor for least, factor in _NICE if share >= least), 1)
    ends = floor(lowest / step) * step, ceil(highest / step) * step
    # Without what is left over of multiplying: the same ends must be the same frame.
    return float(f"{ends[0]:.12g}"), float(f"{ends[1]:.12g}")


def _placer(
    x_ends: Ends, y_ends: Ends, width: float, height: float
) -> Callable[[float, float], tuple[float, float]]:
    (left, right), (low, high) = x_ends, y_ends
    across, up = width / (right - left), height / (high - low)
    return lambda x, y: ((x - left) * across, height - (y - low) * up)


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points)
