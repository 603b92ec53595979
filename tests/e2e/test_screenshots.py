"""Pictures of every page and state, for people to look at; `make screenshots` takes them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from casino_war.web.settings import COOKIE
from casino_war.web.style.pages import STATES
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.deal_watch import expect_end, expect_play, go_on, watched_table
from tests.e2e.practice_walk import practice_states, seed_of_the_war, start
from tests.e2e.site import buy_in, deal, decide, is_tie, seed_for, war_ends
from tests.e2e.test_odds import PATHS
from tests.e2e.test_offline import open_list, play_first
from tests.e2e.test_practice_together import press, sit
from tests.e2e.test_score import name_players, opened, take
from tests.e2e.walk import put, seed_of_the_walk, states, table_states

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "screenshots"
README_PICTURES = ROOT / "docs" / "images"

pytestmark = pytest.mark.screenshots

# Images below the window load when they come into it, which a picture of the whole page never does.
ALL_IMAGES = """async () => {
  const images = [...document.images].filter((image) => image.checkVisibility());
  for (const image of images) image.loading = "eager";
  await Promise.allSettled(images.map((image) => image.decode()));
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_pictures_of_everything(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site(seed_of_the_walk())
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for state in states(page, site):
        page.evaluate(ALL_IMAGES)
        name = "-".join([str(width), scheme, *re.findall(r"\w+", state)])
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True, caret="initial")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [2560, 1280, 360, 320])
def test_pictures_of_the_practice_room(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site(seed_of_the_war())
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for state in practice_states(page, site):
        page.evaluate(ALL_IMAGES)
        name = "-".join([str(width), scheme, *re.findall(r"\w+", state)])
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True, caret="initial")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_pictures_of_a_held_round(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    buy_in(page, open_site(seed_for(is_tie)), amount="10")
    deal(page, ("10", ""))
    expect(page.get_by_role("button", name="Go to war")).to_be_disabled()
    page.wait_for_load_state("load")
    page.screenshot(path=PICTURES / f"{width}-{scheme}-held.png", full_page=True, caret="initial")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_pictures_of_the_odds_and_the_laboratory(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site()
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    for path in (*PATHS, "/lab", "/lab/session", "/lab/session?begun_with=x", "/lab/war"):
        page.goto(site.url + path)
        name = "-".join([str(width), scheme, *re.findall(r"\w+", path)])
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


@pytest.mark.parametrize("layout", ["right", "left"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(320, 568), (768, 1024), (1280, 800), (2560, 1440)])
def test_pictures_of_the_table_in_other_windows(
    open_site: OpenSite, open_page: OpenPage, size: tuple[int, int], scheme: str, layout: str
) -> None:
    site = open_site(seed_of_the_walk())
    width, height = size
    page = open_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.context.add_cookies([{"name": COOKIE, "value": f"layout={layout}", "url": site.url}])
    for state in table_states(page, site):
        page.evaluate(ALL_IMAGES)
        name = f"table-{width}-{scheme}-{layout}-{state}.png"
        page.screenshot(path=PICTURES / name, caret="initial")


LOOKS = [
    "theme=light",
    "theme=dark&suits=four",
    "theme=light&faces=full",
    "theme=contrast&suits=four&faces=full",
]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("width", [320, 768, 1280, 2560])
def test_pictures_of_seven_hands(
    open_site: OpenSite, open_page: OpenPage, width: int, look: str
) -> None:
    site = open_site()
    page = open_page(viewport={"width": width, "height": 1100})
    page.context.add_cookies([{"name": COOKIE, "value": look, "url": site.url}])
    for state in STATES:
        page.goto(f"{site.url}/style?table={state}")
        name = "-".join(["seven", str(width), *re.findall(r"=(\w+)", look), state])
        page.screenshot(path=PICTURES / f"{name}.png", full_page=state == "settled")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("width", [360, 1280])
def test_pictures_of_a_round_while_it_is_dealt(
    open_site: OpenSite, open_page: OpenPage, width: int, look: str
) -> None:
    site = open_site(seed_of_the_walk())
    page = watched_table(open_page, site, look, viewport={"width": width, "height": 800})
    put(page, "ante-2", 100, 25)
    put(page, "tie_bet-2", 5)
    acts: list[Callable[[], None]] = [
        page.get_by_role("button", name="Deal", exact=True).click,
        lambda: decide(page, "Go to war"),
    ]
    for number, act in enumerate(acts):
        act()
        expect_play(page)
        for part in ("a", "b", "c"):
            go_on(page, 900)
            name = "-".join(["dealt", str(width), *re.findall(r"=(\w+)", look), f"{number}{part}"])
            page.screenshot(path=PICTURES / f"{name}.png", animations="allow")
        go_on(page, 30_000)
        expect_end(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_pictures_of_a_game_that_is_shared(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site, host = open_site(), open_page()
    pages = [
        open_page(viewport={"width": width, "height": 800}, color_scheme=scheme) for _ in range(2)
    ]
    guest, watcher = pages

    def picture(page: Page, state: str) -> None:
        page.evaluate(ALL_IMAGES)
        path = PICTURES / f"{width}-{scheme}-together-{state}.png"
        page.screenshot(path=path, full_page=True, caret="initial")

    address = start(host, site, "arneson battle_limit=3", "person,elsewhere")
    guest.goto(address)
    picture(guest, "invited")
    sit(guest, address, "Otto")
    watcher.goto(address)
    picture(watcher, "watching")
    press(guest, "Deal the cards")
    expect(guest.locator(".pt-choose [data-primary]")).to_be_visible()
    picture(guest, "choosing")
    guest.locator(".pt-choose [data-primary]").click()
    expect(guest.get_by_text("The game waits for")).to_be_visible()
    picture(guest, "waiting")
    guest.get_by_text("Leave the table").click()
    press(guest, "Let the computer play for me")
    expect(guest.get_by_role("button", name="Take my seat back")).to_be_visible()
    picture(guest, "left")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_pictures_of_the_score_sheet(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site()
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)

    def picture(state: str) -> None:
        path = PICTURES / f"{width}-{scheme}-score-{state}.png"
        page.screenshot(path=path, full_page=True, caret="initial")

    opened(page, site)
    picture("new")
    name_players(page, "Ida", "Otto")
    take(page, "Otto", "Ida", "Otto")
    page.get_by_label("What happened").fill("A war of kings")
    picture("running")
    take(page, "Otto")
    picture("over")
    page.emulate_media(media="print")
    picture("printed")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_pictures_of_what_works_without_a_connection(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site()
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)

    def picture(state: str) -> None:
        page.evaluate(ALL_IMAGES)
        path = PICTURES / f"{width}-{scheme}-offline-{state}.png"
        page.screenshot(path=path, full_page=True, caret="initial")

    page.goto(f"{site.url}/offline")
    picture("fallback")
    open_list(page, f"{site.url}/practice/offline")
    page.get_by_role("button", name="Deal 5 games ahead").click()
    expect(page.locator("[data-shelf]")).to_contain_text("5 ready")
    picture("shelf")
    play_first(page)
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("[data-verdict]")).to_contain_text("Kept: ")
    picture("over")


PRINTED = ("/history", "/history/1", "/history/bankroll", "/ledger", "/odds", "/score")


def test_pictures_of_paper(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_for(war_ends(1)))
    page = open_page(viewport={"width": 794, "height": 1123}, color_scheme="dark")
    buy_in(page, site)
    deal(page, ("10", "5"))
    decide(page, "Go to war")
    page.emulate_media(media="print")
    for path in PRINTED:
        page.goto(site.url + path)
        page.evaluate(ALL_IMAGES)
        name = "-".join(["printed", *re.findall(r"\w+", path)])
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def test_pictures_of_the_readme(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site(seed_of_the_walk())
    page = open_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
    page.goto(site.url)
    page.screenshot(path=README_PICTURES / "lobby.png")
    buy_in(page, site)
    put(page, "tie_bet-1", 5)
    put(page, "ante-2", 25, 5, 5)
    page.locator("#deal-button").click()
    expect(page.get_by_role("button", name="Go to war")).to_be_enabled()
    page.wait_for_load_state("load")
    page.screenshot(path=README_PICTURES / "table.png", caret="initial")
