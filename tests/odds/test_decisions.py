"""What decisions at a tie are worth."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from casino_war.errors import InvalidCompositionError
from casino_war.game.cards import Rank
from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.odds.composition import Composition, full_shoe
from casino_war.odds.decisions import decision_odds
from casino_war.odds.numbers import EXACT, FAST
from casino_war.odds.report import hand_odds
from casino_war.odds.strategy import Strategy
from tests.game.strategies import UNHURRIED, table_rules
from tests.odds.tiny_shoes import war_value


@settings(UNHURRIED, max_examples=60)
@given(table_rules(), st.lists(st.integers(0, 5), min_size=1, max_size=5))
def test_war_and_surrender_from_any_tiny_shoe(rules: TableRules, counts: list[int]) -> None:
    left = Composition(tuple(counts))
    try:
        found = decision_odds(rules, left, EXACT)
    except InvalidCompositionError:
        assume(False)
    war = war_value(rules, counts, rules.wars_in_a_row_max)
    assert found.ev_war == -found.surrender_break_even == war
    kept = {
        Surrender.NOT_OFFERED: None,
        Surrender.HALF: Fraction(-1, 2),
        Surrender.ALL: Fraction(-1),
    }[rules.surrender]
    assert found.ev_surrender == kept
    if kept is not None and war != kept:
        assert found.best is (Decision.WAR if war > kept else Decision.SURRENDER)
    second = rules.second_tie_bet_to_one
    match = found.p_next_match
    assert found.ev_second_tie_bet == (None if second is None else (second + 1) * match - 1)
    assert float(found.ev_war) == decision_odds(rules, left, FAST).ev_war


@pytest.mark.parametrize("tied_war", TiedWar)
def test_a_round_is_worth_its_deal_and_its_ties(tied_war: TiedWar) -> None:
    """By the law of total expectation, over the ranks that the first cards tie at."""
    rules = TableRules(tied_war=tied_war)
    counts = (5, 0, 9, 2, 1, 6)
    before = Composition(counts)
    cards = before.cards
    ev = Fraction(0)
    for place, count in enumerate(counts):
        if count > 1:
            left = before.without([Rank(place + 2)] * 2)
            found = decision_odds(rules, left, EXACT)
            ev += Fraction(count * (count - 1), cards * (cards - 1)) * found.ev_war
    assert hand_odds(rules, before, Strategy.ALWAYS_WAR, EXACT).ante.ev == ev


def test_values_of_a_hand_in_cents() -> None:
    rules = TableRules(second_tie_bet_to_one=10)
    found = decision_odds(rules, full_shoe(6).without([Rank.KING, Rank.KING]), EXACT)
    t = Fraction(1181, 15965)
    assert found.value_cents(Decision.SURRENDER, 1000, 500) == -500
    assert found.value_cents(Decision.WAR, 1000, 500) == 1000 * (3 * t - 1) / 2
    with_bet = found.value_cents(Decision.WAR_WITH_TIE_BET, 1000)
    assert with_bet == 1000 * ((3 * t - 1) / 2 + 11 * t - 1)


def test_a_ladder_stands_while_its_hand_fights() -> None:
    rules = TableRules(tie_ladder=(10, 25))
    found = decision_odds(rules, Composition((4, 4)), EXACT)
    t = Fraction(3, 7)
    assert found.ev_tie_bet == {
        Decision.WAR: 10 * (1 - t) + 25 * t,
        Decision.SURRENDER: Fraction(10),
    }
    gained = found.value_cents(Decision.WAR, 1000, 500) - 1000 * found.ev_war
    assert gained == 500 * found.ev_tie_bet[Decision.WAR]
    assert found.value_cents(Decision.SURRENDER, 1000, 500) == -500 + 5000
    rules = TableRules(tie_ladder=(10, 25), surrender=Surrender.NOT_OFFERED)
    assert set(decision_odds(rules, Composition((4, 4)), EXACT).ev_tie_bet) == {Decision.WAR}


def test_what_is_not_offered_has_no_value() -> None:
    rules = TableRules(surrender=Surrender.NOT_OFFERED)
    found = decision_odds(rules, full_shoe(1), EXACT)
    assert found.best is Decision.WAR
    with pytest.raises(KeyError):
        found.value_cents(Decision.SURRENDER, 1000)
    with pytest.raises(KeyError):
        found.value_cents(Decision.WAR_WITH_TIE_BET, 1000)


def test_surrender_is_right_where_a_tied_war_loses() -> None:
    assert decision_odds(TableRules(tied_war=TiedWar.LOSE), full_shoe(6), EXACT).best is (
        Decision.SURRENDER
    )


def test_equal_values_ask_what_more_ties_would_do() -> None:
    """Without ties left, war costs half an ante under every rule, as surrender does."""
    left = Composition((1,) * 13)
    for tied_war in TiedWar:
        found = decision_odds(TableRules(tied_war=tied_war), left, EXACT)
        assert found.ev_war == found.ev_surrender == Fraction(-1, 2)
        loses = tied_war is TiedWar.LOSE
        assert found.best is (Decision.SURRENDER if loses else Decision.WAR)


@pytest.mark.parametrize(
    ("key", "counts"), [("classic", (1,)), ("ladder", (2, 2)), ("ladder", (5,))]
)
def test_a_war_must_be_sure_of_its_cards(key: str, counts: tuple[int, ...]) -> None:
    with pytest.raises(InvalidCompositionError):
        decision_odds(find(key).rules, Composition(counts), EXACT)
