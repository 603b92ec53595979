"""No visible text escapes translation: a catalogue that brackets every text proves it."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from flask import Flask

from casino_war.game import war_presets
from casino_war.game.table_presets import PRESETS
from casino_war.game.table_rules import TableRules
from casino_war.lab.backends import Backend
from casino_war.services import run_work
from casino_war.web.table.rule_fields import texts_of
from tests.presets import close, publish
from tests.web.browser import Browser, is_tie_then_win, seed_where
from tests.web.conftest import MakeApp
from tests.web.practice_browser import PracticeBrowser
from tools import messages

SPOKEN_ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")
DATA_TAGS = ("code", "kbd", "pre", "textarea", "script", "style")
DATA_CLASSES = ("hash", "card-codes")

# What is the same in every language: numbers with their marks, hashes, and codes of cards.
PURE_DATA = re.compile(r"[\W\d_]*([0-9a-f]{64}|[2-9TJQKA][DHSC])?[\W\d_]*(AM|PM)?")
MONTHS = re.compile(r"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b")


class _Visible(HTMLParser):
    """Collects the texts that a reader sees or hears, data left out."""

    VOID = frozenset({"img", "input", "link", "meta", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._is_later_line = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._is_later_line = self._is_later_line and tag == "tspan"
        for name, value in attrs:
            if value and (name in SPOKEN_ATTRIBUTES or name.startswith("data-text-")):
                self.texts.append(value)
        if tag == "input" and given.get("type") in ("submit", "button"):
            self.texts.append(given.get("value") or "")
        if tag not in self.VOID:
            classes = (given.get("class") or "").split()
            is_data = tag in DATA_TAGS or any(name in DATA_CLASSES for name in classes)
            self._open.append((tag, is_data))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(is_data for _, is_data in self._open):
            if self._is_later_line:
                self.texts[-1] += f" {data.strip()}"
            else:
                self.texts.append(data.strip())
            # A text in a picture is one, though it may stand in several lines.
            self._is_later_line = self._open[-1:] == [("tspan", False)]


def escaped(html: str) -> list[str]:
    """Return the texts of a page, or their parts, that stand outside all brackets."""
    parser = _Visible()
    parser.feed(html)
    found = []
    # Brackets may hold elements: an amount in bold, within a sentence.
    depth = 0
    for text in parser.texts:
        outside = ""
        for sign in text:
            depth += {"⟦": 1, "⟧": -1}.get(sign, 0)
            if depth == 0 and sign != "⟧":
                outside += sign
        if not PURE_DATA.fullmatch(MONTHS.sub("", outside).strip()):
            found.append(text)
    return found


@pytest.fixture(scope="session")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of translations in which every text stands in brackets."""
    catalogue = Catalog(locale="en", fuzzy=False)
    for message in messages.extract():
        if isinstance(message.id, str):
            catalogue.add(message.id, f"⟦{message.id}⟧", context=message.context)
        else:
            singular, plural = message.id
            catalogue.add((singular, plural), (f"⟦{singular}⟧", f"⟦{plural}⟧"))
    folder = tmp_path_factory.mktemp("translations")
    path = folder / "en" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue)
    return folder


@pytest.fixture
def pseudo(make_app: MakeApp, translations: Path) -> Flask:
    settings = {"TRANSLATIONS": translations, "LANGUAGES": ("en",)}
    return make_app(seed_where(is_tie_then_win), **settings)


def _check(html: str) -> None:
    assert "⟦" in html
    assert escaped(html) == []


def test_the_walk_sees_what_escapes() -> None:
    assert escaped("<p>⟦Hand ⟦2⟧⟧ 12.50 · +10</p><code>S</code><td>KD</td>") == []
    assert escaped("<p>⟦Hand⟧ lost</p>") == ["⟦Hand⟧ lost"]
    assert escaped('<img alt="King">') == ["King"]


def test_strangers_pages(pseudo: Flask) -> None:
    visitor = Browser(pseudo)
    for path in ("/", "/history", "/ledger", "/cashier", "/fairness", "/own-tables/new"):
        _check(visitor.get(path))
    for path in ("/help", "/glossary", "/help/tables/ladder"):
        _check(visitor.get(path))
    for preset in PRESETS:
        _check(visitor.get(f"/tables/{preset.key}"))
    tokens = "/account/tokens"
    _check(visitor.submit(tokens, tokens, 422, name=" ", scope="play").text)
    _check(visitor.submit(tokens, tokens, 200, name="⟦bot⟧", scope="read").text)
    _check(visitor.get(visitor.submit(tokens, f"{tokens}/1/revoke").headers["Location"]))


def test_odds_pages(pseudo: Flask) -> None:
    visitor = Browser(pseudo)
    for page in ("", "/strategy", "/decks", "/rules", "/session", "/tie-bet", "/working"):
        _check(visitor.get(f"/odds{page}"))
    for query in ("", "?table=ladder&hands=3", "?after_tie=yes&second_tie_bet_to_one=10"):
        _check(visitor.get(f"/odds/calculator{query}"))
    faults = "decks=9&ante_min=x&tied_war=q&strategy=z&left-5=99&tie_bet_alone=no&hands=0&x=1"
    _check(visitor.get(f"/odds/calculator?{faults}", 422))
    _check(visitor.get("/odds/calculator?table=atlantis", 422))
    _check(visitor.get("/odds/working?decks=9", 422))


