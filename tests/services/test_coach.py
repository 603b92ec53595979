"""What the table tells of odds: right by enumeration, and from seen cards alone."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from casino_war.game import casino
from casino_war.game.cards import Rank, parse_cards
from casino_war.game.randomness import RandomSource
from casino_war.game.round import AwaitingDecision, Decision
from casino_war.game.shoe import Shoe, shuffled_shoe
from casino_war.game.table_presets import find
from casino_war.game.table_rules import Surrender, TableRules, TiedWar
from casino_war.game.views import view_round
from casino_war.services import shoes as shoe_service
from casino_war.services.coach import Coach, advise, coach, prospect_of
from casino_war.services.house import House
from tests.services.conftest import MakeHouse
from tests.services.doctor import look_up
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, seed_where

CLASSIC = TableRules()
LADDER = find("ladder").rules


@pytest.fixture(scope="module")
def tie_seed() -> str:
    return seed_where(CLASSIC, is_tie)


def told(guest: Guest) -> Coach:
    found = coach(guest.house, guest.token, guest.table_key)
    assert found is not None
    return found


def tied(rules: TableRules) -> AwaitingDecision:
    """Two hands, of which the second ties."""
    state, _ = casino.deal(
        rules, Shoe(parse_cards("9C KD KH 2C 3C 4C")), (bet(10, 5), bet(20, 5)), 10**6
    )
    assert isinstance(state, AwaitingDecision)
    return state


def test_a_stranger_is_told_nothing(house: House) -> None:
    assert coach(house, None, "classic") is None
    assert coach(house, Guest(house).buy_in().token, "classic") is None


def test_a_fresh_shoe_has_the_published_odds(house: House) -> None:
    prospect = told(Guest(house).buy_in().sit()).prospect
    assert prospect is not None
    assert prospect.p_tie == pytest.approx(23 / 311)
    assert prospect.ante == pytest.approx(-142853 / 4965115)
    assert prospect.tie_bet == pytest.approx(-58 / 311)
    bets = (bet(10, 5), bet(100))
    assert prospect.net_cents(bets) == pytest.approx(-11_000 * 142853 / 4965115 - 500 * 58 / 311)


def test_a_lone_tie_bet_is_weighed_as_one() -> None:
    prospect = prospect_of(LADDER, ())
    assert prospect.lone_tie_bet is not None
    assert prospect.lone_tie_bet == pytest.approx(-0.079503, abs=1e-6)
    assert prospect.net_cents((bet(0, 10),)) == pytest.approx(1000 * prospect.lone_tie_bet)


def test_ties_are_decided_for_the_ante_even_where_a_ladder_would_have_it_otherwise() -> None:
    """Where a tied war loses, the ante surrenders, and a ladder's tie bet stops at one tie."""
    rules = TableRules(tied_war=TiedWar.LOSE, tie_ladder=(10, 999))
    prospect = prospect_of(rules, ())
    t = 23 / 311
    assert prospect.ante == pytest.approx(-t / 2)
    assert prospect.tie_bet == pytest.approx(11 * t - 1)


def test_a_table_without_a_tie_bet_tells_none() -> None:
    prospect = prospect_of(find("battle_royal").rules, ())
    assert (prospect.tie_bet, prospect.lone_tie_bet) == (None, None)
    assert prospect.net_cents((bet(10),)) == pytest.approx(1000 * -0.017143, abs=1e-3)


@pytest.mark.parametrize("tied_war", list(TiedWar))
def test_war_is_worth_what_all_its_deals_come_to(tied_war: TiedWar) -> None:
    """Of a single deck of which only five ranks are left, by every card that can come."""
    rules = TableRules(decks=1, tied_war=tied_war, opening_burn=0, war_burn=0)
    seen = [
        " ".join(f"{rank.symbol}{suit}" for suit in "CDHS")
        for rank in Rank
        if rank.symbol in "2345678T"
    ]
    state, _ = casino.deal(rules, Shoe(parse_cards("KD KH")), (bet(10),), 10**6)
    advice = {each.decision: each for each in advise(rules, view_round(state, 0), seen)}
    assert advice[Decision.SURRENDER].value_cents == -500
    left = {Rank.NINE: 4, Rank.JACK: 4, Rank.QUEEN: 4, Rank.KING: 2, Rank.ACE: 4}
    expected = _war_cents(rules, left, wars=rules.wars_in_a_row_max)
    assert advice[Decision.WAR].value_cents == pytest.approx(float(expected))
    best = max(advice.values(), key=lambda each: each.value_cents)
    assert best.is_best


