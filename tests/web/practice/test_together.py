"""Several browsers without scripts at one practice game: coming, news, refusals, going on."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from flask import Flask

from casino_war.services.house import utc_now
from casino_war.services.practice.page import game_page
from casino_war.web.practice.sights import Sights
from tests.audits import audit
from tests.web.browser import Browser
from tests.web.practice_browser import PracticeBrowser

SIT = "Take a seat"


@pytest.fixture
def host(visitor: Browser) -> PracticeBrowser:
    room = PracticeBrowser(visitor)
    room.start("classic battle_limit=5 limit_result=most_cards games_to_win=2", "person,elsewhere")
    return room


def opened(host: PracticeBrowser) -> PracticeBrowser:
    """Open the link of a game in another browser."""
    return PracticeBrowser(Browser(host.browser.app), host.path)


def sat(host: PracticeBrowser, name: str = "Otto") -> PracticeBrowser:
    guest = opened(host)
    guest.act("take-seat", name=name, seat="B")
    return guest


def heard(room: PracticeBrowser, status: int, after: int | None = None, beside: str = "") -> str:
    version = re.search(r'data-version="(\d+)"', room.page)
    assert version is not None
    told = int(version[1]) if after is None else after
    return room.browser.get(f"{room.path}/news?after={told}&beside={beside}", status)


def test_a_game_of_two_browsers_from_its_link_to_the_next_game(
    host: PracticeBrowser, app: Flask
) -> None:
    assert "Waiting for 1 more player" in host.page
    assert "Deal the cards" not in host.page
    guest = opened(host)
    assert SIT in guest.page
    page = guest.act("take-seat", name="<b>Otto</b>", seat="B")
    assert "&lt;b&gt;Otto&lt;/b&gt;" in page
    assert "<b>Otto" not in page
    assert "Anna" in host.act("name-seat", name="Anna")
    guest.act("deal")
    host.act("flip", battles="end")
    assert "data-next" not in guest.page
    host.act("again")
    page = guest.page
    assert "On to the next game" in page
    link = re.search(r'data-next="([^"]+)"', page)
    assert link is not None
    guest.path = link[1]
    assert "Anna" in guest.page
    assert "Deal the cards" in guest.page
    assert audit(app.extensions["casino_war"]) == []


def test_news_are_nothing_until_something_changes(host: PracticeBrowser) -> None:
    watcher = opened(host)
    before = watcher.page
    for room in (host, watcher):
        assert heard(room, 204) == ""
        assert (
            room.browser.client.get(f"{room.path}/news?after=0").headers.get_all("Set-Cookie") == []
        )
    version = int(re.search(r'data-version="(\d+)"', before)[1])  # type: ignore[index]  # page has it
    guest = sat(host)
    fresh = heard(watcher, 200, after=version)
    assert fresh.startswith('<div id="game"')
    assert "Otto" in fresh
    assert "You are watching: all seats are taken" in fresh
    assert "The players deal when they are ready" in fresh
    assert "Deal when you are ready" in host.page
    guest.act("deal")
    first, second = heard(watcher, 200, after=version), heard(watcher, 200, after=version)
    assert first == second
    assert "csrf_token" not in first
    mine = heard(guest, 200, after=version)
    assert "csrf_token" in mine
    guest.browser.get("/practice/games/nothing/news?after=0", 404)
    guest.browser.get(f"{guest.path}/news?after=x", 422)


def test_who_comes_too_late_finds_a_plain_page(host: PracticeBrowser) -> None:
    late = opened(host)
    page = late.page
    guest = sat(host)
    said = late.act("take-seat", 409, page=page, name="Late", seat="B")
    assert "All seats of this game are taken" in said
    assert SIT not in said
    guest.act("deal")
    assert "All seats" in late.act("take-seat", 409, page=page, name="Late", seat="B")
    host.act("abandon")
    assert "This game is over" in late.act("take-seat", 409, page=page, name="Late", seat="B")


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"name": " ", "seat": "B"}, 422, "what you want to be called"),
        ({"name": "x" * 25, "seat": "B"}, 422, "at most 24"),
        ({"name": "Late", "seat": "E"}, 422, "no seat"),
        ({"name": "Late", "seat": ""}, 422, "no seat"),
        ({"name": "Late", "seat": "D"}, 404, "no such seat"),
        ({"name": "Late", "seat": "B", "csrf_token": "forged"}, 400, "afresh"),
    ],
)
def test_a_form_that_seats_nobody(
    host: PracticeBrowser, fields: dict[str, str], status: int, said: str
) -> None:
    guest = opened(host)
    assert said in guest.act("take-seat", status, **fields)
    assert "Free" in host.page


def test_a_stranger_cannot_act_for_a_seat(host: PracticeBrowser) -> None:
    guest = sat(host)
    guest.act("deal")
    thief = opened(host)
    token = thief.browser.form("/cashier", "/cashier/buy-in")["csrf_token"]
    for name, more in (("flip", {}), ("stand-in", {"seat": "A"}), ("take-back", {"seat": "B"})):
        fields = {"csrf_token": token, "key": f"thief-{name}", "version": "2", **more}
        answer = thief.browser.send(f"{host.path}/{name}", fields, 409)
        assert "another player’s" in answer.text
    assert "Give this game up" not in guest.page
    assert "Give this game up" in host.page


def test_seats_that_nobody_takes_are_filled(host: PracticeBrowser) -> None:
    page = host.act("fill-seats")
    assert "Deal the cards" in page
    assert "Waiting for" not in page
    assert "No seat is free any more" in host.act(
        "fill-seats",
        409,
        page=f'<form action="{host.path}/fill-seats">'
        + page.partition('action="' + host.path + '/deal"')[2]
        .partition(">")[2]
        .partition("</form>")[0],
    )


def test_a_seat_is_left_to_the_computer_and_taken_back(host: PracticeBrowser) -> None:
    guest = sat(host)
    guest.act("deal")
    page = guest.act("stand-in")
    assert "The computer plays for you as Otto." in page
    assert "the computer plays" in host.page
    page = guest.act("take-back")
    assert "The computer plays for you" not in page


def test_nobody_is_told_to_have_chosen_what_the_computer_chose(visitor: Browser) -> None:
    host = PracticeBrowser(visitor)
    host.start("steal_war", "person,elsewhere")
    guest = sat(host)
    guest.act("deal")
    assert "You have chosen. The game waits for" in guest.act("choose", action="play")
    page = guest.act("stand-in")
    assert "The game waits for" in page
    assert "You have chosen" not in page


def test_for_a_seat_left_alone_for_a_minute_the_others_let_the_computer_play(
    host: PracticeBrowser, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = sat(host)
    guest.act("deal")
    assert "has been away" not in host.page
    house = app.extensions["casino_war"]
    in_a_minute = replace(house, clock=lambda: utc_now() + timedelta(seconds=61))
    monkeypatch.setitem(app.extensions, "casino_war", in_a_minute)
    assert "Otto has been away for over a minute." in host.page
    page = host.act("stand-in")
    assert "has been away" not in page
    assert "the computer plays" in page
    assert "The computer plays for you as Otto." in guest.page
    guest.act("take-back")
    assert "the computer plays" not in host.page


def test_pages_without_scripts_ask_for_themselves(host: PracticeBrowser) -> None:
    refresh = 'http-equiv="refresh"'
    assert refresh not in host.page
    guest = sat(host)
    guest.act("deal")
    assert refresh in host.page
    assert refresh in opened(host).page
    assert refresh in host.browser.get(host.path)
    host.act("flip", battles="1")
    assert refresh not in host.browser.get(f"{host.path}?battle=0")


def test_what_is_looked_at_long_after_is_asked_for_no_more(
    host: PracticeBrowser, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.act("abandon")
    link = host.path.rpartition("/")[2]
    house = app.extensions["casino_war"]
    assert game_page(house, None, link).may_follow
    later = utc_now().replace(year=utc_now().year + 1)

    def clock() -> datetime:
        return later

    monkeypatch.setitem(
        app.extensions, "casino_war", type(house)(database=house.database, clock=clock)
    )
    assert "data-ask-ms" not in opened(host).page


def test_rules_change_for_the_next_game(host: PracticeBrowser) -> None:
    guest = sat(host)
    guest.act("deal")
    host.act("flip", battles="end")
    address = re.search(r'href="(/practice/new\?[^"]+rematch_of[^"]+)"', host.page)
    assert address is not None
    page = host.browser.get(address[1].replace("&amp;", "&") + "&war_face_down=3", 302)
    page = host.browser.get(address[1].replace("&amp;", "&").replace("classic", "three_down"))
    assert "The next game of your match" in page
    answer = host.browser.submit(
        address[1].replace("&amp;", "&").replace("classic", "three_down"), "/practice/games"
    )
    host.path = answer.location
    assert "Three face down" in host.page
    assert "Otto" in host.page


def test_sights_are_kept_for_a_moment_and_never_with_a_form(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("casino_war.web.practice.sights.time.monotonic", lambda: now)
    sights, drawn = Sights(), iter(range(1000))

    def draw() -> str:
        return f"sight {next(drawn)}"

    assert [sights.get("a", draw) for _ in range(3)] == ["sight 0"] * 3
    assert sights.get("b", draw) == "sight 1"
    now += 2.5
    assert sights.get("a", draw) == "sight 2"
    private = 'name="csrf_token"'
    assert sights.get("c", lambda: private + draw()) != sights.get("c", lambda: private + draw())
    for key in range(300):
        sights.get(key, draw)
    now += 2.5
    sights.get("d", draw)
    assert sights.get("e", draw) == sights.get("e", draw)
