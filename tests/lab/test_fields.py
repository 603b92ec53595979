"""Every field of both rules is read by a kernel, or said to change nothing there."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from casino_war.game.table_rules import ShoeRule, Surrender, TableRules, TiedWar
from casino_war.game.war_rules import WarRules
from casino_war.lab import hands_pack, war_pack
from casino_war.lab.plan import HandsPlan, TieBets
from casino_war.odds.strategy import Strategy

CARD = TableRules(second_tie_bet_to_one=9, tied_war=TiedWar.LOSE)
CHANGES: dict[str, Any] = {
    "decks": 5,
    "shoe": ShoeRule.FRESH,
    "penetration_percent": 60,
    "opening_burn": 3,
    "war_burn": 5,
    "war_burn_each": True,
    "tied_war": TiedWar.BONUS_ANTE,
    "surrender": Surrender.ALL,
    "tie_bet_to_one": 11,
    "second_tie_bet_to_one": 12,
    "tie_ladder": (10, 30),
    "hands_max": 7,
}
WAR_CHANGES: dict[str, dict[str, Any]] = {
    "players": {"players": 3},
    "deck": {"deck": 36},
    "jokers": {"jokers": 2},
    "joker_placement": {"joker_placement": "one_in_each_stock", "jokers": 2},
    "ace_rank": {"ace_rank": "low"},
    "winning_card": {"winning_card": "lowest"},
    "lowest_beats_ace": {"lowest_beats_ace": "yes"},
    "undealt_cards": {"undealt_cards": "to_first_winner"},
    "tie_action": {"tie_action": "split", "battle_limit": 9},
    "war_face_down": {"war_face_down": 2},
    "rank_count": {"rank_count": "face_down", "war_face_down": "by_rank"},
    "rank_values": {"rank_values": "index", "war_face_down": "by_rank"},
    "repeat_face_down": {"repeat_face_down": 0},
    "war_entrants": {"war_entrants": "tied"},
    "short_rule": {"short_rule": "play_available"},
    "captured_to": {"captured_to": "pile_turned"},
    "pickup_order": {"pickup_order": "as_played"},
    "objective": {"objective": "avoid_collecting_all"},
    "wars_to_win": {"wars_to_win": 4},
    "battle_limit": {"battle_limit": 500},
    "time_limit_min": {"time_limit_min": 10},
    "limit_result": {"limit_result": "most_cards"},
    "cards_per_turn": {"cards_per_turn": 2},
    "combine": {"combine": "difference"},
}
"""For each field values that differ from the defaults in it, with what it needs beside it."""


def arrays(packed: Any) -> list[Any]:
    return [np.asarray(getattr(packed, name)) for name in packed.__slots__]


def differ(one: Any, other: Any) -> bool:
    pairs = zip(arrays(one), arrays(other), strict=True)
    return not all(np.array_equal(a, b) for a, b in pairs)


def test_every_field_has_a_change_or_a_reason() -> None:
    table = {field.name for field in fields(TableRules)}
    assert table == CHANGES.keys() | hands_pack.IRRELEVANT.keys()
    assert not CHANGES.keys() & hands_pack.IRRELEVANT.keys()
    war = {field.name for field in fields(WarRules)}
    assert war == WAR_CHANGES.keys() | war_pack.IRRELEVANT.keys()
    assert not WAR_CHANGES.keys() & war_pack.IRRELEVANT.keys()


@pytest.mark.parametrize("name", CHANGES)
def test_a_kernel_of_casino_war_is_told_of(name: str) -> None:
    def packed(rules: TableRules) -> hands_pack.Packed:
        return hands_pack.pack(
            HandsPlan(
                rules=rules,
                hands=1,
                ante_cents=500,
                tie_bet_cents=500,
                tie_bets=TieBets.ALWAYS,
                second_tie_bets=True,
                strategy=Strategy.BEST,
            )
        )

    assert differ(packed(CARD), packed(replace(CARD, **{name: CHANGES[name]})))


@pytest.mark.parametrize("name", WAR_CHANGES)
def test_the_kernel_of_war_is_told_of(name: str) -> None:
    changed = WAR_CHANGES[name]
    others = {each: value for each, value in changed.items() if each != name}
    if name == "tie_action":
        others = {"battle_limit": 9}
    if name == "joker_placement":
        others = {"jokers": 2}
    if name == "limit_result":
        others, changed = {"battle_limit": 9}, {**changed, "battle_limit": 9}
    one, other = WarRules.from_data(others), WarRules.from_data(changed)
    assert [
        field.name
        for field in fields(one)
        if getattr(one, field.name) != getattr(other, field.name)
    ] == [name]
    assert differ(war_pack.pack(one), war_pack.pack(other))
