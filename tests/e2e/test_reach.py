"""What a round asks or answers stands in the first screenful, and the felt shows what is at risk.

Measured right after the page has come, without scrolling, with scripts and without.
"""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from casino_war.game.shoe import Shoe
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.layout import misplaced
from tests.e2e.site import (
    bankroll,
    buy_in,
    deal,
    decide,
    is_tie,
    overflow,
    seed_for,
    type_amounts,
    wait_for_answer,
    war_ends,
)
from tests.services.seeds import ranks

HANDS = 5

WINDOWS = pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (1280, 800)], ids=["phone", "desk"]
)
SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])

# Parts of an element that something else hides: seen at its middle and near its edges.
HIDDEN_PARTS = """element => {
  const {left, right, top, bottom} = element.getBoundingClientRect();
  const seen = (x, y) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (element.contains(found) || found.contains(element));
  };
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [[x, top + 3], [x, y], [x, bottom - 3], [left + 3, y], [right - 3, y]]
    .filter(([x, y]) => !seen(x, y));
}"""


def out_of_sight(page: Page, **wanted: Locator) -> list[str]:
    """Which of these are not wholly in the window as it stands, or behind something else."""
    page.wait_for_load_state("load")
    assert page.evaluate("scrollY") == 0
    return [
        f"{name}: {part.bounding_box()}"
        for name, found in wanted.items()
        for part in found.all() or [found]
        if part.evaluate(HIDDEN_PARTS)
    ]


def last_of_many_ties(shoe: Shoe) -> bool:
    """Of five hands the second and the last tie, and their tie bets are paid."""
    *own, dealer = ranks(shoe, *range(HANDS + 1))
    return own[1] == own[4] == dealer and own[0] > dealer > own[2]


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def seats(page: Page) -> Locator:
    return page.locator(".seats > li")


def chips_on(seat: Locator) -> dict[str, str]:
    """The chips drawn at a hand, by what they are staked on."""
    stakes = seat.locator(".stake").all()
    return {each.locator("dt").inner_text(): each.locator(".chip").inner_text() for each in stakes}


@SCRIPTS
@WINDOWS
def test_the_decision_on_the_last_of_many_hands_needs_no_scrolling(
    open_site: OpenSite, open_page: OpenPage, width: int, height: int, scripts: bool
) -> None:
    site = open_site(seed_for(last_of_many_ties))
    page = open_page(viewport={"width": width, "height": height}, java_script_enabled=scripts)
    buy_in(page, site)
    deal(page, *[("10", "5")] * HANDS)
    for hand in (2, HANDS):
        expect(page.get_by_role("status")).to_contain_text(f"Hand {hand} ties")
        faults = out_of_sight(
            page,
            surrender=button(page, "Surrender"),
            war=button(page, "Go to war"),
            costs=page.locator(".play-bar p"),
            question=page.get_by_role("status"),
            dealers=page.locator(".dealer img"),
            tied=seats(page).nth(hand - 1).locator("img"),
        )
        assert faults == []
        assert overflow(page) == 0
        decide(page, "Go to war")
    expect(page.locator("#deal-button")).to_be_visible()


@SCRIPTS
@WINDOWS
def test_the_result_and_the_next_deal_need_no_scrolling(
    open_site: OpenSite, open_page: OpenPage, width: int, height: int, scripts: bool
) -> None:
    site = open_site(seed_for(war_ends(1)))
    page = open_page(viewport={"width": width, "height": height}, java_script_enabled=scripts)
    buy_in(page, site)
    ante = page.locator("[data-place='ante-1']") if scripts else page.get_by_label("Ante").first
    assert out_of_sight(page, deal=page.locator("#deal-button"), ante=ante) == []
    deal(page, ("10", "5"))
    assert (
        out_of_sight(
            page,
            surrender=button(page, "Surrender"),
            war=button(page, "Go to war"),
            tied=page.locator(".felt img"),
        )
        == []
    )
    decide(page, "Go to war")
    bankroll(page, "1,060")
    assert (
        out_of_sight(
            page,
            result=page.get_by_text("You win 60 chips."),
            deal=page.locator("#deal-button"),
            rebet=button(page, "Rebet and deal 15 chips"),
        )
        == []
    )


