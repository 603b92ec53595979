"""What must hold of every page at every width: nothing overlaps, overflows or is too small."""

from playwright.sync_api import Page

from tests.e2e.site import overflow, small_targets

# Pairs of these that lie over each other although both are meant to be seen whole.
OVERLAPS = """selector => {
  const parts = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const boxes = parts.map((e) => e.getBoundingClientRect());
  const name = (e) => `${e.className} ${e.textContent.trim() || e.alt}`;
  const found = [];
  for (let i = 0; i < parts.length; i++) for (let j = i + 1; j < parts.length; j++) {
    const [a, b] = [boxes[i], boxes[j]];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 2 && !parts[i].contains(parts[j])) {
      found.push(`${name(parts[i])} / ${name(parts[j])}: ${wide} x ${high}`);
    }
  }
  return found;
}"""
ON_THE_FELT = (
    ".felt .cards li:last-child .card:not(.card--small)",
    ".felt .spot-circle",
    ".felt .chip",
    ".felt .badge",
    ".felt .seat-name",
    ".felt .pit-words",
    ".felt-say",
    ".result dd",
)
OF_A_GAME = (
    ".pt-say",
    ".pt-name",
    ".pt-felt .badge",
    ".pt-counts > div",
    ".pt-middle p",
    # The cards of a heap lie over each other, as they do on a table.
    ".pt-downs",
    ".pt-step > li:not(.pt-downs) .card",
    ".pt-offer",
    ".pt-steps .button",
    ".pt-auto :is(button, select)",
)
BELOW_IT = (
    ".play-bar button",
    ".typing",
    ".bets-sum",
    ".play-bar p:not(.bets-limits)",
)


def overlaps(page: Page, parts: tuple[str, ...]) -> list[str]:
    """Pairs of parts of a page that lie over each other."""
    return [str(pair) for pair in page.evaluate(OVERLAPS, ", ".join(parts))]


def misplaced(page: Page, parts: tuple[str, ...] = ON_THE_FELT + BELOW_IT) -> list[str]:
    """What of a table lies over another part, is too small to touch, or makes it too wide."""
    wider = overflow(page)
    return [
        *overlaps(page, parts),
        *small_targets(page),
        *([f"{wider} pixels too wide"] if wider else []),
    ]
