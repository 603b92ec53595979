"""Every form of the site, filled in hundreds of nasty ways: no fault, and no chip moves by it.

Forms are found by walking the pages of a member, a guest and a stranger. In every request
all is real but the page that most are answered with: it takes longer to draw than the
request to be decided on, so that one in `DRAWN` is drawn, refusals among them. Passwords
are hashed cheaply, for the same reason.
"""

import sqlite3
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest
from argon2 import PasswordHasher
from flask import Flask, Response, templating

from casino_war.errors import CasinoWarError
from casino_war.services import passwords, tables
from casino_war.web.errors import status_of
from tests.audits import audit
from tests.web.browser import Browser, is_tie, seed_where
from tests.web.conftest import MakeApp
from tests.web.everything import draw_nothing, ids_of
from tests.web.forms import Form, look_at, nasty_fields, walk
from tests.web.player.test_account import claim
from tests.web.practice_browser import PracticeBrowser
from tests.web.test_lab import start as start_run

REQUESTS, REQUESTS_SLOW = 200, 10_000
DRAWN = 30
AGAIN = 60
"""After so many requests a form is fetched anew, for its version has moved on."""

BY_SCRIPTS = {
    "api.answer": "sent by programs, with a token; see tests/web/api",
    "practice_offline.deal": "sent by the page without a connection",
    "practice_offline.give_back": "likewise",
    "practice_offline.results": "likewise",
    "practice_offline.supply": "likewise",
}
"""What is posted, and by no form that a page holds."""

NO_FORMS = ("odds", "style", "score", "lab")
"""Areas that look the same to everybody: the member has walked them."""


_REAL = templating._render


class Site:
    """A house in which everything stands open that a form can belong to."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.house = app.extensions["casino_war"]
        self.member, self.guest, self.stranger = Browser(app), Browser(app), Browser(app)
        starts = self._of_member()
        own = self._of_guest()
        self.holders: dict[str, Browser] = {}
        self.forms: dict[str, list[Form]] = {}
        for browser, first, passed_by in (
            (self.member, starts, ()),
            (self.guest, own, NO_FORMS),
            (self.stranger, ["/", *starts[:2]], NO_FORMS),
        ):
            for name, found in walk(app, browser, first, passed_by).items():
                self.forms.setdefault(name, found)
                self.holders.setdefault(name, browser)

    def _of_member(self) -> list[str]:
        """Play, keep, ask and begin something of each kind; return where it stands."""
        member = self.member
        member.sit("classic")
        claim(member)
        ids = ids_of(member)
        run = f"/lab/runs/{ids['lab']}"
        member.submit(run, f"{run}/cancel")
        other_run = start_run(member)
        member.deal("classic", ante_1="10", tie_bet_1="5")
        member.submit("/tables/bonus", "/tables/bonus/sit")
        keep = member.form("/practice/new", "/practice/own-rules")
        member.send("/practice/own-rules", keep | {"name": "Mine"})
        names = ("shared", "undealt", "over", "paused", "war", "played")
        rooms = {name: PracticeBrowser(member) for name in names}
        rooms["shared"].start("classic", "person,elsewhere")
        for name, room in rooms.items():
            if name != "shared":
                room.start("arneson" if name == "played" else "classic")
            if name not in ("shared", "undealt"):
                room.act("deal")
        rooms["over"].act("abandon")
        while "/acknowledge" not in rooms["war"].page:
            rooms["war"].act("flip", battles="1")
        rooms["paused"].act("pause")
        own = f"/own-tables/{ids['own_tables']}"
        paths = [room.path for room in rooms.values()]
        return ["/", *paths, run, other_run, own, "/practice", "/settings", "/me/care"]

    def _of_guest(self) -> list[str]:
        """Sit beside the member's friend, one of the two played by the computer."""
        guest = self.guest
        guest.sit("bonus", "200")
        with pytest.MonkeyPatch.context() as unmeasured:
            unmeasured.setattr(tables, "add_luck", lambda *_: [])
            guest.deal("bonus", ante_1="5")
        guest.submit("/settings", "/settings", hints="full")
        host, friend = PracticeBrowser(guest), PracticeBrowser(self.stranger)
        host.start("steal_war", "person,elsewhere")
        friend.path = host.path
        friend.act("take-seat", name="Otto", seat="B")
        friend.act("deal")
        left = PracticeBrowser(guest)
        left.start("classic", "person,elsewhere")
        friend.path = left.path
        friend.act("take-seat", name="Otto", seat="B")
        left.act("deal")
        left.act("stand-in")
        return ["/tables/bonus", host.path, left.path, "/history/luck"]


