"""Browsers that share a practice game by its link: each sees what the others do."""

import pytest
from playwright.sync_api import Page, expect

from casino_war.services.practice.page import game_page
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.practice_walk import start
from tests.e2e.site import Site, faults
from tests.e2e.test_practice import PHONE

SOON_MS = 10_000
"""Long enough for a busy machine; a browser asks once in a second or two."""

SHORT = "battle_limit=3 limit_result=most_cards"


def sit(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("Your name at this table").fill(name)
    page.get_by_role("button", name="Sit down").first.click()
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()


def battle(page: Page, number: int) -> None:
    expect(page.locator("#felt")).to_have_attribute("data-battle", str(number), timeout=SOON_MS)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def link_of(address: str) -> str:
    return address.rpartition("/")[2].partition("?")[0]


def rematch(page: Page) -> None:
    before = link_of(page.url)
    press(page, "Rematch")
    page.wait_for_url(lambda url: link_of(url) != before)


def press_on(site: Site, page: Page, address: str) -> None:
    """Play as one of the browsers to the end of the game, by its first button each time."""
    while game_page(site.house, None, link_of(address)).ended is None:
        expect(page.locator("[data-primary]").first).to_be_visible(timeout=SOON_MS)
        before = page.locator("#game").get_attribute("data-version") or ""
        page.locator("[data-primary]").first.click(timeout=SOON_MS)
        expect(page.locator("#game")).not_to_have_attribute("data-version", before)


def test_two_browsers_play_a_game_to_its_end_and_the_next(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site, anna, otto = open_site(), open_page(), open_page(**PHONE)
    address = start(anna, site, f"classic {SHORT}", "person,elsewhere")
    assert faults(anna, has_axe=True) == []
    anna.get_by_label("Your name at this table").fill("Anna")
    press(anna, "Use this name")
    otto.goto(address)
    assert faults(otto, has_axe=True) == []
    sit(otto, address, "<i>Otto</i>")
    expect(anna.get_by_role("button", name="Deal the cards")).to_be_visible(timeout=SOON_MS)
    press(otto, "Deal the cards")
    expect(anna.locator("#say")).to_have_text("The cards are dealt.", timeout=SOON_MS)
    press(anna, "Flip")
    battle(otto, 1)
    expect(otto.locator(".pt-seat--south .pt-name")).to_have_text("<i>Otto</i>")
    expect(anna.locator(".pt-seat--south .pt-name")).to_have_text("Anna")
    otto.reload()
    battle(otto, 1)
    press_on(site, anna, address)
    for page in (anna, otto):
        expect(page.locator("#over-heading")).to_be_visible(timeout=SOON_MS)
        assert faults(page, has_axe=True) == []
    rematch(otto)
    anna.wait_for_url(lambda url: link_of(url) == link_of(otto.url), timeout=SOON_MS)
    # Hears of the end and of the next game at once, sees the one and is led on to the other.
    anna.context.set_offline(True)
    press(otto, "Deal the cards")
    press(otto, "To the end")
    rematch(otto)
    anna.context.set_offline(False)
    expect(anna.locator("#over-heading")).to_be_visible(timeout=SOON_MS)
    anna.wait_for_url(lambda url: link_of(url) == link_of(otto.url), timeout=SOON_MS)


@pytest.mark.slow
def test_four_browsers_choose_in_secret_and_one_leaves(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site()
    pages = [open_page(), open_page(**PHONE), open_page(**PHONE), open_page()]
    anna, otto, ida, watcher = pages
    address = start(anna, site, f"steal_war {SHORT}", "person,elsewhere,elsewhere")
    sit(otto, address, "Otto")
    sit(ida, address, "Ida")
    watcher.goto(address)
    expect(watcher.get_by_text("all seats are taken")).to_be_visible()
    expect(anna.get_by_role("button", name="Deal the cards")).to_be_visible(timeout=SOON_MS)
    press(anna, "Deal the cards")
    for page in (otto, anna):
        page.locator(".pt-choose [data-primary]").click(timeout=SOON_MS)
    expect(anna.get_by_text("The game waits for Ida.")).to_be_visible(timeout=SOON_MS)
    expect(watcher.get_by_text("has chosen")).to_have_count(2, timeout=SOON_MS)
    battle(watcher, 0)
    ida.get_by_text("Leave the table").click()
    press(ida, "Let the computer play for me")
    for page in pages:
        battle(page, 1)
    press(ida, "Take my seat back")
    expect(ida.get_by_text("The computer plays for you")).to_have_count(0)
    ida.get_by_text("Leave the table").click()
    press(ida, "Let the computer play for me")
    while game_page(site.house, None, link_of(address)).ended is None:
        for page in (anna, otto):
            page.evaluate("document.querySelector('[data-primary]')?.click()")
            page.wait_for_timeout(100)
    for page in pages:
        expect(page.locator("#over-heading")).to_be_visible(timeout=SOON_MS)
        assert faults(page, has_axe=True) == []


@pytest.mark.slow
def test_without_scripts_a_page_asks_for_itself(open_site: OpenSite, open_page: OpenPage) -> None:
    site, anna = open_site(), open_page()
    address = start(anna, site, f"classic {SHORT}", "person,elsewhere")
    otto = open_page(java_script_enabled=False)
    sit(otto, address, "Otto")
    press(otto, "Deal the cards")
    expect(anna.locator("#say")).to_have_text("The cards are dealt.", timeout=SOON_MS)
    press(anna, "Flip")
    battle(otto, 1)
