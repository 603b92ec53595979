"""A finished shoe is checked in the browser, by every way that a browser has."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import Site, bankroll, buy_in, deal, deals, decide, new_shoe, seed_for, war_ends

WITHOUT_WEB_CRYPTO = "Object.defineProperty(globalThis.crypto, 'subtle', {value: undefined})"


def finished_shoe(page: Page, site: Site) -> None:
    """Play a round, end the shoe and open its proof."""
    buy_in(page, site)
    deal(page, ("10", ""))
    new_shoe(page)
    page.get_by_role("link", name="Check the last finished shoe").click()


def check(page: Page) -> Locator:
    """Press the button and return where the answer stands."""
    page.get_by_role("button", name="Check the").click()
    return page.locator("#verify-result")


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
    result = check(page)
    expect(result).to_contain_text("The commitment matches")
    # The opening burn is the first card, and one for the hand and one for the dealer follow.
    expect(result).to_contain_text(
        "Cards 1 to 3 of the shoe are those that were dealt; compared: 2."
    )
    expect(result).to_contain_text("not compared: 1.")
    expect(result.locator("[data-verdict=match]")).to_have_count(2)
    field.fill("0" + seed[1:-1] + "f")
    result = check(page)
    expect(result).to_contain_text("The commitment does not match")
    expect(result).to_contain_text("The cards differ: card 2 is")
    assert any("vendor/js-sha256" in url for url in loaded) == (way == "vendored")


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
    result = check(page)
    expect(result).to_contain_text("The commitment matches")
    expect(result).to_contain_text("those that were dealt; compared: 2.")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_round_is_verified_on_its_own_page_card_by_card(
    open_site: OpenSite, open_page: OpenPage, scripts: bool
) -> None:
    site = open_site(seed_for(war_ends(1)))
    page = open_page(java_script_enabled=scripts)
    buy_in(page, site)
    deal(page, ("10", ""))
    decide(page, "Go to war")
    page.get_by_role("link", name="This round step by step").click()
    address = page.url
    expect(page.locator("#verify")).to_contain_text("still in play")
    page.goto(f"{site.url}/tables/classic")
    new_shoe(page)
    page.goto(address)
    field = page.locator("[name='expected']")
    dealt = field.input_value().split()
    assert dealt[2:5] == ["?"] * 3
    result = check(page)
    expect(result).to_contain_text(
        "Cards 2 to 8 of the shoe are those that were dealt; compared: 4."
    )
    places = result.locator("[data-verdict]")
    expect(places).to_have_count(7)
    for place, card in enumerate(dealt, start=2):
        if card != "?":
            expect(places.nth(place - 2)).to_have_text(f"{place} {card}")
    # Had the dealer turned another card, the shoe would betray it.
    dealt[-1] = "2D" if dealt[-1] != "2D" else "2H"
    field.fill(" ".join(dealt))
    expect(check(page)).to_contain_text("The cards differ: card 8 is")
    expect(result.locator("[data-verdict=differ]")).to_contain_text(f"≠ {dealt[-1]}")


def test_the_browser_remembers_what_the_table_showed_it(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    page = open_page()
    site = open_site(seed_for(deals(1)))
    finished_shoe(page, site)
    expect(check(page)).to_contain_text("This browser noted this commitment on")
    page.goto(f"{site.url}/fairness/1")
    page.evaluate("""() => {
        const name = "casino-war-commitments";
        const notes = JSON.parse(localStorage.getItem(name));
        notes.find((note) => note.shoe === "1").commitment = "f".repeat(64);
        localStorage.setItem(name, JSON.stringify(notes));
    }""")
    result = check(page)
    expect(result).to_contain_text("this browser noted another commitment on")
    expect(result).to_contain_text("f" * 64)
    page.evaluate("localStorage.clear()")
    expect(check(page)).to_contain_text("This browser has no note of this commitment")
    page.goto(f"{site.url}/tables/classic")
    expect(page.get_by_text("This browser has noted them as well.")).to_be_visible()


PLAY_ON = """async () => {
  const parser = new DOMParser();
  for (let page = document; !page.querySelector("#shoe a[href^='/fairness/']");) {
    const form = page.querySelector("#decide-form, #rebet-form");
    const fields = new URLSearchParams(new FormData(form));
    if (form.id === "decide-form") fields.append("decision", "surrender");
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
    dealt = page.locator("[name='expected']").input_value().split()
    assert 234 <= len(dealt) < 312
    expect(check(page)).to_contain_text(
        f"Cards 1 to {len(dealt)} of the shoe are those that were dealt; "
        f"compared: {len(dealt) - dealt.count('?')}."
    )