@pytest.fixture
def site(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> Site:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_HASHER", cheap)
    passwords.nobodys_hash.cache_clear()
    draw_nothing(monkeypatch)
    app = make_app(seed_where(is_tie), PROPAGATE_EXCEPTIONS=False, TESTING=False)
    found = Site(app)
    _draw_few(app, monkeypatch)
    return found


def _draw_few(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one answer in `DRAWN` be drawn whole, pages of refusals among them."""
    numbers = count()

    def is_drawn() -> bool:
        return next(numbers) % DRAWN == 0

    def some(app: Flask, template: Any, context: Any) -> str:
        return _REAL(app, template, context) if is_drawn() else ""

    monkeypatch.setattr(templating, "_render", some)
    for handlers in app.error_handler_spec.values():
        for of_code in handlers.values():
            for kind, handler in of_code.items():
                of_code[kind] = _plain_unless(is_drawn, handler)


def _plain_unless(is_drawn: Callable[[], bool], handler: Any) -> Any:
    def answer(error: Exception) -> Any:
        if is_drawn():
            return handler(error)
        status = status_of(error) if isinstance(error, CasinoWarError) else None
        return Response(status=status or getattr(error, "code", 500))

    return answer


def fuzz(site: Site, requests: int) -> None:
    """Send so many requests to each form."""
    # Asked after each request, and far cheaper than by the way of the house.
    shell = sqlite3.connect(str(site.house.database.url.database))

    def moves() -> int:
        return int(shell.execute("SELECT count(*) FROM transfer").fetchone()[0])

    for name, forms in site.forms.items():
        chance = Random(f"{name} 2026")
        browser = site.holders[name]
        before = moves()
        for number in range(requests):
            if number % AGAIN == AGAIN - 1:
                forms = _fetched(site, browser, forms)
            form = chance.choice(forms)
            fields = nasty_fields(form, chance)
            send = browser.client.get if form.method == "GET" else browser.client.post
            query, body = (fields, None) if form.method == "GET" else (None, fields)
            with send(form.action, query_string=query, data=body) as answer:
                assert answer.status_code < 500, (name, fields.to_dict(flat=False))
                is_done = answer.status_code in (302, 303)
            after = moves()
            # Only what the site took can have moved a chip.
            assert is_done or after == before, (name, fields.to_dict(flat=False))
            before = after
    shell.close()
    assert audit(site.house) == []


def _fetched(site: Site, browser: Browser, forms: list[Form]) -> list[Form]:
    """Look at the page of the forms again, whole, for versions and keys that hold now."""
    with pytest.MonkeyPatch.context() as whole:
        whole.setattr(templating, "_render", _REAL)
        found, _ = look_at(site.app, browser, forms[0].page)
    return [each for each in found if each.name == forms[0].name] or forms


def test_nasty_forms_do_no_harm(site: Site) -> None:
    posted = {
        rule.endpoint for rule in site.app.url_map.iter_rules() if "POST" in (rule.methods or ())
    }
    found = {name.partition(" ")[2] for name in site.forms if name.startswith("POST")}
    assert sorted(posted - found) == sorted(BY_SCRIPTS)
    assert len(site.forms) > 50
    fuzz(site, REQUESTS)


@pytest.mark.slow
def test_ten_thousand_nasty_forms_do_no_harm(site: Site) -> None:
    fuzz(site, REQUESTS_SLOW)
