"""The rules of War as a value: defaults, documentation, and the way to data and back."""

import ast
import inspect
import json
from dataclasses import FrozenInstanceError, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_war.errors import InvalidRulesError
from casino_war.game import war_rules
from casino_war.game.war_rules import CHOICES, LIMIT_MAX, WarRules
from tests.game.war.strategies import rules

DEFAULTS: dict[str, int | str] = {
    "players": 2,
    "deck": 52,
    "jokers": 0,
    "joker_placement": "shuffled",
    "ace_rank": "high",
    "winning_card": "highest",
    "lowest_beats_ace": "no",
    "undealt_cards": "set_aside",
    "tie_action": "war",
    "war_face_down": 1,
    "rank_count": "total",
    "rank_values": "court10_ace11",
    "repeat_face_down": "same",
    "war_entrants": "all",
    "short_rule": "eliminated",
    "captured_to": "stock_bottom",
    "pickup_order": "shuffled",
    "objective": "collect_all",
    "wars_to_win": 0,
    "battle_limit": 0,
    "time_limit_min": 0,
    "limit_result": "draw",
    "games_to_win": 1,
    "cards_per_turn": 1,
    "combine": "sum",
    "choice": "nothing",
}

VALUES: dict[str, list[int | str]] = {
    "players": [2, 3, 4],
    "deck": [52, 36, 32],
    "jokers": [0, 2],
    "joker_placement": ["shuffled", "one_in_each_stock"],
    "ace_rank": ["high", "low"],
    "winning_card": ["highest", "lowest"],
    "lowest_beats_ace": ["no", "yes"],
    "undealt_cards": ["set_aside", "to_first_winner", "strip_lowest"],
    "tie_action": ["war", "split"],
    "war_face_down": [0, 1, 2, 3, 4, 5, "by_rank"],
    "rank_count": ["total", "face_down"],
    "rank_values": ["court10_ace11", "court10_ace1", "index"],
    "repeat_face_down": ["same", 0],
    "war_entrants": ["all", "tied"],
    "short_rule": [
        "eliminated",
        "last_card_stands",
        "play_available",
        "match_fewest",
        "share_pot",
    ],
    "captured_to": ["stock_bottom", "pile_shuffled", "pile_turned", "scored"],
    "pickup_order": ["shuffled", "winner_first", "loser_first", "as_played", "winner_chooses"],
    "objective": [
        "collect_all",
        "avoid_collecting_all",
        "avoid_running_out",
        "most_cards",
        "wars_won",
    ],
    "wars_to_win": list(range(11)),
    "battle_limit": [],
    "time_limit_min": [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60],
    "limit_result": ["draw", "most_cards"],
    "games_to_win": [1, 2, 3, 4, 5],
    "cards_per_turn": [1, 2],
    "combine": ["sum", "difference"],
    "choice": ["nothing", "steal", "hand", "spoils"],
}


def test_the_defaults_are_the_classic_game() -> None:
    assert WarRules().to_data() == DEFAULTS
    assert WarRules.from_data({}) == WarRules()


def test_every_field_has_its_values_in_their_order() -> None:
    listed = {
        name: [value if type(value) is int else war_rules._printed(value) for value in choices]
        for name, choices in CHOICES.items()
    }
    assert listed == VALUES
    assert list(CHOICES) == [field.name for field in fields(WarRules)]


def test_every_field_is_documented_with_whose_rule_it_is() -> None:
    (body,) = (
        node.body
        for node in ast.parse(Path(inspect.getfile(WarRules)).read_text()).body
        if isinstance(node, ast.ClassDef) and node.name == "WarRules"
    )
    documented: dict[str, str] = {}
    for statement, doc in pairwise(body):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            assert isinstance(doc, ast.Expr), statement.target.id
            assert isinstance(doc.value, ast.Constant), statement.target.id
            documented[statement.target.id] = str(doc.value.value)
    assert list(documented) == list(DEFAULTS)
    sources = ("pagat", "page", "score", "ThoughtCo", "Peace", "Leben", "source", "project")
    for name, text in documented.items():
        assert name == "choice" or any(source in text for source in sources), name


def test_every_kind_of_value_says_what_it_is() -> None:
    for name in ("ShortRule", "PickupOrder", "Objective", "UndealtCards", "CapturedTo", "Choice"):
        assert getattr(war_rules, name).__doc__


