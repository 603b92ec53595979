"""Languages and themes by turns, so that a walk through the pages meets them all.

Where every page in every language and theme would take minutes, each page has the next of
them: five and three have no common divisor, so that after fifteen pages all pairs have met.
"""

from collections.abc import Callable, Iterator
from itertools import count

from playwright.sync_api import Page

from casino_war.web.language import DEFAULT_LANGUAGES
from casino_war.web.settings import COOKIE
from tests.e2e.site import Site

THEMES = ("light", "dark", "contrast")

Wish = tuple[str, str]
"""A language and a theme."""


def by_turns(start: int = 0) -> Iterator[Wish]:
    """Every language with every theme, again and again."""
    for number in count(start):
        yield DEFAULT_LANGUAGES[number % len(DEFAULT_LANGUAGES)], THEMES[number % len(THEMES)]


def wish_for(page: Page, site: Site, wish: Wish | None) -> None:
    """Let the next pages come in a language and a theme, or again as everybody has them."""
    if wish is None:
        page.context.clear_cookies(name=COOKIE)
        return
    language, theme = wish
    cookie = f"language={language}&theme={theme}"
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": site.url}])


Wishing = Callable[[], Wish | None]
"""Tells in which language and theme the next page shall be read."""


def nobody_wishes() -> None:
    """Read the page as everybody has it."""
