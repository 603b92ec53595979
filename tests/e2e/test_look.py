"""Every page and state: no overflow, targets large enough, clean by axe.

In every language and theme when asked for; by turns else, so that each page meets one pair of
them, and each pair some pages.
"""

from collections.abc import Iterable
from itertools import product

import pytest
from playwright.sync_api import Page

from casino_war.web import create_app
from casino_war.web.language import DEFAULT_LANGUAGES
from tests.e2e.furnished import House
from tests.e2e.layout import OF_A_GAME, overlaps
from tests.e2e.looks import ALL, NO_PAGES, Look
from tests.e2e.site import faults
from tests.e2e.windows import HEIGHT, WIDEST, Windows
from tests.e2e.wishes import THEMES

PAIRS = tuple(product(DEFAULT_LANGUAGES, THEMES))
WIDTHS = (WIDEST, 360, 320)
"""A desk's window, a phone's, and a small phone's or a desk's at 400 per cent."""
FURTHER_WIDTHS = (2560, WIDEST, 768, 360, 320)

# A label leads to the first element of an id.
TWICE = """() => [...document.querySelectorAll("[id]")].map((each) => each.id)
                 .filter((id, place, all) => all.indexOf(id) < place)"""


def examine(look: Look, page: Page, widths: Iterable[int], axe_at: int) -> list[str]:
    """What is wrong with what is on the screen, at every width; axe looks at one of them."""
    found = [f"the id {name} is there twice" for name in page.evaluate(TWICE)]
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        wrong = faults(page, has_axe=width == axe_at)
        if look.endpoint == "practice.game":
            wrong += overlaps(page, OF_A_GAME)
        found += [f"{width}: {each}" for each in wrong]
    return found


def look_at(
    house: House,
    windows: Windows,
    looks: Iterable[Look],
    pair: tuple[str, str],
    widths: tuple[int, ...] = WIDTHS,
) -> None:
    found = {}
    for number, look in enumerate(looks):
        page = windows.page(look)
        look.show(page, house, *pair)
        # Axe takes most of the time: it sees every other page as it is on a phone.
        found[look.name] = examine(look, page, widths, WIDTHS[number % 2])
        windows.leave(page)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_each_page_in_one_of_the_languages_and_themes(
    house: House, windows: Windows, pair: tuple[str, str]
) -> None:
    look_at(house, windows, ALL[PAIRS.index(pair) :: len(PAIRS)], pair)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_page_in_every_language_and_theme(
    house: House, windows: Windows, pair: tuple[str, str]
) -> None:
    look_at(house, windows, ALL, pair, FURTHER_WIDTHS)


def test_every_page_is_looked_at() -> None:
    rules = create_app().url_map.iter_rules()
    pages = {rule.endpoint for rule in rules if "GET" in (rule.methods or ())}
    assert {look.endpoint for look in ALL} - {"fails"} == pages - NO_PAGES
    assert len({look.name for look in ALL}) == len(ALL) > 4 * len(PAIRS)
