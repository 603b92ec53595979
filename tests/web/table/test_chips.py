"""Chips as a table draws them."""

import pytest

from casino_war.game.table_presets import find
from casino_war.game.table_rules import TableRules
from casino_war.web.table.chips import STACK_MAX, fewest_chips, tray_chips, typed_cents
from tests.web.browser import Browser


@pytest.mark.parametrize(
    ("cents", "stack"),
    [
        (0, ()),
        (64_100, (500, 100, 25, 5, 5, 5, 1)),
        (1_250, (5, 5, 1, 1)),
        (50, ()),
    ],
)
def test_a_stack_is_the_fewest_chips(cents: int, stack: tuple[int, ...]) -> None:
    assert fewest_chips(cents) == stack


def test_a_stack_grows_no_higher_than_can_be_drawn() -> None:
    assert fewest_chips(10**9) == (500,) * STACK_MAX


@pytest.mark.parametrize(
    ("text", "cents"), [("10", 1_000), (" 7 ", 700), ("", 0), ("1.5", 0), ("٣", 0), ("-5", 0)]
)
def test_only_whole_chips_are_drawn(text: str, cents: int) -> None:
    assert typed_cents(text) == cents


@pytest.mark.parametrize(
    ("minimum", "maximum", "step", "tray"),
    [
        (5, 500, 5, (5, 25, 100, 500)),
        (1, 20, 1, (1, 5)),
        # Two discs of five make a step of ten; 25 would leave the steps.
        (10, 200, 10, (5, 100)),
        (25, 1_000, 25, (25, 100, 500)),
    ],
)
def test_the_tray_offers_what_fits_the_limits(
    minimum: int, maximum: int, step: int, tray: tuple[int, ...]
) -> None:
    rules = TableRules(
        ante_min_cents=minimum * 100, ante_max_cents=maximum * 100, ante_step_cents=step * 100
    )
    assert tray_chips(rules) == tray


def test_the_page_brings_the_numbers_that_rule_bets_out(player: Browser) -> None:
    player.submit("/tables/niagara", "/tables/niagara/sit")
    page = player.get("/tables/niagara")
    rules = find("niagara").rules
    assert f'data-tie-bet="5 {rules.tie_bet_ceiling_cents // 100} 5"' in page
    assert 'data-ante="5 500 5"' in page
    assert "data-tie-alone" not in page
    # The layout prints the whole table, and the bet offered lies on its first spot.
    assert page.count('class="spot-circle"') == 2 * rules.hands_max
    assert page.count("disc--5 tray-chip") == 1
