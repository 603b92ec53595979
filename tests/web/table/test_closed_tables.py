"""A table closed under its players: every page still opens, every chip can be had back."""

import re
from collections import Counter
from html import unescape

import pytest

from tests.presets import close, publish
from tests.web.alert import alert_of
from tests.web.browser import Browser, is_tie, seed_where
from tests.web.conftest import MakeApp

KEY = "niagara"
TABLE = f"/tables/{KEY}"
CLOSED = "This table is closed"


@pytest.fixture
def tied(make_app: MakeApp) -> Browser:
    """A player with a tied round waiting, an earlier shoe finished, seated elsewhere too."""
    visitor = Browser(make_app(seed_where(is_tie, KEY)))
    visitor.sit(KEY)
    visitor.submit("/tables/classic", "/tables/classic/sit")
    visitor.submit("/tables/classic", "/tables/classic/new-shoe")
    visitor.deal(KEY, ante_1="10")
    assert "you decide" in visitor.get(TABLE)
    return visitor


SHOWN_ANEW_MAX = 1
"""How many ways of showing one page are opened: the rule editor links to itself without end."""


def walk(visitor: Browser) -> None:
    """Open every page, and every page that these link to."""
    seen = {"/", "/history", "/ledger", "/cashier", "/fairness", TABLE}
    ways = Counter[str]()
    to_see = sorted(seen)
    while to_see:
        page = visitor.get(to_see.pop())
        links = {unescape(link).partition("#")[0] for link in re.findall(r'href="(/[^"]*)"', page)}
        for link in sorted(links - seen):
            path, _, query = link.partition("?")
            ways[path] += bool(query)
            if link and not path.startswith("/static") and ways[path] <= SHOWN_ANEW_MAX:
                seen.add(link)
                to_see.append(link)
    assert "/history/1" in seen


def test_every_page_and_command_of_a_closed_table(
    tied: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = tied.form("/tables/classic", "/tables/classic/deal") | {"ante-1": "5"}
    close(monkeypatch, KEY)
    walk(tied)
    page = tied.get(TABLE)
    assert CLOSED in page
    assert "you decide" in page
    assert f'href="{TABLE}"' in tied.get("/cashier")
    assert f'href="{TABLE}"' in tied.get("/")
    tied.submit("/cashier", "/cashier/cash-out", 409)
    # A rebuy from the closed table comes back to it: its round may be held for chips.
    rebuy = tied.form("/cashier", "/cashier/buy-in") | {"amount": "5", "table": KEY}
    assert tied.send("/cashier/buy-in", rebuy).headers["Location"] == TABLE
    tied.decide(KEY, "surrender")
    page = tied.get(TABLE)
    assert CLOSED in page
    for gone in ("deal", "sit", "client-seed"):
        assert f'action="{TABLE}/{gone}"' not in page
    before = tied.ledger()
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version is not None
    refused = tied.send(f"{TABLE}/deal", deal | {"version": version[1]}, 409).text
    assert "is closed" in alert_of(refused)
    assert tied.ledger() == before
    tied.submit(TABLE, f"{TABLE}/new-shoe")
    walk(tied)
    assert "Check the last finished shoe" in tied.get(TABLE)
    tied.submit("/cashier", "/cashier/cash-out")
    walk(tied)


def test_the_cashier_leads_to_each_table_where_a_round_waits(
    tied: Browser, make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(200):
        tied.deal("classic", ante_1="5")
        if "you decide" in tied.get("/tables/classic"):
            break
    close(monkeypatch, KEY)
    cashier = tied.get("/cashier")
    for path in (TABLE, "/tables/classic"):
        assert f'href="{path}"' in cashier
    assert f'href="{TABLE}"' in tied.get("/")


def test_a_stranger_finds_no_closed_table(tied: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Browser(tied.app)
    fields = other.form(TABLE, "/cashier/buy-in")
    close(monkeypatch, KEY)
    other.get(TABLE, 404)
    assert KEY not in other.get("/")
    # Whoever had the page open gets the chips all the same, at the cashier.
    assert other.send("/cashier/buy-in", fields).headers["Location"] == "/"
    other.get(TABLE, 404)
    other.send(f"{TABLE}/sit", other.form("/cashier", "/cashier/buy-in"), 404)


def test_a_seat_keeps_the_title_that_it_was_taken_by(
    tied: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(monkeypatch, KEY, version=2, title="Falls")
    walk(tied)
    for path in (TABLE, "/history", "/history/1", "/fairness/1"):
        page = tied.get(path)
        assert "Niagara" in page
        assert "Falls" not in page
    assert "Falls" in tied.get("/")
