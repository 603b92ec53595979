"""What may be set as rules stand, and what else the rest would need."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from casino_war.errors import InvalidRulesError
from casino_war.game.war_rules import (
    CHOICES,
    Value,
    WarRules,
    disagreements,
    faults_of,
    read_values,
)
from casino_war.game.war_ways import ways
from tests.game.war.strategies import FIELDS

CLASSIC = WarRules().to_data()


def found(data: dict[str, Value]) -> dict[tuple[str, Value], Any]:
    """What is greyed, with what else would have to change."""
    return {
        (name, way.value): way.also for name in CHOICES for way in ways(data, name) if way.conflict
    }


def test_the_classic_game_greys_what_needs_other_rules() -> None:
    assert found(CLASSIC) == {
        ("joker_placement", "one_in_each_stock"): {"jokers": 2},
        ("tie_action", "split"): {"battle_limit": 1000},
        ("short_rule", "share_pot"): {"captured_to": "scored", "objective": "most_cards"},
        ("captured_to", "scored"): {"objective": "most_cards"},
        ("pickup_order", "winner_chooses"): {"choice": "spoils"},
        ("objective", "most_cards"): {"captured_to": "scored"},
        ("objective", "wars_won"): {"wars_to_win": 3},
        ("choice", "steal"): {"captured_to": "pile_shuffled"},
        ("choice", "hand"): {"short_rule": "play_available", "repeat_face_down": 0},
        ("choice", "spoils"): {"pickup_order": "winner_chooses"},
    }


@settings(max_examples=50)
@given(st.fixed_dictionaries({}, optional=FIELDS), st.sampled_from(sorted(CHOICES)))
def test_what_is_offered_is_what_the_rules_take(data: dict[str, Any], name: str) -> None:
    assume(not faults_of(data))
    values = WarRules.from_data(data).to_data()
    for way in ways(values, name):
        tried = {**values, name: way.value}
        assert (way.conflict is None) == (not faults_of(tried))
        if way.conflict is not None:
            assert name in way.conflict.fields
            # Some values are too far away: no few changes reach them.
            if way.also is not None:
                assert name not in way.also
                assert not faults_of({**tried, **way.also})


def test_what_disagrees_already_is_not_held_against_other_values() -> None:
    data = {**CLASSIC, "captured_to": "scored"}
    greyed = found(data)
    assert ("deck", 36) not in greyed
    assert ("objective", "most_cards") not in greyed
    assert greyed["objective", "wars_won"] is not None


def test_all_faults_are_told_at_once_each_where_it_is() -> None:
    data = {
        "players": "7",
        "joker_placement": "one_in_each_stock",
        "jokers": "2",
        "captured_to": "scored",
        "choice": "hand",
        "dekc": "36",
    }
    assert [fault.fields for fault in faults_of(data)] == [
        ("dekc",),
        ("players",),
        ("captured_to", "objective"),
        ("choice", "captured_to"),
        ("choice", "short_rule"),
        ("choice", "repeat_face_down"),
    ]
    assert len({each.reason for each in disagreements(data)}) == 4
    assert read_values(data)["players"] == "7"
    with pytest.raises(InvalidRulesError):
        WarRules.from_data({name: data[name] for name in ("captured_to", "choice")})


def test_rules_are_refused_exactly_where_there_are_faults() -> None:
    assert faults_of(CLASSIC) == ()
    with pytest.raises(InvalidRulesError, match="scored"):
        replace(WarRules(), captured_to=WarRules.from_data(SCORED).captured_to)


SCORED = {"captured_to": "scored", "objective": "most_cards"}


def test_where_much_disagrees_no_few_changes_may_help() -> None:
    data: dict[str, Value] = {
        **CLASSIC,
        "choice": "hand",
        "captured_to": "scored",
        "tie_action": "split",
        "players": 4,
        "joker_placement": "one_in_each_stock",
    }
    assert found(data)["choice", "spoils"] is None
