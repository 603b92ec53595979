"""Every route tried with what belongs to another player: by a player, a visitor, a forger."""

import pytest
from flask import Flask

from casino_war.store.schema import METADATA
from casino_war.web.assets import STATIC, STATIC_OF_OLD
from tests.audits import audit
from tests.web.browser import Browser, forms_of
from tests.web.everything import Ids, address, ids_of, member_of

FILES = frozenset({"static", STATIC, STATIC_OF_OLD})
"""Files, which are everybody's."""

SHARED = {
    "help.table",
    "lab.run",
    "lab.news",
    "lab.result_json",
    "lab.result_csv",
    "practice.game",
    "practice_together.news",
    "practice_gallery.rules",
    "tables.table",
}
"""Pages that whoever knows the address may see; it cannot be guessed, or is the house's."""


@pytest.fixture
def ada(app: Flask) -> Browser:
    return member_of(app)


@pytest.fixture
def ids(ada: Browser) -> Ids:
    return ids_of(ada)


def belongings(app: Flask) -> dict[str, list[str]]:
    """Every row that is the member's."""
    found = {}
    with app.extensions["casino_war"].database.reading() as connection:
        for table in METADATA.sorted_tables:
            owner = "id" if table.name == "player" else "player_id"
            if owner in table.c:
                rows = connection.execute(table.select().where(table.c[owner] == 1))
                found[table.name] = sorted(map(repr, rows))
    return found


def forger(ada: Browser) -> Browser:
    """A browser with the member's cookie, signed by somebody else."""
    forger = Browser(ada.app)
    cookie = ada.client.get_cookie("casino_war")
    assert cookie is not None
    payload, _, signature = cookie.value.rpartition(".")
    forger.client.set_cookie("casino_war", f"{payload}.{signature[::-1]}")
    return forger


def other_player(ada: Browser) -> Browser:
    browser = Browser(ada.app)
    browser.sit("bonus")
    return browser


def test_nobody_sees_or_moves_what_is_anothers(app: Flask, ada: Browser, ids: Ids) -> None:
    for browser in (other_player(ada), Browser(app), forger(ada)):
        try_everything(app, ada, ids, browser)
    assert audit(app.extensions["casino_war"]) == []


def try_everything(app: Flask, ada: Browser, ids: Ids, browser: Browser) -> None:
    token = browser.form("/account/sign-in", "/account/sign-in")["csrf_token"]
    forms: dict[str, dict[str, str]] = {}
    for rule in app.url_map.iter_rules():
        if rule.endpoint in SHARED and "GET" in (rule.methods or ()):
            forms |= dict(forms_of(ada.client.get(address(rule, ids)).text))
    forms |= dict(forms_of(ada.get(f"/own-tables/{ids['own_tables']}")))
    before = belongings(app)
    assert len(before["round"]) == len(before["own_table"]) == 1
    seen, tried = set(), 0
    for rule in app.url_map.iter_rules():
        if rule.arguments <= {*(rule.defaults or {})} or rule.endpoint in FILES:
            continue
        path = address(rule, ids)
        if "GET" in (rule.methods or ()):
            answer = browser.client.get(path)
            assert answer.status_code < 500
            if answer.status_code in (200, 204):
                seen.add(rule.endpoint)
        if "POST" in (rule.methods or ()):
            filled = {**forms.get(path, {"version": "0"}), "csrf_token": token}
            filled["key"] = f"of-another-{tried}"
            answer = browser.client.post(path, data=filled)
            assert answer.status_code < 500, (path, answer.text)
            tried += 1
            assert belongings(app) == before, path
    for path, mine in (
        ("/history/rounds.csv", "classic"),
        ("/history/rounds.jsonl", "classic"),
        ("/account/export", "Friday"),
        ("/", "Friday"),
        ("/lab", ids["lab"]),
        ("/account/tokens", "Adas own"),
        ("/practice/statistics", ids["practice"]),
    ):
        assert mine in ada.get(path)
        assert mine not in browser.client.get(path).text, path
    assert seen == SHARED
    assert tried > 20
