"""The kernel of War is the engine, battle by battle and card by card."""

import json
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_war.game import war
from casino_war.game.cards import FRENCH_SUITS, Card, Rank
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_events import EndReason
from casino_war.game.war_presets import PRESETS, WarPreset
from casino_war.game.war_rules import Choice, WarRules
from casino_war.lab import war_cards as wc
from casino_war.lab import war_close, war_fast, war_kernel, war_pack
from casino_war.lab.plan import WarPlan
from casino_war.lab.war_engine import simulate_games
from tests.game.strategies import UNHURRIED
from tests.game.war.strategies import plain_rules
from tests.lab.lockstep import play_both, play_out

PLAIN = [preset for preset in PRESETS if preset.rules.choice is Choice.NOTHING]
SEATED = [
    pytest.param(preset, players, id=f"{preset.key}-{players}")
    for preset in PLAIN
    for players in preset.player_counts
]
SEEDS = st.integers(0, 2**64 - 1)
TINY = json.loads((Path(__file__).parents[1] / "data" / "war_tiny_decks.json").read_text())
FEW_BATTLES = 2
"""Battles of each of many deals: each deal opens with others, and most end the same way."""


@pytest.mark.parametrize(("preset", "players"), SEATED)
def test_many_deals_begin_and_a_whole_game_goes_the_same_way(
    preset: WarPreset, players: int
) -> None:
    rules = preset.rules_for(players)
    # 300 deals of each preset, shared out among its numbers of players.
    for seed in range(300 // len(preset.player_counts)):
        play_both(rules, seed, FEW_BATTLES)
    play_both(rules, 301)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), SEATED)
def test_ten_thousand_deals_begin_and_many_games_go_the_same_way(
    preset: WarPreset, players: int
) -> None:
    rules = preset.rules_for(players)
    for seed in range(10_000):
        play_both(rules, 1_000 + seed, FEW_BATTLES)
    for seed in range(20):
        play_both(rules, seed)


@settings(UNHURRIED, max_examples=60)
@given(plain_rules(), SEEDS)
def test_any_rules_go_the_same_way(rules: WarRules, seed: int) -> None:
    play_both(rules, seed, 120)


@pytest.mark.parametrize(
    ("changes", "seed", "reason"),
    [
        ({"pickup_order": "as_played"}, 0, EndReason.CYCLE),
        ({"pickup_order": "winner_first", "players": 3}, 2, EndReason.CYCLE),
    ],
)
def test_games_in_circles_are_found_with_their_period(
    changes: dict[str, Any], seed: int, reason: EndReason
) -> None:
    ends = {play_both(WarRules.from_data(changes), seed + more).ended for more in range(4)}
    assert reason in {end.reason for end in ends if end is not None}


@pytest.mark.parametrize(
    "record", [each for each in TINY["tiny_decks"] if each["deals"] <= 720], ids=str
)
def test_every_deal_of_a_tiny_deck_ends_as_is_known(record: dict[str, Any]) -> None:
    names = ("war_face_down", "pickup_order", "short_rule")
    rules = WarRules.from_data({name: record[name] for name in names})
    ranks = [Rank(Rank.ACE - down) for down in range(record["ranks"])]
    values = sorted(set(permutations([rank for rank in ranks for _ in range(record["suits"])])))
    half = (len(values[0]) + 1) // 2
    found = dict.fromkeys(("deals", "a_wins", "b_wins", "draws", "cycles", "battles_sum"), 0)
    for deal in values:
        suits = {rank: iter(FRENCH_SUITS) for rank in ranks}
        cards = tuple(Card(rank, next(suits[rank])) for rank in deal)
        g = play_out(war.from_stocks(rules, (cards[:half], cards[half:])))
        found["deals"] += 1
        if g[wc.REASON] == war_close.CYCLE:
            found["cycles"] += 1
            continue
        found["battles_sum"] += int(g[wc.BATTLES])
        is_drawn = g[wc.OUTCOME] == war_close.DRAW
        found["draws" if is_drawn else "a_wins" if g[wc.CHOSEN] == 1 else "b_wins"] += 1
    assert found.items() <= record.items()


@pytest.mark.parametrize(
    "rules",
    [
        WarRules.from_data({"captured_to": "scored", "objective": "most_cards"}),
        WarRules.from_data({"players": 3, "objective": "avoid_running_out"}),
        WarRules.from_data({"objective": "wars_won", "wars_to_win": 2, "war_face_down": 3}),
        WarRules.from_data({"pickup_order": "as_played", "deck": 32, "war_face_down": 3}),
    ],
    ids=str,
)
def test_a_chunk_of_games_has_the_same_summary(rules: WarRules) -> None:
    plan = WarPlan(rules=rules, games=12, chunk_games=12)
    expected = simulate_games(plan, plan.chunk(0))
    assert war_kernel.simulate_packed(war_pack.pack(rules), plan.chunk(0)) == expected


@pytest.mark.parametrize(
    "rules",
    [
        WarRules(),
        WarRules(war_face_down=3),
        WarRules(deck=32, war_face_down=5),
        WarRules(deck=36, war_face_down=0),
        WarRules(jokers=2, war_face_down=3),
    ],
    ids=lambda rules: f"{rules.deck}-{rules.war_face_down}",
)
def test_the_fast_loop_counts_what_the_generic_one_counts(rules: WarRules) -> None:
    packed = war_pack.pack(rules)
    assert war_fast.is_plain(packed)
    chunk = WarPlan(rules=rules, games=1_500, chunk_games=1_500).chunk(0)
    fast = war_kernel.simulate_packed(packed, chunk, war_fast.play_plain)
    assert fast == war_kernel.simulate_packed(packed, chunk)


@settings(UNHURRIED, max_examples=60)
@given(plain_rules(), SEEDS)
def test_the_fast_loop_takes_no_other_rules(rules: WarRules, seed: int) -> None:
    packed = war_pack.pack(rules)
    if war_fast.is_plain(packed):
        chunk = replace(WarPlan(rules=rules, games=50, chunk_games=50).chunk(0), seed=seed)
        fast = war_kernel.simulate_packed(packed, chunk, war_fast.play_plain)
        assert fast == war_kernel.simulate_packed(packed, chunk)


def test_the_seed_of_an_extreme_game_deals_it_again() -> None:
    rules = WarRules(war_face_down=3)
    plan = WarPlan(rules=rules, games=200, chunk_games=200)
    summary = war_kernel.simulate_packed(war_pack.pack(rules), plan.chunk(0))
    assert summary.longest is not None
    source = SplitMix64(summary.longest.seed)
    state = war.deal(rules, source)
    while state.ended is None:
        state, _ = war.play_battle(state, source)
    assert state.battles == summary.longest.battles == max(summary.lengths)