def _war_cents(rules: TableRules, left: dict[Rank, int], wars: int) -> Fraction:
    cards, total = sum(left.values()), Fraction(0)
    tied_cents = {"bonus_ante": 2000, "triple_raise": 3000, "triple_total": 6000}
    tied_cents |= {"push": 0, "repeat": 0, "lose": -2000, "even": 1000}
    for own, dealer in product(left, repeat=2):
        ways = left[own] * (left[dealer] - (own is dealer))
        chance = Fraction(ways, cards * (cards - 1))
        if own is not dealer:
            total += chance * (1000 if own > dealer else -2000)
        elif wars == 1:
            total += chance * tied_cents[rules.tied_war]
        elif chance:
            total += chance * _war_cents(rules, left | {own: left[own] - 2}, wars - 1)
    return total


def test_a_standing_tie_bet_counts_on_a_ladder_alone() -> None:
    for rules, tie_bet_cents in ((CLASSIC, 0), (LADDER, 500 * 10)):
        advice = advise(rules, view_round(tied(rules), 0), ())
        assert advice[0].decision is Decision.SURRENDER
        assert advice[0].value_cents == pytest.approx(-1000 + tie_bet_cents)


def test_a_second_tie_bet_is_weighed() -> None:
    rules = replace(CLASSIC, second_tie_bet_to_one=10)
    _, war, with_tie_bet = advise(rules, view_round(tied(rules), 0), ())
    t = Fraction(11 * 24 * 23 + 23 * 22 + 22 * 21, 309 * 308)
    assert war.value_cents == pytest.approx(float(2000 * (3 * t - 1) / 2))
    assert with_tie_bet.value_cents - war.value_cents == pytest.approx(float(2000 * (11 * t - 1)))


def test_surrender_is_told_where_it_is_better() -> None:
    rules = replace(CLASSIC, tied_war=TiedWar.LOSE)
    advice = advise(rules, view_round(tied(rules), 0), ())
    assert [each.is_best for each in advice] == [True, False]
    alone = replace(CLASSIC, surrender=Surrender.NOT_OFFERED)
    assert [each.decision for each in advise(alone, view_round(tied(alone), 0), ())] == ["war"]


def test_the_undealt_rest_changes_nothing(
    make_house: MakeHouse, tie_seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two shoes that begin alike and go on otherwise: what is told is the same."""
    one = Guest(make_house(tie_seed)).buy_in().sit()
    one.deal(bet(10))
    with monkeypatch.context() as patch:
        patch.setattr(shoe_service, "shuffled_shoe", _turned_behind_the_first_round)
        other = Guest(make_house(tie_seed)).buy_in().sit()
        other.deal(bet(10))
    assert told(one).advice
    assert told(one) == told(other)
    for guest in (one, other):
        guest.decide(Decision.SURRENDER)
    assert told(one) == told(other)
    (cost,) = told(one).costs
    assert (cost.decision, cost.best) == (Decision.SURRENDER, Decision.WAR)
    assert cost.cost_cents == 1000 * Fraction(3 * 1181, 2 * 15965)
    after = told(one).prospect
    assert after is not None
    assert after.p_tie == pytest.approx((12 * 24 * 23 + 22 * 21) / (310 * 309))
    orders = {
        look_up(guest.house, "SELECT order_text FROM shoe WHERE id = 1")[0][0]
        for guest in (one, other)
    }
    assert len(orders) == 2


def _turned_behind_the_first_round(rules: TableRules, source: RandomSource) -> Shoe:
    shoe = shuffled_shoe(rules, source)
    dealt = shoe.position + 2
    return replace(shoe, cards=(*shoe.cards[:dealt], *reversed(shoe.cards[dealt:])))
