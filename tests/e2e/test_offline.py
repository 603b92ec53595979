"""Practice in Chromium with the connection cut: played, proved, opened anew, added later."""

import re

from playwright.sync_api import Page, expect

from casino_war.game.randomness import FairStream
from casino_war.game.war import deal, play_battle
from casino_war.game.war_events import EndReason, WarStepped
from casino_war.game.war_presets import find
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.practice_walk import expect_wars_to_wait
from tests.e2e.site import Site, overflow, small_targets, violations

PHONE = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}
PATH = "/practice/offline"

COUNTED_DRAWS = """crypto.getRandomValues = (bytes) => {
  const drawn = 1 + Number(sessionStorage.getItem('drawn'));
  sessionStorage.setItem('drawn', drawn);
  bytes.fill(0);
  bytes[bytes.length - 1] = drawn;
  return bytes;
}"""
"""What a browser draws, counted up: first the key of its wish, then the seed of each game."""
FIRST_CLIENT_SEED = f"{2:032x}"
FORGET_GAMES = """() => new Promise((done, failed) => {
  const wish = indexedDB.deleteDatabase('casino-war-practice');
  wish.onsuccess = () => done();
  wish.onerror = failed;
})"""
AT_ONCE = 5
"""Games that are dealt ahead; which of them comes first hangs on its link, which is random."""


def known_games(open_site: OpenSite, page: Page, preset: str, reason: EndReason) -> Site:
    """Open a site where the first game dealt ahead begins with two battles that are no wars.

    It ends for the *reason*.
    """
    page.add_init_script(COUNTED_DRAWS)
    for number in range(10_000):
        seed = f"{number:064x}"
        if all(is_known(preset, seed, nonce, reason) for nonce in range(AT_ONCE)):
            return open_site(*[seed] * AT_ONCE)
    raise AssertionError("no such games among 10,000")


def is_known(preset: str, seed: str, nonce: int, reason: EndReason) -> bool:
    source = FairStream(seed, FIRST_CLIENT_SEED, nonce)
    state = deal(find(preset).rules, source)
    while state.ended is None:
        state, events = play_battle(state, source)
        if state.battles <= 2 and any(isinstance(event, WarStepped) for event in events):
            return False
    return state.ended.reason is reason


def looks_right(page: Page) -> None:
    assert violations(page) == []
    assert small_targets(page) == []
    assert overflow(page) == 0


