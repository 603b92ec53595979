"""Every page and state: no overflow, targets large enough, clean by axe, in both schemes."""

import pytest
from playwright.sync_api import Page

from casino_war.game.shoe import Shoe
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import (
    PAGES,
    Site,
    buy_in,
    deal,
    decide,
    overflow,
    seed_for,
    small_targets,
    violations,
)
from tests.services.seeds import ranks


def is_tie_of_the_second_hand(shoe: Shoe) -> bool:
    own, dealer = ranks(shoe, 1, 2)
    war, dealers = ranks(shoe, 6, 7)
    return own == dealer and war > dealers


def faults(page: Page) -> list[str]:
    page.wait_for_load_state("load")
    wider = overflow(page)
    return [
        *([f"{wider} pixels too wide"] if wider else []),
        *small_targets(page),
        *violations(page),
    ]


def walk(page: Page, site: Site) -> dict[str, list[str]]:
    """Go through all pages and states; return the faults of each."""
    found = {}
    for path in PAGES:
        page.goto(site.url + path)
        found[f"stranger {path}"] = faults(page)
    buy_in(page, site)
    found["betting"] = faults(page)
    deal(page, ("10", ""), ("10", "5"))
    found["awaiting a decision"] = faults(page)
    decide(page, "Go to war")
    found["settled"] = faults(page)
    deal(page, ("7", ""))
    found["refused"] = faults(page)
    page.goto(f"{site.url}/tables/classic")
    page.get_by_role("button", name="New shoe").click()
    for path in (*PAGES, "/history/1", "/fairness/1", "/tables/ladder"):
        page.goto(site.url + path)
        found[f"player {path}"] = faults(page)
    return {state: each for state, each in found.items() if each}


@pytest.mark.parametrize(
    ("width", "scheme"),
    [(1280, "light"), (360, "dark"), (320, "light"), (1280, "dark")],
)
def test_every_page_and_state_can_be_seen_and_touched(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site(seed_for(is_tie_of_the_second_hand))
    page = open_page(viewport={"width": width, "height": 740}, color_scheme=scheme)
    assert walk(page, site) == {}
