"""The odds at the table, while bets are typed and at a tie."""

from playwright.sync_api import expect

from casino_war.web.settings import COOKIE
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import buy_in, deal, decide, is_tie, seed_for, type_amounts


def test_odds_follow_the_bets_and_the_decision(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(is_tie))
    page = open_page()
    page.context.add_cookies([{"name": COOKIE, "value": "hints=full", "url": site.url}])
    buy_in(page, site)
    bets = page.locator("[data-coach-bets]")
    expect(bets).to_have_text("−0.14")
    expect(page.get_by_role("button", name="What do these bets come to?")).to_be_hidden()
    type_amounts(page)
    page.get_by_label("Ante", exact=True).first.fill("100")
    expect(bets).to_have_text("−2.88")
    page.get_by_label("Tie bet", exact=True).first.fill("20")
    expect(bets).to_have_text("−6.61")
    page.get_by_label("Tie bet", exact=True).first.fill("x")
    expect(bets).to_have_text("–")
    deal(page, ("100", "20"))
    expect(page.locator("#coach")).to_contain_text("−38.90 chips")
    decide(page, "Surrender")
    expect(page.locator("#coach")).to_contain_text("11.10 chips less")
