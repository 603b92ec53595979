"""The practice room in Chromium: by key, by itself, under the cover, without scripts."""

import pytest
from playwright.sync_api import expect

from casino_war.game.randomness import FairStream
from casino_war.game.war_choices import apply, deal
from casino_war.game.war_presets import PRESETS, WarPreset
from casino_war.game.war_replay import clock_minutes
from casino_war.game.war_strategies import STRATEGIES, choose_all
from casino_war.services.practice.page import game_page
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.practice_walk import expect_wars_to_wait, start
from tests.e2e.site import faults

PHONE = {"viewport": {"width": 360, "height": 740}}


def test_by_key_alone_from_deal_to_rematch(open_site: OpenSite, open_page: OpenPage) -> None:
    site, page = open_site(), open_page(**PHONE)
    start(page, site, "sudden_death")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_have_text("The cards are dealt.")
    page.keyboard.press("Space")
    expect(page.locator("#felt")).to_have_attribute("data-battle", "1")
    expect(page.locator("[data-primary]")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#felt")).to_have_attribute("data-battle", "0")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#felt")).to_have_attribute("data-battle", "1")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#over-heading")).to_contain_text("wins")
    page.locator("[data-primary]").click()
    expect(page.get_by_role("button", name="Deal the cards")).to_be_visible()


def test_battles_follow_each_other_and_wars_wait(open_site: OpenSite, open_page: OpenPage) -> None:
    site, page = open_site(), open_page()
    start(page, site, "sudden_death")
    page.keyboard.press("Enter")
    expect_wars_to_wait(page)


def test_a_lost_connection_is_told_and_the_game_goes_on_after_it(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site, page = open_site(), open_page(**PHONE)
    start(page, site, "tod_und_leben")
    page.keyboard.press("Enter")
    game, lost = page.locator("#game"), page.get_by_role("alert")
    expect(game).to_have_attribute("data-version", "1")
    page.context.set_offline(True)
    page.locator("[data-primary]").click()
    expect(lost).to_contain_text("cannot be reached")
    assert faults(page, has_axe=True) == []
    page.locator("[data-play]").click()
    expect(page.locator("[data-play]")).to_have_text("Play by itself")
    page.context.set_offline(False)
    page.locator("[data-primary]").click()
    expect(game).to_have_attribute("data-version", "2")
    expect(lost).to_be_hidden()


def test_a_choice_is_hidden_from_the_other_at_the_screen(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site, page = open_site(), open_page(**PHONE)
    start(page, site, "arneson", "person,person")
    page.keyboard.press("Enter")
    for name in ("South", "North"):
        expect(page.locator("#cover-heading")).to_have_text(f"Pass the screen to {name}")
        page.get_by_role("link", name=f"I am {name}").click()
        expect(page.locator(".pt-offer")).to_have_count(3)
        page.locator(".pt-offer").first.click()
    expect(page.locator("#felt")).to_have_attribute("data-battle", "1")


def test_a_deal_is_checked_in_the_browser(open_site: OpenSite, open_page: OpenPage) -> None:
    site, page = open_site(), open_page()
    start(page, site, "three_wars")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Check the deal here").click()
    expect(page.locator("[data-deal-result]")).to_contain_text("Kept: ")
    page.get_by_role("link", name="Check it card by card").click()
    page.get_by_role("button", name="Check the").first.click()
    result = page.locator("#verify-result")
    expect(result).to_contain_text("The commitment matches")
    expect(result.locator(".message--error")).to_have_count(0)


@pytest.mark.parametrize("rules", ["tod_und_leben", "jokers_one_each"])
def test_deals_of_other_packs_are_checked_too(
    rules: str, open_site: OpenSite, open_page: OpenPage
) -> None:
    site, page = open_site(), open_page()
    start(page, site, rules)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Check the deal here").click()
    expect(page.locator("[data-deal-result]")).to_contain_text("Kept: ")


def test_without_scripts(open_site: OpenSite, open_page: OpenPage) -> None:
    site, page = open_site(), open_page(java_script_enabled=False)
    start(page, site, "three_wars")
    for name in ("Deal the cards", "Flip", "To the end"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#over-heading")).to_contain_text("wins")
    page.get_by_role("link", name="First").click()
    expect(page.locator("#felt")).to_have_attribute("data-battle", "1")
    page.get_by_role("link", name="Forward").click()
    expect(page.locator("#felt")).to_have_attribute("data-battle", "2")


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_in_the_browser_ends_as_the_engine_says(
    preset: WarPreset, open_site: OpenSite, open_page: OpenPage
) -> None:
    seed, rules = f"{0xCA51:064x}", preset.rules
    site, page = open_site(seed), open_page()
    address = start(page, site, preset.key, ",".join(["computer"] * rules.players))
    page.get_by_role("button", name="Deal the cards").click()
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#over-heading")).to_be_visible(timeout=60_000)
    shown = game_page(site.house, None, address.rsplit("/", 1)[1])
    stream = FairStream(seed, "casino-war", 0)
    state = deal(rules, stream)
    while state.ended is None:
        choices = choose_all(state, [STRATEGIES[rules.choice][0]] * rules.players, stream)
        minutes = clock_minutes(rules, shown.game.clock, state.battles + 1)
        state, _ = apply(state, choices, stream, minutes)
    assert shown.ended == state.ended
    assert shown.game.battles == state.battles
