"""The score sheet in a browser: kept, shared, and used where nothing is kept or no one answers."""

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import Site, faults, serving

FORBIDDEN = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})"
# The storage of a site holds some five million signs.
FILL = """() => {
  for (let size = 2 ** 22; size >= 1; size /= 2) {
    const part = 'x'.repeat(size);
    try { for (let at = 0; ; at += 1) localStorage.setItem(`${size}-${at}`, part); }
    catch { /* full for this size */ }
  }
}"""


def opened(page: Page, site: Site) -> Page:
    page.goto(f"{site.url}/score")
    expect(page.locator("#score")).to_be_visible()
    return page


def name_players(page: Page, *names: str) -> None:
    for seat, name in enumerate(names, start=1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
        page.keyboard.press("Tab")


def take(page: Page, *winners: str) -> None:
    for winner in winners:
        page.get_by_role("button", name=f"{winner} took it").click()


def rows(page: Page) -> list[str]:
    """Who took each game, by number, as the sheet shows it."""
    return [
        f"{row.locator('th').inner_text()} {row.locator('select option:checked').inner_text()}"
        for row in page.locator("#score-rows tr").all()
    ]


def totals(page: Page) -> list[list[str]]:
    return [
        row.locator(".score-total").all_inner_texts()
        for row in page.locator("#score-rows tr").all()
    ]


def test_the_match_of_ida_and_otto(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site()
    page = opened(open_page(), site)
    name_players(page, "Ida", "Otto")
    take(page, "Otto", "Ida", "Otto")
    page.get_by_label("What happened").fill("A war of kings")
    take(page, "Otto")
    over = page.get_by_role("heading", name="Otto wins the match, 3–1.")
    expect(over).to_be_focused()
    assert totals(page) == [["0", "1"], ["1", "1"], ["1", "2"], ["1", "3"]]
    page.reload()
    expect(over).to_be_visible()
    expect(page.get_by_label("Note on game 4")).to_have_value("A war of kings")
    page.emulate_media(media="print")
    expect(page.locator("#score-result")).to_have_text("Otto wins the match, 3–1.")
    expect(page.locator("#score-rows")).to_contain_text("A war of kings")
    expect(page.get_by_text("How it is played")).to_be_visible()
    assert page.locator("#score").locator("button, input, select").filter(visible=True).count() == 0
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_role("heading", name="Game 4")).to_be_visible()
    expect(page.get_by_label("What happened")).to_have_value("A war of kings")
    page.get_by_role("button", name="Redo").press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    # Five to win opens the match again, one ends it with its first game.
    page.locator("input[name='games_to_win'][value='5']").check()
    expect(page.get_by_role("heading", name="Game 5")).to_be_visible()
    page.locator("input[name='games_to_win'][value='1']").check()
    assert totals(page) == [["0", "1"], ["", ""], ["", ""], ["", ""]]
    expect(page.get_by_text("does not count").filter(visible=True)).to_have_count(3)
    assert faults(page, has_axe=True) == []
    page.get_by_role("button", name="A new match of the same players").click()
    expect(page.get_by_role("heading", name="Game 1")).to_be_visible()
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Otto")
    expect(page.get_by_label("Show", exact=True).locator("option")).to_have_count(2)


def test_time_runs_out_and_cards_are_counted(open_site: OpenSite, open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 320, "height": 740}, color_scheme="dark")
    page.clock.install()
    opened(page, open_site())
    page.locator("input[name='table_size'][value='3']").check()
    page.get_by_role("button", name="Start the clock").click()
    page.clock.fast_forward("07:00")
    expect(page.get_by_role("timer")).to_have_text("7:00")
    # The running game follows the setting at once.
    page.get_by_label("Time limit").select_option("10")
    expect(page.get_by_role("timer")).to_have_text("3:00")
    page.get_by_role("button", name="Pause").click()
    page.clock.fast_forward("05:00")
    expect(page.get_by_role("timer")).to_have_text("3:00")
    page.get_by_label("Time limit").select_option("5")
    expect(page.locator("#score-up")).to_have_text(re.compile("^Time is up"))
    page.clock.run_for(1000)
    expect(page.locator("#score-said")).to_have_text(re.compile("^Time is up"))
    for seat, cards in enumerate(("20", "17", "13"), start=1):
        page.get_by_label(f"Cards of Player {seat}").fill(cards)
    enter = page.get_by_role("button", name="Enter the count")
    enter.click()
    expect(page.get_by_text("Cards counted: 50, dealt: 51")).to_be_visible()
    page.get_by_label("Cards of Player 3").fill("14")
    assert faults(page, has_axe=True) == []
    enter.click()
    assert rows(page) == ["1 Player 1"]
    expect(page.get_by_text("by count: 20–17–14")).to_be_visible()
    page.get_by_text("All but one took it").click()
    page.get_by_role("button", name="Player 1 lost").click()
    page.locator("input[name='table_size'][value='2']").check()
    assert totals(page) == [["1", "0"], ["1", "1"]]
    assert faults(page, has_axe=False) == []


