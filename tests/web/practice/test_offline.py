"""The page of practice without a connection, and what its script asks of the site."""

import json
import secrets
from dataclasses import dataclass
from typing import Any

from casino_war.game.cards import JOKERS, PACK
from casino_war.game.randomness import FairStream, commitment, shuffle
from casino_war.web.practice.offline import AHEAD
from tests.web.browser import Browser

ROOT = "/practice/offline"
SEED = "0123456789abcdef"


@dataclass
class OfflinePage:
    """What the page's script does, without the script."""

    browser: Browser
    token: str = ""

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.browser.get(f"{ROOT}/state"))
        self.token = found["csrf_token"]
        return found

    def post(self, path: str, status: int = 200, **fields: str) -> dict[str, Any]:
        response = self.browser.client.post(
            f"{ROOT}/{path}", data=fields, headers={"X-CSRFToken": self.token}
        )
        assert response.status_code == status, response.text
        found: dict[str, Any] = json.loads(response.text)
        return found

    def ask(self, rules: str = "sudden_death") -> list[dict[str, Any]]:
        games: list[dict[str, Any]] = self.post("supply", rules=rules, key=secrets.token_hex(8))[
            "games"
        ]
        return games

    def deal(self, link: str) -> dict[str, Any]:
        return self.post(f"games/{link}", client_seed=SEED)


def test_the_page_says_what_it_needs_and_has_every_card(visitor: Browser) -> None:
    page = visitor.get(ROOT)
    assert "it needs scripts" in page
    assert '<div id="offline" hidden ' in page
    assert "<option value=" in page
    assert "steal_war" not in page
    assert [card for card in (*PACK, *JOKERS) if f'data-code="{card.code}"' not in page] == []
    for unasked in ("/practice", "/practice/statistics"):
        assert visitor.client.get(unasked).status_code == 200


def test_the_whole_practice_room_keeps_the_pages_for_the_time_without(player: Browser) -> None:
    paths = ["", "/new", "/rules/classic", "/statistics"]
    pages = [player.get(f"/practice{path}") for path in paths]
    assert all("js/offline/register.js" in page for page in pages)
    assert ["js/offline/gallery.js" in page for page in pages] == [True, False, False, False]


def test_a_stranger_s_visit_to_the_gallery_has_nothing_dealt_ahead(visitor: Browser) -> None:
    page = visitor.get("/practice")
    assert "js/offline/register.js" in page
    assert "js/offline/gallery.js" not in page


def test_games_are_promised_dealt_played_and_counted(visitor: Browser) -> None:
    page = OfflinePage(visitor)
    assert page.state() == {"csrf_token": page.token, "waiting": 0, "recent": []}
    promised = page.ask()
    assert len({game["link"] for game in promised}) == AHEAD
    assert {game["title"] for game in promised} == {"Sudden death, 2 players"}
    assert all(set(game) == {"link", "commitment", "nonce", "rules", "title"} for game in promised)
    first = promised[0]
    game = page.deal(first["link"])
    assert commitment(game["serverSeed"]) == first["commitment"]
    stream = FairStream(game["serverSeed"], SEED, first["nonce"])
    assert game["dealt"] == " ".join(shuffle(game["pack"].split(), stream))
    assert page.state()["waiting"] == AHEAD
    links = f"{first['link']} {promised[1]['link']} {first['link']}"
    fates = page.post("results", games=links)["games"]
    assert [each["fate"] for each in fates] == ["added", "unknown"]
    assert "1 finished game" in visitor.get("/practice/statistics")
    replay = visitor.get(f"/practice/games/{first['link']}")
    assert game["result"] in replay
    assert page.state()["recent"] == [{"rules": first["rules"], "title": first["title"]}]


def test_a_game_is_told_as_the_practice_table_tells_it(visitor: Browser) -> None:
    page = OfflinePage(visitor)
    page.state()
    link = page.ask("jokers_one_each players=2")[0]["link"]
    game = page.deal(link)
    page.post("results", games=link)
    texts, battles = game["texts"], game["battles"]
    assert texts[battles[0]["o"]] == "The cards are dealt."
    assert [seat["name"] for seat in game["seats"]] == ["North", "South"]
    war = next(number for number, battle in enumerate(battles) if battle.get("w"))
    for number in (1, war, len(battles) - 1):
        battle = battles[number]
        shown = visitor.get(f"/practice/games/{link}?battle={number}")
        sentences = [f"<li>{texts[place]}</li>" for place in battle["t"]]
        assert [each for each in [texts[battle["o"]], *sentences] if each not in shown] == []
        for seat in battle["s"]:
            assert f"<dt>Stock</dt><dd>{seat.get('n', 0)}</dd>" in shown
            for step, _downs, *codes in seat["l"]:
                assert f'aria-label="{game["steps"][step]}"' in shown
                assert [code for code in codes if f"/{code}.svg" not in shown] == []
        assert f"<span>Pot</span> <strong>{battle['p']}</strong>" in shown
    downs = {str(step[1]) for seat in battles[war]["s"] for step in seat["l"] if step[1]}
    assert downs <= game["downs"].keys()
    assert "card" in game["downs"][downs.pop()]


def test_a_game_for_four_and_changed_rules_are_named_so(visitor: Browser) -> None:
    page = OfflinePage(visitor)
    page.state()
    named = page.ask("sudden_death players=2 war_face_down=2")[0]
    assert named["title"] == "Sudden death with changed rules, 2 players"
    four = page.deal(page.ask("four_handed")[0]["link"])
    assert [seat["place"] for seat in four["seats"]] == ["north", "west", "east", "south"]
    assert [seat["number"] for seat in four["seats"]] == [2, 1, 3, 0]


def test_what_is_given_back_does_not_count(visitor: Browser) -> None:
    page = OfflinePage(visitor)
    page.state()
    link = page.ask()[0]["link"]
    page.deal(link)
    assert page.post("give-back") == {"count": AHEAD}
    assert page.post("results", games=link)["games"] == [{"link": link, "fate": "unknown"}]
    assert page.post(f"games/{link}", 404, client_seed=SEED)["message"].startswith("No such game")


def test_refusals_are_told_to_the_script(visitor: Browser) -> None:
    page = OfflinePage(visitor)
    page.state()
    assert "decisions" in page.post("supply", 422, rules="arneson", key="a-key-of-it")["message"]
    assert page.post("supply", 404, rules="no_such_game", key="a-key-of-it")["message"]
    assert "field" in page.post("supply", 422, rules="classic")["message"]
    assert page.post("games/nowhere", 422, client_seed="a:b")["message"]
    assert "cannot be kept" in page.post("results", 422, games="a\0")["message"]
    page.token = "forged"
    assert "Cookies" in page.post("supply", 400, rules="classic", key="a-key-of-it")["message"]
