"""The named games of War: their rules, and every spelling by which people find them."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from casino_war.errors import UnknownPresetError
from casino_war.game.war_presets import PRESETS, WarPreset, find
from casino_war.game.war_rules import WarRules

DATA = Path(__file__).parents[2] / "data"
DIFFERENCES: dict[str, dict[str, Any]] = json.loads((DATA / "war_presets.json").read_text())

every_preset = pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)


def test_the_presets_are_those_of_the_list_in_its_order() -> None:
    assert [preset.key for preset in PRESETS] == list(DIFFERENCES)


@every_preset
def test_a_preset_differs_from_the_classic_game_as_listed(preset: WarPreset) -> None:
    expected = dict(DIFFERENCES[preset.key])
    fewest, _, most = str(expected.pop("players", "2")).partition("-")
    assert preset.players == (int(fewest), int(most or fewest))
    data = WarRules().to_data() | {"players": int(fewest)} | expected
    assert preset.rules.to_data() == data


@every_preset
def test_a_preset_holds_for_every_number_of_players_that_it_allows(preset: WarPreset) -> None:
    for players in preset.player_counts:
        rules = WarRules.from_data({**preset.rules.to_data(), "players": players})
        assert rules.players == players


@every_preset
def test_a_preset_has_a_title_a_source_and_a_version(preset: WarPreset) -> None:
    assert preset.key.replace("_", "").isalnum()
    assert preset.key.isascii()
    assert preset.key.islower()
    assert preset.title.strip() == preset.title != ""
    assert preset.source
    assert preset.version >= 1
    assert all(name[0] == name[0].upper() != preset.title for name in preset.names)


def _spellings(name: str) -> set[str]:
    """Write a name as people do who copy it from somewhere else."""
    spellings = {name, name.upper(), name.title(), f"  {name}\t", name.replace(" ", "-")}
    spellings |= {name.replace(" ", "_"), name.replace(" ", "   ")}
    spellings |= {name.replace("'", other) for other in ("’", "‘", "ʼ", "´", "`", "′", "")}
    spellings |= {unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    return spellings


@every_preset
def test_a_preset_is_found_by_every_spelling_of_key_title_and_names(preset: WarPreset) -> None:
    for name in (preset.key, preset.title, *preset.names):
        for spelling in _spellings(name):
            assert find(spelling) is preset, spelling


def test_no_two_presets_share_a_spelling() -> None:
    taken: dict[str, str] = {}
    for preset in PRESETS:
        for name in (preset.key, preset.title, *preset.names):
            for spelling in _spellings(name):
                assert taken.setdefault(spelling.casefold(), preset.key) == preset.key


@pytest.mark.parametrize(
    ("spelling", "key"),
    [
        ("Krig", "norwegian"),
        ("War", "classic"),
        ("Battle", "classic"),
        ("Bataille", "bataille"),
        ("La Bataille", "bataille"),
        ("Peanitsa", "pyanitsa"),
        ("Drunkard", "pyanitsa"),
        ("Пьяница", "pyanitsa"),
        ("P'yanitsa", "pyanitsa"),
        ("P’yanitsa", "pyanitsa"),
        ("pʼyanitsa", "pyanitsa"),
        ("Pyanitsa", "pyanitsa"),
        ("Leben und Tod", "tod_und_leben"),
        ("Tod-und-Leben", "tod_und_leben"),
        ("Război", "razboi"),
        ("Razboi", "razboi"),
        ("RĂZBOI", "razboi"),
        ("Four Handed", "four_handed"),
        ("four–handed", "four_handed"),
        ("Three-Down", "three_down"),
        ("Classic last card stands", "classic_last_card"),
        ("steal war", "steal_war"),
        ("Sudden Death", "sudden_death"),
        ("Addition War", "addition"),
        ("Subtraction-War", "subtraction"),
    ],
)
def test_a_game_is_found_by_the_name_that_people_give_it(spelling: str, key: str) -> None:
    assert find(spelling).key == key


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("clasic", "classic"), ("kriig", "norwegian"), ("peacce", "peace"), ("Pyanitza", "pyanitsa")],
)
def test_an_unknown_name_is_answered_with_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(UnknownPresetError) as refused:
        find(name)
    assert str(refused.value.facts["nearest"]).split(", ")[0] == nearest
    assert repr(name) in str(refused.value)


@pytest.mark.parametrize("name", ["", "???", "'", "x" * 10_000])
def test_even_nonsense_is_answered_with_names(name: str) -> None:
    with pytest.raises(UnknownPresetError) as refused:
        find(name)
    assert refused.value.facts["nearest"]
    assert len(str(refused.value)) < 500
