"""Dealing the pack, starting from given stocks, and battles that cannot be played."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from casino_war.errors import IllegalDecisionError, InvalidCardError, InvalidRulesError
from casino_war.game import war
from casino_war.game.cards import JOKERS, Cards, Rank, Suit, parse_card, parse_cards
from casino_war.game.randomness import SplitMix64, shuffle
from casino_war.game.war_pack import pack_of
from casino_war.game.war_rules import WarRules
from casino_war.game.war_state import Awaiting

STRIPPED = {"undealt_cards": "strip_lowest"}
ONE_EACH = {"jokers": 2, "joker_placement": "one_in_each_stock"}


@pytest.mark.parametrize(
    ("rules", "each", "over"),
    [
        ({}, 26, 0),
        ({"players": 3}, 17, 1),
        ({"players": 4}, 13, 0),
        ({"jokers": 2}, 27, 0),
        ({"jokers": 2, "players": 3}, 18, 0),
        ({"jokers": 2, "players": 4}, 13, 2),
        ({"deck": 36}, 18, 0),
        ({"deck": 36, "players": 3}, 12, 0),
        ({"deck": 36, "players": 4}, 9, 0),
        ({"deck": 32}, 16, 0),
        ({"deck": 32, "players": 3}, 10, 2),
        ({"players": 3, **STRIPPED}, 17, 0),
        ({"players": 4, "jokers": 2, **STRIPPED}, 13, 0),
        (ONE_EACH, 27, 0),
    ],
    ids=str,
)
def test_the_pack_is_dealt_as_far_as_it_goes_evenly(
    rules: Mapping[str, Any], each: int, over: int
) -> None:
    state = war.deal(WarRules.from_data(rules), SplitMix64(1))
    assert [len(stock) for stock in state.stocks] == [each] * state.rules.players
    assert (len(state.set_aside), state.carry) == (over, ())
    dealt = [card for cards in (*state.stocks, state.set_aside) for card in cards]
    assert len(set(dealt)) == len(dealt)


def test_seats_get_one_card_each_in_turn_and_the_first_is_on_top() -> None:
    rules = WarRules(players=3)
    cards = shuffle(pack_of(rules), SplitMix64(5))
    state = war.deal(rules, SplitMix64(5))
    assert state.stocks == (cards[0:51:3], cards[1:51:3], cards[2:51:3])
    assert state.set_aside == cards[51:]


def test_undealt_cards_may_lie_on_the_table_for_the_first_winner() -> None:
    rules = WarRules.from_data({"players": 3, "undealt_cards": "to_first_winner"})
    state = war.deal(rules, SplitMix64(1))
    assert (len(state.carry), state.set_aside) == (1, ())


@pytest.mark.parametrize(
    ("rules", "stripped"),
    [
        ({"players": 3}, "2C"),
        ({"players": 4, "jokers": 2}, "2C 2D"),
        ({"players": 3, "ace_rank": "low"}, "AC"),
        ({"players": 3, "deck": 32}, "7C 7D"),
        ({}, ""),
    ],
    ids=str,
)
def test_the_lowest_cards_are_stripped_clubs_first(rules: dict[str, Any], stripped: str) -> None:
    whole = set(pack_of(WarRules.from_data(rules)))
    left = set(pack_of(WarRules.from_data({**rules, **STRIPPED})))
    assert whole - left == set(parse_cards(stripped))


def test_each_stock_has_one_joker_at_any_depth_top_and_bottom_too() -> None:
    rules = WarRules.from_data(ONE_EACH)
    depths = [set[int](), set[int]()]
    for seed in range(400):
        stocks = war.deal(rules, SplitMix64(seed)).stocks
        for seat, stock in enumerate(stocks):
            (joker,) = (card for card in stock if card.rank is Rank.JOKER)
            assert joker == JOKERS[seat]
            depths[seat].add(stock.index(joker))
    assert depths == [set(range(27))] * 2


def _stocks(*stocks: str) -> list[Cards]:
    return [parse_cards(stock) for stock in stocks]


def test_given_stocks_set_the_number_of_players() -> None:
    state = war.from_stocks(WarRules(), _stocks("2S", "3S", "4S"))
    assert state.rules == WarRules(players=3)
    assert state.piles == state.hands == ((), (), ())


@pytest.mark.parametrize(
    ("stocks", "piles", "fields"),
    [
        (["2S"], None, ("players",)),
        ([], None, ("players",)),
        (["2S", "3S", "4S", "5S", "6S"], None, ("players",)),
        (["2S", ""], None, ("players",)),
        (["2S", "3S"], ["4S"], ("players",)),
        (["2S", "3S"], ["4S", ""], ("captured_to",)),
    ],
)
def test_stocks_that_are_no_game_are_refused(
    stocks: list[str], piles: list[str] | None, fields: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidRulesError) as refused:
        war.from_stocks(WarRules(), _stocks(*stocks), None if piles is None else _stocks(*piles))
    assert refused.value.fields == fields


def test_a_joker_in_each_stock_needs_two_of_them() -> None:
    with pytest.raises(InvalidRulesError) as refused:
        war.from_stocks(WarRules.from_data(ONE_EACH), _stocks("2S", "3S", "4S"))
    assert "joker_placement" in refused.value.fields


@pytest.mark.parametrize(
    ("stocks", "piles"),
    [("2S 3S|2S", "|"), ("2S 2S|3S", "|"), ("2S|3S", "3S|"), ("2S|3S", "4S|4S")],
)
def test_a_card_that_stands_twice_is_refused(stocks: str, piles: str) -> None:
    rules = WarRules.from_data({"captured_to": "pile_turned"})
    with pytest.raises(InvalidCardError, match="stands twice"):
        war.from_stocks(rules, _stocks(*stocks.split("|")), _stocks(*piles.split("|")))


@pytest.mark.parametrize(
    ("rules", "card"), [({"deck": 36}, "5S"), ({"deck": 32}, "6S"), ({}, "X1")]
)
def test_a_card_that_the_pack_has_not_is_refused(rules: dict[str, Any], card: str) -> None:
    with pytest.raises(InvalidCardError, match=card):
        war.from_stocks(WarRules.from_data(rules), _stocks(card, "AS"))


def test_no_battle_is_played_while_a_choice_is_due() -> None:
    state = replace(war.from_stocks(WarRules(), _stocks("2S", "3S")), awaiting=Awaiting(seats=(0,)))
    with pytest.raises(IllegalDecisionError):
        war.play_battle(state, SplitMix64(1))


def test_jokers_carry_a_number_for_a_suit() -> None:
    assert [card.suit for card in JOKERS] == [Suit.FIRST_JOKER, Suit.SECOND_JOKER]
    assert parse_card("X2") == JOKERS[1]
