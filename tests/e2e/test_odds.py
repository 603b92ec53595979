"""The odds pages in a browser: their pictures, and the calculator without scripts."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage, OpenSite

INK = {"light": "rgb(36, 31, 25)", "dark": "rgb(243, 237, 225)"}
PICTURE = "House edge of the ante by the number of decks"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (320, "light")])
def test_a_picture_is_drawn_as_wide_as_there_is_room(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    """One of the two widths of a picture is shown, in the ink of the colour scheme."""
    page = open_page(viewport={"width": width, "height": 740}, color_scheme=scheme)
    page.goto(f"{open_site().url}/odds/decks")
    shown = page.locator(".chart svg:visible")
    expect(shown).to_have_count(1)
    box = shown.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 200
    drawn = shown.locator("text").first.evaluate("text => getComputedStyle(text).fill")
    assert drawn == INK[scheme]
    expect(page.get_by_role("img", name=PICTURE)).to_be_visible()


def test_the_calculator_answers_without_scripts(open_site: OpenSite, open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(open_site().url)
    page.get_by_role("link", name="Odds").click()
    page.get_by_role("link", name="Calculator", exact=True).click()
    page.get_by_label("Start from a table").select_option("Single deck")
    page.get_by_role("button", name="Fill in its rules").click()
    expect(page.locator(".edge-pair")).to_contain_text("2.4154 %")
    page.get_by_text("Cards left in the shoe").first.click()
    page.get_by_label("King").fill("5")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_role("alert")).to_be_visible()
    king = page.get_by_label("King")
    expect(king).to_have_value("5")
    expect(king).to_have_accessible_description(
        re.compile("Cards of the rank K: 5, where a shoe of so many decks has 4")
    )
    for rank in ("Queen", "King", "Ace"):
        page.get_by_label(rank).fill("4")
    page.get_by_role("button", name="Calculate").click()
    # 3 ranks of 4: any first card has 3 of its rank among the 11 others.
    expect(page.get_by_role("row", name="The first cards tie")).to_contain_text("3/11")
    expect(page.get_by_label("Tied war")).to_have_value("even")
