"""From buy-in to history in a real browser, with scripts and without."""

import pytest
from playwright.sync_api import expect

from casino_war.game.shoe import Shoe
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import (
    bankroll,
    buy_in,
    deal,
    deals,
    decide,
    is_tie,
    seed_for,
    war_ends,
)
from tests.services.seeds import ranks

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])


@SCRIPTS
@pytest.mark.parametrize(
    ("seed", "tie_bet", "decision", "badge", "chips"),
    [
        (seed_for(deals(1)), "", None, "Win", "1,010"),
        (seed_for(deals(-1)), "", None, "Loss", "990"),
        (seed_for(is_tie), "", "Surrender", "Surrendered", "995"),
        (seed_for(war_ends(1)), "", "Go to war", "War won", "1,010"),
        (seed_for(war_ends(-1)), "", "Go to war", "War lost", "980"),
        (seed_for(war_ends(0)), "", "Go to war", "Tied war", "1,010"),
        (seed_for(war_ends(-1)), "10", "Go to war", "War lost", "1,080"),
    ],
    ids=["win", "loss", "surrender", "war won", "war lost", "tied war", "tie bet"],
)
def test_a_hand_from_buy_in_to_history(
    open_site: OpenSite,
    open_page: OpenPage,
    scripts: bool,
    seed: str,
    tie_bet: str,
    decision: str | None,
    badge: str,
    chips: str,
) -> None:
    site = open_site(seed)
    page = open_page(java_script_enabled=scripts)
    buy_in(page, site)
    deal(page, ("10", tie_bet))
    if decision is not None:
        expect(page.get_by_role("status")).to_contain_text("ties")
        decide(page, decision)
    bankroll(page, chips)
    expect(page.locator(".felt")).to_contain_text(badge)
    page.goto(f"{site.url}/history")
    expect(page.locator("main")).to_contain_text(badge)
    page.get_by_role("link", name="Classic 1").click()
    expect(page.get_by_role("heading", name="Transfers")).to_be_visible()
    page.goto(f"{site.url}/ledger")
    expect(page.locator("main")).to_contain_text("1,000")
    expect(page.locator("main")).to_contain_text(chips)


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
    page.get_by_role("button", name="Rebet 60 chips").click()
    page.goto(f"{site.url}/history")
    expect(page.get_by_role("link", name="Classic 2")).to_be_visible()


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


def test_a_double_click_deals_once_and_an_old_page_deals_nothing(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site(seed_for(deals(1)))
    page = open_page()
    buy_in(page, site)
    page.locator("[name='ante-1']").fill("10")
    page.get_by_role("button", name="Deal", exact=True).dblclick()
    bankroll(page, "1,010")
    page.goto(f"{site.url}/history")
    expect(page.locator("main")).to_contain_text("Classic 1")
    expect(page.locator("main")).not_to_contain_text("Classic 2")


def test_two_tabs_on_one_table(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(deals(1)))
    first = open_page()
    buy_in(first, site)
    second = first.context.new_page()
    second.goto(f"{site.url}/tables/classic")
    deal(first, ("10", ""))
    bankroll(first, "1,010")
    deal(second, ("10", ""))
    expect(second.get_by_role("alert")).to_contain_text("moved on")
    bankroll(second, "1,010")
