"""Every page and state: no overflow, targets large enough, clean by axe, in both schemes."""

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from casino_war.web.language import DEFAULT_LANGUAGES
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import (
    ambiguous_links,
    buy_in,
    deal,
    decide,
    faults,
    is_tie,
    seed_for,
)
from tests.e2e.walk import LATER_PAGES, PAGES, seed_of_the_walk, states
from tests.e2e.wishes import THEMES, by_turns

NARROWEST = 320


@pytest.mark.parametrize(
    ("width", "scheme"),
    [(1280, "light"), (360, "dark"), (NARROWEST, "light")],
)
def test_every_page_and_state_can_be_seen_and_touched(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site(seed_of_the_walk())
    page = open_page(viewport={"width": width, "height": 740}, color_scheme=scheme)
    # Axe is slow, and what differs by scheme is proved of the tokens: it looks at each state
    # once, by turns in the light and in the dark.
    turn = {"light": 0, "dark": 1}[scheme]
    # Both read a page in the same language and theme, which so meet axe; the narrowest has others.
    wishes = by_turns(2 if width == NARROWEST else 0)
    found = {
        state: faults(page, has_axe=width > NARROWEST and number % 2 == turn)
        for number, state in enumerate(states(page, site, lambda: next(wishes)))
    }
    assert {state: each for state, each in found.items() if each} == {}


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", DEFAULT_LANGUAGES)
def test_every_page_in_every_language_and_theme(
    open_site: OpenSite, open_page: OpenPage, language: str, theme: str
) -> None:
    site = open_site(seed_of_the_walk())
    page = open_page(viewport={"width": 360, "height": 740})
    found = {
        (width, state): faults(page, has_axe=width > NARROWEST)
        for state in states(page, site, lambda: (language, theme))
        for width in wider_and_wider(page)
    }
    assert {at: each for at, each in found.items() if each} == {}


def wider_and_wider(page: Page) -> Iterator[int]:
    for width in (NARROWEST, 360, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        yield width


def test_every_language_meets_every_theme_on_the_pages_of_the_walk() -> None:
    wishes = by_turns()
    met = {wish for wish, _page in zip(wishes, (*PAGES, *PAGES, *LATER_PAGES), strict=False)}
    assert met == {*product(DEFAULT_LANGUAGES, THEMES)}


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_a_held_round_can_be_seen_and_touched(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site(seed_for(is_tie))
    page = open_page(viewport={"width": width, "height": 740}, color_scheme=scheme)
    buy_in(page, site, amount="10")
    deal(page, ("10", ""))
    expect(page.get_by_role("button", name="Go to war")).to_be_disabled()
    page.wait_for_load_state("load")
    assert faults(page, has_axe=True) == []


def test_rounds_are_told_apart_wherever_they_are_listed(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site(seed_for(is_tie), seed_for(is_tie))
    page = open_page()
    buy_in(page, site)
    for _ in range(2):
        shown = page.locator("[data-felt]").get_attribute("data-round") or ""
        deal(page, ("10", "5"))
        expect(page.locator("[data-felt]")).not_to_have_attribute("data-round", shown)
        if page.get_by_role("button", name="Surrender").count():
            decide(page, "Surrender")
        expect(page.get_by_role("link", name="This round step by step")).to_be_visible()
    for path in ("/tables/classic", "/history", "/ledger"):
        page.goto(site.url + path)
        assert ambiguous_links(page) == []
    ledger = page.locator("main").get_by_role("link")
    assert {link.inner_text() for link in ledger.all()} == {"Round 1", "Round 2"}


def test_open_rounds_at_several_tables_are_told_apart(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    tables = ("classic", "niagara")
    tie = seed_for(is_tie)
    site = open_site(tie, tie, tie, tie)
    page = open_page()
    buy_in(page, site)
    for table in tables:
        page.goto(f"{site.url}/tables/{table}")
        if page.get_by_role("button", name="Sit down").count():
            page.get_by_role("button", name="Sit down").click()
        deal(page, ("10", ""))
        expect(page.get_by_role("button", name="Go to war")).to_be_visible()
    for path in ("/", "/history", "/cashier"):
        page.goto(site.url + path)
        assert ambiguous_links(page) == []
