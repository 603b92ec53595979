"""A finished shoe is checked in the browser, by every way that a browser has."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import Site, buy_in, deal, deals, seed_for

WITHOUT_WEB_CRYPTO = "Object.defineProperty(globalThis.crypto, 'subtle', {value: undefined})"


def finished_shoe(page: Page, site: Site) -> None:
    """Play a round, end the shoe and open its proof."""
    buy_in(page, site)
    deal(page, ("10", ""))
    page.get_by_role("button", name="New shoe").click()
    page.goto(f"{site.url}/fairness")
    page.locator("main a[href^='/fairness/']").first.click()


@pytest.mark.parametrize("way", ["web crypto", "vendored", "no scripts"])
def test_a_finished_shoe_is_verified_and_a_forged_one_is_not(
    open_site: OpenSite, open_page: OpenPage, way: str
) -> None:
    seed = seed_for(deals(1))
    site = open_site(seed)
    page = open_page(java_script_enabled=way != "no scripts")
    if way == "vendored":
        page.add_init_script(WITHOUT_WEB_CRYPTO)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    finished_shoe(page, site)
    field = page.locator("#verify-form [name='server_seed']")
    expect(field).to_have_value(seed)
    page.get_by_role("button", name="Check the shoe").click()
    expect(page.locator("#verify-result")).to_contain_text("match")
    expect(page.locator("#verify-result")).not_to_contain_text("not match")
    field.fill("0" + seed[1:-1] + "f")
    page.get_by_role("button", name="Check the shoe").click()
    expect(page.locator("#verify-result")).to_contain_text("not match")
    assert any("vendor" in url for url in loaded) == (way == "vendored")
