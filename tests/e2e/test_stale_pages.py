"""Clicked twice, gone back, two tabs: chips move once, and the page says why."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import (
    Site,
    bankroll,
    buy_in,
    deal,
    deals,
    decide,
    is_tie,
    seed_for,
    type_amounts,
)


def rounds(page: Page, site: Site) -> int:
    """How many rounds the history lists."""
    page.goto(f"{site.url}/history")
    return page.get_by_role("rowheader").count()


SEND_ONCE_MORE = """form => fetch(form.action, {
  method: "POST", body: new URLSearchParams(new FormData(form)),
})"""


@pytest.mark.parametrize("how", ["double click", "sent before"])
def test_a_form_sent_twice_deals_once(open_site: OpenSite, open_page: OpenPage, how: str) -> None:
    site = open_site(seed_for(deals(1)))
    page = open_page()
    buy_in(page, site)
    type_amounts(page)
    page.get_by_label("Ante").first.fill("10")
    button = page.get_by_role("button", name="Deal", exact=True)
    if how == "double click":
        button.dblclick()
    else:
        page.locator("#deal-form").evaluate(SEND_ONCE_MORE)
        button.click()
    bankroll(page, "1,010")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert rounds(page, site) == 1


@pytest.mark.parametrize("is_heard", [False, True])
def test_a_table_stays_while_the_site_cannot_be_reached(
    open_site: OpenSite, browser: Browser, is_heard: bool
) -> None:
    site = open_site(seed_for(deals(1)))
    # A window of its own: the browser may complain about the connection.
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        buy_in(page, site)
        type_amounts(page)
        page.get_by_label("Ante").first.fill("10")
        lost = page.get_by_role("alert").filter(has_text="cannot be reached")
        expect(lost).to_have_count(0)

        def lose(route: Route) -> None:
            if is_heard:
                route.fetch(max_redirects=0)
            route.abort()

        page.route("**/deal", lose)
        button = page.get_by_role("button", name="Deal", exact=True)
        button.click()
        expect(lost).to_be_visible()
        expect(page.get_by_label("Ante").first).to_have_value("10")
        page.unroute("**/deal")
        button.click()
        bankroll(page, "1,010")
        expect(lost).to_have_count(0)
        assert rounds(page, site) == 1


def test_back_and_forward_show_the_table_as_it_is(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(deals(1)))
    page = open_page()
    buy_in(page, site)
    deal(page, ("10", ""))
    bankroll(page, "1,010")
    page.get_by_role("link", name="Cashier").click()
    page.go_back()
    bankroll(page, "1,010")
    page.go_back()
    # The page from before the deal comes fresh: it knows the chips and may deal on.
    bankroll(page, "1,010")
    deal(page, ("10", ""))
    # The sentence may still be that of the round before; the list of rounds is not.
    expect(page.locator(".last-hands li")).to_have_count(2)
    assert rounds(page, site) == 2
    shown = page.locator("#bankroll strong").inner_text()
    page.go_back()
    expect(page.locator(".last-hands li")).to_have_count(2)
    page.go_forward()
    bankroll(page, shown)
    assert page.get_by_role("rowheader").count() == 2


def test_an_old_tab_deals_nothing(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(deals(1)))
    first = open_page()
    buy_in(first, site)
    second = first.context.new_page()
    second.goto(f"{site.url}/tables/classic")
    deal(first, ("10", ""))
    bankroll(first, "1,010")
    deal(second, ("20", ""))
    expect(second.get_by_role("alert")).to_contain_text("moved on")
    bankroll(second, "1,010")
    assert rounds(second, site) == 1


def test_an_old_tab_decides_nothing(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(is_tie))
    first = open_page()
    buy_in(first, site)
    deal(first, ("10", ""))
    second = first.context.new_page()
    second.goto(f"{site.url}/tables/classic")
    decide(first, "Surrender")
    bankroll(first, "995")
    decide(second, "Go to war")
    expect(second.get_by_role("alert")).to_be_visible()
    bankroll(second, "995")
    deal(second, ("10", ""))
    expect(second.get_by_role("alert")).to_have_count(0)


def test_two_tabs_play_at_two_tables_from_one_bankroll(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site(seed_for(is_tie), "0" * 64, seed_for(deals(1), "niagara"))
    first = open_page()
    buy_in(first, site)
    deal(first, ("10", ""))
    bankroll(first, "990")
    second = first.context.new_page()
    second.goto(f"{site.url}/tables/niagara")
    second.get_by_role("button", name="Sit down").click()
    deal(second, ("10", ""))
    bankroll(second, "1,000")
    # The tab that waited knew of nothing, and its decision stands nonetheless.
    bankroll(first, "990")
    decide(first, "Surrender")
    bankroll(first, "1,005")
    deal(second, ("10", ""))
    expect(second.get_by_role("alert")).to_have_count(0)
