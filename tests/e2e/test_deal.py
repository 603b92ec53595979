"""The round is played event by event: where the cards are and what is said at each moment."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from casino_war.game.shoe import Shoe
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.deal_watch import Seen, expect_end, expect_play, go_on, seen, watched_table
from tests.e2e.site import bankroll, deal, deals, decide, seed_for, war_ends
from tests.e2e.walk import seed_of_the_walk
from tests.services.seeds import ranks

Act = Callable[[], None]

WAR = re.compile("War won|8 of diamonds|10 of hearts|War card|You win|Rebet and deal")


def after(page: Page, event: str, nth: int = 0) -> Seen:
    """What was in sight when the nth event of that name had ended."""
    found = [each for each in seen(page) if (each.when, each.event) == ("land", event)]
    return found[nth]


def near(one: list[int], other: list[int]) -> bool:
    return all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))


def play_on(page: Page, spoilers: re.Pattern[str]) -> None:
    """Play to the end of what is played; nothing of its end is to be read before."""
    for _ in range(60):
        if not page.locator("[data-dealing]").count():
            return
        tree = page.locator("main").aria_snapshot()
        last = seen(page)[-1].event if seen(page) else ""
        if last not in ("card-turned", "wager-settled", "hand-settled", "hand-tied"):
            assert [line for line in tree.splitlines() if spoilers.search(line)] == []
        assert re.findall('button "(?!Skip).*', tree) == []
        go_on(page, 400)
    raise AssertionError("the play does not end")


def test_a_war_is_played_event_by_event(open_site: OpenSite, open_page: OpenPage) -> None:
    page = watched_table(open_page, open_site(seed_for(war_ends(1))))
    deal(page, ("10", "5"))
    expect_play(page)
    play_on(page, re.compile("ties|Tie with|Tie bet Won|You decide"))

    first, dealers = after(page, "card-turned", 0), after(page, "card-turned", 1)
    assert list(first.cards) == ["1/1"]
    assert set(dealers.cards) == {"1/1", "dealer/1"}
    assert after(page, "wager-placed", 1).bankroll == "985"
    assert {*after(page, "wager-placed", 1).chips} >= {"10", "5"}
    tie = after(page, "hand-tied")
    assert tie.said == "Tie with the dealer."
    assert tie.bankroll == "985"
    assert after(page, "wager-settled").bankroll == "1,040"
    expect(page.get_by_role("status")).to_contain_text("Hand 1 ties: surrender or go to war?")
    expect(page.get_by_role("button", name="Go to war")).to_be_focused()

    page.evaluate("window.watched = []")
    decide(page, "Go to war")
    expect_play(page)
    play_on(page, WAR)
    raised = after(page, "wager-placed")
    assert raised.said == "Raise of 10 chips on the felt."
    assert (raised.bankroll, raised.backs, len(raised.cards)) == ("1,030", 0, 2)
    burned = after(page, "cards-burned")
    assert (burned.backs, len(burned.cards)) == (3, 2)
    assert burned.said == "3 cards are burned face down."
    assert set(after(page, "card-turned").cards) == {"1/1", "1/2", "dealer/1"}
    war = after(page, "card-turned", 1)
    assert len(war.cards) == 4
    assert (war.badges, war.bankroll) == ([], "1,030")
    paid = after(page, "wager-settled", 1)
    assert (paid.said, paid.bankroll) == ("Raise of 10 chips wins 10.", "1,060")
    assert after(page, "hand-settled").badges == ["War won"]
    expect(page.get_by_role("status")).to_have_text(
        re.compile(r"War won: \+60 chips in all\. You win 60 chips\.$")
    )
    bankroll(page, "1,060")


@pytest.mark.parametrize("width", [1280, 360])
def test_cards_fly_from_the_shoe_to_their_spots(
    open_site: OpenSite, open_page: OpenPage, width: int
) -> None:
    site = open_site(seed_of_the_walk())
    page = watched_table(open_page, site, viewport={"width": width, "height": 740})
    bets = (("10", ""), ("10", "5"))
    acts: list[Act] = [lambda: deal(page, *bets), lambda: decide(page, "Go to war")]
    for act in acts:
        page.evaluate("window.watched = []")
        act()
        expect_play(page)
        go_on(page, 20_000)
        expect_end(page)
        check_flights(seen(page))
    expect(page.get_by_role("status")).to_contain_text("You win 70 chips.")


def check_flights(moments: list[Seen]) -> None:
    starts = [each for each in moments if each.when == "start"]
    landed = {each.index: each for each in moments if each.when == "land"}
    assert list(landed) == [each.index for each in starts]
    frame = starts[0].frame
    # On a phone the hand that is to decide comes first, but only when all is told.
    moved = [(each.when, each.index) for each in moments[:-1] if each.frame != frame]
    assert moved == [], "the layout stands from the start"
    for start in starts:
        if start.event == "card-turned":
            card, place = start.flying[-1], landed[start.index].cards[start.place]
            assert start.place not in start.cards
            assert near(card[:2], start.shoe)
            assert near(card[2:], place[1:])
        if start.event == "cards-burned":
            assert all(near(card[:2], start.shoe) for card in start.flying)
            assert len(start.flying) == 3


def no_ties(shoe: Shoe) -> bool:
    dealt = ranks(shoe, *range(12))
    return all(own != dealer for own, dealer in zip(dealt[::2], dealt[1::2], strict=True))


def test_a_play_is_skipped_in_many_ways(open_site: OpenSite, open_page: OpenPage) -> None:
    page = watched_table(open_page, open_site(seed_for(no_ties)))
    skips: list[Act] = [
        lambda: page.get_by_role("button", name="Skip to the end").click(),
        lambda: page.locator("[data-felt] .felt-arc").click(),
        lambda: page.keyboard.press("Space"),
        lambda: page.keyboard.press("Escape"),
        lambda: page.keyboard.press("d"),
    ]
    for skip in skips:
        deal(page, ("10", ""))
        expect_play(page)
        expect(page.get_by_role("button", name="Deal", exact=True)).to_have_count(0)
        skip()
        expect_end(page)
        expect(page.get_by_role("status")).to_contain_text("You")
        expect(page.get_by_role("button", name="Deal", exact=True)).to_be_focused()
        expect(page.get_by_role("button", name="Skip to the end")).to_have_count(0)
    # One press dealt once: what skipped a play did nothing else.
    page.goto(page.url.replace("/tables/classic", "/history"))
    expect(page.get_by_role("rowheader")).to_have_count(len(skips))


def test_a_round_is_played_only_once_and_only_where_it_was_dealt(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    page = watched_table(open_page, open_site(seed_for(war_ends(1))))
    deal(page, ("10", ""))
    expect_play(page)
    # In the middle of it: the rest is shown at once, and so it stays.
    page.reload()
    expect(page.get_by_role("button", name="Go to war")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("button", name="Go to war")).to_be_visible()
    decide(page, "Surrender")
    expect_play(page)
    page.goto(page.url.replace("/tables/classic", "/cashier"))
    page.go_back()
    expect(page.get_by_role("status")).to_have_text("You lose 5 chips.")
    decide(other, "Go to war")
    expect(other.get_by_role("alert").first).to_contain_text("moved on")
    for tab in (page, other):
        expect_end(tab)


@pytest.mark.parametrize("still", ["motion", "speed"])
def test_without_motion_all_is_there_at_once_and_told(
    open_site: OpenSite, open_page: OpenPage, still: str
) -> None:
    site = open_site(seed_for(deals(1)))
    if still == "motion":
        page = watched_table(open_page, site)
        page.emulate_media(reduced_motion="reduce")
    else:
        page = watched_table(open_page, site, "speed=instant")
    deal(page, ("10", ""))
    expect(page.get_by_role("button", name="Rebet and deal")).to_be_visible()
    go_on(page, 1000)
    words = r"^Card: .*\. The dealer’s card: .*\. Win: \+10 chips in all\. You win 10 chips\.$"
    expect(page.get_by_role("status")).to_have_text(re.compile(words))
    assert seen(page) == []


@pytest.mark.parametrize("sounds", ["off", "on"])
def test_nothing_is_heard_unless_it_is_wanted(
    open_site: OpenSite, open_page: OpenPage, sounds: str
) -> None:
    page = watched_table(open_page, open_site(seed_for(deals(1))), f"sounds={sounds}")
    if sounds == "off":
        # The same where the answer comes as a page of its own.
        page.route("**/htmx.min.js", lambda route: route.abort())
        page.reload()
    deal(page, ("10", ""))
    expect_play(page)
    go_on(page, 10_000)
    expect_end(page)
    assert page.evaluate("window.contexts") == (1 if sounds == "on" else 0)


def test_the_history_plays_a_round_again(open_site: OpenSite, open_page: OpenPage) -> None:
    page = watched_table(open_page, open_site(seed_for(war_ends(1))))
    acts: list[Act] = [lambda: deal(page, ("10", "")), lambda: decide(page, "Go to war")]
    for act in acts:
        act()
        expect_play(page)
        page.keyboard.press("Escape")
    page.goto(page.url.replace("/tables/classic", "/history/1"))
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    go_on(page, 2000)
    assert list(seen(page)[-1].cards) == ["1/1"]
    page.get_by_role("button", name="Pause").click()
    go_on(page, 10_000)
    assert after(page, "card-turned").cards == seen(page)[-1].cards
    page.get_by_role("button", name="Back one step").click()
    expect(page.locator("[data-spot]").filter(visible=True)).to_have_count(0)
    for _ in range(2):
        page.get_by_role("button", name="On one step").click()
        go_on(page, 3000)
    expect(page.locator("[data-spot]").filter(visible=True)).to_have_count(2)
    expect(page.get_by_role("status")).to_contain_text("The dealer’s card")
    page.get_by_role("button", name="Play").click()
    go_on(page, 30_000)
    expect_end(page)
    expect(page.get_by_role("status")).to_contain_text("You win 10 chips.")
