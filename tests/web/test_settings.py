"""Settings: kept in the browser, seen by every page, worth nothing when spoiled."""

import re

import pytest

from casino_war.web.settings import CHOICES, COOKIE, ZONE_COOKIE, Settings, read_settings
from casino_war.web.settings_page import LABELS, TITLES
from tests.web.browser import Browser
from tests.web.conftest import MakeApp

CHOSEN = {
    "theme": "contrast",
    "suits": "four",
    "faces": "full",
    "speed": "fast",
    "sounds": "on",
    "layout": "left",
    "hints": "full",
    "time_zone": "Europe/Copenhagen",
}


def save(visitor: Browser, wishes: dict[str, str], status: int = 303) -> None:
    token = visitor.form("/settings", "/settings")["csrf_token"]
    visitor.send("/settings", {"csrf_token": token} | wishes, status)


def checked(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(\w+)" value="(\w+)" checked', page))


def test_everything_chosen_is_kept_and_shown(visitor: Browser) -> None:
    save(visitor, CHOSEN)
    page = visitor.get("/settings")
    assert checked(page) | {"time_zone": "Europe/Copenhagen"} == CHOSEN
    assert '<option value="Europe/Copenhagen" selected>' in page
    for name in ("theme", "suits", "faces", "speed", "sounds", "layout"):
        assert f'data-{name}="{CHOSEN[name]}"' in visitor.get("/")


def test_wishes_of_everybody_need_no_cookie(visitor: Browser) -> None:
    save(visitor, CHOSEN)
    save(visitor, {name: str(getattr(Settings(), name)) for name in CHOSEN})
    assert visitor.client.get_cookie(COOKIE) is None


@pytest.mark.parametrize("name", CHOSEN)
def test_what_is_none_of_the_choices_is_refused(visitor: Browser, name: str) -> None:
    save(visitor, {name: "sideways"}, 422)
    assert visitor.client.get_cookie(COOKIE) is None


@pytest.mark.parametrize(
    "cookie", ["", "theme", "theme=&suits=9", "time_zone=../etc", "%00=%ff", "x" * 3000]
)
def test_a_spoiled_cookie_is_as_none(visitor: Browser, cookie: str) -> None:
    visitor.client.set_cookie(COOKIE, cookie)
    visitor.client.set_cookie(ZONE_COOKIE, cookie)
    assert 'data-theme="auto"' in visitor.get("/")


def test_the_faces_are_those_chosen(player: Browser) -> None:
    save(player, {"suits": "four", "faces": "full"})
    player.submit("/tables/classic", "/tables/classic/deal", ante_1="10")
    page = player.get("/tables/classic")
    cards = re.findall(r'/cards/([^"/]+)/\w+\.svg"', page)
    assert set(cards) == {"full-four"}
    path = re.search(r'/static/[^"]+/cards/full-four/\w+\.svg', page)
    assert path is not None
    with player.client.get(path[0]) as response:
        assert response.status_code == 200


def test_every_choice_has_a_name() -> None:
    assert set(TITLES) == set(CHOICES)
    for kind in CHOICES.values():
        assert set(LABELS[kind]) == set(kind)


def test_only_named_wishes_are_taken() -> None:
    assert read_settings({"theme": "dark", "speed": "no"}) == read_settings({"theme": "dark"})


def test_whoever_types_amounts_finds_the_fields_open(player: Browser) -> None:
    box = re.compile(r'<input type="checkbox" id="typing"[^>]*>')
    found = {}
    for wish in ("", "on", "off"):
        player.client.set_cookie("casino_war_typing", wish)
        (found[wish],) = box.findall(player.get("/tables/classic"))
    assert [wish for wish, tag in found.items() if " checked" in tag] == ["on"]


def test_a_language_is_chosen_where_there_are_several(make_app: MakeApp) -> None:
    visitor = Browser(make_app(LANGUAGES=("en", "sv", "xx")))
    assert "Svenska</option>" in visitor.get("/settings")
    save(visitor, {"language": "sv"})
    assert '<html lang="sv"' in visitor.get("/settings")
    save(visitor, {"language": "tlh"}, 422)
    save(visitor, {})
    assert '<html lang="en"' in visitor.get("/settings")


def test_one_language_is_no_choice(make_app: MakeApp) -> None:
    assert 'name="language"' not in Browser(make_app(LANGUAGES=("en",))).get("/settings")
