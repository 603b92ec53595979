"""A round at a table, step by step, and chips put where they belong."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from casino_war.game.shoe import Shoe
from tests.e2e.site import Site, buy_in, decide, seed_for
from tests.services.seeds import ranks


def is_tie_of_the_second_hand(shoe: Shoe) -> bool:
    first, own, dealer = ranks(shoe, 0, 1, 2)
    war, dealers = ranks(shoe, 6, 7)
    return first > own == dealer and war > dealers


def seed_of_the_walk() -> str:
    return seed_for(is_tie_of_the_second_hand)


def put(page: Page, spot: str, *chips: int) -> None:
    """Put chips on a spot, one by one, as who clicks does."""
    for chip in chips:
        page.locator(f"[data-chip='{chip}']").click()
        page.locator(f"[data-place='{spot}']").click()


def table_states(page: Page, site: Site) -> Iterator[str]:
    """Two hands of which one wins and one goes to war, at every step."""
    buy_in(page, site)
    yield "betting"
    put(page, "tie_bet-1", 5)
    put(page, "ante-2", 25, 100)
    yield "placed"
    page.locator("#deal-button").click()
    expect(page.get_by_role("button", name="Go to war")).to_be_visible()
    yield "deciding"
    decide(page, "Go to war")
    expect(page.locator("#deal-button")).to_be_visible()
    yield "settled"
