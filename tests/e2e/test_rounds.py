"""From buy-in to history in a real browser, with scripts and without."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Locator, Page, expect

from casino_war.game.shoe import Shoe
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import (
    bankroll,
    buy_in,
    deal,
    deals,
    decide,
    is_tie,
    seed_for,
    wait_for_answer,
    war_ends,
)
from tests.services.seeds import ranks

MINUS = "−"

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])


def cells(row: Locator) -> list[str]:
    """The texts of a row, with a plain minus."""
    texts = row.get_by_role("cell").all_inner_texts()
    return [text.strip().replace(MINUS, "-") for text in texts]


def ledger(page: Page) -> str:
    """What moved and how much, newest first."""
    expect(page.get_by_role("heading", name="Ledger")).to_be_visible()
    rows = page.get_by_role("row").filter(has=page.get_by_role("cell")).all()
    return ", ".join(f"{each[1]} {each[-2]}" for each in map(cells, rows))


@dataclass(frozen=True, slots=True)
class Hand:
    """What is bet and decided, and what the pages must then say."""

    suits: Callable[[Shoe], bool]
    said: str
    badge: str
    row: str
    """Wagered, net and balance after, as the history shows them."""
    moves: str
    """The ledger, newest first."""
    decision: str = ""
    tie_bet: str = ""


WIN = Hand(
    deals(1),
    "You win 10 chips",
    "Win",
    "10 +10 1,010",
    "Ante paid +10, Stake returned +10, Ante staked -10",
)
LOSS = Hand(deals(-1), "You lose 10 chips", "Loss", "10 -10 990", "Ante staked -10")
SURRENDER = Hand(
    is_tie,
    "You lose 5 chips",
    "Surrendered",
    "10 -5 995",
    "Stake returned +5, Ante staked -10",
    decision="Surrender",
)
WAR_WON = Hand(
    war_ends(1),
    "You win 10 chips",
    "War won",
    "20 +10 1,010",
    "Raise paid +10, Stake returned +10, Stake returned +10, Raise staked -10, Ante staked -10",
    decision="Go to war",
)
WAR_LOST = Hand(
    war_ends(-1),
    "You lose 20 chips",
    "War lost",
    "20 -20 980",
    "Raise staked -10, Ante staked -10",
    decision="Go to war",
)
TIED_WAR = replace(WAR_WON, suits=war_ends(0), badge="Tied war")
TIE_BET = replace(
    WAR_LOST,
    said="You win 80 chips",
    row="30 +80 1,080",
    moves="Raise staked -10, Tie bet paid +100, Stake returned +10, "
    "Tie bet staked -10, Ante staked -10",
    tie_bet="10",
)


@SCRIPTS
@pytest.mark.parametrize(
    "hand",
    [WIN, LOSS, SURRENDER, WAR_WON, WAR_LOST, TIED_WAR, TIE_BET],
    ids=["win", "loss", "surrender", "war won", "war lost", "tied war", "tie bet"],
)
def test_a_hand_from_buy_in_to_history(
    open_site: OpenSite, open_page: OpenPage, scripts: bool, hand: Hand
) -> None:
    site = open_site(seed_for(hand.suits))
    page = open_page(java_script_enabled=scripts)
    buy_in(page, site)
    deal(page, ("10", hand.tie_bet))
    if hand.decision:
        expect(page.get_by_role("status")).to_contain_text("ties")
        decide(page, hand.decision)
    bankroll(page, hand.row.split()[-1])
    expect(page.get_by_role("status")).to_contain_text(hand.said)
    expect(page.get_by_role("listitem").filter(has_text="Hand 1")).to_contain_text(hand.badge)

    page.get_by_role("link", name="Ledger").click()
    assert ledger(page) == f"{hand.moves}, Buy-in +1,000"
    page.get_by_role("link", name="History").click()
    row = page.get_by_role("row").filter(has_text="Classic 1")
    expect(row).to_contain_text(hand.badge)
    assert " ".join(cells(row)[-3:]) == hand.row
    row.get_by_role("link").click()
    expect(page.get_by_text(hand.said)).to_be_visible()
    expect(page.get_by_role("heading", name="Transfers")).to_be_visible()


@SCRIPTS
def test_two_of_three_hands_tie_and_decide_in_turn(
    open_site: OpenSite, open_page: OpenPage, scripts: bool
) -> None:
    def suits(shoe: Shoe) -> bool:
        one, two, three, dealer = ranks(shoe, 0, 1, 2, 3)
        war, dealers = ranks(shoe, 7, 8)
        return one == two == dealer > three and war > dealers

    site = open_site(seed_for(suits))
    page = open_page(java_script_enabled=scripts)
    buy_in(page, site)
    deal(page, ("10", ""), ("20", ""), ("30", ""))
    expect(page.get_by_role("heading", name="Hand 1 ties with the dealer")).to_be_visible()
    decide(page, "Surrender")
    expect(page.get_by_role("heading", name="Hand 2 ties with the dealer")).to_be_visible()
    decide(page, "Go to war")
    bankroll(page, "985")
    wait_for_answer(page, page.get_by_role("button", name="Rebet and deal 60 chips").click)
    page.goto(f"{site.url}/history")
    expect(page.get_by_role("link", name="Classic 2")).to_be_visible()


def test_a_round_is_replayed_step_by_step(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(war_ends(1)))
    page = open_page(java_script_enabled=False)
    buy_in(page, site)
    deal(page, ("10", ""))
    decide(page, "Go to war")
    page.get_by_role("link", name="This round step by step").click()
    page.get_by_role("link", name="From the start").click()
    expect(page.locator("main")).to_contain_text("Step 1 of")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("main")).to_contain_text("Step 2 of")


def test_a_round_is_held_until_a_rebuy(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(war_ends(1)))
    page = open_page()
    buy_in(page, site, amount="10")
    deal(page, ("10", ""))
    expect(page.get_by_role("button", name="Go to war")).to_be_disabled()
    page.get_by_label("Chips to buy").fill("50")
    page.get_by_role("button", name="Rebuy").click()
    bankroll(page, "50")
    decide(page, "Go to war")
    bankroll(page, "70")
