"""The measured lengths of games that come with the project, against games played now."""

import json
from math import sqrt

import pytest

from casino_war.game import war_choices
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_lengths import LONG_BATTLES
from casino_war.game.war_presets import PRESETS, WarPreset, find
from casino_war.game.war_rules import WarRules
from casino_war.game.war_strategies import STRATEGIES, choose_all
from casino_war.services.war_lengths import PATH, lengths, lengths_of

ERRORS = 4
"""Standard errors within which a fresh share must lie; the seed is fixed."""

FRESH_SEED = 77
BY_HAND = ("tod_und_leben", "three_wars", "razboi", "arneson")
"""Presets whose games are short enough to be played anew in every run."""


def assert_alike(key: str, games: int) -> None:
    """Half of fresh games are within the median of the file, nine in ten within its decile."""
    preset = find(key)
    for players in preset.player_counts:
        told = lengths_of(preset, players)
        battles = fresh_battles(preset.rules_for(players), games)
        for limit, share in ((told.median_battles, 0.5), (told.ninth_decile_battles, 0.9)):
            below = sum(each < limit for each in battles) / games
            error = ERRORS * sqrt(share * (1 - share) * (1 / games + 1 / told.games))
            assert below - error <= share <= below + battles.count(limit) / games + error
        long_games = sum(each > LONG_BATTLES for each in battles)
        p = (told.long_games + long_games) / (told.games + games)
        error = ERRORS * sqrt(p * (1 - p) * (1 / games + 1 / told.games))
        assert abs(told.long_games / told.games - long_games / games) <= error


def fresh_battles(rules: WarRules, games: int) -> list[int]:
    """How many battles each of so many games takes, of other chance than the file's."""
    source, chooser = SplitMix64(FRESH_SEED), SplitMix64(FRESH_SEED)
    strategies = [STRATEGIES[rules.choice][0]] * rules.players
    battles = []
    for _ in range(games):
        state = war_choices.deal(rules, source)
        while state.ended is None:
            choices = choose_all(state, strategies, chooser)
            state, _ = war_choices.apply(state, choices, source)
        battles.append(state.battles)
    return battles


def test_the_file_covers_every_preset_with_every_number_of_players() -> None:
    expected = {(preset.key, players) for preset in PRESETS for players in preset.player_counts}
    assert set(lengths()) == expected
    for found in lengths().values():
        assert found.games >= 500
        assert 0 < found.median_battles <= found.ninth_decile_battles
        assert found.capped_games <= found.drawn_games <= found.games
        assert (found.ninth_decile_battles > LONG_BATTLES) <= (found.long_games > found.games / 20)


@pytest.mark.parametrize("key", BY_HAND)
def test_short_games_are_as_long_as_the_file_says(key: str) -> None:
    assert_alike(key, 40)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_all_games_are_as_long_as_the_file_says(preset: WarPreset) -> None:
    assert_alike(preset.key, 120)


def test_figures_are_told_as_the_file_has_them() -> None:
    file = json.loads(PATH.read_text(encoding="utf-8"))["presets"]["classic"]["2"]
    assert lengths_of(find("classic"), 2).to_data() == file
