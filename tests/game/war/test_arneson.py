"""The Arneson hand: its table, and every line of its rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_war.game import war_choices
from casino_war.game.arneson import AwaitingCard
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_events import EndReason
from casino_war.game.war_presets import find
from tests.game.strategies import UNHURRIED
from tests.game.war.deciding import (
    all_cards,
    check_random_game,
    check_refusals,
    held,
    play,
    rules,
    short_deal,
    start,
)

ARNESON = find("arneson").rules

TABLE = {
    "AR1": (
        "5S KS 9S 2S 3S | 5H QH 8H 2H 3H",
        ["KS 8H"],
        ["flip A:KS B:8H", "take A <- KS 8H"],
        ["[5S 9S 2S] 3S KS 8H", "[5H QH 2H] 3H"],
    ),
    "AR2 war": (
        "5S KS 9S 2S 3S 4S 6S 7S | 5H QH 8H 2H 3H 4H 6H 7H",
        ["5S 5H", "9S QH"],
        [
            "flip A:5S B:5H",
            "war1 AB down=3",
            "down A:3S+4S+6S B:3H+4H+6H",
            "up A:9S B:QH",
            "take B <- 3H 4H 6H QH 3S 4S 6S 9S",
            "take A <- 5S 5H",
        ],
        ["[KS 2S 7S] 5S 5H", "[8H 2H 7H] 3H 4H 6H QH 3S 4S 6S 9S"],
    ),
    "AR3 second tie": (
        "5S KS 9S 2S 3S 4S 6S 7S TS | 5H KH 8H 2H 3H 4H 6H 7H TH",
        ["5S 5H", "KS KH", "9S 8H"],
        [
            "flip A:5S B:5H",
            "war1 AB down=3",
            "down A:3S+4S+6S B:3H+4H+6H",
            "up A:KS B:KH",
            "war2 AB down=0",
            "up A:9S B:8H",
            "take A <- 3S 4S 6S KS 9S 3H 4H 6H KH 8H",
            "take B <- 5H 5S",
        ],
        ["[2S 7S TS] 3S 4S 6S KS 9S 3H 4H 6H KH 8H", "[2H 7H TH] 5H 5S"],
    ),
    "AR4 short": (
        "5S KS 9S 2S 3S | 5H QH 8H 2H",
        ["5S 5H", "KS QH"],
        [
            "flip A:5S B:5H",
            "war1 AB down=3",
            "down A:3S B:-",
            "up A:KS B:QH",
            "take A <- 3S KS QH",
            "take B <- 5H 5S",
        ],
        ["[9S 2S 3S] KS QH", "[8H 2H 5H] 5S"],
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_the_table(name: str) -> None:
    stocks, rounds, events, end = TABLE[name]
    state, happened = play(start(ARNESON, stocks), *rounds)
    assert happened == events
    assert held(state) == end
    assert state.battles == 1


def test_after_the_deal_each_takes_the_top_three_into_the_hand() -> None:
    state = war_choices.deal(ARNESON, SplitMix64(1))
    assert state.awaiting == AwaitingCard(seats=(0, 1))
    assert [len(hand) for hand in state.hands] == [3, 3]
    assert [len(stock) for stock in state.stocks] == [23, 23]
    few = start(ARNESON, "5S KS | 5H QH 8H 2H")
    assert held(few) == ["[5S KS] ", "[5H QH 8H] 2H"]


def test_the_hand_is_refilled_before_the_cards_of_a_war_are_buried() -> None:
    state, _ = play(start(ARNESON, "5S KS 9S 2S 3S 4S 6S | 5H KH 9H 2H 3H 4H 6H"), "5S 5H")
    assert held(state) == ["[KS 9S 2S] ", "[KH 9H 2H] "]
    assert state.awaiting == AwaitingCard(seats=(0, 1))
    assert state.battles == 0
    assert [(placed.card.code, placed.is_face_up) for placed in state.table] == [
        ("5S", True),
        ("5H", True),
        ("3S", False),
        ("3H", False),
        ("4S", False),
        ("4H", False),
        ("6S", False),
        ("6H", False),
    ]


def test_nothing_is_buried_where_both_stocks_are_empty() -> None:
    _, events = play(start(ARNESON, "5S KS 9S | 5H QH 8H"), "5S 5H", "KS QH")
    assert events[1:3] == ["war1 AB down=3", "up A:KS B:QH"]


def test_who_holds_no_card_for_a_war_loses_everything() -> None:
    state, events = play(start(ARNESON, "5S | 5H QH"), "5S 5H")
    assert events == [
        "flip A:5S B:5H",
        "war1 AB down=3",
        "short A",
        "walkover B",
        "take B <- 5H 5S",
        "out A",
        "END win B",
    ]
    assert state.ended is not None
    assert state.ended.reason is EndReason.RAN_OUT_IN_WAR
    assert state.awaiting is None
    assert held(state) == ["[] ", "[QH 5H 5S] "]
    assert state.wars_won == (0, 1)


def test_nobody_wins_a_war_for_which_neither_holds_a_card() -> None:
    state, events = play(start(ARNESON, "5S 7S | 5H 7H"), "5S 5H", "7S 7H")
    assert events[-5:] == [
        "war2 AB down=0",
        "dead A B carry 5S 5H 7S 7H",
        "out A",
        "out B",
        "END draw AB",
    ]
    assert state.ended is not None
    assert state.ended.reason is EndReason.BOTH_RAN_OUT


def test_who_runs_out_of_hand_and_stock_is_out() -> None:
    state, events = play(start(ARNESON, "5S | 6H"), "5S 6H")
    assert events == ["flip A:5S B:6H", "take B <- 6H 5S", "out A", "END win B"]
    assert state.ended is not None
    assert state.ended.reason is EndReason.COLLECTED_ALL


def test_the_loser_of_a_war_goes_on_with_the_cards_that_caused_it() -> None:
    state, _ = play(start(ARNESON, "5S 2S | 5H 7H"), "5S 5H", "2S 7H")
    assert held(state) == ["[5S 5H] ", "[7H 2S] "]
    assert state.ended is None
    assert state.wars_won == (0, 1)


def test_every_parameter_that_can_counts() -> None:
    stocks = "5S 9S KS 2S 3S 4S | 5H QH 8H 2H 3H 4H"
    fewer = rules("arneson", war_face_down=1)
    assert "down A:3S B:3H" in play(start(fewer, stocks), "5S 5H", "9S QH")[1]
    peace = rules("arneson", winning_card="lowest")
    assert play(start(peace, stocks), "9S QH")[1][-1] == "take A <- 9S QH"
    limited = rules("arneson", battle_limit=1, limit_result="most_cards")
    state, events = play(start(limited, stocks), "9S QH")
    assert events[-1] == "END win B"
    assert state.awaiting is None
    wars = rules("arneson", objective="wars_won", wars_to_win=1)
    assert play(start(wars, stocks), "5S 5H", "9S QH")[1][-1] == "END win B"


@pytest.mark.parametrize("order", ["shuffled", "winner_first", "loser_first", "as_played"])
def test_own_cards_come_first_whatever_the_pickup_order(order: str) -> None:
    state, _ = play(start(rules("arneson", pickup_order=order), "5S | 2H 8H 9H 3H"), "5S 9H")
    assert held(state)[1] == "[2H 8H 3H] 9H 5S"


def test_a_position_that_comes_again_is_no_cycle() -> None:
    """Under a fixed pickup order too: the next time the players may choose otherwise."""
    state = start(rules("arneson", pickup_order="as_played"), "5S 2S | 3H 4H")
    state, _ = play(state, "2S 3H", "5S 3H", "3H 4H", "5S 3H")
    again, _ = play(state, "3H 4H", "5S 3H")
    assert held(again) == held(state) == ["[5S 3H] ", "[2S 4H] "]
    assert again.ended is None
    assert again.landmark is None


def test_what_is_not_offered_is_refused() -> None:
    state = start(ARNESON, "5S KS 9S 2S 3S | 5H QH 8H 2H 3H")
    assert [str(action) for action in war_choices.legal_actions(state, 1)] == ["5H", "QH", "8H"]
    check_refusals(state)
    check_refusals(play(state, "5S 5H")[0])


@UNHURRIED
@given(st.integers(1, 12), st.integers(0, 2**64 - 1))
def test_random_games_keep_their_cards_and_end(cards: int, seed: int) -> None:
    check_random_game(short_deal(ARNESON, cards, SplitMix64(seed)), seed)


@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_the_whole_pack_keep_their_cards_and_end(seed: int) -> None:
    last = check_random_game(war_choices.deal(ARNESON, SplitMix64(seed)), seed)
    assert len(all_cards(last)) == 52
