"""Every preset from deal to end in the practice room, compared with the engine alone."""

import time
from dataclasses import replace

import pytest

from casino_war.game import war_choices
from casino_war.game.randomness import FairStream
from casino_war.game.war_line import parse_line
from casino_war.game.war_presets import PRESETS, WarPreset
from casino_war.game.war_replay import play
from casino_war.game.war_state import BATTLES_MAX
from casino_war.game.war_strategies import STRATEGIES, choose_all
from casino_war.services.house import House
from casino_war.services.practice.stage import Stage
from casino_war.services.practice.statistics import statistics_page
from casino_war.services.practice.tally import SAMPLES_MAX
from tests.audits import audit
from tests.databases import ONLY_SQLITE
from tests.services.practitioner import Clock, Practitioner


@pytest.fixture
def player(house: House) -> Practitioner:
    return Practitioner(replace(house, clock=Clock()))


@ONLY_SQLITE
def test_every_preset_ends_as_the_engine_says(player: Practitioner) -> None:
    for number, preset in enumerate(PRESETS):
        rules = preset.rules
        player.start(preset.key, *["computer"] * rules.players).deal().flip(3)
        page = player.flip(None).page
        stream = FairStream(f"{number:064x}", "lucky", number)
        strategies = [STRATEGIES[rules.choice][0]] * rules.players
        state = war_choices.deal(rules, stream)
        while state.ended is None:
            choices = choose_all(state, strategies, stream)
            # Three battles took no time; from there on they count, twelve a minute.
            minutes = max(0, state.battles - 2) / 12
            state, _ = war_choices.apply(state, choices, stream, minutes)
        assert page.stage is Stage.OVER
        assert page.ended == state.ended, preset.key
        assert page.game.battles == state.battles, preset.key
    assert audit(player.house) == []
    figures = statistics_page(player.house, player.token)
    assert figures.total is not None
    assert figures.total.games == len(PRESETS)
    assert sum(each.games for each in figures.by_preset) == len(PRESETS)


@pytest.mark.parametrize("preset", [p for p in PRESETS if p.players[1] == 4], ids=str)
@pytest.mark.slow
def test_every_preset_for_four_is_what_its_line_says(
    player: Practitioner, preset: WarPreset
) -> None:
    page = player.start(preset.key, *["computer"] * 4).deal().flip(None).page
    assert play(parse_line(str(page.proof.line))).state.ended == page.ended


@ONLY_SQLITE
@pytest.mark.slow
def test_a_long_game_stays_fast(player: Practitioner) -> None:
    """Nearly ten thousand battles: each flip replays a stretch, never the game."""
    more = {"tie_action": "split", "battle_limit": "20000"}
    player.start("classic", "computer", "computer", **more).deal()
    for _ in range(99):
        player.flip(100)
    assert player.page.game.battles == 9_900
    started = time.process_time()
    for _ in range(20):
        player.flip()
    assert (time.process_time() - started) / 20 < 0.05
    assert len(player.page.points) <= SAMPLES_MAX + 1
    page = player.flip(None).page
    assert page.ended is not None
    assert (page.ended.reason, page.game.battles) == ("cap", BATTLES_MAX)
