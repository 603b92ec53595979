"""The closed forms of the lobby equal the enumeration of every round."""

from fractions import Fraction

import pytest

from casino_war.game.events import Wager
from casino_war.game.round import Decision
from casino_war.game.table_presets import PRESETS, TablePreset, find
from casino_war.game.table_rules import TableRules, TiedWar
from casino_war.game.wagers import HandWagers
from casino_war.odds.composition import Composition, full_shoe
from casino_war.odds.edges import element_of_risk, house_edge, tie_bet_edge, total_action
from casino_war.odds.ties import (
    initial_tie_probability,
    tie_run_probabilities,
    tied_war_probability,
)
from tests.odds.enumeration import enumerate_round
from tests.odds.figures import UNIT_CENTS, Figures

ANTE = HandWagers(ante_cents=UNIT_CENTS)
TIE_BET = HandWagers(tie_bet_cents=UNIT_CENTS)


@pytest.mark.parametrize("tied_war", TiedWar)
@pytest.mark.parametrize("decks", [1, 2, 6])
def test_ante_edges_equal_enumeration(decks: int, tied_war: TiedWar) -> None:
    rules = TableRules(decks=decks, tied_war=tied_war)
    played = Figures(enumerate_round(rules, ANTE, Decision.WAR), Wager.ANTE, Wager.RAISE)
    assert house_edge(rules) == -played.mean
    assert total_action(rules) == played.action
    assert element_of_risk(rules) == -played.mean / played.action


@pytest.mark.parametrize("to_one", [9, 10, 11, 12])
@pytest.mark.parametrize("decks", [1, 2, 6])
def test_tie_bet_edges_equal_enumeration(decks: int, to_one: int) -> None:
    rules = TableRules(decks=decks, tie_bet_to_one=to_one, tie_bet_alone=True)
    played = Figures(enumerate_round(rules, TIE_BET, Decision.WAR), Wager.TIE_BET)
    assert tie_bet_edge(rules) == -played.mean


@pytest.mark.parametrize(
    ("tied_war", "ladder"),
    [
        (TiedWar.EVEN, (10, 25)),
        (TiedWar.REPEAT, (10, 25)),
        (TiedWar.REPEAT, (10, 25, 50)),
        (TiedWar.REPEAT, (10, 25, 50, 200)),
    ],
)
def test_ladder_edges_equal_enumeration(tied_war: TiedWar, ladder: tuple[int, ...]) -> None:
    rules = TableRules(decks=2, tied_war=tied_war, tie_ladder=ladder, tie_bet_alone=True)
    played = Figures(enumerate_round(rules, TIE_BET, Decision.WAR), Wager.TIE_BET)
    assert tie_bet_edge(rules) == -played.mean


PUBLISHED = {
    "classic": (Fraction(142853, 4965115), Fraction(58, 311)),
    "bonus": (Fraction(23138, 993023), Fraction(58, 311)),
    "single_deck": (Fraction(503, 20825), Fraction(6, 17)),
    "battle_royal": (Fraction(3, 175), None),
    "eleven": (Fraction(142853, 4965115), Fraction(35, 311)),
    "niagara": (Fraction(23138, 993023), Fraction(58, 311)),
    "ladder": (
        1 - Fraction(8081819872143091, 8395246462531635),
        1 - Fraction(1103970951745757, 1199320923218805),
    ),
}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_presets_have_their_published_edges(preset: TablePreset) -> None:
    assert (house_edge(preset.rules), tie_bet_edge(preset.rules)) == PUBLISHED[preset.key]


def test_risk_is_the_edge_over_all_that_is_staked() -> None:
    assert float(element_of_risk(find("classic").rules)) == pytest.approx(0.026790, abs=5e-7)
    assert float(element_of_risk(find("bonus").rules)) == pytest.approx(0.021696, abs=5e-7)


@pytest.mark.parametrize("decks", range(1, 9))
def test_tie_chances_follow_the_textbook_formulas(decks: int) -> None:
    n, r = 52 * decks, 4 * decks
    assert initial_tie_probability(decks) == Fraction(r - 1, n - 1)
    expected = Fraction((r - 2) * (r - 3) + 12 * r * (r - 1), (n - 2) * (n - 3))
    assert tied_war_probability(decks) == expected


def test_a_run_of_ties_is_counted_order_by_order_in_a_small_shoe() -> None:
    """Two, two and one cards of three ranks: 8 of the 120 ways to deal four are two pairs."""
    runs = tie_run_probabilities(Composition((2, 2, 1)), 3)
    assert runs == (Fraction(1), Fraction(4, 20), Fraction(8, 120), Fraction(0))


def test_a_full_shoe_counts_four_cards_of_each_rank_a_deck() -> None:
    assert full_shoe(6).counts == (24,) * 13
    assert full_shoe(6).cards == 312
