"""The worked positions, event for event."""

import json
from pathlib import Path
from typing import Any

import pytest

from casino_war.game import war
from casino_war.game.cards import format_cards, parse_cards
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_rules import WarRules
from casino_war.game.war_transcript import result, short

DATA = Path(__file__).parents[2] / "data"
POSITIONS = json.loads((DATA / "war_positions.json").read_text())["positions"]
OF_TWO_CARDS = json.loads((DATA / "war_addition_positions.json").read_text())["positions"]


def test_there_are_54_positions() -> None:
    assert len(POSITIONS) == 54


def test_each_position_has_a_name_of_its_own() -> None:
    names = [position["id"] for position in POSITIONS + OF_TWO_CARDS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("position", POSITIONS + OF_TWO_CARDS, ids=lambda position: position["id"])
def test_position(position: dict[str, Any]) -> None:
    stocks = [parse_cards(stock) for stock in position["stocks"]]
    state = war.from_stocks(WarRules.from_data(position["rules"]), stocks)
    source = SplitMix64(1)
    events: list[str] = []
    while state.ended is None and state.battles != position["battles"]:
        state, happened = war.play_battle(state, source)
        events.extend(map(short, happened))
    assert events == position["events"]
    assert list(map(format_cards, state.stocks)) == position["final_stocks"]
    assert format_cards(state.carry) == position["carry"]
    assert (result(state.ended) if state.ended else None) == position["result"]
    expected_piles = position.get("side_piles", [""] * len(stocks))
    assert list(map(format_cards, state.piles)) == expected_piles
