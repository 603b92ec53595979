"""Every reader is spoken to in a language of theirs, and may choose another on any page."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from flask import Flask

from casino_war.game.cards import parse_card
from casino_war.resources import data_dir
from casino_war.web import format as formats
from casino_war.web.language import DEFAULT_LANGUAGES
from casino_war.web.words import card_name, card_title
from tests.web.browser import Browser, is_tie_then_win, seed_where
from tests.web.conftest import MakeApp

NAMES = {"en": "English", "da": "Dansk", "de": "Deutsch", "nb": "Norsk bokmål", "sv": "Svenska"}

PAGES = (
    *("/", "/tables/classic", "/cashier", "/history", "/history/1", "/ledger", "/me", "/me/care"),
    *("/odds", "/odds/strategy", "/practice/rules/steal_war?players=3", "/practice", "/score"),
    *("/lab", "/help", "/glossary", "/account", "/settings", "/fairness/1"),
)

SWEDISH: list[tuple[str | tuple[str, str], str | tuple[str, str]]] = [
    ("Settings", "Inställningar"),
    (("%(amount)s chip", "%(amount)s chips"), ("%(amount)s mark", "%(amount)s marker")),
    ("%(rank)s of diamonds", "ruter %(rank)s"),
    ("King", "Kung"),
    ("That takes %(amount_chips)s, the bankroll holds %(limit_cents)s.", ""),
]


@pytest.fixture
def app(make_app: MakeApp, tmp_path: Path) -> Flask:
    catalogue = Catalog(locale="sv", fuzzy=False)
    for message, text in SWEDISH:
        catalogue.add(message, text)
    catalogue.add("King", "kung", context="in a card's name")
    path = tmp_path / "sv" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue)
    return make_app(TRANSLATIONS=tmp_path)


def language_of(html: str) -> str:
    found = re.search(r'<html lang="([^"]*)"', html)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("", "en"),
        ("la", "en"),
        ("sv", "sv"),
        ("sv-SE,sv;q=0.9,en;q=0.8", "sv"),
        ("la,de-AT;q=0.7,en;q=0.3", "de"),
        ("nb-NO", "nb"),
        ("no", "nb"),
        ("nn-NO,nn;q=0.9,en;q=0.5", "nb"),
        ("da;q=0.2,de;q=0.4", "de"),
        ("de;q=0, sv;q=0.1", "sv"),
        ("*", "en"),
        ("en;q=x, ;;,,sv", "sv"),
    ],
)
def test_what_the_browser_asks_for(app: Flask, asked: str, spoken: str) -> None:
    answer = app.test_client().get("/settings", headers={"Accept-Language": asked})
    assert language_of(answer.text) == spoken
    assert "Accept-Language" in answer.headers["Vary"]


def test_the_texts_are_those_of_the_language(app: Flask) -> None:
    visitor = Browser(app)
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "sv"
    assert "<h1>Inställningar</h1>" in visitor.get("/settings")
    # What nobody has translated stays as it is in the code.
    assert "Time zone" in visitor.get("/settings")


def test_each_language_is_offered_by_its_own_name(app: Flask) -> None:
    page = Browser(app).get("/odds")
    buttons = re.findall(
        r'<button class="language" name="language" value="(\w+)" lang="(\w+)"(.*?)>(.*?)<', page
    )
    assert {value: name for value, _lang, _rest, name in buttons} == NAMES
    assert all(value == lang for value, lang, _rest, _name in buttons)
    assert [value for value, _, rest, _ in buttons if "aria-current" in rest] == ["en"]


def test_a_choice_keeps_the_page_and_the_other_settings(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie("casino_war_settings", "theme=dark")
    page = client.get("/odds/calculator?table=ladder&hands=3").text
    (here,) = re.findall(r'name="here" value="([^"]*)"', page)
    assert here == "/odds/calculator?table=ladder&amp;hands=3"
    answer = client.post(
        "/settings/language", data={"language": "sv", "here": here.replace("&amp;", "&")}
    )
    assert answer.status_code == 303
    assert answer.location == "/odds/calculator?table=ladder&hands=3"
    page = client.get(answer.location, headers={"Accept-Language": "de"}).text
    assert language_of(page) == "sv"
    assert 'data-theme="dark"' in page


def test_a_stranger_who_chooses_stays_one(app: Flask) -> None:
    client = app.test_client()
    client.post("/settings/language", data={"language": "da", "here": "/"})
    assert client.get_cookie("casino_war") is None


@pytest.mark.parametrize(
    "here", ["", "https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "x"]
)
def test_a_choice_leads_nowhere_else(app: Flask, here: str) -> None:
    answer = app.test_client().post("/settings/language", data={"language": "de", "here": here})
    assert answer.location == "/"


@pytest.mark.parametrize("language", ["", "la", "sv-SE", "x" * 600])
def test_other_languages_are_refused(app: Flask, language: str) -> None:
    answer = app.test_client().post("/settings/language", data={"language": language, "here": "/"})
    assert answer.status_code == 422
    assert "Set-Cookie" not in answer.headers


def test_where_one_language_is_spoken_none_is_offered(make_app: MakeApp) -> None:
    page = Browser(make_app(LANGUAGES=("en",))).get("/")
    assert "language" not in re.findall(r'name="(\w+)"', page)


def test_a_language_may_be_that_of_a_region(make_app: MakeApp) -> None:
    client = make_app(LANGUAGES=("en", "pt-BR")).test_client()
    page = client.get("/", headers={"Accept-Language": "pt-BR,pt;q=0.9"}).text
    assert language_of(page) == "pt-BR"
    assert 'value="pt-BR" lang="pt-BR" aria-current="true"' in page


@pytest.mark.parametrize("language", DEFAULT_LANGUAGES)
def test_a_round_is_played_in_each_language(make_app: MakeApp, language: str) -> None:
    player = Browser(make_app(seed_where(is_tie_then_win)))
    player.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    player.sit("classic", "20")
    for wrong in ("x", "7", "505"):
        player.deal("classic", 422, ante_1=wrong)
    player.deal("classic", ante_1="10", tie_bet_1="5")
    tie = player.get("/tables/classic")
    assert language_of(tie) == language
    player.decide("classic", "war_with_tie_bet", 422)
    player.decide("classic", "war")
    for path in PAGES:
        page = player.get(path)
        assert language_of(page) == language
        # Nothing was left to fill in.
        assert not re.search(r"%\(\w+\)s", page)


@pytest.fixture
def _swedish(app: Flask) -> Iterator[None]:
    with app.test_request_context(headers={"Accept-Language": "sv"}):
        yield


@pytest.mark.usefixtures("_swedish")
@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (100, "1 mark"),
        (50, "0,50 marker"),
        (200, "2 marker"),
        (100_050, "1\N{NO-BREAK SPACE}000,50 marker"),
    ],
)
def test_amounts_are_printed_in_its_way(cents: int, text: str) -> None:
    assert formats.in_chips(cents) == text


@pytest.mark.usefixtures("_swedish")
def test_cards_and_moments_are_told_in_its_way() -> None:
    assert card_name(parse_card("KD")) == "ruter kung"
    assert card_title(parse_card("KD")) == "Ruter kung"
    assert formats.moment(datetime(2026, 1, 31, 21, 5, tzinfo=UTC)) == "31 jan. 2026 21:05:00 UTC"


def test_every_language_has_a_catalogue(make_app: MakeApp) -> None:
    folder = Path(make_app().config["TRANSLATIONS"])
    found = {path.parts[-3] for path in folder.glob("*/LC_MESSAGES/messages.po")}
    assert found == {*DEFAULT_LANGUAGES} - {"en"}


def test_narrow_tables_name_their_columns_as_wide_ones_do() -> None:
    """What stands before a value on a phone is a text that heads its column, in its context."""
    named = re.compile(r'data-label="\{\{ (p?gettext\(.*?\)|_\(.*?\)) \}\}"')
    others = []
    for path in sorted(data_dir("templates").rglob("*.html")):
        text = path.read_text("utf-8").replace("'", '"')
        elsewhere = named.sub("", text)
        others += [f"{path.name}: {name}" for name in named.findall(text) if name not in elsewhere]
    assert others == []
