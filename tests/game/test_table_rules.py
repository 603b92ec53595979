"""Table rules as a value: the standard, the limits that follow, and the way to data and back."""

import json
from dataclasses import FrozenInstanceError, fields

import pytest

from casino_war.game.round import Decision
from casino_war.game.settlement import TIED_WAR_PAYS
from casino_war.game.table_presets import PRESETS, TablePreset
from casino_war.game.table_rules import ShoeRule, Shortfall, Surrender, TableRules, TiedWar

STANDARD = TableRules()


def test_the_standard_table() -> None:
    assert (STANDARD.decks, STANDARD.shoe, STANDARD.penetration_percent) == (
        6,
        ShoeRule.CUT_CARD,
        75,
    )
    assert (STANDARD.opening_burn, STANDARD.war_burn, STANDARD.war_burn_each) == (1, 3, False)
    assert (STANDARD.tied_war, STANDARD.surrender) == (TiedWar.EVEN, Surrender.HALF)
    assert (STANDARD.tie_bet_to_one, STANDARD.tie_bet_alone) == (10, False)
    assert (STANDARD.second_tie_bet_to_one, STANDARD.tie_ladder) == (None, ())
    assert (STANDARD.ante_min_cents, STANDARD.ante_max_cents) == (500, 50_000)
    assert (STANDARD.ante_step_cents, STANDARD.hands_max) == (500, 5)
    assert STANDARD.shortfall is Shortfall.HOLD


def test_identifiers_of_the_tied_war_rules_and_decisions() -> None:
    assert [rule.value for rule in TiedWar] == [
        "even",
        "bonus_ante",
        "triple_raise",
        "triple_total",
        "push",
        "lose",
        "repeat",
    ]
    assert [decision.value for decision in Decision] == ["surrender", "war", "war_with_tie_bet"]


def test_a_tied_war_pays_ante_and_raise_as_the_rules_list_them() -> None:
    assert {rule.value: pays for rule, pays in TIED_WAR_PAYS.items()} == {
        "even": (0, 1),
        "bonus_ante": (0, 2),
        "triple_raise": (0, 3),
        "triple_total": (3, 3),
        "push": (0, 0),
        "lose": (-1, -1),
        "repeat": (0, 0),
    }


def test_the_tie_bets_limits_are_one_step_and_the_antes_maximum_unless_set() -> None:
    assert (STANDARD.tie_bet_floor_cents, STANDARD.tie_bet_ceiling_cents) == (500, 50_000)
    narrow = TableRules(tie_bet_min_cents=1_000, tie_bet_max_cents=2_000)
    assert (narrow.tie_bet_floor_cents, narrow.tie_bet_ceiling_cents) == (1_000, 2_000)


@pytest.mark.parametrize(
    ("max_cents", "share", "ceiling_cents"),
    [
        (None, 10, 5_000),
        (4_000, 10, 4_000),
        (6_000, 10, 5_000),
        (None, 100, 50_000),
        (60_000, None, 60_000),
    ],
)
def test_the_tighter_of_amount_and_share_limits_the_tie_bet(
    max_cents: int | None, share: int | None, ceiling_cents: int
) -> None:
    rules = TableRules(tie_bet_max_cents=max_cents, tie_bet_max_share_percent=share)
    assert rules.tie_bet_ceiling_cents == ceiling_cents


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_rules_round_trip_through_json(preset: TablePreset) -> None:
    data = json.loads(json.dumps(preset.rules.to_data()))
    assert set(data) == {field.name for field in fields(TableRules)}
    assert TableRules.from_data(data) == preset.rules


def test_fields_left_out_take_their_defaults() -> None:
    assert TableRules.from_data({}) == STANDARD
    assert TableRules.from_data({"decks": 2}) == TableRules(decks=2)


def test_rules_never_change() -> None:
    with pytest.raises(FrozenInstanceError):
        STANDARD.decks = 2  # type: ignore[misc]  # the assignment is what must fail


def test_equal_rules_are_one_key() -> None:
    assert len({TableRules(), TableRules(decks=6), TableRules(decks=2)}) == 2
