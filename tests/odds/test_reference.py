"""The odds reproduce every row of the reference tables, fraction for fraction."""

from fractions import Fraction
from typing import Any

import pytest

from casino_war.game.round import Decision
from casino_war.game.table_rules import TableRules, TiedWar
from casino_war.odds.composition import Composition, full_shoe
from casino_war.odds.decisions import decision_odds
from casino_war.odds.endings import UnitWager
from casino_war.odds.numbers import EXACT, FAST
from casino_war.odds.pairs import pair_ways
from casino_war.odds.report import HandOdds, WagerOdds, hand_odds
from casino_war.odds.rounds import round_odds
from casino_war.odds.strategy import Strategy
from tests.odds.reference import (
    LADDER,
    RECORDS,
    REFERENCE,
    SURRENDERS,
    TIED_WARS,
    WITH_TIE_BET,
    distribution_of,
    rules_of,
)


def odds_of(rule: str, decks: int) -> HandOdds[Fraction]:
    surrenders = rule in SURRENDERS
    strategy = Strategy.ALWAYS_SURRENDER if surrenders else Strategy.ALWAYS_WAR
    return hand_odds(rules_of(rule, decks), full_shoe(decks), strategy, EXACT)


def wager_of(rule: str, found: HandOdds[Fraction]) -> WagerOdds[Fraction]:
    """Return the odds of the wager that a row is about."""
    wager: WagerOdds[Fraction] | None
    if rule in TIED_WARS or rule in SURRENDERS:
        wager = found.ante
    elif rule == LADDER or rule.startswith("tie_bet_"):
        wager = found.lone_tie_bet
    else:
        wager = found.second_tie_bet
    assert wager is not None
    return wager


def named_figures(rule: str, decks: int) -> dict[str, Fraction]:
    """Every figure of a row by its name there, each from the odds alone."""
    found = odds_of(rule, decks)
    wager = wager_of(rule, found)
    named = {
        "house_edge_initial_bet": wager.edge,
        "element_of_risk_total_action": wager.element_of_risk,
        "avg_total_action_units": wager.average_action,
        "variance_per_unit_initial_bet": wager.variance,
        "rtp": 1 + wager.ev,
        "rtp_initial_bet": 1 + wager.ev,
        "rtp_total_action": 1 - wager.element_of_risk,
        "total_return": wager.ev,
        "p_win_initial": found.p_win,
        "p_lose_initial": found.p_lose,
        "p_lose_original_bet": found.p_lose,
        "return_lose_original_bet": -found.p_lose,
        "p_tie_initial": found.p_tie,
        "p_hand_won_when_always_war": found.p_hand_won,
        "p_win_total": found.p_hand_won,
    }
    if rule in SURRENDERS:
        return named
    assert found.p_tied_war is not None
    assert found.surrender_break_even is not None
    tied_wars = found.p_tie * found.p_tied_war
    decided = (found.p_tie - tied_wars) / 2
    lost = found.ante.distribution[Fraction(-2)]
    if rule == "war_second_tie_loses":
        lost -= tied_wars
    return named | {
        "p_tie_given_tie": found.p_tied_war,
        "p_tie_then_tie": tied_wars,
        "p_tie_then_win": decided,
        "p_all_other_wins": found.p_win + decided,
        "p_tie_then_lose": decided,
        "p_lose_after_war": lost,
        "return_lose_after_war": -2 * lost,
        "return_tie_then_tie": found.ante.ev + 2 * lost - decided,
        "ev_of_going_to_war_given_tie_units": -found.surrender_break_even,
        "breakeven_surrender_fraction": found.surrender_break_even,
        "edge_of_war_decision_per_unit_of_the_two_units_at_risk": found.surrender_break_even / 2,
    }


def with_tie_bet(decks: int) -> dict[str, Fraction]:
    """The row of an ante with an equal tie bet, from the covariance of the two."""
    found = round_odds(
        rules_of(WITH_TIE_BET, decks), full_shoe(decks), 1, Strategy.ALWAYS_WAR, EXACT
    )
    edge = -sum(found.mean.values(), Fraction(0))
    action = sum(found.action.values(), Fraction(0))
    return {
        "house_edge_initial_bet": edge,
        "house_edge_of_two_unit_initial_total": edge / 2,
        "element_of_risk_total_action": edge / action,
        "avg_total_action_units": action,
        "variance_units2": sum(found.own.values(), Fraction(0)),
    }


@pytest.mark.parametrize(("rule", "decks"), sorted(RECORDS))
def test_every_figure_of_the_reference_tables(rule: str, decks: int) -> None:
    named = with_tie_bet(decks) if rule == WITH_TIE_BET else named_figures(rule, decks)
    texts = {name: f"{value.numerator}/{value.denominator}" for name, value in named.items()}
    variance = texts.get("variance_per_unit_initial_bet", texts.get("variance_units2"))
    texts["standard_deviation_per_hand"] = f"sqrt({variance})"
    expected = RECORDS[rule, decks]
    assert {name: texts[name] for name in expected} == expected


