"""Charts as inline SVG: Vega-Lite specifications drawn once and kept.

`casino_war.web.charts.specs` makes the specifications. A chart stands in the page as it is,
so that it takes the ink of the page (``currentColor``), needs no script and passes the
strict policy. Its colours are those of `chart_specs.PALETTE`, which ``charts.css`` turns
into the tokens of the reader's colour scheme. Every chart belongs above a table of its
numbers: it may be missing, and it is one image to a screen reader.
"""

import atexit
import json
import logging
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Protocol

from flask import current_app
from markupsafe import Markup

from casino_war.web.charts.process import ChartError, ChartProcess
from casino_war.web.language import _, number_marks

Spec = Mapping[str, Any]
"""A Vega-Lite specification; its ``description`` is the text alternative."""


class Drawing(Protocol):
    """Makes the specification of a chart for a width in pixels."""

    def __call__(self, *, width: int) -> Spec:
        """Return the specification."""
        ...


FOLDER = "charts"
"""Where drawn charts are kept, in the instance folder."""
FILES_MAX = 2000
MEMORY_MAX = 256
WIDE, NARROW = 720, 280
"""Widths in pixels that a picture is drawn in: for a window of 48rem and more, and for less."""

# Counts up when the same specification is to be dressed differently.
_DRESS = 1
_log = logging.getLogger(__name__)
_process = ChartProcess()
atexit.register(_process.close)


def chart_svg(spec: Spec) -> Markup:
    """Return a chart as SVG, or a sentence where it cannot be drawn."""
    try:
        svg = _svg(json.dumps(spec, sort_keys=True), current_app.instance_path)
    except ChartError as error:
        _log.warning("a chart could not be drawn: %s", error)
        text = _("The picture could not be drawn; its numbers stand in the table.")
        return Markup('<p class="soft">{}</p>').format(text)
    # The drawing of our own specification, which escapes its texts.
    return Markup(svg)  # nosec B704


def chart_picture(make: Drawing) -> Markup:
    """Return a chart in two widths, of which the style sheet shows the one that fits."""
    specs = {width: marked(make(width=width)) for width in (WIDE, NARROW)}
    return two_widths(specs[WIDE]["description"], lambda width: chart_svg(specs[width]))


def two_widths(description: str, draw: Callable[[int], Markup]) -> Markup:
    """Return what is drawn in two widths as one image with its text alternative."""
    return Markup(
        '<div class="chart" role="img" aria-label="{}">'
        '<div class="chart-wide">{}</div><div class="chart-narrow">{}</div></div>'
    ).format(description, draw(WIDE), draw(NARROW))


def marked(spec: Spec) -> Spec:
    """Let the library, which writes the marks of axes, write numbers in the reader's way."""
    return {**spec, "config": {**spec["config"], "locale": {"number": number_marks()}}}


@lru_cache(maxsize=MEMORY_MAX)
def _svg(spec: str, instance: str) -> str:
    """Return the dressed SVG of a specification: from memory, from its file, or drawn."""
    key = sha256(f"{_DRESS} {_library()} {spec}".encode()).hexdigest()
    path = Path(instance) / FOLDER / f"{key}.svg"
    with suppress(OSError, UnicodeDecodeError):
        kept = path.read_text("utf-8")
        # A disk that was full, or a machine that went down, may have left a part or nothing.
        if kept.startswith("<svg") and kept.rstrip().endswith("</svg>"):
            return kept
    svg = _dressed(_process.draw(spec), f"chart-{key[:12]}")
    # A full or read-only disk costs the time of drawing again, nothing else.
    with suppress(OSError):
        _keep(path, svg)
    return svg


@cache
def _library() -> str:
    return version("vl-convert-python")


def _keep(path: Path, svg: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = sorted(path.parent.glob("*.svg"), key=lambda file: file.stat().st_mtime)
    for oldest in kept[: len(kept) - FILES_MAX + 1] if len(kept) >= FILES_MAX else ():
        oldest.unlink(missing_ok=True)
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        written = Path(file.name)
        try:
            file.write(svg)
            file.flush()
            # Other processes read it whole or not at all.
            written.replace(path)
        except BaseException:
            written.unlink(missing_ok=True)
            raise


_SIZE = re.compile(r'^<svg [^>]*?viewBox="([^"]*)"[^>]*>')
_NOISE = re.compile(r' (?:role|class|style|aria-[a-z]+)="[^"]*"')
_UNSEEN = re.compile(r'<path d="[^"]*"(?: pointer-events="none"| opacity="1"| display="none")*/>')
_ID = re.compile(r'\bid="([^"]*)"')


def _dressed(svg: str, name: str) -> str:
    """Return the SVG without what only its own page would need, its ids made unique.

    The policy forbids style attributes; sizes are the style sheet's; roles and labels of
    its parts, in English, would be read out one by one.
    """
    svg = _NOISE.sub("", svg)
    svg = _UNSEEN.sub("", svg)
    svg = _SIZE.sub(r'<svg viewBox="\1" aria-hidden="true" focusable="false">', svg, count=1)
    for number, found in enumerate(dict.fromkeys(_ID.findall(svg))):
        mine = f"{name}-{number}"
        svg = svg.replace(f'id="{found}"', f'id="{mine}"')
        svg = svg.replace(f"url(#{found})", f"url(#{mine})").replace(f'"#{found}"', f'"#{mine}"')
    return svg
