"""One way through the practice room: its pages, and a game at every state, by the name of each."""

import secrets
from collections.abc import Iterator

from playwright.sync_api import Page, expect

from casino_war.game.randomness import FairStream
from casino_war.game.war import deal
from casino_war.game.war_presets import find
from casino_war.services.house import FIRST_CLIENT_SEED
from tests.e2e.site import Site, unfold

PLAYED = "sudden_death"
"""The game that the walk plays from its deal to its end."""
PAGES = (
    "/practice?pace=quick",
    "/practice?name=nothing+of+the+kind",
    "/practice/rules/razboi?players=4",
    "/practice/rules/steal_war",
    "/practice/new?rules=three_down&players=9&captured_to=scored",
    "/practice/statistics",
)


def seed_of_the_war() -> str:
    """A server seed with which the first battle of the game played is a war."""
    rules = find(PLAYED).rules
    for number in range(10_000):
        seed = f"{number:064x}"
        tops = [stock[0] for stock in deal(rules, FairStream(seed, FIRST_CLIENT_SEED, 0)).stocks]
        if len({card.rank for card in tops}) == 1:
            return seed
    raise AssertionError("no such deal among 10,000")


def start(page: Page, site: Site, rules: str, seats: str = "person,computer") -> str:
    """Start a game as the gallery's form does and open it; return its address."""
    page.goto(f"{site.url}/cashier")
    token = page.locator("[name=csrf_token]").first.get_attribute("value") or ""
    form: dict[str, str | float | bool] = {
        "csrf_token": token,
        "key": secrets.token_urlsafe(12),
        "rules": rules,
        "seats": seats,
    }
    answer = page.request.post(f"{site.url}/practice/games", form=form)
    page.goto(answer.url)
    return answer.url


def expect_wars_to_wait(page: Page) -> None:
    """Let a dealt game play by itself: a war stays until it is cleared, then it goes on."""
    page.get_by_label("Speed").select_option("fastest")
    page.get_by_label("A war stays for").select_option("stay")
    player = page.locator("[data-play]")
    player.click()
    expect(player).to_have_text("Clear the war and go on", timeout=30_000)
    expect(page.locator(".pt-felt--war")).to_be_visible()
    page.get_by_label("A war stays for").select_option("0")
    at = int(page.locator("#felt").get_attribute("data-battle") or 0)
    player.click()
    expect(page.locator(".pt-felt--war")).to_have_count(0)
    player.click()
    expect(player).to_have_text("Play by itself")
    assert int(page.locator("#felt").get_attribute("data-battle") or 0) > at


def practice_states(page: Page, site: Site) -> Iterator[str]:
    """Bring the page into one state after another; yields the name of each."""
    for part in (_rooms, _played, _chosen, _remembered):
        for state in part(page, site):
            page.wait_for_load_state("load")
            yield state


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def _rooms(page: Page, site: Site) -> Iterator[str]:
    for path in PAGES:
        unfold(page, site, path)
        yield f"practice {path.removeprefix('/practice')}"


def _played(page: Page, site: Site) -> Iterator[str]:
    address = start(page, site, PLAYED)
    yield "game undealt"
    _press(page, "Deal the cards")
    expect(page.locator("#felt")).to_have_attribute("data-battle", "0")
    yield "game dealt"
    _press(page, "Flip")
    expect(page.locator(".pt-felt--war")).to_be_visible()
    yield "game war"
    _press(page, "Clear the war")
    expect(page.get_by_role("button", name="Flip", exact=True)).to_be_visible()
    _press(page, "Pause")
    expect(page.get_by_role("button", name="Go on", exact=True)).to_be_visible()
    yield "game paused"
    _press(page, "Go on")
    _press(page, "To the end")
    expect(page.locator("#over-heading")).to_contain_text("wins")
    yield "game over"
    unfold(page, site, f"{address.removeprefix(site.url)}?battle=1")
    yield "game replayed"
    _press(page, "Check the deal here")
    expect(page.locator("[data-deal-result]")).to_contain_text("Kept: ")
    yield "game proved"


def _chosen(page: Page, site: Site) -> Iterator[str]:
    start(page, site, "arneson", "person,person")
    _press(page, "Deal the cards")
    expect(page.locator("#cover-heading")).to_be_visible()
    yield "game covered"
    page.get_by_role("link", name="I am South").click()
    expect(page.locator(".pt-offer")).to_have_count(3)
    yield "game choice"
    start(page, site, "steal_war")
    _press(page, "Deal the cards")
    expect(page.locator("#choose-heading")).to_be_visible()
    yield "game steal"
    start(page, site, "razboi", ",".join(["person", *["computer"] * 3]))
    _press(page, "Deal the cards")
    _press(page, "Flip 10")
    expect(page.locator("#felt.pt-felt--4")).not_to_have_attribute("data-battle", "0")
    yield "game of four"


def _remembered(page: Page, site: Site) -> Iterator[str]:
    unfold(page, site, "/practice/new?rules=three_down")
    page.get_by_label("Name", exact=True).fill("Three to win")
    _press(page, "Keep these rules")
    expect(page.get_by_role("status")).to_contain_text("Kept as Three to win")
    yield "practice kept"
    unfold(page, site, "/practice")
    yield "practice own"
    unfold(page, site, "/practice/statistics")
    yield "practice played"
