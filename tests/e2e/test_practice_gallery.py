"""The practice room's gallery and editor in a browser: without a mouse, and without scripts."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage, OpenSite


def test_the_editor_asks_the_server_at_every_choice(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site()
    page = open_page()
    page.goto(f"{site.url}/practice/new")
    summary = page.locator("#summary")
    expect(summary).to_contain_text("These are the rules of a named game: Classic")
    expect(page.get_by_role("button", name="Check these rules")).to_be_hidden()
    apart = page.locator("#joker_placement-one_in_each_stock")
    expect(apart).to_be_disabled()
    # With the keys alone.
    page.locator("#jokers-0").focus()
    page.keyboard.press("ArrowRight")
    expect(apart).to_be_enabled()
    expect(page.locator("#jokers-2")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/practice/new\?rules="))
    page.locator("#battle_limit-value").fill("x")
    expect(page.locator("#battle_limit-fault")).to_contain_text("cannot be 'x'")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Keep these rules")).to_be_disabled()
    page.locator("#battle_limit-value").fill("700")
    expect(summary).to_contain_text("Battle limit")
    expect(page.locator("#told")).to_contain_text("The game stops after 700 battles.")
    page.get_by_role("link", name=re.compile("^Choose it, with Battle limit|Wars to win")).click()
    expect(page.locator("#objective-wars_won")).to_be_checked()
    expect(page.locator("#wars_to_win-3")).to_be_checked()
    page.get_by_label("Name", exact=True).fill("Three to win")
    page.get_by_role("button", name="Keep these rules").click()
    expect(page.get_by_role("status")).to_contain_text("Kept as Three to win")
    page.goto(f"{site.url}/practice")
    page.get_by_role("link", name="Three to win").click()
    expect(page.locator("#jokers-2")).to_be_checked()
    expect(page.locator("#battle_limit-value")).to_have_value("700")


def test_rules_are_put_together_without_scripts(open_site: OpenSite, open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(open_site().url)
    page.get_by_role("link", name="Practice").click()
    page.get_by_label("Name").fill("krig")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("link", name="Rules of Krig").click()
    page.get_by_role("link", name="3 players").click()
    expect(page.get_by_role("heading", name="The rules for 3 players")).to_be_visible()
    page.get_by_role("link", name="Change these rules").click()
    expect(page.locator("#players-3")).to_be_checked()
    page.locator("#war_face_down-4").check()
    page.get_by_role("button", name="Check these rules").click()
    expect(page.locator("#summary")).to_contain_text("Face down in a war")
    expect(page.locator("#told")).to_contain_text("Each lays 4 cards face down")
