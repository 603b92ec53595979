"""A finished shoe is checked in the browser, by every way that a browser has."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import Site, bankroll, buy_in, deal, deals, seed_for

WITHOUT_WEB_CRYPTO = "Object.defineProperty(globalThis.crypto, 'subtle', {value: undefined})"


def finished_shoe(page: Page, site: Site) -> None:
    """Play a round, end the shoe and open its proof."""
    buy_in(page, site)
    deal(page, ("10", ""))
    page.get_by_role("button", name="New shoe").click()
    page.goto(f"{site.url}/fairness")
    page.locator("main a[href^='/fairness/']").first.click()


def fact(page: Page, name: str) -> str:
    """What a list of facts says under that name."""
    term = page.locator("dl.facts > div").filter(has=page.get_by_text(name, exact=True))
    return term.locator("dd").inner_text()


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


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_shoe_that_ends_with_its_round_is_verified_and_the_next_is_the_one_committed(
    open_site: OpenSite, open_page: OpenPage, scripts: bool
) -> None:
    site = open_site(seed_for(deals(1), "single_deck"))
    page = open_page(java_script_enabled=scripts)
    buy_in(page, site, "single_deck")
    promised = fact(page, "Commitment of the next shoe")
    deal(page, ("10", ""))
    bankroll(page, "1,010")
    assert fact(page, "Commitment of this shoe") == promised
    assert fact(page, "Nonce") == "1"
    page.get_by_role("link", name="Check the last finished shoe").click()
    page.get_by_role("button", name="Check the shoe").click()
    result = page.locator("#verify-result")
    expect(result).to_contain_text("The commitment matches")
    expect(result).to_contain_text("cards match")


PLAY_ON = """async () => {
  const parser = new DOMParser();
  for (let page = document; !page.querySelector("#shoe a[href^='/fairness/']");) {
    const form = page.querySelector("form[action$='/decide'], #rebet-form");
    const fields = new URLSearchParams(new FormData(form));
    if (!form.id) fields.append("decision", "surrender");
    const answer = await fetch(form.action, {method: "POST", body: fields});
    if (!answer.ok) throw new Error(answer.status);
    page = parser.parseFromString(await answer.text(), "text/html");
  }
}"""


def test_the_cut_card_ends_a_shoe(open_site: OpenSite, open_page: OpenPage) -> None:
    page = open_page()
    buy_in(page, open_site(), amount="10,000")
    deal(page, *[("5", "")] * 5)
    # Two hundred cards need not be drawn to be dealt.
    page.evaluate(PLAY_ON)
    page.reload()
    assert fact(page, "Nonce") == "1"
    page.get_by_role("link", name="Check the last finished shoe").click()
    assert fact(page, "Why") == "The cut card showed"
    page.get_by_role("button", name="Check the shoe").click()
    expect(page.locator("#verify-result")).to_contain_text("All 312 cards match")