@given(rules(battle_limit=st.integers(0, LIMIT_MAX)))
def test_rules_round_trip_through_json(found: WarRules) -> None:
    data = json.loads(json.dumps(found.to_data()))
    assert list(data) == list(DEFAULTS)
    assert {type(value) for value in data.values()} == {int, str}
    assert WarRules.from_data(data) == found


@given(rules(battle_limit=st.integers(0, LIMIT_MAX)))
def test_numbers_may_be_text(found: WarRules) -> None:
    text = {name: str(value) for name, value in found.to_data().items()}
    assert WarRules.from_data(text) == found


@given(rules())
def test_only_the_differences_are_needed(found: WarRules) -> None:
    differences = {
        name: value for name, value in found.to_data().items() if value != DEFAULTS[name]
    }
    assert WarRules.from_data(differences) == found
    assert replace(WarRules(), **{name: getattr(found, name) for name in DEFAULTS}) == found


def test_values_may_be_what_the_program_has_too() -> None:
    assert WarRules.from_data({"lowest_beats_ace": True}) == WarRules(lowest_beats_ace=True)
    kept = {name: getattr(WarRules(), name) for name in DEFAULTS}
    assert WarRules.from_data(kept) == WarRules()


def test_rules_never_change() -> None:
    for name in DEFAULTS:
        with pytest.raises(FrozenInstanceError):
            setattr(WarRules(), name, 3)


def test_equal_rules_are_one_key() -> None:
    assert len({WarRules(), WarRules(players=2), WarRules(players=3)}) == 2


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("player", "players"),
        ("face_down", "war_face_down"),
        ("batle_limit", "battle_limit"),
        ("short", "short_rule"),
        ("time_limit", "time_limit_min"),
        ("", ""),
        ("x" * 10_000, ""),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(name: str, nearest: str) -> None:
    with pytest.raises(InvalidRulesError) as refused:
        WarRules.from_data({"players": 3, name: 1})
    assert refused.value.fields == (name,)
    offered = str(refused.value.facts["nearest"]).split(", ")
    assert len(offered) == 3
    assert set(offered) <= set(DEFAULTS)
    assert nearest in ("", *offered)
    assert repr(name[:40]) in str(refused.value)
    assert len(str(refused.value)) < 300


WRONG: list[tuple[str, Any]] = [
    *((name, None) for name in DEFAULTS),
    *((name, 1.0) for name in DEFAULTS),
    *((name, "") for name in DEFAULTS),
    *((name, -1) for name in DEFAULTS),
    *((name, [1]) for name in DEFAULTS),
    *((name, "Nonsense") for name in DEFAULTS),
    *((name, 99) for name in DEFAULTS if name != "battle_limit"),
    ("players", 1),
    ("players", 5),
    ("players", True),
    ("players", "２"),
    ("players", " 2"),
    ("players", "02"),
    ("deck", 54),
    ("jokers", 1),
    ("jokers", False),
    ("lowest_beats_ace", 1),
    ("lowest_beats_ace", "true"),
    ("lowest_beats_ace", "Yes"),
    ("war_face_down", 6),
    ("repeat_face_down", 1),
    ("battle_limit", True),
    ("battle_limit", LIMIT_MAX + 1),
    ("battle_limit", "1e3"),
    ("battle_limit", "٣"),
    ("battle_limit", "9" * 5_000),
    ("time_limit_min", 7),
    ("time_limit_min", 65),
    ("games_to_win", 0),
    ("games_to_win", 6),
    ("cards_per_turn", 0),
    ("cards_per_turn", 3),
    ("short_rule", "x" * 10_000),
]


@pytest.mark.parametrize(("name", "value"), WRONG, ids=lambda part: repr(part)[:20])
def test_a_wrong_value_is_refused_with_those_that_are_possible(name: str, value: object) -> None:
    with pytest.raises(InvalidRulesError) as refused:
        WarRules.from_data({name: value})
    assert refused.value.fields == (name,)
    message = str(refused.value)
    assert message.startswith(f"{name} cannot be ")
    assert len(message) < 300
    assert "\n" not in message
    for possible in VALUES[name]:
        assert str(possible) in message


@pytest.mark.parametrize(
    ("name", "value"), [("players", "2"), ("ace_rank", "low"), ("jokers", 2.0)]
)
def test_the_constructor_takes_nothing_but_the_values_themselves(name: str, value: object) -> None:
    wrong: dict[str, Any] = {name: value}
    with pytest.raises(InvalidRulesError) as refused:
        WarRules(**wrong)
    assert refused.value.fields == (name,)
