"""Pictures of every page and state, for people to look at; `make screenshots` takes them."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import PAGES, Site, buy_in, deal, decide, seed_for
from tests.e2e.test_look import is_tie_of_the_second_hand

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "screenshots"
README_PICTURES = ROOT / "docs" / "images"

pytestmark = pytest.mark.screenshots


def take_all(page: Page, site: Site, prefix: str) -> None:
    PICTURES.mkdir(exist_ok=True)

    def take(name: str) -> None:
        page.screenshot(path=PICTURES / f"{prefix}-{name}.png", full_page=True)

    for path in PAGES:
        page.goto(site.url + path)
        take("stranger" + path.replace("/", "-"))
    buy_in(page, site)
    take("betting")
    deal(page, ("10", ""), ("10", "5"))
    take("tie")
    decide(page, "Go to war")
    take("settled")
    deal(page, ("7", ""))
    take("refused")
    page.goto(f"{site.url}/tables/classic")
    page.get_by_role("button", name="New shoe").click()
    for path in (*PAGES, "/history/1", "/fairness/1", "/tables/ladder"):
        page.goto(site.url + path)
        take("player" + path.replace("/", "-"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_pictures_of_everything(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str
) -> None:
    site = open_site(seed_for(is_tie_of_the_second_hand))
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    take_all(page, site, f"{width}-{scheme}")


def test_pictures_of_the_readme(open_site: OpenSite, open_page: OpenPage) -> None:
    README_PICTURES.mkdir(parents=True, exist_ok=True)
    site = open_site(seed_for(is_tie_of_the_second_hand))
    page = open_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
    page.goto(site.url)
    page.screenshot(path=README_PICTURES / "lobby.png")
    buy_in(page, site)
    deal(page, ("10", ""), ("10", "5"))
    page.screenshot(path=README_PICTURES / "table.png")
