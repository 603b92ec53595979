"""Rounds of several hands, held rounds and their history in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from casino_war.game.shoe import Shoe
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import (
    bankroll,
    buy_in,
    deal,
    decide,
    overflow,
    seed_for,
    wait_for_answer,
    war_ends,
)
from tests.services.seeds import ranks

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])


@SCRIPTS
def test_two_of_three_hands_tie_and_decide_in_turn(
    open_site: OpenSite, open_page: OpenPage, scripts: bool
) -> None:
    def suits(shoe: Shoe) -> bool:
        one, two, three, dealer = ranks(shoe, 0, 1, 2, 3)
        war, dealers = ranks(shoe, 7, 8)
        return one == two == dealer > three and war > dealers

    site = open_site(seed_for(suits))
    page = open_page(java_script_enabled=scripts)
    buy_in(page, site)
    deal(page, ("10", ""), ("20", ""), ("30", ""))
    expect(page.get_by_role("heading", name="Hand 1 ties with the dealer")).to_be_visible()
    decide(page, "Surrender")
    expect(page.get_by_role("heading", name="Hand 2 ties with the dealer")).to_be_visible()
    decide(page, "Go to war")
    bankroll(page, "985")
    wait_for_answer(page, page.get_by_role("button", name="Rebet and deal 60 chips").click)
    page.goto(f"{site.url}/history")
    expect(page.get_by_role("link", name="Classic 2")).to_be_visible()
    expect_paper(page)


def expect_paper(page: Page) -> None:
    """The history on A4: nothing to click, nothing cut off, no column of single words."""
    page.set_viewport_size({"width": 794, "height": 1123})
    page.emulate_media(media="print")
    for part in (".site-nav", ".filters", ".site-footer"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator(".page-head a").filter(visible=True)).to_have_count(0)
    assert overflow(page) == 0
    for stakes in page.locator(".versus > .small").all():
        box = stakes.bounding_box()
        assert box is not None
        assert box["width"] > 100


def test_a_round_is_replayed_step_by_step(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(war_ends(1)))
    page = open_page(java_script_enabled=False)
    buy_in(page, site)
    deal(page, ("10", ""))
    decide(page, "Go to war")
    page.get_by_role("link", name="This round step by step").click()
    page.get_by_role("link", name="From the start").click()
    expect(page.locator("main")).to_contain_text("Step 1 of")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("main")).to_contain_text("Step 2 of")


def test_a_round_is_held_until_a_rebuy(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(war_ends(1)))
    page = open_page()
    buy_in(page, site, amount="10")
    deal(page, ("10", ""))
    expect(page.get_by_role("button", name="Go to war")).to_be_disabled()
    page.get_by_label("Chips to buy").fill("50")
    page.get_by_role("button", name="Rebuy").click()
    bankroll(page, "50")
    decide(page, "Go to war")
    bankroll(page, "70")
