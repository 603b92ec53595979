"""Help: example rounds are true of their tables, words are explained where they are used."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from hypothesis import given, settings

from casino_war.game.events import HandOutcome, WagerResult
from casino_war.game.table_presets import PRESETS, find
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.web.help.glossary import CHAPTERS
from casino_war.web.table.examples import Example, examples
from tests.game.strategies import table_rules
from tests.web.browser import Browser
from tests.web.conftest import MakeApp
from tests.web.practice_browser import PracticeBrowser
from tests.web.table.test_own_tables import made

KEYS = [preset.key for preset in PRESETS]


def of(rules: TableRules) -> dict[str, Example]:
    return {example.key: example for example in examples(rules)}


def test_the_examples_of_the_standard_table() -> None:
    shown = of(find("classic").rules)
    assert {key: example.hand.net_cents for key, example in shown.items()} == {
        "win": 1000,
        "loss": -1000,
        "surrender": -500,
        "war_win": 1000,
        "war_loss": -2000,
        "tied_war": 1000,
        "tie_bet": -2000 + 10 * 500,
    }
    assert shown["war_win"].burned == 3


def test_the_examples_tell_tables_apart() -> None:
    assert of(find("battle_royal").rules)["tied_war"].hand.net_cents == 3000
    assert "tie_bet" not in of(find("battle_royal").rules)
    ladder = of(find("ladder").rules)["tied_war"]
    assert (ladder.hand.ties, ladder.hand.net_cents, ladder.burned) == (4, 0, 9)
    strict = TableRules(surrender=Surrender.NOT_OFFERED, second_tie_bet_to_one=10)
    assert "surrender" not in of(strict)
    assert of(strict)["second_tie_bet"].hand.net_cents == 1000 + 10 * 1000
    each = TableRules(war_burn=2, war_burn_each=True)
    assert of(each)["war_loss"].burned == 4


@settings(max_examples=30)
@given(table_rules())
def test_every_table_has_examples_that_are_settled_as_they_say(rules: TableRules) -> None:
    outcomes = {
        "win": {HandOutcome.WIN},
        "loss": {HandOutcome.LOSS},
        "surrender": {HandOutcome.SURRENDER},
        "war_win": {HandOutcome.WAR_WIN},
        "war_loss": {HandOutcome.WAR_LOSS},
        "tied_war": {HandOutcome.TIED_WAR},
        "tie_bet": {HandOutcome.WAR_LOSS},
        "second_tie_bet": {HandOutcome.TIED_WAR},
    }
    for example in examples(rules):
        assert example.hand.outcome in outcomes[example.key]
        assert example.view.net_cents == example.hand.net_cents
    if rules.tied_war is TiedWar.LOSE:
        results = {settled.result for settled in of(rules)["tied_war"].hand.settled}
        assert results == {WagerResult.LOST}


@pytest.mark.parametrize("key", KEYS)
def test_the_rules_of_a_table_are_one_click_away(visitor: Browser, key: str) -> None:
    assert f'href="/help/tables/{key}"' in visitor.get(f"/tables/{key}")
    assert f'href="/help/tables/{key}"' in visitor.get("/help")
    page = visitor.get(f"/help/tables/{key}")
    assert page.count('class="example"') == len(examples(find(key).rules))
    assert f'href="/tables/{key}"' in page


def test_a_table_of_ones_own_has_its_rules_too(player: Browser) -> None:
    address = f"/help/tables/{made(player)}"
    assert 'class="example"' in player.get(address)
    player.get("/help/tables/atlantis", 404)


def test_the_tour_is_offered_to_who_is_new_and_can_be_had_again(visitor: Browser) -> None:
    new = "New here? See how a round goes"
    assert new in visitor.get("/")
    assert new in visitor.get("/tables/classic")
    visitor.sit("classic")
    assert new not in visitor.get("/") + visitor.get("/tables/classic")
    assert "data-tour-open" in visitor.get("/tables/classic")
    tour = visitor.get("/help")
    steps = re.findall(r"<li class=\"panel\">\s*<h2>", tour)
    assert len(steps) == 6
    for word in ("back", "next", "close", "place"):
        assert f"data-text-{word}=" in tour


def words() -> set[str]:
    return {key for chapter in CHAPTERS for key in chapter.terms}


def test_the_glossary_explains_each_word_once(visitor: Browser) -> None:
    page = visitor.get("/glossary")
    assert sum(len(chapter.terms) for chapter in CHAPTERS) == len(words()) > 40
    assert set(re.findall(r'<div id="([a-z0-9-]+)"><dt><dfn>', page)) == words()


# Each page that uses words, with some that it must explain.
USES = {
    "/tables/classic": {"ante", "tie-bet", "tied-war", "house-edge", "commitment"},
    "/help": {"round", "surrender", "raise"},
    "/help/tables/ladder": {"push", "cut-card", "odds-to-one"},
    "/cashier": {"your-bankroll", "felt", "buy-in", "cash-out"},
    "/ledger": {"ledger", "push"},
    "/fairness": {"commitment", "server-seed", "client-seed", "nonce"},
    "/fairness/1": {"commitment", "server-seed", "client-seed", "nonce"},
    "/history/luck": {"luck", "standard-deviation"},
    "/me": {"handle"},
    "/me/care": {"session"},
    "/odds": {"house-edge", "element-of-risk"},
    "/lab/session": {"ruin"},
    "/own-tables/new": {"penetration", "burn", "second-tie-bet"},
    "/practice/rules/razboi": {"battle", "bury", "carry", "pot", "short", "side-pile", "stock"},
}


@pytest.mark.parametrize(
    ("asked", "ordered"),
    [
        ("de", ["Topf", "Übertrag", "Verdeckt ablegen"]),
        ("da", ["Krigstrin", "Lægge ned", "Mangler kort"]),
        ("sv", ["Sidohög", "Slag", "Ute"]),
    ],
)
def test_words_stand_in_the_order_of_the_alphabet(
    visitor: Browser, asked: str, ordered: list[str]
) -> None:
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = asked
    page = visitor.get("/glossary").partition('id="chapter-4"')[2]
    shown = re.findall(r"<dfn>([^<]+)</dfn>", page)
    assert [word for word in shown if word in ordered] == ordered


def test_words_are_explained_where_they_are_used(player: Browser) -> None:
    player.deal("classic", ante_1="10")
    room = PracticeBrowser(player)
    room.start("classic", "person,computer")
    linked = set()
    for path, used in {**USES, room.path: {"battle", "pot", "stock", "match"}}.items():
        found = set(re.findall(r'href="/glossary#([a-z-]+)"', player.get(path)))
        assert used <= found <= words(), (path, used - found)
        linked |= found
    assert words() == linked


def pages(app: Flask) -> list[str]:
    """Every page without a part that varies."""
    files = {"offline.manifest", "offline.worker"}
    return sorted(
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
        and not rule.arguments
        and rule.endpoint not in files
        and not rule.endpoint.startswith(("health", "api", "openapi", "static"))
    )


def test_every_page_has_a_title_and_a_description_of_its_own(app: Flask) -> None:
    player = Browser(app)
    player.sit("classic")
    player.deal("classic", ante_1="10")
    varied = ["/tables/classic", "/help/tables/bonus", "/history/1", "/practice/rules/classic"]
    titles, descriptions = {}, {}
    for path in pages(app) + varied:
        answer = player.client.get(path)
        if not answer.content_type.startswith("text/html") or answer.status_code != 200:
            continue
        heads = re.findall(r"<title>([^<]+)</title>", answer.text)
        told = re.findall(r'<meta name="description" content="([^"]+)">', answer.text)
        assert len(heads) == len(told) == 1, path
        assert re.match(r"\S.* · Casino War$", heads[0]), path
        assert 20 <= len(told[0]) <= 300, (path, told)
        assert re.search(r'property="og:image" content="http://localhost/static/', answer.text)
        titles[path], descriptions[path] = heads[0], told[0]
    assert len(titles) > 30
    for texts in (titles, descriptions):
        assert [path for path, text in texts.items() if [*texts.values()].count(text) > 1] == []


def test_the_picture_of_a_link_is_there(visitor: Browser) -> None:
    image = re.compile(r'property="og:image" content="http://localhost([^"]+)"')
    (address,) = image.findall(visitor.get("/"))
    with visitor.client.get(address) as answer:
        assert answer.status_code == 200
        assert answer.content_type == "image/jpeg"
        assert len(answer.data) < 120_000


def test_the_icon_is_found_where_browsers_look_first(visitor: Browser) -> None:
    answer = visitor.client.get("/favicon.ico", follow_redirects=True)
    assert answer.content_type == "image/png"
    answer.close()


def test_the_examples_are_told_in_the_readers_language(make_app: MakeApp) -> None:
    rules = replace(find("classic").rules, decks=2)
    assert examples(rules) is examples(rules)
    swedish = Browser(make_app())
    swedish.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "sv"
    assert '<html lang="sv"' in swedish.get("/help/tables/classic")
