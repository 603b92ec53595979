"""Every way in which table rules can be wrong, and the fields that the refusal names."""

from typing import Any

import pytest

from casino_war.errors import InvalidRulesError
from casino_war.game.table_rules import ShoeRule, TableRules, TiedWar, faults_of

WRONG_TYPES: list[tuple[str, Any]] = [
    ("decks", True),
    ("decks", 6.0),
    ("decks", "6"),
    ("decks", None),
    ("shoe", "fresh"),
    ("shoe", TiedWar.EVEN),
    ("tied_war", "even"),
    ("surrender", None),
    ("shortfall", 1),
    ("war_burn_each", 1),
    ("tie_bet_alone", None),
    ("tie_bet_to_one", 10.0),
    ("tie_bet_min_cents", "500"),
    ("tie_ladder", [10, 25]),
    ("tie_ladder", (10, 25.0)),
    ("tie_ladder", (10, True)),
    ("ante_min_cents", None),
    ("hands_max", "5"),
]


@pytest.mark.parametrize(("field", "value"), WRONG_TYPES)
def test_values_of_the_wrong_type(field: str, value: object) -> None:
    wrong: dict[str, Any] = {field: value}
    with pytest.raises(InvalidRulesError) as refused:
        TableRules(**wrong)
    assert refused.value.fields == (field,)
    assert refused.value.facts == {"field": field, "value": repr(value)}


RANGES = {
    "decks": (1, 8),
    "penetration_percent": (25, 95),
    "opening_burn": (0, 5),
    "war_burn": (0, 10),
    "hands_max": (1, 7),
    "tie_bet_to_one": (9, 12),
    "second_tie_bet_to_one": (9, 12),
    "tie_bet_max_share_percent": (1, 100),
}


@pytest.mark.parametrize(("field", "limits"), RANGES.items(), ids=RANGES)
def test_ranges_hold_at_both_ends_and_refuse_beyond(field: str, limits: tuple[int, int]) -> None:
    lowest, highest = limits
    for value in limits:
        kept: dict[str, Any] = {field: value}
        assert getattr(TableRules(**kept), field) == value
    for value in (lowest - 1, highest + 1):
        wrong: dict[str, Any] = {field: value}
        with pytest.raises(InvalidRulesError) as refused:
            TableRules(**wrong)
        assert refused.value.fields == (field,)
        assert refused.value.facts["value"] == value


LIMITS: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"ante_step_cents": 0}, ("ante_step_cents",)),
    ({"ante_step_cents": 50}, ("ante_step_cents",)),
    ({"ante_step_cents": 150}, ("ante_step_cents",)),
    ({"ante_step_cents": -500}, ("ante_step_cents",)),
    ({"ante_min_cents": 0}, ("ante_min_cents", "ante_step_cents")),
    ({"ante_min_cents": 750}, ("ante_min_cents", "ante_step_cents")),
    ({"ante_max_cents": 50_100}, ("ante_max_cents", "ante_step_cents")),
    ({"ante_max_cents": 400}, ("ante_max_cents", "ante_step_cents")),
    ({"tie_bet_min_cents": 0}, ("tie_bet_min_cents", "ante_step_cents")),
    ({"tie_bet_max_cents": 700}, ("tie_bet_max_cents", "ante_step_cents")),
    ({"ante_min_cents": 1_000, "ante_max_cents": 500}, ("ante_min_cents", "ante_max_cents")),
]


@pytest.mark.parametrize(("wrong", "named"), LIMITS)
def test_limits_are_multiples_of_a_step_of_whole_chips(
    wrong: dict[str, Any], named: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidRulesError) as refused:
        TableRules(**wrong)
    assert refused.value.fields == named


