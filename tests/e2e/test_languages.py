"""A whole round, with its tie and its war, in each language: played, read and touched."""

import pytest
from playwright.sync_api import expect

from casino_war.resources import data_dir
from casino_war.web.catalogue import catalogue
from casino_war.web.language import DEFAULT_LANGUAGES
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.layout import misplaced
from tests.e2e.site import ambiguous_links, seed_for, violations, wait_for_answer, war_ends
from tests.e2e.walk import put
from tests.e2e.wishes import THEMES

WIDTHS = (320, 360, 768, 800, 1000, 1280)

# What stands out of the bar below the felt, or its text out of it, and makes no page wider.
OUTSIDE = """bar => [...bar.querySelectorAll("button, label, p")]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const [own, all] = [each.getBoundingClientRect(), bar.getBoundingClientRect()];
    const hasRoom = each.scrollWidth <= each.clientWidth + 1 || each.tagName !== "BUTTON";
    return own.right > all.right + 1 || own.left < all.left - 1 || !hasRoom;
  })
  .map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("language", DEFAULT_LANGUAGES)
def test_a_war_is_played_in_every_language(
    open_site: OpenSite, open_page: OpenPage, language: str
) -> None:
    texts = catalogue(data_dir("translations"), language)
    site = open_site(seed_for(war_ends(1)))
    theme = THEMES[DEFAULT_LANGUAGES.index(language) % len(THEMES)]
    page = open_page(locale=language, viewport={"width": 1280, "height": 1400})
    found: dict[str, list[str]] = {}

    def look(state: str, *, has_axe: bool) -> None:
        bar = page.locator(".play-bar")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 1400})
            found[f"{state} {width}"] = [
                *misplaced(page),
                *ambiguous_links(page),
                *bar.evaluate(OUTSIDE),
            ]
        found[f"{state} axe"] = violations(page) if has_axe else []

    page.goto(f"{site.url}/settings")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator(f"[name=theme][value={theme}]").check()
    page.locator("main form [type=submit]").click()
    page.goto(f"{site.url}/tables/classic")
    page.locator("form[action='/cashier/buy-in'] [type=submit]").click()
    put(page, "ante-1", 25)
    wait_for_answer(page, page.locator("#deal-button").click)
    war = page.get_by_role("button", name=texts.gettext("Go to war"), exact=True)
    expect(war).to_be_enabled()
    look("deciding", has_axe=True)
    wait_for_answer(page, war.click)
    expect(page.locator(".seats > li").first).to_contain_text(texts.gettext("War won"))
    # The bar has the most to hold when what was bet before may be bet again.
    expect(page.locator("#rebet-button")).to_be_visible()
    look("settled", has_axe=False)
    assert {state: each for state, each in found.items() if each} == {}
