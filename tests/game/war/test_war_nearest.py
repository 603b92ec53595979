"""Any rules as the nearest named game with differences, printed and read back."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from casino_war.errors import InvalidNotationError, InvalidRulesError, UnknownPresetError
from casino_war.game.war_nearest import differences, nearest, read_spelled, spell
from casino_war.game.war_presets import PRESETS, WarPreset, find, search
from casino_war.game.war_rules import WarRules, faults_of
from tests.game.war.strategies import FIELDS


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_is_nothing_but_itself(preset: WarPreset) -> None:
    assert differences(preset, preset.rules) == ()
    assert differences(nearest(preset.rules), preset.rules) == ()
    assert spell(preset.rules, preset) == f"{preset.key}@{preset.version}"
    for name in (preset.key, preset.title, f"{preset.key}@1", *preset.names):
        assert read_spelled(name) == (preset, preset.rules)


@settings(max_examples=50)
@given(st.fixed_dictionaries({}, optional=FIELDS))
def test_what_is_spelled_reads_back(data: dict[str, Any]) -> None:
    assume(not faults_of(data))
    rules = WarRules.from_data(data)
    assert read_spelled(spell(rules)) == (nearest(rules), rules)
    assert read_spelled(spell(rules, find("peace")))[1] == rules


def test_players_within_a_presets_range_are_no_difference() -> None:
    rules = WarRules.from_data({**find("razboi").rules.to_data(), "players": 4})
    assert nearest(rules) == find("razboi")
    assert spell(rules) == "razboi@1 players=4"
    assert differences(find("razboi"), rules) == ()
    (only,) = differences(find("three_down"), WarRules(war_face_down=3, players=3))
    assert (only.name, only.preset, only.value) == ("players", 2, 3)


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        ("nowhere", UnknownPresetError, "nowhere"),
        ("", UnknownPresetError, "''"),
        ("nowhere@1 players=2", UnknownPresetError, "nowhere"),
        ("classic@2", InvalidNotationError, "classic@1"),
        ("classic@1 players", InvalidNotationError, "players"),
        ("classic@1 players=2 players=3", InvalidNotationError, "players=3"),
        ("classic@1  deck=36", InvalidNotationError, "''"),
        ("classic@1 dekc=36", InvalidRulesError, "deck"),
        ("classic@1 deck=37", InvalidRulesError, "37"),
        ("classic@1 captured_to=scored", InvalidRulesError, "objective=collect_all"),
        ("classic@1 " + "x" * 5000, InvalidNotationError, "xxx"),
    ],
)
def test_what_is_no_rules_is_told(text: str, kind: type[Exception], part: str) -> None:
    with pytest.raises(kind, match=part) as refused:
        read_spelled(text)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("PYANITSA", {"pyanitsa", "pyanitsa_down_up"}),
        ("пьяница", {"pyanitsa"}),
        ("razb", {"razboi"}),
        ("zz", set()),
    ],
)
def test_a_search_finds_parts_of_every_name(text: str, keys: set[str]) -> None:
    assert {preset.key for preset in search(text)} == keys
