"""Every way in which rules of War disagree, and the fields that the refusal names."""

from typing import Any

import pytest

from casino_war.errors import InvalidRulesError
from casino_war.game.war_rules import WarRules

SCORED = {"captured_to": "scored", "objective": "most_cards"}
STEAL = {"choice": "steal", "captured_to": "pile_shuffled"}
HAND = {"choice": "hand", "short_rule": "play_available", "repeat_face_down": 0}
SPOILS = {"choice": "spoils", "pickup_order": "winner_chooses"}
SPLIT = {"tie_action": "split", "battle_limit": 9}

REFUSED: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"ace_rank": "low", "lowest_beats_ace": "yes"}, ("ace_rank", "lowest_beats_ace")),
    *(
        (
            {"joker_placement": "one_in_each_stock", "jokers": jokers, "players": players},
            ("joker_placement", "jokers", "players"),
        )
        for jokers, players in ((0, 2), (2, 3), (2, 4), (0, 4))
    ),
    ({"captured_to": "scored"}, ("captured_to", "objective")),
    ({"captured_to": "scored", "objective": "avoid_running_out"}, ("captured_to", "objective")),
    ({"objective": "most_cards"}, ("captured_to", "objective")),
    ({"objective": "most_cards", "captured_to": "pile_turned"}, ("captured_to", "objective")),
    ({"short_rule": "share_pot"}, ("short_rule", "captured_to")),
    ({"short_rule": "share_pot", "captured_to": "pile_turned"}, ("short_rule", "captured_to")),
    (
        {**SCORED, "short_rule": "share_pot", "players": 3, "war_entrants": "tied"},
        ("short_rule", "players", "war_entrants"),
    ),
    ({"objective": "wars_won"}, ("objective", "wars_to_win")),
    ({**SPLIT, "objective": "wars_won", "wars_to_win": 3}, ("objective", "tie_action")),
    ({"tie_action": "split"}, ("tie_action", "battle_limit", "time_limit_min")),
    (
        {"cards_per_turn": 2, "lowest_beats_ace": "yes"},
        ("cards_per_turn", "lowest_beats_ace"),
    ),
    ({"cards_per_turn": 2, "war_face_down": "by_rank"}, ("cards_per_turn", "war_face_down")),
    ({"pickup_order": "winner_chooses"}, ("pickup_order", "choice")),
    ({**STEAL, "pickup_order": "winner_chooses"}, ("pickup_order", "choice")),
    ({"choice": "spoils"}, ("pickup_order", "choice")),
    ({**STEAL, "captured_to": "stock_bottom"}, ("choice", "captured_to")),
    ({**STEAL, **SCORED}, ("choice", "captured_to")),
    ({**HAND, "captured_to": "pile_turned"}, ("choice", "captured_to")),
    ({**SPOILS, "captured_to": "pile_shuffled"}, ("choice", "captured_to")),
    ({**STEAL, "short_rule": "last_card_stands"}, ("choice", "short_rule")),
    ({**HAND, "short_rule": "eliminated"}, ("choice", "short_rule")),
    ({**HAND, "players": 3}, ("choice", "players")),
    ({**HAND, "repeat_face_down": "same"}, ("choice", "repeat_face_down")),
    *(({**game, **SPLIT}, ("choice", "tie_action")) for game in (STEAL, HAND, SPOILS)),
    *(({**game, "cards_per_turn": 2}, ("choice", "cards_per_turn")) for game in (STEAL, SPOILS)),
]

ALLOWED: list[dict[str, Any]] = [
    {"joker_placement": "one_in_each_stock", "jokers": 2},
    {**SCORED, "short_rule": "share_pot"},
    {**SCORED, "short_rule": "share_pot", "players": 4},
    {**SCORED, "short_rule": "share_pot", "war_entrants": "tied"},
    {"objective": "wars_won", "wars_to_win": 1},
    {"wars_to_win": 3},
    {"tie_action": "split", "battle_limit": 1},
    {"tie_action": "split", "time_limit_min": 5},
    {**SPLIT, **SCORED},
    {"cards_per_turn": 2, "ace_rank": "low", "combine": "difference"},
    {"lowest_beats_ace": "yes", "winning_card": "lowest", "deck": 52},
    STEAL,
    {**STEAL, "players": 4},
    HAND,
    SPOILS,
    {**SPOILS, "players": 4, "short_rule": "match_fewest"},
]


@pytest.mark.parametrize(("data", "names"), REFUSED, ids=str)
def test_rules_that_disagree_are_refused_by_name(
    data: dict[str, Any], names: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidRulesError) as refused:
        WarRules.from_data(data)
    assert refused.value.fields == names
    shown = WarRules().to_data() | data
    values = ", ".join(f"{name}={shown[name]}" for name in names)
    assert str(refused.value) == f"These rules do not go together: {values}."


@pytest.mark.parametrize("data", ALLOWED, ids=str)
def test_rules_that_agree_are_taken(data: dict[str, Any]) -> None:
    rules = WarRules.from_data(data)
    assert {name: rules.to_data()[name] for name in data} == data