def test_a_held_round_shows_at_once_what_is_missing(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site(seed_for(is_tie))
    page = open_page(viewport={"width": 360, "height": 740})
    buy_in(page, site, amount="10")
    deal(page, ("10", ""))
    reason = page.get_by_text("Needs 10 chips")
    assert out_of_sight(page, war=button(page, "Go to war"), reason=reason) == []
    expect(button(page, "Go to war")).to_have_accessible_description(
        "Needs 10 chips; the bankroll holds 0."
    )


@pytest.mark.parametrize("height", [740, 320], ids=["phone", "zoomed"])
def test_no_field_takes_the_focus_behind_the_bar(
    open_site: OpenSite, open_page: OpenPage, height: int
) -> None:
    site = open_site(seed_for(is_tie))
    page = open_page(viewport={"width": 360, "height": height})
    buy_in(page, site)
    type_amounts(page)
    fields = page.locator("input.amount")
    assert fields.count() == 2 * HANDS
    page.locator("h1").click()
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.evaluate("element => element.matches('input.amount')"):
            assert not focused.evaluate(HIDDEN_PARTS), focused.get_attribute("name")
        if focused.get_attribute("name") == f"tie_bet-{HANDS}":
            return
    raise AssertionError("the last field is not reached with the keyboard")


def test_a_war_is_played_at_four_times_the_size(open_site: OpenSite, open_page: OpenPage) -> None:
    # What a window of 1280 by 1024 pixels shows at 400 per cent.
    page = open_page(viewport={"width": 320, "height": 256})
    buy_in(page, open_site(seed_for(war_ends(1))))
    found = [misplaced(page)]
    wait_for_answer(page, page.locator("#deal-button").click)
    found.append(misplaced(page))
    decide(page, "Go to war")
    bankroll(page, "1,005")
    found.append(misplaced(page))
    assert found == [[], [], []]


def test_only_chips_at_risk_lie_on_the_felt(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(last_of_many_ties))
    page = open_page()
    buy_in(page, site)
    deal(page, ("10", "5"), ("20", "5"), ("30", ""), ("40", "5"), ("50", "5"))

    def on_the_felt() -> Sequence[dict[str, str]]:
        return [chips_on(seat) for seat in seats(page).all()]

    expect(page.get_by_role("status")).to_contain_text("Hand 2 ties")
    # The paid tie bets and the settled antes have left; their results stand in words.
    assert on_the_felt() == [{}, {"Ante": "20"}, {}, {}, {"Ante": "50"}]
    for hand, said in ((0, "Ante Won +10"), (1, "Tie bet Won +50"), (2, "Ante Lost −30")):
        expect(seats(page).nth(hand)).to_contain_text(said)
    decide(page, "Go to war")
    expect(page.get_by_role("status")).to_contain_text("Hand 5 ties")
    assert on_the_felt()[1] == {"Ante": "20", "Raise": "20"}
    decide(page, "Surrender")
    expect(page.get_by_role("status")).to_contain_text("You")
    assert on_the_felt() == [{}] * HANDS
    expect(seats(page).nth(4)).to_contain_text("Ante Surrendered −25")
    expect(seats(page).nth(4)).to_contain_text("In all +25")


@pytest.mark.parametrize(("width", "is_named"), [(360, False), (1280, True)])
def test_a_sum_is_named_where_its_parts_are_shown(
    open_site: OpenSite, open_page: OpenPage, width: int, is_named: bool
) -> None:
    site = open_site(seed_for(last_of_many_ties))
    page = open_page(viewport={"width": width, "height": 740})
    buy_in(page, site)
    deal(page, *[("10", "5")] * HANDS)
    lost = seats(page).nth(2)
    expect(lost.locator(".results-sum dd")).to_have_text("−15")
    for name in ("In all", "Ante"):
        box = lost.get_by_text(name, exact=True).bounding_box()
        assert (box is not None and box["width"] > 1) == is_named, name
