"""The figures of docs/mathematics.md are those that the program computes."""

import json
import re
from fractions import Fraction
from math import sqrt

import pytest

from casino_war.game.table_presets import find
from casino_war.game.table_rules import TableRules, TiedWar
from casino_war.odds.composition import full_shoe, shoe_after_tie
from casino_war.odds.decisions import decision_odds
from casino_war.odds.edges import element_of_risk, house_edge, tie_bet_edge, total_action
from casino_war.odds.numbers import EXACT
from casino_war.odds.report import hand_odds
from casino_war.odds.rounds import round_odds
from casino_war.odds.strategy import Strategy
from casino_war.services.cut_card import cut_card_biases
from tests.docs.fences import ROOT
from tests.web.terminal import run
from tools.rule_tables import percent

TEXT = " ".join((ROOT / "docs" / "mathematics.md").read_text(encoding="utf-8").split())
CLASSIC = find("classic").rules
CLASSIC_OF_SEVEN = TableRules(hands_max=7)
BONUS = TableRules(tied_war=TiedWar.BONUS_ANTE)
LADDER = find("ladder").rules
ODDS = hand_odds(CLASSIC, full_shoe(6), Strategy.ALWAYS_WAR, EXACT)
SURRENDERED = hand_odds(CLASSIC, full_shoe(6), Strategy.ALWAYS_SURRENDER, EXACT)
AFTER_TIE = decision_odds(CLASSIC, shoe_after_tie(6), EXACT)


def exactly(share: Fraction | None) -> str:
    assert share is not None
    return f"{share} = {percent(share)}"


@pytest.mark.parametrize(
    "told",
    [
        exactly(ODDS.p_tie),
        exactly(ODDS.p_win),
        exactly(ODDS.p_tied_war),
        exactly(house_edge(CLASSIC)),
        exactly(house_edge(BONUS)),
        exactly(-AFTER_TIE.ev_war),
        exactly(AFTER_TIE.surrender_break_even),
        str(total_action(CLASSIC)),
        exactly(element_of_risk(CLASSIC)),
        exactly(SURRENDERED.house_edge),
        exactly(tie_bet_edge(CLASSIC)),
        exactly(tie_bet_edge(find("eleven").rules)),
        percent(house_edge(LADDER)),
        percent(tie_bet_edge(LADDER) or Fraction(0)),
        f"{float(ODDS.ante.variance):.4f} antes squared",
        f"deviation of {sqrt(ODDS.ante.variance):.4f}",
        *(percent(ODDS.ante.distribution[Fraction(net)]) for net in (1, -1, -2)),
    ],
)
def test_a_hand(told: str) -> None:
    assert told in TEXT


def test_hands_together() -> None:
    seven = round_odds(CLASSIC_OF_SEVEN, full_shoe(6), 7, Strategy.ALWAYS_WAR, EXACT)
    assert seven.covariance is not None
    covariance, variance = float(seven.covariance), float(ODDS.ante.variance)
    assert f"covariance is {covariance:.4f}" in TEXT
    assert f"correlation of {covariance / variance:.3f}" in TEXT
    assert f"variance of {float(seven.round_variance):.2f}" in TEXT
    assert f"have {7 * variance:.2f}" in TEXT


def test_a_cut_card() -> None:
    half, classic = cut_card_biases()["one_deck_half"], cut_card_biases()["classic"]
    for told in (
        f"over {half.hands:,} hands",
        f"ties {-100 * half.p_tie_bias:.4f} % of all hands less often",
        f"(standard error {100 * half.p_tie_standard_error:.4f} %)",
        f"lowers the edge by {_measured(-half.house_edge_bias, half.house_edge_standard_error)}",
        f"−{_measured(-classic.house_edge_bias, classic.house_edge_standard_error)} of the edge",
    ):
        assert told in TEXT, told


def _measured(bias: float, standard_error: float) -> str:
    return f"{100 * bias:.4f} % ± {100 * standard_error:.4f} %"


def test_a_session() -> None:
    options = ("--decks", "6", "--bankroll", "20", "--goal", "40", "--exact", "--json")
    plain, credit = (
        json.loads(run("simulate", "session", *options, *more).stdout)
        for more in ((), ("--credit",))
    )
    for told in (
        f"forty with chance {100 * plain['p_goal']:.2f} %, after {plain['expected_hands']:.1f}",
        f"{100 * credit['p_goal']:.2f} % after {credit['expected_hands']:.1f} hands",
        f"· {credit['expected_hands']:.3f} = {-credit['expected_net']:.4f}",
    ):
        assert told in TEXT, told


def test_every_fraction_has_its_decimals() -> None:
    found = re.findall(r"(\d+/\d+) = (\d+\.\d{4} %)", TEXT)
    assert len(found) >= 12
    assert found == [(share, percent(Fraction(share))) for share, _ in found]