def test_error_pages(pseudo: Flask) -> None:
    visitor = Browser(pseudo)
    _check(visitor.get("/nowhere", 404))
    _check(visitor.get("/tables/nowhere", 404))
    _check(visitor.get("/history?before=x", 422))
    _check(visitor.get("/history/1", 404))
    _check(visitor.get("/fairness?server_seed=x&client_seed=y&nonce=0&decks=6", 422))
    for cards in ("", "2D ? 2H", "KD", "? " * 53):
        query = {"server_seed": "a" * 64, "client_seed": "y", "nonce": "0", "decks": "1"}
        answer = visitor.client.get("/fairness", query_string=query | {"expected": cards})
        assert answer.status_code == 200
        _check(answer.text)
    _check(visitor.client.put("/tables/classic/deal").text)
    _check(visitor.client.post("/cashier/buy-in").text)
    fields = visitor.form("/cashier", "/cashier/buy-in")
    for amount in ("x", "0", "10001"):
        _check(visitor.send("/cashier/buy-in", fields | {"amount": amount}, 422).text)
    _check(visitor.send("/cashier/cash-out", fields | {"amount_cents": "0"}, 403).text)


def test_a_whole_game(pseudo: Flask) -> None:
    visitor, table = Browser(pseudo), "/tables/classic"
    visitor.submit("/cashier", "/cashier/buy-in", amount="30")
    _check(visitor.get(table))
    visitor.submit(table, f"{table}/sit")
    visitor.submit(table, f"{table}/client-seed", client_seed="test")
    _check(visitor.get(table))
    for wrong in ("x", "1", "7", "505", "40"):
        _check(visitor.deal("classic", 422, ante_1=wrong).text)
    visitor.deal("classic", ante_1="20", tie_bet_1="5")
    for path in (table, "/", "/cashier", "/history", "/history/1", "/fairness/1"):
        _check(visitor.get(path))
    fields = visitor.form(table, f"{table}/decide")
    _check(visitor.send(f"{table}/deal", fields | {"ante-1": "5"}, 409).text)
    _check(visitor.send(f"{table}/decide", fields | {"decision": "x"}, 422).text)
    _check(visitor.decide("classic", "war_with_tie_bet", 422).text)
    _check(visitor.send(f"{table}/new-shoe", fields, 409).text)
    visitor.decide("classic", "war")
    visitor.deal("classic", ante_1="5", ante_2="5")
    while "decide" in visitor.get(table) and f'"{table}/decide"' in visitor.get(table):
        _check(visitor.get(table))
        visitor.decide("classic", "surrender")
    visitor.submit(table, f"{table}/new-shoe")
    pages = (table, "/", "/cashier", "/history", "/history/1", "/history/1?step=4", "/history/2")
    for path in (*pages, "/ledger", "/fairness", "/fairness/1"):
        _check(visitor.get(path))
    fields = visitor.form("/cashier", "/cashier/cash-out")
    visitor.send("/cashier/cash-out", fields)
    for path in (table, "/cashier", "/ledger"):
        _check(visitor.get(path))


