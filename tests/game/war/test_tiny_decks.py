"""Exhaustive counts for tiny decks."""

import json
from pathlib import Path
from typing import Any

import pytest

from casino_war.errors import InvalidRulesError
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_enumeration import enumerate_deals
from casino_war.game.war_presets import find
from casino_war.game.war_rules import PickupOrder, WarRules

DATA = Path(__file__).parents[2] / "data"
RECORDS = json.loads((DATA / "war_tiny_decks.json").read_text())["tiny_decks"]
RULES = ("war_face_down", "pickup_order", "short_rule")


def check(record: dict[str, Any]) -> None:
    rules = WarRules.from_data({name: record[name] for name in RULES})
    tally = enumerate_deals(rules, record["ranks"], record["suits"], SplitMix64(1))
    assert {**record, **tally.to_data()} == record


@pytest.mark.parametrize("record", [r for r in RECORDS if r["deals"] <= 500], ids=str)
def test_small_record(record: dict[str, Any]) -> None:
    check(record)


# Measured, the same lines a hundred times over would take twice as long.
@pytest.mark.unmeasured
@pytest.mark.parametrize("record", [r for r in RECORDS if 500 < r["deals"] <= 5040], ids=str)
def test_record(record: dict[str, Any]) -> None:
    check(record)


@pytest.mark.slow
@pytest.mark.parametrize("record", [r for r in RECORDS if r["deals"] > 5040], ids=str)
def test_large_record(record: dict[str, Any]) -> None:
    check(record)


@pytest.mark.unmeasured
def test_winner_first_cycles_with_five_and_seven_cards_only() -> None:
    rules = WarRules(pickup_order=PickupOrder.WINNER_FIRST)
    cycling = [n for n in range(2, 8) if enumerate_deals(rules, n, 1, SplitMix64(1)).cycles]
    assert cycling == [5, 7]


@pytest.mark.slow
def test_winner_first_never_cycles_with_eight_cards() -> None:
    tally = enumerate_deals(WarRules(pickup_order=PickupOrder.WINNER_FIRST), 8, 1, SplitMix64(1))
    assert (tally.deals, tally.cycles) == (40_320, 0)


def test_games_with_decisions_are_not_enumerated() -> None:
    with pytest.raises(InvalidRulesError) as refused:
        enumerate_deals(find("arneson").rules, 2, 2, SplitMix64(1))
    assert refused.value.fields == ("choice",)


def test_a_deck_of_one_card_is_refused() -> None:
    with pytest.raises(InvalidRulesError):
        enumerate_deals(WarRules(), 1, 1, SplitMix64(1))


def test_games_in_which_somebody_decides_are_refused() -> None:
    rules = WarRules.from_data({"choice": "spoils", "pickup_order": "winner_chooses"})
    with pytest.raises(InvalidRulesError) as refused:
        enumerate_deals(rules, 2, 1, SplitMix64(1))
    assert refused.value.fields == ("choice",)
