"""A game between two battles as text: taken up again, it goes on as if nothing had been."""

import pytest

from casino_war.errors import BrokenInvariantError
from casino_war.game import war_choices
from casino_war.game.randomness import FairStream
from casino_war.game.war_presets import PRESETS, WarPreset, find
from casino_war.game.war_rules import PickupOrder, UndealtCards, WarRules
from casino_war.game.war_snapshot import from_text, to_text
from casino_war.game.war_strategies import RANDOM, choose_all

SEED = "a7" * 32


def check(rules: WarRules, battles: int) -> None:
    """Play so many battles, and after each compare a game taken up from its text."""
    stream = FairStream(SEED, "x", 0)
    state = war_choices.deal(rules, stream)
    for _ in range(battles):
        taken_up, drawn = from_text(rules, to_text(state, stream.drawn))
        assert (taken_up, drawn) == (state, stream.drawn)
        number = state.battles
        while state.ended is None and state.battles == number:
            choices = choose_all(state, [RANDOM] * rules.players, stream)
            state, _ = war_choices.apply(state, choices, stream)
        if state.ended is not None:
            return


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_preset_is_taken_up(preset: WarPreset) -> None:
    check(preset.rules, 60)


def test_carry_cycle_and_players_that_are_out_are_kept() -> None:
    check(WarRules(players=3, undealt_cards=UndealtCards.TO_FIRST_WINNER), 200)
    check(WarRules(players=4, pickup_order=PickupOrder.LOSER_FIRST), 200)


def test_a_battle_under_way_and_a_game_that_is_over_are_not_kept() -> None:
    stream = FairStream(SEED, "x", 0)
    state = war_choices.deal(find("arrange_spoils").rules, stream)
    state, _ = war_choices.apply(state, {}, stream)
    with pytest.raises(BrokenInvariantError):
        to_text(state, stream.drawn)
