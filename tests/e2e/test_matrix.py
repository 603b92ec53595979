"""Every end of a hand, however it is played, on every window: pairwise, and in full when asked."""

import shutil
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from casino_war.game.table_rules import TiedWar
from tests.e2e.layout import ON_THE_FELT, misplaced
from tests.e2e.matrix import (
    AXES,
    ENDINGS,
    ENDINGS_BY_RULE,
    Player,
    Room,
    is_possible,
    rows_by_rule,
)
from tests.e2e.pairwise import Row, full, pairs_of, pairwise
from tests.e2e.site import serving, violations
from tests.e2e.windows import hearing

ROWS = pairwise(AXES, is_possible)


def name_of(row: Row) -> str:
    return "-".join(row.values())


def axed() -> list[str]:
    """The names of a few rows in which axe looks too: each width and scheme, in every state."""
    found: dict[tuple[str, str], str] = {}
    # A tie shows more states than the rest.
    for row in sorted(ROWS, key=lambda row: not ENDINGS[row["ending"]].decision):
        # It needs scripts and a clock that goes.
        if row["by"] != "no script" and row["motion"] == "still":
            found.setdefault((row["width"], row["scheme"]), name_of(row))
    return list(found.values())


AXED = axed()


@pytest.fixture(scope="module")
def room(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, migrated: Path
) -> Iterator[Room]:
    folder = tmp_path_factory.mktemp("matrix")
    shutil.copy(migrated, folder / "casino_war.sqlite3")
    seeds: deque[str] = deque()
    # Whoever sits down draws two: the shoe of the row, and one that is never dealt.
    drawn = iter(lambda: seeds.popleft() if seeds else None, "")
    complaints: list[str] = []
    with serving(folder / "casino_war.sqlite3", folder, drawn) as site:
        opened = Room(browser, site, seeds, lambda window: hearing(window, complaints))
        yield opened
        for window in opened.windows.values():
            window.close()
        assert site.has_clean_books()
    assert complaints == []


def play(page: Page, row: Row) -> None:
    found: dict[str, list[str]] = {}

    def look(state: str) -> None:
        found[state] = misplaced(page)
        if name_of(row) in AXED:
            found[state] += violations(page)

    player = Player(page, row)
    player.bet()
    look("betting")
    player.press("Deal")
    if player.ending.decision:
        player.expect_tie()
        look("deciding")
        player.press(player.ending.decision)
    player.expect_end()
    look("settled")
    assert {state: faults for state, faults in found.items() if faults} == {}


@pytest.mark.parametrize("row", ROWS + rows_by_rule(), ids=name_of)
def test_a_hand_ends_as_it_should_and_looks_so(room: Room, row: Row) -> None:
    page = room.sit(row)
    play(page, row)
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("ending", [*ENDINGS, *ENDINGS_BY_RULE])
def test_every_combination(room: Room, ending: str) -> None:
    for row in full(AXES | {"ending": (ending,)}, is_possible):
        page = room.sit(row)
        play(page, row)
        page.close()


def test_each_tied_war_rule_and_every_value_is_met() -> None:
    assert {ending.rules.tied_war for ending in (*ENDINGS.values(), *ENDINGS_BY_RULE.values())} == {
        *TiedWar
    }
    rows = rows_by_rule()
    for axis in ("width", "by", "motion", "scheme", "hands"):
        assert {row[axis] for row in rows} == {*AXES[axis]}


def test_every_two_values_meet() -> None:
    everything = full(AXES, is_possible)
    met = set().union(*map(pairs_of, ROWS))
    assert set().union(*map(pairs_of, everything)) == met
    assert len(ROWS) < len(everything) / 12
    looked = [row for row in ROWS if name_of(row) in AXED]
    for axis in ("width", "scheme", "by"):
        seen = {row[axis] for row in looked} | {"no script"}
        assert seen >= set(AXES[axis])


@pytest.mark.parametrize("width", AXES["width"])
def test_seven_hands_leave_each_other_room(room: Room, width: str) -> None:
    row = dict(zip(AXES, ("win", width, "mouse", "still", "dark", "1"), strict=True))
    page = room.sit(row)
    found = {}
    for state in ("betting", "deciding", "settled"):
        page.goto(f"{room.site.url}/style?table={state}")
        found[state] = misplaced(page, ON_THE_FELT)
    page.close()
    assert {state: faults for state, faults in found.items() if faults} == {}
