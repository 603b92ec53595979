"""One way through every page and state of the site, for all that looks at them."""

from collections.abc import Iterable, Iterator

from playwright.sync_api import Page, expect

from casino_war.game.shoe import Shoe
from casino_war.web.settings import COOKIE
from tests.e2e.site import Site, buy_in, deal, decide, new_shoe, seed_for
from tests.e2e.wishes import Wishing, nobody_wishes, wish_for
from tests.services.seeds import ranks

PAGES = ("/", "/tables/classic", "/history", "/ledger", "/cashier", "/fairness", "/nowhere")
LATER_PAGES = (
    "/history?outcome=win&net_from=5",
    "/history/bankroll",
    "/history/1",
    "/history/1?step=8",
    "/history/luck",
    "/fairness/1",
    "/own-tables/new?decks=1&tied_war=repeat&ante_min=7",
    "/tables/ladder",
    "/settings",
    "/style?table=refused",
)


def is_tie_of_the_second_hand(shoe: Shoe) -> bool:
    first, own, dealer = ranks(shoe, 0, 1, 2)
    war, dealers = ranks(shoe, 6, 7)
    return first > own == dealer and war > dealers


def seed_of_the_walk() -> str:
    return seed_for(is_tie_of_the_second_hand)


def states(page: Page, site: Site, wishing: Wishing = nobody_wishes) -> Iterator[str]:
    """Bring the page into one state after another; yields the name of each.

    What is only read comes in the languages and themes of *wishing*.
    """
    for part in (_stranger, _table, _player):
        for state in part(page, site, wishing):
            # Before the style and the cards are there, sizes and pictures mean nothing.
            page.wait_for_load_state("load")
            yield state


def _read(page: Page, site: Site, paths: Iterable[str], wishing: Wishing) -> Iterator[str]:
    for path in paths:
        wish_for(page, site, wishing())
        page.goto(site.url + path)
        yield path
    # What is done next is done by English words.
    wish_for(page, site, None)


def _stranger(page: Page, site: Site, wishing: Wishing) -> Iterator[str]:
    for path in _read(page, site, PAGES, wishing):
        yield f"stranger {path}"
    page.goto(f"{site.url}/cashier")
    page.get_by_label("Chips to buy").fill("1.5")
    page.get_by_role("button", name="Buy in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "cashier refuses"


def _table(page: Page, site: Site, wishing: Wishing) -> Iterator[str]:
    buy_in(page, site)
    yield "betting"
    deal(page, ("10", ""), ("10", "5"))
    expect(page.get_by_role("button", name="Go to war")).to_be_visible()
    yield "deciding"
    for path in _read(page, site, ("/history", "/history/1", "/cashier"), wishing):
        yield f"deciding {path}"
    page.goto(f"{site.url}/tables/classic")
    decide(page, "Go to war")
    expect(page.get_by_role("link", name="This round step by step")).to_be_visible()
    yield "settled"
    deal(page, ("7", ""))
    expect(page.get_by_role("alert")).to_be_visible()
    yield "refused"


def _player(page: Page, site: Site, wishing: Wishing) -> Iterator[str]:
    page.goto(f"{site.url}/tables/classic")
    new_shoe(page)
    for path in _read(page, site, (*PAGES, *LATER_PAGES), wishing):
        yield f"player {path}"
    page.context.add_cookies([{"name": COOKIE, "value": "hints=full", "url": site.url}])
    page.goto(f"{site.url}/tables/classic")
    expect(page.get_by_role("heading", name="Odds")).to_be_visible()
    yield "told odds"
    for path in ("/history/1", "/fairness/1"):
        page.goto(site.url + path)
        for name in ("kept", "broken"):
            if name == "broken":
                page.get_by_label("Server seed").fill("f" * 64)
            page.get_by_role("button", name="Check the cards").click()
            expect(page.locator("#verify-result .message").first).to_be_visible()
            yield f"proof {name} {path}"
    page.locator("details", has_text="Check it without this site").locator("summary").click()
    yield "proof elsewhere"


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
