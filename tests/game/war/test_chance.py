"""Games that chance decides, against exact laws: every draw enumerated, or many games."""

import json
from collections.abc import Sequence
from itertools import permutations
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from casino_war.game import war
from casino_war.game.cards import PACK, Cards, Rank
from casino_war.game.randomness import SplitMix64, shuffle
from casino_war.game.war_battle import Battle
from casino_war.game.war_endings import BATTLES_A_MINUTE
from casino_war.game.war_enumeration import _sequences
from casino_war.game.war_rules import WarRules
from tests.game.war.chain import Position, law

# The same lines many thousand times.
pytestmark = pytest.mark.unmeasured

FIGURES = json.loads((Path(__file__).parents[2] / "data" / "war_figures.json").read_text())
TINY = FIGURES["tiny_decks_shuffled"]
TINY_RULES = ("war_face_down", "short_rule", "pickup_order")
PLACES = {card.code: place for place, card in enumerate(PACK)}
ERRORS = 4
"""Standard errors within which a measured mean must lie; seeds are fixed."""


def check_tiny_deck(record: dict[str, Any]) -> None:
    rules = WarRules.from_data({name: record[name] for name in TINY_RULES})
    count = record["ranks"] * record["suits"]
    half = (count + 1) // 2
    ranks = tuple(Rank(Rank.ACE - i) for i in range(record["ranks"]))
    starts: list[Position] = []
    for cards in _sequences(ranks, record["suits"]):
        dealt = tuple(card.rank for card in cards)
        starts.append((dealt[:half], dealt[half:]))
    assert len(set(starts)) == record["deals"]
    found = law(rules, dict.fromkeys(starts, 1 / len(starts)))
    assert found.p_wins[0] == pytest.approx(record["p_a_wins"], abs=1e-9)
    assert found.p_draw == pytest.approx(record["p_draw"], abs=1e-9)
    assert found.expected_battles == pytest.approx(record["expected_battles"], abs=1e-8)


@pytest.mark.parametrize("record", [r for r in TINY if r["deals"] <= 120], ids=str)
def test_a_tiny_deck_follows_its_exact_chain(record: dict[str, Any]) -> None:
    check_tiny_deck(record)


@pytest.mark.slow
@pytest.mark.parametrize("record", [r for r in TINY if r["deals"] > 120], ids=str)
def test_a_larger_tiny_deck_follows_its_exact_chain(record: dict[str, Any]) -> None:
    check_tiny_deck(record)


@pytest.mark.parametrize("a", [1, 2, 3, 4])
def test_in_one_suit_the_chance_to_win_is_the_share_of_cards(a: int) -> None:
    """P(A wins) = a/(a + b), and a·b battles on average: exactly, for five cards."""
    b = 5 - a
    deals = [(deal[:a], deal[a:]) for deal in permutations(list(Rank)[:5])]
    found = law(WarRules(), dict.fromkeys(deals, 1 / len(deals)))
    assert found.p_wins == pytest.approx([a / 5, b / 5])
    assert found.expected_battles == pytest.approx(a * b)


def within(measured: Sequence[float], mean: float, deviation: float | None = None) -> bool:
    error = (deviation or stdev(measured)) / sqrt(len(measured))
    return abs(fmean(measured) - mean) <= ERRORS * error


def all_different(turned: Sequence[Cards]) -> Sequence[float]:
    """Rank the pack as one long suit, so that nothing ever ties."""
    return [PLACES[cards[0].code] for cards in turned]


def check_one_suit(a: int, b: int, games: int) -> None:
    source = SplitMix64(a)
    won, battles = [], []
    for _ in range(games):
        cards = shuffle(PACK[: a + b], source)
        state = war.from_stocks(WarRules(), (cards[:a], cards[a:]))
        while state.ended is None:
            battle = Battle(state, source)
            battle.strength = all_different
            winner = battle.fight()
            assert winner is not None
            battle.take(winner)
            state, _ = battle.close(None, BATTLES_A_MINUTE)
        won.append(float(state.ended.seats == (0,)))
        battles.append(float(state.battles))
    p = a / (a + b)
    assert within(won, p, sqrt(p * (1 - p)))
    assert within(battles, a * b)


@pytest.mark.parametrize(("a", "b", "games"), [(4, 4, 400), (6, 2, 400), (7, 6, 200)])
def test_games_in_one_suit_keep_the_law_on_average(a: int, b: int, games: int) -> None:
    check_one_suit(a, b, games)


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b", "games"), [(26, 26, 300), (39, 13, 300)])
def test_games_with_a_pack_in_one_suit_keep_the_law_on_average(a: int, b: int, games: int) -> None:
    """676 battles on average, were there 52 ranks."""
    check_one_suit(a, b, games)
