"""Charts: drawn in one process of their own, kept, and never a reason for a page to fail."""

import json
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from flask import Flask

from casino_war.web.charts import drawing as charts
from casino_war.web.charts.process import ChartError, ChartProcess
from casino_war.web.charts.specs import Axis, Band, Bar, Line, bars, lines

ECHO = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"svg": f"<svg>{line.strip()}</svg>"}), flush=True)
"""
DIES_ON_STOP = """
import sys
for line in sys.stdin:
    if "stop" in line: sys.exit(1)
    print('{"svg": "drawn"}', flush=True)
"""


def a_chart(name: str = "Classic") -> dict[str, object]:
    values = [Bar(name, 2.5, "2.50 %"), Bar("other", 3, "3 %", is_marked=True)]
    return bars("What tables cost.", Axis(title="Cost"), values, width=400)


@pytest.mark.parametrize(
    ("language", "marks"),
    [
        ("en", {"decimal": ".", "thousands": ","}),
        ("de", {"decimal": ",", "thousands": "."}),
        ("sv", {"decimal": ",", "thousands": "\N{NO-BREAK SPACE}"}),
    ],
)
def test_axes_are_marked_in_the_readers_way(
    app: Flask, process: ChartProcess, language: str, marks: dict[str, str]
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        drawn = str(charts.chart_picture(lambda *, width: a_chart(str(width))))
    told = [json.loads(spec) for spec in re.findall(r"<svg>(.*?)</svg>", drawn)]
    assert len(told) == 2
    for spec in told:
        assert marks.items() <= spec["config"]["locale"]["number"].items()


def python(code: str, seconds: float = 10.0) -> ChartProcess:
    return ChartProcess((sys.executable, "-S", "-c", code), seconds)


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChartProcess]:
    """A process that draws nothing real, in the place of the one that does."""
    process = python(ECHO)
    monkeypatch.setattr(charts, "_process", process)
    charts._svg.cache_clear()
    yield process
    process.close()
    charts._svg.cache_clear()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_nothing_runs_before_the_first_chart_and_nothing_after_the_end() -> None:
    process = python(ECHO)
    assert process.pid is None
    assert process.draw("a") == "<svg>a</svg>"
    pid = process.pid
    assert pid is not None
    assert process.draw("b") == "<svg>b</svg>"
    assert process.pid == pid
    process.close()
    assert process.pid is None
    # Not even as a zombie.
    assert not is_running(pid)
    assert process.draw("c") == "<svg>c</svg>"
    process.close()


def test_a_process_that_died_is_replaced() -> None:
    process = python(DIES_ON_STOP)
    process.draw("a")
    first = process.pid
    assert first is not None
    os.kill(first, 9)
    assert process.draw("b") == "drawn"
    assert process.pid != first
    with pytest.raises(ChartError, match="died"):
        process.draw("stop")
    assert process.draw("c") == "drawn"
    process.close()


def test_a_process_that_hangs_is_ended_and_others_do_not_wait_for_it() -> None:
    process = python("import time; time.sleep(60)", seconds=0.1)
    with pytest.raises(ChartError):
        process.draw("a")
    assert process.pid is None
    start = time.monotonic()
    with pytest.raises(ChartError, match="too long"):
        process.draw("b")
    assert time.monotonic() - start < 0.1


@pytest.mark.parametrize("code", ["print('no JSON', flush=True)", "print('{}', flush=True)", ""])
def test_a_process_that_answers_nonsense_draws_nothing(code: str) -> None:
    process = python(code)
    with pytest.raises(ChartError):
        process.draw("a")
    process.close()


def test_a_program_that_is_not_there_draws_nothing() -> None:
    with pytest.raises(ChartError, match="does not start"):
        ChartProcess(("/nowhere/python",)).draw("a")


def test_the_child_ends_with_the_process_that_started_it() -> None:
    process = ChartProcess()
    with pytest.raises(ChartError):
        process.draw("[]")
    child = process._child
    assert child is not None
    assert child.stdin is not None
    child.stdin.close()
    assert child.wait(5) == 0
    process.close()


def test_a_chart_that_cannot_be_drawn_leaves_a_sentence(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = python("")
    monkeypatch.setattr(charts, "_process", broken)
    charts._svg.cache_clear()
    page = app.test_client().get("/odds/rules")
    assert page.status_code == 200
    assert "The picture could not be drawn" in page.text
    assert "142853/4965115" in page.text
    assert "could not be drawn" in caplog.text


def test_a_drawn_chart_is_kept_in_memory_and_in_the_folder(
    app: Flask, process: ChartProcess, tmp_path: Path
) -> None:
    with app.app_context():
        drawn = charts.chart_svg({"description": "a"})
        pid = process.pid
        assert pid is not None
        os.kill(pid, 9)
        assert charts.chart_svg({"description": "a"}) == drawn
        charts._svg.cache_clear()
        assert charts.chart_svg({"description": "a"}) == drawn
        # Neither needed another process.
        assert process.pid == pid
        kept = list(Path(app.instance_path, charts.FOLDER).iterdir())
        assert [file.suffix for file in kept] == [".svg"]


def test_a_kept_chart_that_was_emptied_or_cut_is_drawn_again(
    app: Flask, process: ChartProcess
) -> None:
    with app.app_context():
        drawn = charts.chart_svg({"description": "a"})
        (kept,) = Path(app.instance_path, charts.FOLDER).iterdir()
        for damaged in ("", drawn[:-3]):
            kept.write_text(damaged)
            charts._svg.cache_clear()
            assert charts.chart_svg({"description": "a"}) == drawn
            assert kept.read_text() == drawn


def test_a_chart_that_cannot_be_kept_leaves_nothing_behind(
    app: Flask, process: ChartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path, __: Path) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "replace", refuse)
    with app.app_context():
        assert "<svg" in charts.chart_svg({"description": "a"})
        assert list(Path(app.instance_path, charts.FOLDER).iterdir()) == []


def test_the_folder_does_not_grow_for_ever(
    app: Flask, process: ChartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(charts, "FILES_MAX", 3)
    with app.app_context():
        for number in range(5):
            charts.chart_svg({"description": str(number)})
        assert len(list(Path(app.instance_path, charts.FOLDER).iterdir())) == 3


def test_a_folder_that_cannot_be_written_costs_only_the_keeping(
    app: Flask, process: ChartProcess
) -> None:
    folder = Path(app.instance_path)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / charts.FOLDER).write_text("a file where the folder should be")
    with app.app_context():
        assert "could not" not in charts.chart_svg({"description": "a"})


@pytest.mark.parametrize(
    "spec",
    [
        a_chart("<script>alert(1)</script> & Söhne"),
        lines(
            "Two lines in a band.",
            Axis(title="x", ends=(0, 2)),
            Axis(title="y"),
            [Line("one", [(0, 0), (1, 1), (2, 4)]), Line("two", [(0, 1), (2, 2)])],
            [Band("band", [(0, -1, 1), (2, -2, 5)])],
            width=300,
        ),
        # A gradient and a clip, which need ids.
        a_chart()
        | {
            "layer": [
                {
                    "mark": {
                        "type": "bar",
                        "clip": True,
                        "color": {
                            "gradient": "linear",
                            "stops": [
                                {"offset": 0, "color": "white"},
                                {"offset": 1, "color": "#17633f"},
                            ],
                        },
                    }
                }
            ]
        },
    ],
    ids=["text", "lines", "ids"],
)
def test_a_real_chart_passes_the_policy_and_takes_the_ink_of_the_page(
    app: Flask, spec: dict[str, object]
) -> None:
    with app.app_context():
        svg = charts.chart_svg(spec)
        charts._svg.cache_clear()
        for file in Path(app.instance_path, charts.FOLDER).iterdir():
            file.unlink()
        assert charts.chart_svg(spec) == svg, "ids or numbers differ from one drawing to the next"
    root = ET.fromstring(svg)
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in ("script", "style", "foreignObject", "image")
        for name in element.attrib:
            assert not name.startswith(("on", "style")), name
    assert "currentColor" in svg
    ids = re.findall(r'\bid="([^"]*)"', svg)
    assert len(ids) == len(set(ids))
    assert all(one.startswith("chart-") for one in ids)
    assert set(re.findall(r"url\(#([^)]*)\)", svg)) <= set(ids)


LONG = "Erwarteter Nettogewinn (Prozent des Einsatzes auf Gleichstand)"


@pytest.mark.parametrize("width", [charts.WIDE, charts.NARROW])
def test_a_long_title_of_an_axis_is_broken_to_fit(width: int) -> None:
    line = [Line("one", [(0, 0), (1, 1)]), Line("two", [(0, 1), (1, 0)])]
    drawn = lines("", Axis(title=LONG), Axis(title=LONG), line, width=width)
    upright = drawn["layer"][0]["encoding"]["y"]
    assert " ".join(upright["title"]) == LONG
    # Letters are some six pixels wide.
    assert max(map(len, upright["title"])) * 6 < upright["axis"]["titleLimit"] < drawn["height"]
    rows = bars("", Axis(title=LONG), [Bar("one", 1, "1")], width=width)
    plain = bars("", Axis(title="x"), [Bar("one", 1, "1")], width=width)
    more = len(rows["encoding"]["x"]["title"]) - 1
    assert (rows["height"] > plain["height"]) == (more > 0)


def test_symbols_of_a_legend_are_drawn_with_whole_outlines(app: Flask) -> None:
    found = lines(
        "",
        Axis(title="x"),
        Axis(title="y"),
        [Line("one", [(0, 0), (1, 1)]), Line("two", [(0, 1), (1, 0)])],
        width=charts.NARROW,
    )
    with app.app_context():
        svg = charts.chart_svg(found)
    dashed = [
        element.attrib
        for element in ET.fromstring(svg).iter()
        if element.attrib.get("stroke-dasharray", "1,0") != "1,0"
    ]
    # The second line, and nothing else.
    assert len(dashed) == 1


def test_two_widths_under_one_text_alternative(app: Flask) -> None:
    def make(*, width: int) -> charts.Spec:
        return a_chart() | {"width": width}

    with app.test_request_context():
        page = charts.chart_picture(make)
    root = ET.fromstring(page)
    assert root.attrib["aria-label"] == "What tables cost."
    widths = re.findall(r'viewBox="0 0 (\d+)', page)
    assert widths == [str(charts.WIDE), str(charts.NARROW)]