def test_laboratory(pseudo: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Browser(pseudo)
    monkeypatch.setattr(run_work, "choose", lambda plan: (Backend.ENGINE, ""))
    for path in (
        "",
        "/session",
        "/war",
        "/session?begun_with=x&staking=hope&limit=0",
        "/war?games=",
    ):
        _check(visitor.get(f"/lab{path}"))
    fields = {
        "table": "standard",
        "staking": "flat",
        "credit": "no",
        "begun_with": "2",
        "goal": "4",
    }
    links = []
    for sessions in ("9", "8", "7"):
        answer = visitor.submit("/lab/session", "/lab/session", 303, **fields, sessions=sessions)
        links.append(answer.location)
        _check(visitor.get(answer.location))
    _check(visitor.submit("/lab/session", "/lab/session", 422, **fields, sessions="9").text)
    visitor.submit(links[0], f"{links[0]}/cancel")
    for _ in range(2):
        run_work.work_once(pseudo.extensions["casino_war"], "worker")
    for path in (*links, "/lab"):
        _check(visitor.get(path))
    one, other = (link.rpartition("/")[2] for link in links[1:])
    _check(visitor.get(f"/lab/compare?one={one}&other={other}"))


def test_practice_room(pseudo: Flask) -> None:
    visitor = Browser(pseudo)
    _check(visitor.get("/score"))
    for query in ("", "?pace=quick&decisions=yes", "?name=krieg"):
        _check(visitor.get(f"/practice{query}"))
    for preset in war_presets.PRESETS:
        players = preset.players[1]
        _check(visitor.get(f"/practice/rules/{preset.key}?players={players}"))
        _check(visitor.get(f"/practice/new?rules={preset.key}&live=yes"))
    faults = "players=9&captured_to=scored&battle_limit=x&dekc=3&rules=razboi"
    _check(visitor.get(f"/practice/new?{faults}", 422))
    _check(visitor.get("/practice?pace=soon", 422))
    _check(visitor.get("/practice/rules/raw?players=4", 422))
    _check(visitor.get("/practice/rules/nowhere", 404))
    editor, keep = "/practice/new?rules=peace", "/practice/own-rules"
    _check(visitor.submit(editor, keep, 422, name="").text)
    answer = visitor.submit(editor, keep, name="42")
    _check(visitor.get(answer.location.partition("#")[0]))
    _check(visitor.get("/practice"))
    fields = visitor.form("/practice", f"{keep}/drop") | {"name": "41"}
    _check(visitor.send(f"{keep}/drop", fields, 404).text)


def test_own_tables(pseudo: Flask) -> None:
    visitor, new = Browser(pseudo), "/own-tables/new"
    _check(visitor.get(f"{new}?live=yes&decks=1&hands_max=7&tied_war=repeat&tie_bet_to_one="))
    # Their titles are data; this one is a number, as the walk takes for such.
    wrong = {"ante_min": "x", "ante_step": "3", "hands_max": "9", "tie_ladder": "1,x"}
    _check(visitor.submit(new, new, 422, title="", **wrong).text)
    _check(visitor.submit(new, new, 422, title="9" * 61, tie_ladder="10,2000").text)
    fields = visitor.form(new, new) | texts_of(TableRules()) | {"title": "1"}
    address = visitor.send(new, fields).headers["Location"]
    _check(visitor.get(address))
    _check(visitor.send(new, visitor.form(new, new) | {"title": "1"}, 422).text)
    for path in ("/", address.replace("/own-tables/", "/tables/").partition("?")[0]):
        _check(visitor.get(path))
    own = address.partition("?")[0]
    visitor.submit(own, f"{own}/close")
    _check(visitor.get(own))


def test_practice_games(pseudo: Flask) -> None:
    room = PracticeBrowser(Browser(pseudo))
    for rules, seats in [("speed", "person,computer"), ("steal_war", "person,person,computer")]:
        room.start(rules, seats)
        _check(room.page)
        _check(room.act("deal"))
        _check(room.browser.get(f"{room.path}?seat=A"))
        if rules == "speed":
            _check(room.act("flip", battles="10"))
            _check(room.act("flip", battles="end"))
        else:
            _check(room.act("pause"))
            _check(room.act("abandon"))
    _check(room.browser.get("/practice/statistics"))
    _check(room.browser.get("/practice/games/nowhere", 404))
    _check(room.start("classic", "person,robot", 422))


def test_a_history_that_is_asked_for(pseudo: Flask) -> None:
    visitor = Browser(pseudo)
    visitor.sit("classic")
    visitor.deal("classic", ante_1="10")
    for query in ("outcome=tied_war&net_from=5", "table=classic&from=2020-01-01", "table=bonus"):
        _check(visitor.get(f"/history?{query}"))
    _check(visitor.get("/history?outcome=x&from=y&to=z&net_from=q", 422))
    _check(visitor.get("/history/bankroll"))


def test_tables_that_change_under_their_players(
    pseudo: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor, table = Browser(pseudo), "/tables/classic"
    visitor.sit("classic")
    for decks in (8, 6):
        publish(monkeypatch, "classic", version=decks, rules=TableRules(decks=decks))
        _check(visitor.get(table))
    visitor.deal("classic", ante_1="10")
    close(monkeypatch, "classic")
    for path in (table, "/", "/cashier", "/history"):
        _check(visitor.get(path))
    visitor.decide("classic", "surrender")
    _check(visitor.get(table))
    fields = visitor.form(table, f"{table}/new-shoe") | {"ante-1": "10"}
    _check(visitor.send(f"{table}/deal", fields, 409).text)
    _check(visitor.send(f"{table}/deal", fields | {"csrf_token": "x"}, 400).text)
    visitor.submit(table, f"{table}/new-shoe")
    _check(visitor.get(table))


def test_practice_without_a_connection(pseudo: Flask) -> None:
    visitor = Browser(pseudo)
    for path in ("/offline", "/practice/offline"):
        _check(visitor.get(path))
    token = visitor.form("/cashier", "/cashier/buy-in")["csrf_token"]

    def post(path: str, **fields: str) -> dict[str, Any]:
        answer = visitor.send(f"/practice/offline/{path}", fields | {"csrf_token": token}, 200)
        found: dict[str, Any] = json.loads(answer.text)
        return found

    game = post("supply", rules="web_standard war_face_down=2", key="a-key-of-it")["games"][0]
    told = post(f"games/{game['link']}", client_seed="test")
    names = [seat["name"] for seat in told["seats"]]
    texts = (game["title"], *told["texts"], *told["steps"], *told["downs"].values(), *names)
    assert [each for text in (*texts, told["result"]) for each in escaped(text)] == []