def open_list(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#offline[data-ready]")).to_be_visible()


def expect_kept(page: Page) -> None:
    """Wait until the browser has the page, its files and its cards."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    held = """async () => {
      const [name] = (await caches.keys()).filter(each => each.startsWith('casino-war-'));
      const keys = await (await caches.open(name)).keys();
      return keys.filter(each => each.url.includes('/cards/')).length;
    }"""
    for _try in range(100):
        # A strict policy forbids waiting for a function of the page.
        if int(page.evaluate(held)) >= 55:
            return
        page.wait_for_timeout(50)
    raise AssertionError("the cards are not kept")


def play_without_a_connection(page: Page, site: Site) -> str:
    """Play the first game on the shelf to its end, with the connection cut; return its result."""
    page.context.set_offline(True)
    page.goto(f"{site.url}/cashier")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.get_by_role("link", name="Practice without a connection").click()
    expect(page.locator("#offline[data-ready]")).to_be_visible()
    expect(page.locator("[data-connection]")).to_have_text("No connection")
    page.get_by_role("button", name=re.compile("^Play Three wars")).click()
    felt, shown = page.locator("#felt"), page.locator("#felt img.card")
    expect(page.locator("#say")).to_contain_text("The cards are dealt.")
    expect(page.locator("[data-do='flip']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(felt).to_have_attribute("data-battle", "1")
    page.keyboard.press("ArrowLeft")
    expect(felt).to_have_attribute("data-battle", "0")
    page.keyboard.press("ArrowRight")
    expect(felt).to_have_attribute("data-battle", "1")
    expect(shown).to_have_count(2)
    widths = "cards => cards.map(card => card.naturalWidth)"
    assert 0 not in shown.evaluate_all(widths)

    page.reload()
    expect(felt).to_have_attribute("data-battle", "1")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#over-heading")).to_contain_text("first to win 3 wars")
    expect(page.locator("[data-verdict]")).to_contain_text("Kept: ")
    return page.locator("#over-heading").inner_text()


def test_a_game_is_played_and_proved_without_a_connection_and_counts_afterwards(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    page = open_page(**PHONE)
    site = known_games(open_site, page, "three_wars", EndReason.WARS_REACHED)
    open_list(page, site.url + PATH)
    expect(page.locator("#shelf-heading")).to_be_visible()
    page.get_by_label("Game", exact=True).select_option(label="Three wars")
    page.get_by_role("button", name="Deal 5 games ahead").click()
    expect(page.locator("[data-note]")).to_contain_text("Games ready to be played: 5.")
    looks_right(page)
    expect_kept(page)

    result = play_without_a_connection(page, site)
    looks_right(page)
    page.reload()
    expect(page.locator("#over-heading")).to_have_text(result)
    expect(page.locator("[data-verdict]")).to_contain_text("Kept: ")
    page.get_by_role("button", name="To the games dealt ahead").click()
    expect(page.locator("[data-shelf]")).to_contain_text("4 ready")
    expect(page.locator("[data-figure='waiting']")).to_have_text("1")
    page.get_by_role("button", name="Add my offline games").click()
    expect(page.locator("[data-alert]")).to_contain_text("cannot be reached")

    page.context.set_offline(False)
    expect(page.locator("[data-connection]")).to_have_text("Connected")
    page.get_by_role("button", name="Add my offline games").click()
    expect(page.locator("[data-note]")).to_contain_text("Added to your statistics: 1.")
    expect(page.locator("[data-figure='waiting']")).to_have_text("0")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#over-heading")).to_have_text(result)
    page.goto(f"{site.url}/practice/statistics")
    expect(page.locator("#total-heading")).to_have_text("1 finished game")
    expect_dealt_again(page, site)


def expect_dealt_again(page: Page, site: Site) -> None:
    """What was played lately is dealt ahead by itself where none waits, in the gallery too."""
    open_list(page, site.url + PATH)
    # From a page that has no part in it: nothing else is under way there.
    page.goto(f"{site.url}/cashier")
    page.evaluate(FORGET_GAMES)
    page.goto(f"{site.url}/practice")
    expect(page.locator("[data-offline='ready']")).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("link", name="Practice without a connection").click()
    expect(page.locator("[data-shelf]")).to_contain_text("5 ready")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("[data-recent] option")).to_have_text("Three wars, 2 players")


def test_battles_follow_each_other_and_wars_wait(open_site: OpenSite, open_page: OpenPage) -> None:
    site, page = open_site(), open_page()
    open_list(page, site.url + PATH)
    page.get_by_role("button", name="Deal 5 games ahead").click()
    page.get_by_role("button", name=re.compile("^Play Classic")).click()
    expect_wars_to_wait(page)
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("[data-paused]")).to_be_visible()
    expect(page.get_by_role("button", name="To the end")).to_be_disabled()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Put it away").click()
    expect(page.locator("[data-shelf]")).to_contain_text("5 ready")


def play_first(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Play Classic")).click()
    expect(page.locator("#felt")).to_be_visible()


def test_a_game_open_in_two_tabs_is_one_game(open_site: OpenSite, open_page: OpenPage) -> None:
    one = open_page()
    site = known_games(open_site, one, "classic", EndReason.COLLECTED_ALL)
    open_list(one, site.url + PATH)
    one.get_by_role("button", name="Deal 5 games ahead").click()
    play_first(one)
    other = one.context.new_page()
    open_list(other, site.url + PATH)
    play_first(other)
    one.get_by_role("button", name="Flip", exact=True).click()
    expect(one.locator("#felt")).to_have_attribute("data-battle", "1")
    other.get_by_role("button", name="Flip", exact=True).click()
    expect(other.locator("#felt")).to_have_attribute("data-battle", "2")
    one.get_by_role("button", name="To the end").click()
    one.get_by_role("button", name="To the games dealt ahead").click()
    one.get_by_role("button", name="Add my offline games").click()
    expect(one.locator("[data-note]")).to_contain_text("Added to your statistics: 1.")
    other.get_by_role("button", name="Flip", exact=True).click()
    expect(other.locator("#over-heading")).to_be_visible()
    other.get_by_role("button", name="To the games dealt ahead").click()
    expect(other.locator("[data-shelf]")).to_contain_text("4 ready")
    expect(other.locator("[data-figure='waiting']")).to_have_text("0")

    play_first(other)
    one.get_by_text("Give games back", exact=True).click()
    one.get_by_role("button", name="Give all of them back").click()
    expect(one.locator("[data-note]")).to_contain_text("given back")
    other.get_by_role("button", name="Flip", exact=True).click()
    expect(other.locator("[data-note]")).to_contain_text("given back")
    expect(other.locator("[data-shelf]")).to_be_empty()


def test_a_browser_that_keeps_nothing_is_told_so(open_site: OpenSite, open_page: OpenPage) -> None:
    site, page = open_site(), open_page()
    page.add_init_script(
        """for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
             Object.defineProperty(window, name,
               {get() { throw new DOMException('denied', 'SecurityError'); }});"""
    )
    page.goto(site.url + PATH)
    expect(page.locator("[data-alert]")).to_contain_text("keeps nothing for this site")
    expect(page.get_by_role("button", name="Deal 5 games ahead")).to_be_hidden()


def test_a_full_disk_is_told_and_ends_no_game(open_site: OpenSite, open_page: OpenPage) -> None:
    site, page = open_site(), open_page()
    open_list(page, site.url + PATH)
    page.get_by_role("button", name="Deal 5 games ahead").click()
    play_first(page)
    page.evaluate(
        """() => {
             IDBObjectStore.prototype.put = () => {
               throw new DOMException('full', 'QuotaExceededError');
             };
           }"""
    )
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("[data-verdict]")).to_contain_text("Kept: ")
    expect(page.locator("[data-alert]")).to_contain_text("no room left")
    page.get_by_role("button", name="To the games dealt ahead").click()
    page.get_by_label("Game", exact=True).select_option(label="Three wars")
    page.get_by_role("button", name="Deal 5 games ahead").press("Enter")
    expect(page.locator("[data-alert]")).to_contain_text("no room left")
    expect(page.get_by_role("button", name="Deal 5 games ahead")).to_be_focused()
