"""Games of the practice room: known deals, how they are started, how they play by themselves."""

import secrets

from playwright.sync_api import Page, expect

from casino_war.game.randomness import FairStream
from casino_war.game.war import deal
from casino_war.game.war_presets import find
from casino_war.services.house import FIRST_CLIENT_SEED
from tests.e2e.site import Site

PLAYED = "sudden_death"
"""The game of the known deal."""


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
