"""A table whose play is watched: what can be seen of it when each event begins and ends."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.site import Site, buy_in

# Keeps what is in sight each time that the play says something has begun or ended.
WATCH = """
window.watched = [];
window.contexts = 0;
const Audio = window.AudioContext;
window.AudioContext = class extends Audio {
  constructor() { super(); window.contexts += 1; }
};
const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
};
const inSight = (element) => getComputedStyle(element).visibility === 'visible';
const all = (selector) => Array.from(document.querySelectorAll(selector)).filter(inSight);
const text = (selector) => document.querySelector(selector)?.textContent.trim();
const landing = (flyer) => {
  // Where it lies without its motion, and whether the motion ends there.
  const origin = flyer.parentElement.getBoundingClientRect();
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = flyer;
  const end = flyer.getAnimations()[0].effect.getKeyframes().at(-1).transform;
  return end !== 'none' ? null : [
    Math.round(origin.x + offsetLeft + offsetWidth / 2),
    Math.round(origin.y + offsetTop + offsetHeight / 2),
  ];
};
for (const name of ['deal:start', 'deal:land', 'deal:end']) {
  document.addEventListener(name, ({ detail }) => {
    const event = document.getElementById('round-events').children[detail?.index];
    window.watched.push({
      when: name.slice(5),
      event: event?.dataset.event ?? 'end',
      index: detail?.index ?? -1,
      place: `${event?.dataset.hand}/${event?.dataset.nth}`,
      said: text('.felt-say'),
      heard: text('#say .visually-hidden') ?? '',
      bankroll: text('#bankroll strong'),
      cards: Object.fromEntries(all('[data-felt] [data-spot]').map((card) => [
        `${card.dataset.spot}/${card.dataset.nth}`,
        [card.querySelector('img').alt, ...middle(card.querySelector('img'))],
      ])),
      backs: all('[data-burn]').length,
      badges: all('[data-outcome] .badge').map((badge) => badge.textContent.trim()),
      chips: all('.deal-chips, [data-stake] .chip').map((chips) => chips.textContent.trim()),
      flying: all('.deal-card').map((flyer) => [...middle(flyer), ...(landing(flyer) ?? [])]),
      shoe: middle(document.querySelector('[data-shoe]')),
      frame: Array.from(document.querySelectorAll('[data-felt], [data-hand], .dealer'), (box) => (
        [box.offsetLeft, box.offsetTop, box.offsetWidth, box.offsetHeight])),
    });
  });
}
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was in sight at one moment of the play; positions are the middles, in pixels."""

    when: str
    event: str
    index: int
    place: str
    said: str
    heard: str
    bankroll: str
    cards: dict[str, list[Any]]
    backs: int
    badges: list[str]
    chips: list[str]
    flying: list[list[int]]
    shoe: list[int]
    frame: list[list[int]]


def watched_table(open_page: OpenPage, site: Site, settings: str = "", **options: Any) -> Page:
    """Sit down at a table where time stands still, so that a play goes on only by `go_on`."""
    page = open_page(reduced_motion="no-preference", **options)
    if settings:
        page.context.add_cookies(
            [{"name": "casino_war_settings", "value": settings, "url": site.url}]
        )
    page.add_init_script(WATCH)
    page.clock.install(time=0)
    buy_in(page, site)
    page.clock.pause_at(3_600_000)
    return page


def expect_play(page: Page) -> None:
    expect(page.locator("[data-dealing]")).to_have_count(1)


def expect_end(page: Page) -> None:
    expect(page.locator("[data-dealing]")).to_have_count(0)


def go_on(page: Page, milliseconds: int) -> None:
    page.clock.run_for(milliseconds)


def seen(page: Page) -> list[Seen]:
    """Everything watched so far, in order."""
    return [Seen(**each) for each in page.evaluate("window.watched")]
