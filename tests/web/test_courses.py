"""Courses of a bankroll: frames that many share, filled as the library would have drawn them."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from casino_war.web.charts import drawing
from casino_war.web.charts.courses import Course, course_picture, filled, round_ends
from casino_war.web.charts.process import ChartError
from casino_war.web.charts.specs import Axis, Band, Line

PATH = re.compile(r'<path d="([^"]*)" (?:stroke="#[0-9a-f]{6}" stroke-width="2.5"|fill=)')

TEXT = re.compile(r">([^<]+)<")


def course(rounds: int = 37, description: str = "It goes down.") -> Course:
    held = [(hand, 1000 - 7.5 * (hand % 5) - hand) for hand in range(1, rounds + 1)]
    expected = [(hand, 1000 - hand / 3) for hand, _ in held]
    return Course(
        description=description,
        x=Axis(title="Hands"),
        y=Axis(title="Chips"),
        series=[Line("Yours", held), Line("On average", expected)],
        band=Band("Most", [(hand, middle - hand, middle + hand) for hand, middle in expected]),
    )


@pytest.fixture
def drawn(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """List what the library is asked to draw, in a request of somebody."""
    asked: list[str] = []
    draw = drawing._process.draw

    def note(spec: str) -> str:
        asked.append(spec)
        return draw(spec)

    monkeypatch.setattr(drawing._process, "draw", note)
    with app.test_request_context():
        yield asked


def numbers(path: str) -> list[float]:
    return [float(each) for each in re.findall(r"-?[0-9.]+", path)]


@pytest.mark.parametrize("width", [drawing.WIDE, drawing.NARROW])
def test_a_filled_frame_is_what_the_library_draws(drawn: list[str], width: int) -> None:
    mine = filled(drawing.chart_svg(drawing.marked(course().frame(width=width))), course())
    assert mine is not None
    whole = drawing.chart_svg(drawing.marked(course().spec(width=width)))
    assert len(drawn) == 2
    places = [PATH.findall(svg) for svg in (mine, whole)]
    assert [len(each) for each in places] == [3, 3]
    for my_path, its_path in zip(*places, strict=True):
        # Lines into the corners of a frame take two pixels more room beside them.
        assert numbers(my_path) == pytest.approx(numbers(its_path), abs=2.1)
    assert TEXT.findall(mine) == TEXT.findall(whole)
    assert len(TEXT.findall(mine)) > 8


def test_a_frame_is_drawn_once_for_all_who_share_it(drawn: list[str]) -> None:
    pages = [course_picture(course(rounds, f"After {rounds} rounds.")) for rounds in (36, 37, 38)]
    assert len(drawn) == 2
    assert len({*pages}) == 3
    assert 'aria-label="After 37 rounds."' in pages[1]
    course_picture(replace(course(), x=Axis(title="Days")))
    assert len(drawn) == 4


def test_a_frame_that_is_not_as_expected_is_drawn_whole(
    drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = drawing.chart_svg(drawing.marked(course().frame(width=drawing.WIDE)))
    strange = [
        frame.replace('d="M0,', 'd="M1,'),
        frame.replace('Z"', '"'),
        re.sub(r'd="M0,[0-9.]+L', 'd="M0,7L', frame),
        "<p>It could not be drawn.</p>",
    ]
    assert all(filled(Markup(svg), course()) is None for svg in strange)
    drawn.clear()
    monkeypatch.setattr("casino_war.web.charts.courses.filled", lambda *_: None)
    drawing._svg.cache_clear()
    whole = course_picture(course())
    assert len(PATH.findall(whole)) == 6
    # Both frames were kept in the folder or are drawn here; both charts are drawn whole.
    assert sum('"It goes down."' in spec for spec in drawn) == 2


def test_a_course_that_cannot_be_drawn_leaves_a_sentence(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: str) -> str:
        raise ChartError("out of ink")

    monkeypatch.setattr(drawing._process, "draw", refuse)
    with app.test_request_context():
        assert course_picture(course(description="Nothing.")).count("could not be drawn") == 2


AMOUNTS = st.floats(-1e9, 1e9, allow_nan=False)


@given(AMOUNTS, st.one_of(st.just(0.0), st.floats(1e-3, 1e9)))
def test_ends_are_round_and_near(lowest: float, reach: float) -> None:
    highest = lowest + reach
    low, high = round_ends(lowest, highest)
    slack = 1e-9 * max(abs(low), abs(high), 1)
    assert low - slack <= lowest <= highest <= high + slack
    wide = highest - lowest or 2
    assert high - low <= wide * 2 + 2 * slack
    assert low < high


@pytest.mark.parametrize(
    ("ends", "wanted"),
    [
        ((1, 37), (0, 40)),
        ((1, 312), (0, 350)),
        ((873.25, 1104), (850, 1150)),
        ((1000, 1000), (999, 1001)),
        ((0, 0.0337), (0, 0.035)),
        ((-120, -20), (-120, -20)),
    ],
)
def test_ends_by_example(ends: tuple[float, float], wanted: tuple[float, float]) -> None:
    assert round_ends(*ends) == wanted
