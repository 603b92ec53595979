"""The practice room, every page and every state of a game: seen, touched and read by machines."""

import pytest

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.layout import overlaps
from tests.e2e.practice_walk import practice_states, seed_of_the_war
from tests.e2e.site import faults

AXED = {
    (1280, "dark"): ("game war", "game choice", "practice /new"),
    (320, "light"): ("game covered", "practice /rules/razboi"),
}
"""Axe takes seconds for a page: where it looks without being asked for more, by window."""
APART = (
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


@pytest.mark.parametrize(
    ("width", "scheme", "is_thorough"),
    [
        (1280, "dark", False),
        # As wide as a phone's window, or a desk's at 400 per cent.
        (320, "light", False),
        *(
            pytest.param(width, scheme, True, marks=pytest.mark.slow)
            for width in (320, 360, 768, 1280, 2560)
            for scheme in ("light", "dark")
        ),
    ],
)
def test_every_page_and_state_can_be_seen_and_touched(
    open_site: OpenSite, open_page: OpenPage, width: int, scheme: str, is_thorough: bool
) -> None:
    site = open_site(seed_of_the_war())
    page = open_page(viewport={"width": width, "height": 740}, color_scheme=scheme)
    examined = AXED.get((width, scheme), ())
    found = {
        state: [
            *faults(page, has_axe=is_thorough or state.startswith(examined)),
            *overlaps(page, APART),
        ]
        for state in practice_states(page, site)
    }
    assert {state: each for state, each in found.items() if each} == {}
