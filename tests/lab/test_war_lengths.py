"""The lengths that the project shows, measured anew."""

import pytest

from casino_war.game.war_presets import find
from casino_war.game.war_rules import WarRules
from casino_war.lab.war_lengths import measure, measure_presets


def test_the_same_seed_measures_the_same() -> None:
    rules = find("three_wars").rules_for(2)
    assert measure(rules, 5, 1) == measure(rules, 5, 1) != measure(rules, 5, 2)
    once = measure(rules, 1, 1)
    assert once.median_battles == once.ninth_decile_battles


def test_every_preset_is_measured_under_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    few = (find("tod_und_leben"), find("razboi"), find("arneson"))
    monkeypatch.setattr("casino_war.lab.war_lengths.PRESETS", few)
    told: list[str] = []
    found = measure_presets(2, 1, 1, tell=told.append)
    assert told == ["tod_und_leben 2", "razboi 2", "razboi 3", "razboi 4", "arneson 2"]
    assert found == measure_presets(2, 1, 1)
    assert found["razboi"]["3"] == measure(find("razboi").rules_for(3), 2, 1)
    assert found["razboi"]["3"].games == 2
    assert found["arneson"]["2"].games == 1


def test_draws_and_games_in_circles_are_counted() -> None:
    circling = WarRules.from_data({"pickup_order": "as_played", "short_rule": "play_available"})
    found = measure(circling, 8, 1)
    assert 0 < found.capped_games == found.drawn_games
    limited = measure(WarRules(battle_limit=3), 4, 1)
    assert (limited.drawn_games, limited.capped_games, limited.median_battles) == (4, 0, 3)
