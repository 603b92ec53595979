"""The reference tables as data, and the rules and wagers that their rows are about."""

import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

from casino_war.game.table_presets import find
from casino_war.game.table_rules import Surrender, TableRules, TiedWar

REFERENCE: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "data" / "casino_war_odds.json").read_text("utf-8")
)

TIED_WARS = {
    "base": TiedWar.EVEN,
    "war_no_bonus": TiedWar.EVEN,
    "war_bonus_1x": TiedWar.BONUS_ANTE,
    "war_raise_2to1_on_second_tie": TiedWar.BONUS_ANTE,
    "war_raise_3to1_on_second_tie": TiedWar.TRIPLE_RAISE,
    "war_3to1_on_total_on_second_tie": TiedWar.TRIPLE_TOTAL,
    "war_second_tie_push": TiedWar.PUSH,
    "war_second_tie_loses": TiedWar.LOSE,
    "evolution_war_repeat_4_ties": TiedWar.REPEAT,
}
SURRENDERS = {"always_surrender": Surrender.HALF, "fold_loses_all": Surrender.ALL}
WITH_TIE_BET = "war_no_bonus_plus_equal_tie_bet_10to1"
LADDER = "evolution_tie_10_25_50_200"


def _records() -> dict[tuple[str, int], dict[str, str]]:
    found: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
    for record in REFERENCE["figures"]:
        found[record["rule"], record["decks"]][record["figure"]] = record["fraction"]
    return dict(found)


RECORDS = _records()
"""Every figure by the rule and decks that it is about."""


def rules_of(rule: str, decks: int) -> TableRules:
    """Return the table rules of a row."""
    if rule in TIED_WARS:
        return TableRules(decks=decks, tied_war=TIED_WARS[rule])
    if rule in SURRENDERS:
        return TableRules(decks=decks, surrender=SURRENDERS[rule])
    if rule == WITH_TIE_BET:
        return TableRules(decks=decks)
    if rule == LADDER:
        return find("ladder").rules
    to_one = int(rule.rpartition("_")[2].removesuffix("to1"))
    if rule.startswith("tie_bet_"):
        return TableRules(decks=decks, tie_bet_to_one=to_one, tie_bet_alone=True)
    assert rule.startswith("war_tie_bet_")
    return TableRules(decks=decks, second_tie_bet_to_one=to_one)


def distribution_of(record: dict[str, Any]) -> dict[Fraction, Fraction]:
    """Return a row's distribution: net in units to chance."""
    return {Fraction(net): Fraction(chance) for net, chance in record["fraction"].items()}
