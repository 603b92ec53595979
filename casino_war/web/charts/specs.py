"""Makers of Vega-Lite specifications in the style of the site.

Texts come translated. Series are told apart by shape and dash as well as by colour, so
that a chart also reads in print and to those who see no colours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from textwrap import wrap
from typing import Any

PALETTE = ("#17633f", "#9c1c22", "#1b4c80", "#74500a", "#5b3b8c", "#0e6b74", "#8a3b6b")
"""Colours of series in their order; ``charts.css`` names each again for both schemes."""
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")
DASHES = ([1, 0], [6, 3], [2, 3], [8, 3, 2, 3], [4, 2], [10, 4], [1, 2])

NARROW_MAX = 480
"""Width in pixels up to which names stand below each other."""
_TEXT_PIXELS = 13
_TITLE_ROW_PIXELS = 16
_LETTER_PIXELS = 7
"""About the width of a letter, on the safe side."""
_LEGEND_ROW_PIXELS = 19
_AXIS_PIXELS = 60
"""About what the other axis and its title take of a chart."""
_INK = "currentColor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """An axis: what it measures with its unit, and how."""

    title: str
    ticks: tuple[float, ...] | None = None
    """Where marks stand; None where the chart may choose."""
    ends: tuple[float, float] | None = None
    """Lowest and highest value; None for those of the data."""
    from_zero: bool = True
    number_format: str = ",~f"
    """How marks are written, in the format language of D3."""


@dataclass(frozen=True, slots=True)
class Line:
    """A named series of points (x, y), in order of x."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Band:
    """A named stretch around a line: points (x, lowest, highest)."""

    name: str
    points: Sequence[tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class Bar:
    """A named value; the one that others are compared with is marked."""

    name: str
    value: float
    label: str
    """The value as text, at the end of the bar."""
    is_marked: bool = False


def lines(
    description: str,
    x: Axis,
    y: Axis,
    series: Sequence[Line],
    bands: Sequence[Band] = (),
    *,
    width: int,
    has_points: bool = True,
) -> dict[str, Any]:
    """Return a chart of one line or more, over bands if there are any."""
    plot_height = 330 if width > NARROW_MAX else 230
    names = [line.name for line in series]
    named = {"field": "name", "type": "nominal", "title": None}
    legend = _legend(width) if len(names) > 1 or bands else None
    values = [
        {"name": line.name, "x": at, "y": value} for line in series for at, value in line.points
    ]
    encoding: dict[str, Any] = {
        "color": named | {"scale": {"domain": names, "range": PALETTE}, "legend": legend},
        "y": _channel("y", y, width, room=plot_height - _AXIS_PIXELS),
    }
    layers = [_band(index, band, width) for index, band in enumerate(bands)]
    # Each line has its dash by itself: as a part of the legend it would be drawn around the
    # symbols there, which are hard to know again then.
    layers += [
        {"data": {"values": [one for one in values if one["name"] == name]}}
        | {"mark": {"type": "line", "strokeWidth": 2.5, "strokeDash": dash}, "encoding": encoding}
        for name, dash in zip(names, cycle(DASHES), strict=False)
    ]
    if has_points:
        shape = named | {"scale": {"domain": names, "range": SHAPES}, "legend": legend}
        layers.append(
            {"data": {"values": values}, "encoding": encoding | {"shape": shape}}
            | {"mark": {"type": "point", "filled": True, "size": 55, "opacity": 1}}
        )
    entries = (len(names) + len(bands)) if legend else 0
    height = plot_height + (0 if width > NARROW_MAX else _LEGEND_ROW_PIXELS * entries)
    return _spec(description, width, height) | {
        "encoding": {"x": _channel("x", x, width, room=width - _AXIS_PIXELS)},
        "layer": layers,
        "resolve": {"scale": {"fill": "independent"}},
    }


def bars(description: str, axis: Axis, values: Sequence[Bar], *, width: int) -> dict[str, Any]:
    """Return horizontal bars in the order given, each with its value as text."""
    data = [
        {"name": bar.name, "value": bar.value, "label": bar.label, "marked": bar.is_marked}
        for bar in values
    ]
    rows = {
        "field": "name",
        "type": "nominal",
        "sort": None,
        "axis": {"title": None, "labelLimit": width * 0.5, "labelPadding": 6}
        | {"ticks": False, "domain": False},
    }
    colour = {"condition": {"test": "datum.marked", "value": PALETTE[3]}, "value": PALETTE[0]}
    across = _channel("x", axis, width, "value", room=width // 2)
    height = 34 * len(values) + 60 + _TITLE_ROW_PIXELS * (len(across["title"]) - 1)
    return _spec(description, width, height) | {
        "data": {"values": data},
        "encoding": {"y": rows, "x": across},
        "layer": [
            {"mark": {"type": "bar", "height": {"band": 0.62}}, "encoding": {"color": colour}},
            {
                "mark": {"type": "text", "align": "left", "dx": 5, "color": _INK},
                "encoding": {"text": {"field": "label"}},
            },
        ],
    }


def columns(
    description: str,
    x: Axis,
    y: Axis,
    values: Sequence[tuple[float, float, float]],
    *,
    width: int,
) -> dict[str, Any]:
    """Return a histogram: columns (left edge, right edge, height) from zero."""
    data = [{"x": left, "x2": right, "y": height, "y2": 0} for left, right, height in values]
    height = 330 if width > NARROW_MAX else 230
    across = _channel("x", x, width, room=width - _AXIS_PIXELS)
    return _spec(description, width, height) | {
        "data": {"values": data},
        "mark": {"type": "bar", "color": PALETTE[2]},
        "encoding": {
            "x": across,
            "x2": {"field": "x2"},
            "y": _channel("y", y, width, room=height - _AXIS_PIXELS),
            "y2": {"field": "y2"},
        },
    }


def _band(index: int, band: Band, width: int) -> dict[str, Any]:
    """Return a band; the later ones lie above the earlier and look denser."""
    values = [{"name": band.name, "x": at, "y": low, "y2": high} for at, low, high in band.points]
    colour = {
        "datum": band.name,
        "scale": {"domain": [band.name], "range": [PALETTE[2]]},
        "legend": _legend(width) | {"symbolType": "square", "symbolOpacity": 0.2 + 0.15 * index},
        "title": None,
    }
    return {
        "data": {"values": values},
        "mark": {"type": "area", "fillOpacity": 0.2 + 0.15 * index},
        "encoding": {
            "y": {"field": "y", "type": "quantitative"},
            "y2": {"field": "y2"},
            "fill": colour,
        },
    }


def _channel(name: str, axis: Axis, width: int, field: str = "", *, room: int) -> dict[str, Any]:
    """Return an axis whose title is broken into lines that fit *room* pixels."""
    ticks = 6 if width > NARROW_MAX else 4
    scale: dict[str, Any] = {"zero": axis.from_zero, "nice": axis.ends is None}
    if axis.ends is not None:
        scale["domain"] = axis.ends
    drawn: dict[str, Any] = {"format": axis.number_format, "titleLimit": room}
    # Marks that are asked for are all named; of others those that find room.
    drawn |= {"values": axis.ticks, "labelOverlap": False} if axis.ticks else {"tickCount": ticks}
    return {
        "field": field or name,
        "type": "quantitative",
        "title": wrap(axis.title, room // _LETTER_PIXELS, break_long_words=False),
        "scale": scale,
        "axis": drawn,
    }


def _legend(width: int) -> dict[str, Any]:
    columns = 1 if width <= NARROW_MAX else 3
    return {
        "orient": "bottom",
        "columns": columns,
        "title": None,
        "labelLimit": width - 60,
    }


def _spec(description: str, width: int, height: int) -> dict[str, Any]:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "description": description,
        "width": width,
        "height": height,
        "autosize": {"type": "fit", "contains": "padding"},
        "background": None,
        "padding": 2,
        "config": _CONFIG,
    }


_CONFIG: Mapping[str, Any] = {
    "font": "sans-serif",
    "view": {"stroke": None},
    "axis": {
        "domainColor": _INK,
        "gridColor": _INK,
        "gridOpacity": 0.15,
        "labelColor": _INK,
        "labelFontSize": _TEXT_PIXELS,
        "tickColor": _INK,
        "titleColor": _INK,
        "titleFontSize": _TEXT_PIXELS,
        "titleFontWeight": "normal",
        "titlePadding": 8,
    },
    "legend": {
        "labelColor": _INK,
        "labelFontSize": _TEXT_PIXELS,
        "symbolSize": 90,
        "symbolStrokeWidth": 2,
        "rowPadding": 5,
        "columnPadding": 18,
        "layout": {"bottom": {"anchor": "start", "direction": "vertical", "margin": 4}},
    },
    "text": {"fontSize": _TEXT_PIXELS},
}