TIE_BETS: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    (
        {"tie_bet_to_one": None, "tie_bet_min_cents": 500},
        ("tie_bet_to_one", "tie_bet_min_cents"),
    ),
    (
        {"tie_bet_to_one": None, "tie_bet_max_cents": 500},
        ("tie_bet_to_one", "tie_bet_max_cents"),
    ),
    (
        {"tie_bet_to_one": None, "tie_bet_max_share_percent": 10, "tie_bet_alone": True},
        ("tie_bet_to_one", "tie_bet_max_share_percent", "tie_bet_alone"),
    ),
    ({"tie_bet_to_one": None, "tie_ladder": (10, 25)}, ("tie_bet_to_one", "tie_ladder")),
    (
        {"tie_bet_min_cents": 1_000, "tie_bet_max_cents": 500},
        ("tie_bet_min_cents", "tie_bet_max_cents", "tie_bet_max_share_percent"),
    ),
    (
        {"ante_max_cents": 500, "tie_bet_max_share_percent": 50},
        ("tie_bet_min_cents", "tie_bet_max_cents", "tie_bet_max_share_percent"),
    ),
    ({"tie_ladder": (10,)}, ("tie_ladder",)),
    ({"tie_ladder": (10, 25, 50, 200, 500), "tied_war": TiedWar.REPEAT}, ("tie_ladder",)),
    ({"tie_ladder": (10, 9)}, ("tie_ladder",)),
    ({"tie_ladder": (11, 25)}, ("tie_ladder", "tie_bet_to_one")),
    ({"tie_ladder": (10, 25, 50)}, ("tie_ladder", "tied_war")),
    ({"tie_ladder": (10, 25, 50, 200)}, ("tie_ladder", "tied_war")),
]


@pytest.mark.parametrize(("wrong", "named"), TIE_BETS)
def test_tie_bets_that_contradict_themselves(wrong: dict[str, Any], named: tuple[str, ...]) -> None:
    with pytest.raises(InvalidRulesError) as refused:
        TableRules(**wrong)
    assert refused.value.fields == named


def test_a_ladder_may_stay_level() -> None:
    assert TableRules(tie_ladder=(10, 10)).tie_ladder == (10, 10)


def test_unknown_fields_of_data_are_named() -> None:
    with pytest.raises(InvalidRulesError) as refused:
        TableRules.from_data({"deck": 6, "zebra": 1})
    assert refused.value.fields == ("deck", "zebra")
    assert "deck, zebra" in str(refused.value)


@pytest.mark.parametrize("value", ["Fresh", "", None, 5, ["fresh"]])
def test_unknown_values_of_data_are_refused_with_the_known_ones(value: object) -> None:
    with pytest.raises(InvalidRulesError) as refused:
        TableRules.from_data({"shoe": value})
    assert refused.value.fields == ("shoe",)
    assert refused.value.facts["values"] == ", ".join(ShoeRule)


@pytest.mark.parametrize("value", [None, 5, "10 25", {"10": 25}, [10, "25"]])
def test_ladders_of_data_must_be_lists_of_whole_numbers(value: object) -> None:
    with pytest.raises(InvalidRulesError) as refused:
        TableRules.from_data({"tie_ladder": value})
    assert refused.value.fields == ("tie_ladder",)


def test_every_refusal_reads_as_a_sentence() -> None:
    for wrong, _ in LIMITS + TIE_BETS:
        with pytest.raises(InvalidRulesError) as refused:
            TableRules(**wrong)
        assert str(refused.value).endswith(".")
        assert "%(" not in str(refused.value)


FAULTS: list[tuple[dict[str, Any], list[tuple[str, ...]]]] = [
    ({}, []),
    ({"decks": 6}, []),
    # What is no number is told alone: nothing can be compared with it.
    ({"decks": "six", "hands_max": 0, "surrender": 1}, [("decks",), ("surrender",)]),
    # What is out of range is told, and what it makes of other fields is not.
    (
        {"tie_bet_to_one": 8, "tie_ladder": (10, 25), "hands_max": 9, "ante_step_cents": 50},
        [("hands_max",), ("tie_bet_to_one",), ("ante_step_cents",)],
    ),
]


@pytest.mark.parametrize(("values", "named"), FAULTS)
def test_all_that_is_wrong_is_told_at_once(
    values: dict[str, Any], named: list[tuple[str, ...]]
) -> None:
    assert sorted(fault.fields for fault in faults_of(values)) == sorted(named)