@pytest.mark.parametrize(
    "record",
    REFERENCE["outcome_distributions"],
    ids=lambda record: f"{record['rule']}-{record['decks']}",
)
def test_every_distribution_of_the_reference_tables(record: dict[str, Any]) -> None:
    found = odds_of(record["rule"], record["decks"])
    assert wager_of(record["rule"], found).distribution == distribution_of(record)


COMPOSITIONS = REFERENCE["compositions"]
TIED_WAR_NAMES = {
    "no_bonus": TiedWar.EVEN,
    "bonus_1x_or_raise_2to1": TiedWar.BONUS_ANTE,
    "raise_3to1": TiedWar.TRIPLE_RAISE,
}


@pytest.mark.parametrize(
    "record",
    [record for record in COMPOSITIONS if "AFTER" in record["context"]],
    ids=lambda record: str(record["name"]),
)
def test_every_composition_after_a_tie(record: dict[str, Any]) -> None:
    left = Composition(tuple(record["counts"]))
    assert left.cards == record["cards"]
    for name, tied_war in TIED_WAR_NAMES.items():
        found = decision_odds(TableRules(tied_war=tied_war), left, EXACT)
        assert str(found.p_next_match) == record["p_next_two_match"]
        assert str(found.ev_war) == record[f"ev_war_{name}"]
        assert found.ev_surrender is not None
        margin = found.ev_war - found.ev_surrender
        assert str(margin) == record[f"war_minus_surrender_{name}"]
        assert found.best is Decision.WAR


@pytest.mark.parametrize(
    "record",
    [record for record in COMPOSITIONS if "BEFORE" in record["context"]],
    ids=lambda record: str(record["name"]),
)
def test_every_composition_before_a_round(record: dict[str, Any]) -> None:
    left = Composition(tuple(record["counts"]))
    assert left.cards == record["cards"]
    for name, tied_war in TIED_WAR_NAMES.items():
        rules = TableRules(tied_war=tied_war)
        found = hand_odds(rules, left, Strategy.ALWAYS_WAR, EXACT)
        assert str(found.p_tie) == record["p_next_two_match"]
        assert str(found.ante.ev) == record[f"ev_ante_always_war_{name}"]
        assert hand_odds(rules, left, Strategy.BEST, EXACT).ante == found.ante
        given_up = hand_odds(rules, left, Strategy.ALWAYS_SURRENDER, EXACT)
        assert str(given_up.ante.ev) == record["ev_ante_always_surrender"]
    for to_one in (10, 11, 12):
        bet = hand_odds(TableRules(tie_bet_to_one=to_one), left, Strategy.BEST, EXACT).tie_bet
        assert bet is not None
        assert str(bet.ev) == record[f"ev_tie_bet_{to_one}to1"]


def test_every_figure_of_several_hands() -> None:
    hands = REFERENCE["multi_hand_6_decks"]
    shoe = full_shoe(6)
    for count, expected in hands["p_at_least_one_tie"].items():
        found = round_odds(TableRules(), shoe, int(count), Strategy.ALWAYS_WAR, EXACT)
        assert str(found.p_any_tie) == expected
    ways = pair_ways(shoe, 1)
    both_tie = sum(sum(row[2:]) for row in ways.matrix[2:])
    assert str(Fraction(both_tie, ways.deals)) == hands["p_two_given_seats_both_tie"]
    for name, tied_war in (("no_bonus", TiedWar.EVEN), ("bonus_1x", TiedWar.BONUS_ANTE)):
        found = round_odds(TableRules(tied_war=tied_war), shoe, 2, Strategy.ALWAYS_WAR, EXACT)
        expected = hands[f"covariance_of_two_seats_always_war_{name}"]
        assert str(found.covariance) == expected


def test_the_rule_sheet_of_six_decks() -> None:
    """Figures that the rules print in words, to their places."""
    found = odds_of("war_no_bonus", 6)
    assert (found.p_win, found.p_tie) == (Fraction(144, 311), Fraction(23, 311))
    assert found.p_hand_won == Fraction(2496139, 4965115)
    assert found.tie_bet_break_even_to_one == Fraction(288, 23)
    together = round_odds(TableRules(), full_shoe(6), 7, Strategy.ALWAYS_WAR, FAST)
    assert together.correlation == pytest.approx(0.304, abs=5e-4)
    assert together.round_variance == pytest.approx(21.80, abs=5e-3)
    assert 7 * together.variance == pytest.approx(7.71, abs=5e-3)
    assert together.own[UnitWager.TIE_BET, UnitWager.TIE_BET] == pytest.approx(8.2868, abs=5e-5)
