"""Chromium, and sites to point it at."""

import shutil
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.furnished import House, furnish
from tests.e2e.site import Site, serving
from tests.e2e.windows import Windows, hearing
from tools.find_browser import find_browser

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# A busy machine is slow: only what never comes waits so long.
expect.set_options(timeout=20_000)

OpenSite = Callable[..., Site]
OpenPage = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    executable = find_browser()
    assert executable is not None, "the end-to-end tests need a browser: run tools/browser"
    return {"executable_path": str(executable), "args": FLAGS}


@pytest.fixture
def open_site(tmp_path: Path, migrated: Path) -> Iterator[OpenSite]:
    """Serve sites with the server seeds given; each must end with clean books."""
    with ExitStack() as stack:
        sites: list[Site] = []

        def open_one(*seeds: str) -> Site:
            database = tmp_path / f"site-{len(sites)}.sqlite3"
            shutil.copy(migrated, database)
            site = stack.enter_context(serving(database, tmp_path / "instance", seeds))
            sites.append(site)
            return site

        yield open_one
        assert all(site.has_clean_books() for site in sites)


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open windows; whatever the browser complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_one(**options: Any) -> Page:
        context = browser.new_context(**{"reduced_motion": "reduce", **options})
        contexts.append(context)
        hearing(context, complaints)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[House]:
    """A house that has everything there is to be seen; nobody may change anything in it."""
    folder = tmp_path_factory.mktemp("furnished")
    shutil.copy(migrated, folder / "casino_war.sqlite3")
    seeds: deque[str] = deque()
    drawn = iter(lambda: seeds.popleft() if seeds else None, "")
    with serving(folder / "casino_war.sqlite3", folder, drawn) as site:
        yield furnish(site, seeds)
        assert site.has_clean_books()


@pytest.fixture(scope="module")
def windows(browser: Browser) -> Iterator[Windows]:
    """Windows to look from; whatever the browser complains about fails their last test."""
    opened = Windows(browser)
    yield opened
    opened.close()
    assert opened.complaints == []
