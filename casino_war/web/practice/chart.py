"""The chart of cards held: points of a picture, worked out for the page that draws it."""

from collections.abc import Sequence
from dataclasses import dataclass

from casino_war.game.events import Seat

WIDTH, HEIGHT = 600, 200
"""The size of the picture in its own units."""


@dataclass(frozen=True, slots=True)
class Line:
    """The line of one seat, as SVG writes its points."""

    seat: Seat
    points: str


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines over one time axis; ``rows`` are what they were drawn from."""

    lines: tuple[Line, ...]
    battles: int
    cards: int
    rows: tuple[tuple[int, ...], ...]


ROWS_SHOWN = 25
"""Rows of the table of numbers, spread over the game."""


def chart_of(points: Sequence[Sequence[int]]) -> Chart | None:
    """Draw the chart from rows of a battle's number and the cards of each seat.

    There is none before the first battle.
    """
    if len(points) < 2:
        return None
    battles = points[-1][0]
    cards = max(sum(row[1:]) for row in points)
    return Chart(
        lines=tuple(
            Line(
                seat,
                " ".join(
                    f"{_scaled(row[0], battles, WIDTH)},"
                    f"{HEIGHT - _scaled(row[seat + 1], cards, HEIGHT)}"
                    for row in points
                ),
            )
            for seat in range(len(points[0]) - 1)
        ),
        battles=battles,
        cards=cards,
        rows=_spread([tuple(row) for row in points]),
    )


def _scaled(value: int, most: int, size: int) -> int:
    return round(value * size / most) if most else 0


def _spread(rows: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Pick at most `ROWS_SHOWN` rows, the first and the last among them."""
    last = len(rows) - 1
    if last < ROWS_SHOWN:
        return tuple(rows)
    return tuple(rows[place * last // (ROWS_SHOWN - 1)] for place in range(ROWS_SHOWN))