# Two tabs on one storage are proved without a browser in tests/js.
@pytest.mark.slow
def test_two_tabs_follow_each_other(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site()
    page = opened(open_page(), site)
    take(page, "Player 1")
    other = opened(page.context.new_page(), site)
    take(other, "Player 2")
    expect(page.locator("#score-rows tr")).to_have_count(2)
    take(page, "Player 2")
    expect(other.get_by_role("heading", name="Game 4")).to_be_visible()
    other.get_by_role("button", name="Give up this sheet").click()
    expect(page.get_by_role("alert").filter(has_text="given this sheet up")).to_be_visible()
    assert rows(page) == ["1 Player 1", "2 Player 2", "3 Player 2"]
    other.get_by_role("button", name="Bring it back").click()
    assert rows(other) == rows(page)


def test_the_sheet_is_kept_with_the_server_stopped(
    open_page: OpenPage, tmp_path: Path, migrated: Path
) -> None:
    database = tmp_path / "site.sqlite3"
    shutil.copy(migrated, database)
    page = open_page()
    with serving(database, tmp_path / "instance", ()) as site:
        opened(page, site)
        # It is ready once everything is kept.
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    take(page, "Player 2")
    page.reload()
    expect(page.locator("#score-rows tr")).to_have_count(1)
    take(page, "Player 1")
    later = opened(page.context.new_page(), site)
    assert rows(later) == ["1 Player 2", "2 Player 1"]


@pytest.mark.parametrize("fault", ["forbidden", "full"])
def test_a_browser_that_keeps_nothing_says_so_and_loses_nothing(
    open_site: OpenSite, open_page: OpenPage, tmp_path: Path, fault: str
) -> None:
    page = open_page()
    if fault == "forbidden":
        page.add_init_script(FORBIDDEN)
    opened(page, open_site())
    if fault == "full":
        page.evaluate(FILL)
    name_players(page, "Ida", "Otto")
    take(page, "Otto", "Ida")
    told = "keeps nothing" if fault == "forbidden" else "storage is full"
    expect(page.get_by_role("alert").filter(has_text=told)).to_be_visible()
    page.get_by_role("button", name="New sheet").click()
    page.get_by_label("Show", exact=True).select_option(index=1)
    expect(page.locator("#score-rows tr")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export JSON").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert [row["took"] for row in json.loads(path.read_text("utf-8"))["rows"]] == [
        ["Otto"],
        ["Ida"],
    ]


def test_files_and_links_carry_a_sheet(
    open_site: OpenSite, open_page: OpenPage, tmp_path: Path
) -> None:
    site = open_site()
    page = opened(open_page(), site)
    markup = "<img src=x onerror=alert(1)>"
    name_players(page, markup, "=1+1")
    take(page, markup, "=1+1")
    assert rows(page) == [f"1 {markup}", "2 =1+1"]
    choose = page.get_by_label("Import JSON or CSV")
    for kind in ("CSV", "JSON"):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Export {kind}").click()
        path = tmp_path / f"sheet.{kind.lower()}"
        download.value.save_as(path)
        page.get_by_role("button", name="New sheet").click()
        choose.set_input_files(path)
        expect(page.locator("#score-rows tr")).to_have_count(2)
        assert rows(page) == [f"1 {markup}", "2 =1+1"]
    path.write_text(path.read_text("utf-8").replace('"version": 1', '"version": 7'), "utf-8")
    choose.set_input_files(path)
    refusal = page.get_by_role("alert").filter(has_text="version 7 is not known here")
    expect(refusal).to_contain_text("Line 3:")
    path.write_bytes(b"\xff\xfe")
    choose.set_input_files(path)
    expect(page.get_by_role("alert").filter(has_text="no text in UTF-8")).to_be_visible()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link to this sheet")
    expect(link).to_have_value(re.compile(r"/score#sheet="))
    guest = open_page()
    asked: list[str] = []
    guest.on("request", lambda request: asked.append(request.url))
    guest.goto(link.input_value())
    expect(guest.get_by_text("This sheet came by a link.")).to_be_visible()
    assert [url for url in asked if "sheet=" in url] == []
    assert faults(guest, has_axe=True) == []
    guest.get_by_role("button", name="Keep it here").click()
    expect(guest).to_have_url(f"{site.url}/score")
    guest.reload()
    expect(guest.locator("#score-rows tr")).to_have_count(2)
    guest.goto(f"{site.url}/score#sheet=xyz")
    expect(guest.get_by_role("alert").filter(has_text="holds no whole sheet")).to_be_visible()
    expect(guest.locator("#score-rows tr")).to_have_count(2)
