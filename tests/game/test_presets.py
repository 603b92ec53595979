"""The named tables: what each is, and the names by which it is found."""

import pytest

from casino_war.errors import UnknownPresetError
from casino_war.game.table_presets import PRESETS, TablePreset, find
from casino_war.game.table_rules import ShoeRule, TableRules, TiedWar

EXPECTED = {
    "classic": TableRules(),
    "bonus": TableRules(shoe=ShoeRule.FRESH, tied_war=TiedWar.BONUS_ANTE),
    "single_deck": TableRules(decks=1, shoe=ShoeRule.FRESH),
    "battle_royal": TableRules(
        decks=1, shoe=ShoeRule.FRESH, tied_war=TiedWar.TRIPLE_RAISE, tie_bet_to_one=None
    ),
    "eleven": TableRules(shoe=ShoeRule.FRESH, tie_bet_to_one=11, tie_bet_alone=True),
    "niagara": TableRules(tied_war=TiedWar.BONUS_ANTE, tie_bet_max_share_percent=10),
    "ladder": TableRules(
        decks=8, tied_war=TiedWar.REPEAT, tie_bet_alone=True, tie_ladder=(10, 25, 50, 200)
    ),
}


def test_the_seven_tables_and_their_rules() -> None:
    assert {preset.key: preset.rules for preset in PRESETS} == EXPECTED


def test_niagara_takes_tie_bets_of_one_unit_to_a_tenth_of_the_largest_ante() -> None:
    rules = find("niagara").rules
    assert rules.tie_bet_floor_cents == rules.ante_step_cents
    assert rules.tie_bet_ceiling_cents * 10 == rules.ante_max_cents


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_tells_where_it_comes_from(preset: TablePreset) -> None:
    assert preset.version >= 1
    assert preset.source.endswith(".")
    assert preset.title
    assert preset.summary.endswith(".")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_is_found_by_key_title_and_other_names(preset: TablePreset) -> None:
    for name in (preset.key, preset.title, *preset.names):
        for spelling in (name, name.upper(), f"  {name} ", name.replace(" ", "-")):
            assert find(spelling) is preset


def test_no_two_presets_share_a_name() -> None:
    names = [name for preset in PRESETS for name in {preset.key.replace("_", " "), *preset.names}]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("clasic", "classic"), ("battle", "battle_royal"), ("nigara", "niagara")],
)
def test_an_unknown_name_is_answered_with_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(UnknownPresetError) as refused:
        find(name)
    assert str(refused.value.facts["nearest"]).split(", ")[0] == nearest
    assert repr(name) in str(refused.value)


@pytest.mark.parametrize("name", ["", "???", "x" * 10_000])
def test_even_nonsense_is_answered_with_names(name: str) -> None:
    with pytest.raises(UnknownPresetError) as refused:
        find(name)
    assert len(str(refused.value.facts["nearest"]).split(", ")) == 3
