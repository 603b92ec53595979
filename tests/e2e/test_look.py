"""Every page and state: no overflow, targets large enough, clean by axe, in both schemes."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import buy_in, deal, is_tie, overflow, seed_for, small_targets, violations
from tests.e2e.walk import seed_of_the_walk, states

NARROWEST = 320


def faults(page: Page, width: int) -> list[str]:
    wider = overflow(page)
    return [
        *([f"{wider} pixels too wide"] if wider else []),
        *small_targets(page),
        # Axe is slow, and the narrowest page differs from the next only in width.
        *(violations(page) if width > NARROWEST else []),
    ]


@pytest.mark.parametrize(
    ("width", "scheme"),
    [(1280, "light"), (360, "dark"), (NARROWEST, "light")],
)
def test_every_page_and_state_can_be_seen_and_touched(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site(seed_of_the_walk())
    page = open_page(viewport={"width": width, "height": 740}, color_scheme=scheme)
    found = {state: faults(page, width) for state in states(page, site)}
    assert {state: each for state, each in found.items() if each} == {}


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
    assert faults(page, width) == []
