"""A score sheet: worked sheets that the browser must reckon alike, and what is no sheet."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from casino_war.errors import InvalidInputError, InvalidRulesError
from casino_war.game.score_sheet import SETTINGS, ScoreSheet, SheetRow, SheetSettings
from tests.game.score_sheets import drawn_sheets, read_sheets, reckoned, sheet_of

WORKED, DRAWN = read_sheets()
DUO = ScoreSheet(players=("Ida", "Otto"))


@pytest.mark.parametrize("case", WORKED, ids=lambda case: str(case["title"]))
def test_a_worked_sheet_comes_to_what_is_written(case: Mapping[str, Any]) -> None:
    assert reckoned(sheet_of(case)) == case["reckoned"]


def test_drawn_sheets_still_come_to_what_the_browser_is_held_to() -> None:
    assert drawn_sheets() == DRAWN


def test_a_changed_setting_changed_back_leaves_no_trace() -> None:
    for case in WORKED:
        sheet = sheet_of(case)
        for name, allowed in SETTINGS.items():
            for value in allowed:
                if name == "table_size" and int(value) > len(sheet.players):
                    continue
                change: dict[str, Any] = {name: value}
                changed = sheet.with_settings(replace(sheet.settings, **change))
                assert changed.rows == sheet.rows
                assert changed.with_settings(sheet.settings) == sheet
                assert reckoned(changed.with_settings(sheet.settings)) == case["reckoned"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("games_to_win", value) for value in (0, 6, True, 1.0)),
        ("cards_buried", 0),
        ("cards_buried", 4),
        ("aces", "wild"),
        ("time_limit_minutes", 7),
        ("time_limit_minutes", 65),
        ("shuffle", "maybe"),
        ("tie", "peace"),
        ("table_size", 1),
        ("table_size", 5),
    ],
)
def test_a_setting_is_one_of_its_list(name: str, value: Any) -> None:
    with pytest.raises(InvalidRulesError, match=f"^{name} cannot be {value!r}; it is one of"):
        SheetSettings(**{name: value})


def test_a_table_needs_a_name_for_each_seat() -> None:
    with pytest.raises(InvalidRulesError, match="table for 3 needs as many names, not 2"):
        DUO.with_settings(SheetSettings(table_size=3))
    with pytest.raises(InvalidRulesError, match="different names"):
        replace(DUO, players=("Ida", "Ida"))


@pytest.mark.parametrize("winners", [(2,), (-1,), (0, 0)])
def test_a_game_is_taken_by_players_once(winners: tuple[int, ...]) -> None:
    with pytest.raises(InvalidInputError) as refused:
        replace(DUO, rows=(SheetRow(winners=winners),))
    assert refused.value.reason == "unknown_player"


@pytest.mark.parametrize(
    "row",
    [
        SheetRow(winners=(0,), cards=(30, 22)),
        SheetRow(cards=(52,)),
        SheetRow(cards=(20, 20, 11)),
        SheetRow(cards=(53, -1)),
    ],
)
def test_a_count_has_cards_of_each_and_no_winner(row: SheetRow) -> None:
    with pytest.raises(InvalidInputError) as refused:
        replace(DUO, rows=(row,))
    assert refused.value.reason == "no_count"


def test_notes_stand_in_the_match() -> None:
    sheet = replace(DUO, rows=(SheetRow(winners=(1,), note="three wars"),))
    assert sheet.at_table == ("Ida", "Otto")
    assert sheet.match.rows[0].note == "three wars"
