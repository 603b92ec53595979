"""Colours come from tokens alone, and each is told from the ground that it is drawn on."""

import re

import pytest

from casino_war.web.assets import STATIC_FOLDER
from casino_war.web.style.tokens import (
    PAIRS,
    SCHEMES,
    TEXT,
    colours,
    contrast,
    contrast_of,
    sizes,
)

SHEETS = sorted((STATIC_FOLDER / "css").glob("*.css"))
# In high contrast texts reach the stricter level AAA.
LEAST_OF_TEXT = {"light": TEXT, "dark": TEXT, "contrast light": 7.0, "contrast dark": 7.0}


def test_contrast_is_that_of_the_standard() -> None:
    black, white, grey = ((part, part, part, 1.0) for part in (0.0, 1.0, 0x76 / 255))
    assert contrast(black, white) == pytest.approx(21)
    # The lightest grey that may be read on white.
    assert contrast(grey, white) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_pair_is_told_apart(scheme: str) -> None:
    weak = {
        f"{pair.ink} on {' over '.join(pair.grounds)}": round(contrast_of(pair, scheme), 2)
        for pair in PAIRS
        if contrast_of(pair, scheme) < (LEAST_OF_TEXT[scheme] if pair.least == TEXT else pair.least)
    }
    assert weak == {}


def test_no_other_sheet_writes_a_colour() -> None:
    written = {
        sheet.name: found
        for sheet in SHEETS
        # Paper has its own colours: black on white.
        if sheet.name not in ("tokens.css", "contrast.css", "print.css")
        # The charts' drawn colours are the names by which they become tokens.
        if (found := re.findall(r"(?<!=\")(#[0-9a-f]{3,8}\b|rgba?\(|hsla?\()", sheet.read_text()))
    }
    assert written == {}


def test_every_token_is_used_and_every_used_one_stands() -> None:
    text = "".join(sheet.read_text("utf-8") for sheet in SHEETS)
    used = set(re.findall(r"var\(--([a-z0-9-]+)", text))
    set_in_sheets = set(re.findall(r"--([a-z0-9-]+):", text))
    assert used - set_in_sheets == set()
    assert {*colours("light"), *sizes()} - used == set()
    assert set(colours("contrast light")) == set(colours("light"))
