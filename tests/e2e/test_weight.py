"""What a first visit to a table costs, and that nothing on it jumps while it comes or is played."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.deal_watch import expect_end, expect_play, go_on, watched_table
from tests.e2e.site import buy_in, deal, decide, seed_for, war_ends

BUDGET_BYTES = 150 * 1024

# Set before anything is drawn; what moves after something was pressed counts as well.
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const {value, sources} of list.getEntries()) {
    // Less than this is a pixel's rounding at the end of a motion; a line of text is ten times it.
    if (value < 0.001) continue;
    const moved = sources.map(({node}) => node?.className || node?.nodeName);
    window.shifts.push(`${value.toFixed(4)} ${moved.join(', ')}`);
  }
}).observe({type: 'layout-shift', buffered: true});
"""


def loaded(page: Page, act: Callable[[], object]) -> dict[str, int]:
    """The bytes of each file that came meanwhile, as sent: pages are never compressed."""
    fetched: list[Response] = []

    def note(response: Response) -> None:
        fetched.append(response)

    page.on("response", note)
    act()
    page.wait_for_load_state("networkidle")
    page.remove_listener("response", note)
    # Asked before the next page: afterwards the browser no longer knows. What it had kept
    # itself counts as less than nothing.
    return {
        each.url: max(0, each.request.sizes()["responseBodySize"]) for each in fetched if each.ok
    }


def test_a_first_visit_to_a_table_stays_within_its_budget(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site()
    page = open_page()
    first = loaded(page, lambda: page.goto(f"{site.url}/tables/classic"))
    buy_in(page, site)
    # The table as its player has it; what came before is kept.
    seated = loaded(page, lambda: page.goto(f"{site.url}/tables/classic"))
    assert 20 * 1024 < sum(first.values()) + sum(seated.values()) < BUDGET_BYTES, (first, seated)
    static = [url.removeprefix(site.url) for url in first | seated if "/static/" in url]
    assert len(static) > 15
    assert [url for url in static if not re.match("/static/[0-9a-f]{12}/", url)] == []
    assert [url for url in static if re.search("/cards/(big|full)", url)] == []


def shifts(page: Page) -> list[str]:
    page.wait_for_load_state("load")
    # A picture makes the browser draw what it has, and only then it tells what moved.
    page.screenshot(clip={"x": 0, "y": 0, "width": 1, "height": 1})
    return [str(each) for each in page.evaluate("window.shifts")]


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_jumps_while_a_table_comes_or_a_round_is_played(
    open_site: OpenSite, open_page: OpenPage, width: int
) -> None:
    page = watched_table(
        open_page,
        open_site(seed_for(war_ends(1))),
        "hints=full",
        viewport={"width": width, "height": 800},
    )
    page.add_init_script(WATCH_SHIFTS)
    acts: list[Callable[[], None]] = [
        lambda: deal(page, ("10", "")),
        lambda: decide(page, "Go to war"),
    ]
    for act in acts:
        page.reload()
        assert shifts(page) == []
        act()
        expect_play(page)
        # The answer itself may bring other buttons; from there on all stands.
        shifts(page)
        page.evaluate("window.shifts = []")
        go_on(page, 30_000)
        expect_end(page)
        assert shifts(page) == []
    page.reload()
    assert shifts(page) == []
