"""Whoever pressed a button sees that its answer is on the way."""

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import buy_in, deals, seed_for, violations
from tests.e2e.walk import put


def press_and_wait(page: Page) -> Route:
    """Deal, and hold the answer back until the button says so."""
    routes: list[Route] = []
    page.route("**/deal", lambda route: routes.append(route))
    deal = page.locator("#deal-button")
    deal.click(no_wait_after=True)
    expect(deal).to_have_attribute("aria-busy", "true")
    # Seen as well as said: the line appears, though nothing moves for who wants that.
    line = "getComputedStyle(document.querySelector('#deal-button'), '::after')"
    page.wait_for_function(f"() => {line}.opacity === '1'")
    return routes[0]


def test_a_slow_answer_is_told_on_the_button_that_was_pressed(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site(seed_for(deals(1)))
    page = open_page()
    buy_in(page, site)
    put(page, "ante-1", 5)
    answer = press_and_wait(page)
    assert violations(page) == []
    answer.continue_()
    expect(page.get_by_role("status")).to_contain_text("You win 10 chips.")
    expect(page.locator("[aria-busy]")).to_have_count(0)


def test_a_form_that_a_script_answers_in_the_page_never_waits(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site()
    page = open_page()
    page.goto(f"{site.url}/fairness")
    page.get_by_label("Server seed").fill("f" * 64)
    page.get_by_role("button", name="Check the shoe").click()
    expect(page.locator("#verify-result .message").first).to_be_visible()
    expect(page.locator("[aria-busy]")).to_have_count(0)
