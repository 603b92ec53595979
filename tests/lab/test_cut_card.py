"""What a cut card changes: the committed figures, measured anew."""

import json
from dataclasses import replace
from math import hypot

import pytest
from click.testing import CliRunner

from casino_war.game.table_presets import PRESETS, find
from casino_war.game.table_rules import ShoeRule, TiedWar
from casino_war.lab import cut_card
from casino_war.lab.hands_summary import outcomes
from casino_war.lab.plan import HandsPlan
from casino_war.lab.runner import simulate_hands
from casino_war.odds.cut_card import CutCardBias, cases
from casino_war.services.cut_card import cut_card_biases, cut_card_command
from casino_war.web.cli.main import main

ERRORS = 4
"""Standard errors within which a fresh figure must lie; the seed is fixed."""


def test_every_table_with_a_cut_card_has_its_figures() -> None:
    told = cut_card_biases()
    assert told.keys() == cases().keys()
    for preset in PRESETS:
        assert (preset.key in told) == (preset.rules.shoe is ShoeRule.CUT_CARD)
    for name, rules in cases().items():
        assert (told[name].decks, told[name].cut_position) == (rules.decks, rules.cut_position)
        assert told[name].p_tie_standard_error < 2e-5
        assert told[name].house_edge_standard_error < 2e-5
    assert cut_card_command().startswith("casino-war simulate cut-card --hands ")


@pytest.mark.parametrize("name", ["one_deck_half", "classic"])
def test_fresh_hands_measure_what_the_file_says(name: str) -> None:
    told, fresh = cut_card_biases()[name], cut_card.measure(cases()[name], 8_000_000, 77)
    assert fresh.hands == 8_000_000
    for figure in ("p_tie", "house_edge"):
        errors = (getattr(each, f"{figure}_standard_error") for each in (told, fresh))
        apart = getattr(told, f"{figure}_bias") - getattr(fresh, f"{figure}_bias")
        assert abs(apart) < ERRORS * hypot(*errors)


def test_one_deck_cut_early_ties_less_often_and_costs_less() -> None:
    told = cut_card_biases()["one_deck_half"]
    assert told.p_tie_bias < -ERRORS * told.p_tie_standard_error
    assert -1.5e-4 < told.p_tie_bias < -0.5e-4
    assert told.house_edge_bias < 0


def test_six_decks_cannot_be_told_from_full_shoes_by_their_edge() -> None:
    assert abs(cut_card_biases()["classic"].house_edge_bias) < 3e-5


@pytest.mark.parametrize("tied_war", TiedWar)
def test_what_is_lost_is_the_net_without_the_luck_of_decided_pairs(tied_war: TiedWar) -> None:
    rules = replace(find("classic").rules, tied_war=tied_war)
    plan = HandsPlan(rules=rules, hands=20_000, ante_cents=1000)
    summary = simulate_hands(plan).summary
    counted = outcomes(summary)
    luck = counted["win"] - counted["loss"] + 1.5 * (counted["war_win"] - counted["war_loss"])
    net = sum(net_cents * often for net_cents, often in summary.nets.items()) / plan.ante_cents
    assert net == luck - cut_card.loss(rules, summary)


def test_the_command_prints_what_the_file_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"classic": find("classic").rules}
    monkeypatch.setattr("casino_war.lab.cut_card.cases", lambda: few)
    done = CliRunner().invoke(
        main, ("simulate", "cut-card", "--hands", "40000", "--seed", "3"), catch_exceptions=False
    )
    assert (done.exit_code, done.stderr) == (0, "classic\n")
    record = json.loads(done.stdout)
    assert record["command"] == "casino-war simulate cut-card --hands 40000 --seed 3"
    (figures,) = record["cases"].values()
    assert CutCardBias(**figures) == cut_card.measure(few["classic"], 40_000, 3)
