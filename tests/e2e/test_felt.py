"""The card table with scripts: chips by click, key and drag, and a layout that keeps its order."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import (
    Site,
    bankroll,
    buy_in,
    deals,
    decide,
    overflow,
    seed_for,
    war_ends,
)
from tests.e2e.walk import put


def tool(page: Page, name: str) -> None:
    page.locator(".tools").get_by_role("button", name=name).click()


def amount(page: Page, spot: str) -> str:
    """What the spot says is on it; the form's own field must say the same."""
    written = page.locator(f"#{spot}").input_value() or "0"
    said = page.locator(f"[data-amount-of='{spot}']").inner_text()
    assert said == written
    return said


def rounds(page: Page, site: Site) -> int:
    page.goto(f"{site.url}/history")
    return page.get_by_role("rowheader").count()


def test_a_round_takes_two_clicks_and_then_one(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(deals(1)))
    page = open_page()
    buy_in(page, site)
    page.locator("[data-place='ante-1']").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    bankroll(page, "1,010")
    expect(page.get_by_role("status")).to_contain_text("You win 10 chips.")
    # No new page came: the focus and the chosen chip are where they were.
    expect(page.locator("#deal-button")).to_be_focused()
    page.get_by_role("button", name="Rebet and deal").click()
    expect(page.locator(".last-hands > li, [aria-label='Pages']")).to_have_count(2)
    assert rounds(page, site) == 2


def test_a_war_is_played_with_keys_alone(open_site: OpenSite, open_page: OpenPage) -> None:
    page = open_page()
    buy_in(page, open_site(seed_for(war_ends(1))))
    for key in ("c", "2", "a", "t", "u", "1", "t", "x", "u"):
        page.keyboard.press(key)
    assert [amount(page, spot) for spot in ("ante-1", "tie_bet-1")] == ["25", "5"]
    page.keyboard.press("d")
    expect(page.get_by_role("status")).to_contain_text("ties")
    war = page.get_by_role("button", name="Go to war")
    expect(war).to_be_focused()
    expect(war).to_have_accessible_description("25 chips more")
    page.keyboard.press("w")
    bankroll(page, "1,075")
    page.keyboard.press("?")
    expect(page.get_by_text("Rebet and deal", exact=True).last).to_be_visible()
    # While something is typed a key is only what is typed, and keys can be switched off.
    page.locator("#typing").check()
    page.locator("#ante-1").press("Control+a")
    page.locator("#ante-1").press_sequentially("3d5")
    bankroll(page, "1,075")
    page.locator("[data-keys-on]").uncheck()
    page.locator("h1").click()
    page.keyboard.press("c")
    expect(page.locator("#ante-1")).to_have_value("3d5")


def test_chips_are_placed_dragged_taken_back_doubled_and_refused(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    page = open_page()
    buy_in(page, open_site(seed_for(deals(1))))
    tool(page, "Clear")
    put(page, "ante-2", 25, 100)
    expect(page.locator("[data-place='ante-2']")).to_have_accessible_name(
        "Ante of hand 2, chips: 125"
    )
    page.locator("[data-chip='25']").drag_to(page.locator("[data-place='ante-1']"))
    page.locator("[data-place='ante-1']").press("Delete")
    tool(page, "Undo")
    assert [amount(page, f"ante-{hand}") for hand in (1, 2)] == ["25", "125"]
    tool(page, "Double")
    expect(page.locator("[data-total]")).to_have_text("300")
    # Refused at the spot, with the reason, and nothing is placed.
    put(page, "tie_bet-3", 5)
    refusal = page.locator("[data-place='tie_bet-3'] ~ [role=alert]")
    expect(refusal).to_contain_text("needs an ante")
    put(page, "ante-1", 500)
    expect(page.locator("[data-place='ante-1'] ~ [role=alert]")).to_contain_text("No more than")
    assert amount(page, "ante-1") == "50"
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("button", name="Rebet and deal 300 chips")).to_be_visible()
    tool(page, "Clear")
    tool(page, "Rebet")
    assert amount(page, "ante-2") == "250"


def test_a_bet_that_the_table_refuses_is_marked_on_its_spot(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    page = open_page()
    buy_in(page, open_site())
    page.locator("#typing").check()
    page.locator("#ante-1").fill("7")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("not a multiple of 5")
    expect(page.locator("#ante-1")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#ante-1")).to_have_value("7")


def test_one_hand_is_played_on_the_smallest_phone_without_scrolling(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    page = open_page(viewport={"width": 320, "height": 568}, has_touch=True)
    buy_in(page, open_site(seed_for(war_ends(1))))

    def unseen(*wanted: str) -> list[str]:
        return [
            each
            for each in wanted
            for part in page.locator(each).all()
            if (box := part.bounding_box()) is None
            or box["y"] < 0
            or box["y"] + box["height"] > 568
        ]

    chips = (".tray-chip", ".tool", "#deal-button", "[data-place='ante-1']")
    assert unseen("h1", "#bankroll", *chips) == []
    page.locator("[data-chip='5']").tap()
    page.locator("[data-place='tie_bet-1']").tap()
    page.locator("#deal-button").tap()
    expect(page.get_by_role("status")).to_contain_text("ties")
    assert unseen(".felt .card", ".felt .chip", ".decision button", ".decision p") == []
    decide(page, "Go to war")
    expect(page.get_by_role("status")).to_contain_text("You win")
    page.wait_for_load_state("load")
    assert (
        unseen(".felt .card", "#say", ".felt .badge", ".result dd", *chips, "#rebet-button") == []
    )
    assert page.evaluate("scrollY") == 0
    assert overflow(page) == 0


@pytest.mark.parametrize("width", [320, 1280])
def test_the_buttons_of_the_left_hand_stand_left(
    open_site: OpenSite, open_page: OpenPage, width: int
) -> None:
    site = open_site(seed_for(deals(1)))
    page = open_page(viewport={"width": width, "height": 800})
    buy_in(page, site)
    page.locator("#deal-button").click()
    expect(page.locator("#rebet-button")).to_be_visible()

    def left_to_right() -> list[str]:
        places = {
            each: (page.locator(each).bounding_box() or {"x": 0})["x"]
            for each in ("#deal-button", "#rebet-button", ".bets-sum")
        }
        return sorted(places, key=lambda each: places[each])

    assert left_to_right()[-1] == "#deal-button" or width == 320
    page.context.add_cookies(
        [{"name": "casino_war_settings", "value": "layout=left", "url": site.url}]
    )
    page.goto(f"{site.url}/tables/classic")
    assert page.locator("html").get_attribute("data-layout") == "left"
    assert left_to_right().index("#deal-button") < left_to_right().index("#rebet-button")
