"""Pictures of every page and state, for people to look at; `make screenshots` takes them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from casino_war.web.language import DEFAULT_LANGUAGES
from casino_war.web.settings import COOKIE
from casino_war.web.style.pages import STATES
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.deal_watch import expect_end, expect_play, go_on, watched_table
from tests.e2e.furnished import House
from tests.e2e.looks import ALL
from tests.e2e.site import buy_in, deal, decide, seed_for, war_ends
from tests.e2e.walk import put, seed_of_the_walk, table_states
from tests.e2e.windows import Windows
from tests.e2e.wishes import THEMES

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


@pytest.mark.parametrize("language", DEFAULT_LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [1280, 360])
def test_pictures_of_everything(
    house: House, windows: Windows, width: int, theme: str, language: str
) -> None:
    for look in ALL:
        page = windows.page(look)
        page.set_viewport_size({"width": width, "height": 800})
        look.show(page, house, language, theme)
        page.evaluate(ALL_IMAGES)
        name = "-".join([*re.findall(r"\w+", look.name), language, theme, str(width)])
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True, caret="initial")
        windows.leave(page)


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
