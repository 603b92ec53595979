"""Help and languages in a browser: the tour over a table, and pages in the longest words."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import overflow

LONG_PAGES = ("/", "/tables/classic", "/help/tables/classic", "/odds/session", "/practice")
WIDTHS = (320, 800)


def test_the_tour_opens_over_the_table_is_left_and_can_be_had_again(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site()
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(f"{site.url}/tables/classic")
    offer = page.get_by_role("link", name="New here? See how a round goes")
    offer.click()
    tour = page.get_by_role("dialog")
    expect(tour.get_by_role("heading", name="Take some chips")).to_be_visible()
    expect(tour.get_by_role("button", name="Back")).to_be_disabled()
    expect(tour.get_by_role("button", name="Next")).to_be_focused()
    for _ in range(5):
        page.keyboard.press("Enter")
    expect(tour.get_by_role("status")).to_have_text("Step 6 of 6")
    expect(tour.get_by_role("button", name="Next")).to_be_hidden()
    expect(tour.get_by_role("button", name="Close")).to_be_focused()
    tour.get_by_role("button", name="Back").click()
    expect(tour.get_by_role("heading", name="War")).to_be_visible()
    page.keyboard.press("Escape")
    expect(tour).to_have_count(0)
    offer.click()
    expect(tour.get_by_role("status")).to_have_text("Step 1 of 6")


def test_a_language_is_chosen_on_the_page_and_its_long_words_find_room(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site()
    page = open_page(viewport={"width": WIDTHS[0], "height": 740})
    page.goto(f"{site.url}/odds/calculator?hands=2")
    page.get_by_role("button", name="Deutsch").click()
    expect(page).to_have_url(re.compile(r"/odds/calculator\?hands=2$"))
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("button", name="Deutsch")).to_have_attribute("aria-current", "true")
    wide = {}
    for path in LONG_PAGES:
        page.goto(site.url + path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            wide[path, width] = overflow(page)
    assert {at: pixels for at, pixels in wide.items() if pixels} == {}
