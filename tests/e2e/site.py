"""A real server in a thread, with known shoes, and the words of the pages as the tests use them."""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server
from werkzeug.wsgi import ClosingIterator

from casino_war.game.shoe import Shoe
from casino_war.game.table_presets import find
from casino_war.services.house import House
from casino_war.web import create_app
from tests.audits import audit
from tests.compiled import compile_once
from tests.services.seeds import ranks, seed_where

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

AXE = (Path(__file__).parent.parent / "vendor" / "axe" / "axe.min.js").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class Site:
    """Where the server is, and its house for a look behind the counter."""

    url: str
    house: House
    app: Flask

    def has_clean_books(self) -> bool:
        return audit(self.house) == []


@contextmanager
def serving(database: Path, instance: Path, seeds: Iterable[str | None]) -> Iterator[Site]:
    """Serve the application; server seeds are taken from *seeds*, then counted up."""
    # A line for each request would bury what a failed test has to say.
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    given, counted = iter(seeds), iter(range(10**6))
    app = create_app(
        {"DATABASE_URL": f"sqlite:///{database}", "INSTANCE_PATH": str(instance)},
        draw_seed=lambda: next(given, None) or f"{next(counted):064x}",
    )
    compile_once(app)
    server = make_server("127.0.0.1", 0, in_one_piece(app.wsgi_app), threaded=True)
    # Ended soon: the default looks only twice a second whether it should.
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    house: House = app.extensions["casino_war"]
    try:
        yield Site(f"http://127.0.0.1:{server.server_port}", house, app)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        house.database.dispose()


def in_one_piece(app: "WSGIApplication") -> "WSGIApplication":
    """Close each answer before it is sent.

    Werkzeug's server leaves it open, and the file in it, if the browser has gone meanwhile.
    """

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        with closing(ClosingIterator(app(environ, start_response))) as parts:
            return list(parts)

    return answer


def seed_for(suits: Callable[[Shoe], bool], table: str = "classic") -> str:
    """A server seed whose first shoe, dealt with the first client seed, is as wanted."""
    return seed_where(find(table).rules, suits)


def is_tie(shoe: Shoe) -> bool:
    own, dealer = ranks(shoe, 0, 1)
    return own == dealer


def war_ends(side: int) -> Callable[[Shoe], bool]:
    """A single hand that ties, then wins (1), loses (-1) or ties (0) its war."""

    def suits(shoe: Shoe) -> bool:
        own, dealer = ranks(shoe, 5, 6)
        return is_tie(shoe) and (own > dealer) - (own < dealer) == side

    return suits


def deals(side: int) -> Callable[[Shoe], bool]:
    """A single hand that wins (1) or loses (-1) at once."""

    def suits(shoe: Shoe) -> bool:
        own, dealer = ranks(shoe, 0, 1)
        return (own > dealer) - (own < dealer) == side

    return suits


def buy_in(page: Page, site: Site, table: str = "classic", amount: str = "1,000") -> None:
    """Sit down as a stranger with so many chips."""
    page.goto(f"{site.url}/tables/{table}")
    page.get_by_label("Chips to buy").fill(amount.replace(",", ""))
    page.get_by_role("button", name="Buy in and sit down").click()
    bankroll(page, amount)


def type_amounts(page: Page) -> None:
    """Let the bets be written into fields, as they are without scripts in any case."""
    switch = page.get_by_label("Type amounts")
    if not page.locator("input.amount[name='ante-1']").is_visible():
        switch.check()


def wait_for_answer(page: Page, act: Callable[[], None]) -> None:
    """Do something at the table, and wait until the table shows what became of it."""
    # Every answer brings forms with keys of their own, whether a new page came or not.
    key = page.locator("#table input[name='key']").first
    before = key.input_value()
    act()
    expect(key).not_to_have_value(before)


def deal(page: Page, *bets: tuple[str, str]) -> None:
    """Fill ante and tie bet of each hand and deal."""
    type_amounts(page)
    for hand, (ante, tie_bet) in enumerate(bets, start=1):
        page.locator(f"input.amount[name='ante-{hand}']").fill(ante)
        if tie_bet:
            page.locator(f"input.amount[name='tie_bet-{hand}']").fill(tie_bet)
    wait_for_answer(page, page.get_by_role("button", name="Deal", exact=True).click)


def decide(page: Page, decision: str) -> None:
    wait_for_answer(page, page.get_by_role("button", name=decision, exact=True).click)


def new_shoe(page: Page) -> None:
    wait_for_answer(page, page.get_by_role("button", name="New shoe").click)


def bankroll(page: Page, chips: str) -> None:
    expect(page.locator("#bankroll strong")).to_have_text(chips)


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    width = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return int(width)


def violations(page: Page) -> list[str]:
    """What axe finds, one line each."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def small_targets(page: Page) -> list[str]:
    """Buttons, fields and navigation that are less than 44 pixels high."""
    found = page.evaluate(
        """() => [...document.querySelectorAll(
               "button, .button, input:not([type=hidden]), select, summary, nav a")]
             .filter(e => e.checkVisibility())
             // The label around a box is touched as well as the box.
             .filter(e => (e.closest("label") ?? e).getBoundingClientRect().height < 43.5)
             .map(e => `${e.tagName} ${e.textContent.trim() || e.name}: `
                       + e.getBoundingClientRect().height)"""
    )
    return [str(line) for line in found]


def ambiguous_links(page: Page) -> list[str]:
    """Names by which links of the page's own part lead to several addresses."""
    named: dict[str, set[str]] = {}
    for link in page.locator("main").get_by_role("link").all():
        name = " ".join((link.text_content() or "").split())
        named.setdefault(name, set()).add(link.get_attribute("href") or "")
    return [f"{name!r} leads to {sorted(to)}" for name, to in named.items() if len(to) > 1]


def faults(page: Page, *, has_axe: bool) -> list[str]:
    """What of a page is too wide, too small, ambiguous or, if it is asked, against axe."""
    wider = overflow(page)
    return [
        *([f"{wider} pixels too wide"] if wider else []),
        *small_targets(page),
        *ambiguous_links(page),
        *(violations(page) if has_axe else []),
    ]
