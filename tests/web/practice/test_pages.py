"""The practice room without scripts: by forms and links, with a word for each refusal."""

import re

import pytest
from flask import Flask

from casino_war.store.practice import GAME
from tests.audits import audit
from tests.web.browser import Browser, find_form
from tests.web.practice_browser import PracticeBrowser


@pytest.fixture
def room(visitor: Browser) -> PracticeBrowser:
    return PracticeBrowser(visitor)


def test_a_game_from_the_deal_to_its_proof(room: PracticeBrowser, app: Flask) -> None:
    room.start("three_down")
    page = room.page
    assert "Three face down" in page
    match = re.search(r'id="commitment-of-game">([0-9a-f]{64})<', page)
    assert match is not None
    page = room.act("client-seed", client_seed="my own words")
    assert "my own words" in page
    page = room.act("deal")
    assert page.count("<dd>26</dd>") == 2
    assert "Server seed" not in page
    room.act("flip", battles="1")
    assert room.battle() == 1
    room.act("flip", battles="10")
    page = room.act("flip", battles="end")
    assert re.search(r"(South|North) wins: .+\.", page)
    assert match[1] in page
    assert "Server seed" in page
    assert "casino-war war play --line" in page
    assert "expected=" in page
    assert audit(app.extensions["casino_war"]) == []


def test_whoever_has_the_link_replays_a_finished_game(room: PracticeBrowser, app: Flask) -> None:
    room.start("sudden_death")
    room.act("deal")
    room.act("flip", battles="end")
    other = Browser(app)
    page = other.get(room.path)
    assert "Rematch" in page
    assert "Give up" not in page
    assert "Battle 1 in words" in other.get(f"{room.path}?battle=1")
    assert 'data-battle="0"' in other.get(f"{room.path}?battle=0")
    other.get(f"{room.path}?battle=99999", 404)
    other.get(f"{room.path}?battle=x", 422)
    told = other.client.get(f"{room.path}/battles?first=1&last=3").json
    assert told is not None
    assert [battle["number"] for battle in told["battles"]] == [1, 2, 3]
    assert 'data-battle="2"' in told["battles"][1]["html"]
    mine = PracticeBrowser(other, room.path)
    page = mine.act("again")
    assert "Deal the cards" in page
    answer = other.submit(room.path, f"{room.path}/again", rules="peace")
    assert "Peace" in other.get(answer.location)


def test_each_refusal_is_told_on_the_games_own_page(room: PracticeBrowser, app: Flask) -> None:
    room.start("classic")
    undealt = room.page
    room.act("deal")
    assert "dealt already" not in room.act("deal", 409, page=undealt)
    assert "has moved on" in room.act("deal", 409, page=undealt, key="another-key")
    dealt = room.page
    room.act("pause")
    paused = room.page
    assert "paused" in paused
    version = find_form(paused, f"{room.path}/resume")["version"]
    text = room.act("flip", 409, page=dealt, version=version, key="while-it-is-paused")
    assert "The game is paused: go on first." in text
    room.act("resume")
    text = room.act("flip", 422, battles="none")
    assert "Battles" in text
    room.act("abandon")
    assert "This game was given up." in room.page
    other = PracticeBrowser(Browser(app), room.path)
    other.browser.get("/tables/classic")
    fields = find_form(dealt, f"{room.path}/flip")
    token = other.browser.form("/tables/classic", "/cashier/buy-in")["csrf_token"]
    answer = other.browser.send(f"{room.path}/flip", fields | {"csrf_token": token}, 409)
    assert "another player’s" in answer.text


@pytest.mark.parametrize(
    ("rules", "seats", "status", "said"),
    [
        ("no_such_game", "person,computer", 404, "There is no game called"),
        ("classic", "person", 422, "players cannot be"),
        ("classic", "person,robot", 422, "no seat"),
        ("classic", "person,computer:thief", 404, "no computer player called"),
        ("classic war_face_down=9", "person,computer", 422, "war_face_down"),
        ("split time_limit_min=0", "person,computer", 422, "do not go together"),
    ],
)
def test_what_cannot_be_played_is_refused(
    room: PracticeBrowser, rules: str, seats: str, status: int, said: str
) -> None:
    assert said in room.start(rules, seats, status)


def test_spelled_rules_are_played(room: PracticeBrowser) -> None:
    room.start("classic@1 war_face_down=0 deck=36", "person,computer,computer")
    page = room.act("deal")
    assert "with changed rules" in page
    assert page.count("<dd>12</dd>") == 3
    room.start("steal_war@1", "person,computer:honest")
    assert "Never steals" in room.page


def test_a_secret_choice_is_made_under_a_cover(room: PracticeBrowser) -> None:
    room.start("arneson", "person,person")
    page = room.act("deal")
    assert "Pass the screen to South" in page
    assert "pt-offer" not in page
    shown = room.browser.get(f"{room.path}?seat=A")
    assert shown.count('class="pt-offer"') == 3
    card = re.search(r'name="action" value="(\w\w)"', shown)
    assert card is not None
    page = room.act("choose", page=shown, action=card[1])
    assert "Pass the screen to North" in page
    assert "pt-offer" not in page
    said = room.act("choose", 409, page=shown, action=card[1], key="pressed-twice")
    assert "has chosen already" in said
    other = room.browser.get(f"{room.path}?seat=B")
    card = re.search(r'name="action" value="(\w\w)"', other)
    assert card is not None
    room.act("choose", page=other, action=card[1])
    said = room.act("choose", 409, page=other, action=card[1], key="pressed-late")
    assert "the game has gone on" in said
    room.browser.get(f"{room.path}?seat=Z", 422)


def test_a_form_of_another_visit_is_answered_afresh(room: PracticeBrowser) -> None:
    room.start("classic")
    assert "afresh" in room.act("deal", 400, csrf_token="forged")
    room.browser.send("/practice/games", {"csrf_token": "forged"}, 400)


def test_unknown_games_have_a_plain_message(visitor: Browser) -> None:
    assert "no practice game at this address" in visitor.get("/practice/games/nothing", 404)
    visitor.get("/practice/games/nothing/battles", 404)


def test_statistics_count_what_was_finished(room: PracticeBrowser) -> None:
    assert "not played a practice game" in room.browser.get("/practice/statistics")
    for rules in ("three_wars", "three_wars", "tod_und_leben"):
        room.start(rules)
        room.act("deal")
        room.act("flip", battles="end")
    room.start("classic")
    page = room.browser.get("/practice/statistics")
    assert "3 finished games" in page
    assert "Games under way" in page
    assert "Tod und Leben" in page


def test_a_game_of_older_rules_says_so(room: PracticeBrowser, app: Flask) -> None:
    room.start("classic")
    room.act("deal")
    database = app.extensions["casino_war"].database
    with database.writing() as connection:
        row = dict(connection.execute(GAME.select()).mappings().one())
        odd: tuple[dict[str, object], ...] = (
            {"preset_version": 7},
            {"rules_json": '{"deck": "7"}'},
        )
        for number, changes in enumerate(odd):
            other: dict[str, object] = {
                "id": 7 + number,
                "link": f"{number}" * 24,
                "start_key": f"odd-{number}",
            }
            connection.execute(GAME.insert().values(row | other | changes | {"dealt_at": None}))
    assert "started under version 7 of its rules" in room.browser.get("/practice/games/" + "0" * 24)
    assert "can no longer be played" in room.browser.get("/practice/games/" + "1" * 24, 409)
