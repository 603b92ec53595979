"""Arranged spoils: plain War in which the winner orders the won cards."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_war.game import spoils, war, war_choices
from casino_war.game.cards import format_cards
from casino_war.game.randomness import SplitMix64
from casino_war.game.spoils import AwaitingNextCard
from casino_war.game.war_actions import Pick
from casino_war.game.war_choices import legal_actions
from casino_war.game.war_events import EndReason, Taken
from casino_war.game.war_presets import find
from casino_war.game.war_rules import WarRules
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import HIGH_FIRST, choose_all
from tests.game.strategies import UNHURRIED
from tests.game.war.deciding import (
    all_cards,
    check_random_game,
    check_refusals,
    play,
    rules,
    short_deal,
    start,
)

SPOILS = find("arrange_spoils").rules


def _awaited(state: WarState) -> AwaitingNextCard:
    assert isinstance(state.awaiting, AwaitingNextCard)
    return state.awaiting


def test_nobody_chooses_before_a_battle() -> None:
    state = war_choices.deal(SPOILS, SplitMix64(1))
    assert state.awaiting is None
    assert state == war.deal(SPOILS, SplitMix64(1))
    assert spoils.legal_actions(state, 0) == ()
    check_refusals(state)


def test_the_winner_chooses_the_order_and_the_last_card_needs_no_choice() -> None:
    state, events = play(start(SPOILS, "KS 2S | 8H 3H"), "")
    assert events == ["flip A:KS B:8H"]
    assert _awaited(state).seats == (0,)
    assert list(map(str, legal_actions(state, 0))) == ["KS", "8H"]
    assert legal_actions(state, 1) == spoils.legal_actions(state, 1) == ()
    assert state.battles == 0
    state, events = play(state, "8H")
    assert events == ["take A <- 8H KS"]
    assert list(map(format_cards, state.stocks)) == ["2S 8H KS", "3H"]
    assert state.awaiting is None
    assert state.battles == 1


def test_the_cards_of_a_war_are_laid_one_at_a_time() -> None:
    state, events = play(start(SPOILS, "5S 2S KS 3S | 5H 6H QH 4H"), "")
    assert events == ["flip A:5S B:5H", "war1 AB down=1", "down A:2S B:6H", "up A:KS B:QH"]
    table = state.table
    assert [placed.is_face_up for placed in table] == [True, True, False, False, True, True]
    for step, card in enumerate(["6H", "KS", "2S", "5H"]):
        state, events = play(state, card)
        assert events == []
        assert len(_awaited(state).left) == 5 - step
        assert _awaited(state).laid[-1].code == card
        assert state.table == table
    state, events = play(state, "QH")
    assert events == ["take A <- 6H KS 2S 5H QH 5S"]
    assert format_cards(state.stocks[0]) == "3S 6H KS 2S 5H QH 5S"
    assert state.table == ()
    assert state.wars_won == (1, 0)


def test_what_is_not_offered_is_refused() -> None:
    state, _ = play(start(SPOILS, "5S 2S KS 3S | 5H 6H QH 4H"), "")
    check_refusals(state)
    check_refusals(play(state, "6H")[0])


def test_the_ending_knows_that_somebody_was_short() -> None:
    state, events = play(start(SPOILS, "5S 3S | 5H 6H QH"), "", "3S", "5H", "6H")
    assert events[-4:] == ["walkover B", "take B <- 3S 5H 6H 5S", "out A", "END win B"]
    assert state.ended is not None
    assert state.ended.reason is EndReason.RAN_OUT_IN_WAR
    state, _ = play(start(SPOILS, "5S | 6H"), "", "6H")
    assert state.ended is not None
    assert state.ended.reason is EndReason.COLLECTED_ALL


def test_a_pot_that_nobody_wins_leaves_no_choice_until_the_carry_is_won() -> None:
    rule = rules("arrange_spoils", war_entrants="tied")
    state, events = play(start(rule, "5S | 5H | 2D KD 9D | 3C 4C 8C"), "")
    assert events[-3:] == ["dead A B carry 5S 5H 2D 3C", "out A", "out B"]
    assert state.awaiting is None
    assert state.battles == 1
    state, _ = play(state, "")
    assert format_cards(_awaited(state).left) == "5S 5H 2D 3C KD 4C"
    state, events = play(state, "4C", "KD", "3C", "2D", "5H")
    assert events == ["take C <- 4C KD 3C 2D 5H 5S"]
    assert state.carry == ()


def test_a_carry_of_the_last_player_keeps_its_order() -> None:
    rule = rules("arrange_spoils", war_entrants="tied")
    state, events = play(start(rule, "5S | 5H | 2D KD"), "")
    assert events[-2:] == ["take C <- 5S 5H 2D", "END win C"]
    assert state.ended is not None


def test_a_limit_ends_the_game_once_the_cards_are_laid() -> None:
    limited = rules("arrange_spoils", battle_limit=1, limit_result="most_cards")
    state, _ = play(start(limited, "KS 2S | 8H 3H"), "")
    assert state.ended is None
    state, events = play(state, "8H")
    assert events[-1] == "END win A"
    assert war_choices.apply(state, {}, SplitMix64(1)) == (state, ())


def test_a_clock_counts_when_the_last_card_is_laid() -> None:
    timed = rules("arrange_spoils", time_limit_min=5)
    fought, _ = war_choices.apply(start(timed, "KS 2S | 8H 3H"), {}, SplitMix64(1), minutes=4)
    first = {0: legal_actions(fought, 0)[0]}
    assert war_choices.apply(fought, first, SplitMix64(1), minutes=4)[0].ended is None
    assert war_choices.apply(fought, first, SplitMix64(1), minutes=5)[0].ended is not None


@pytest.mark.parametrize("order", ["as_played", "winner_first", "loser_first"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_is_plain_war_if_the_winner_chooses_a_fixed_order(order: str, players: int) -> None:
    plain = WarRules.from_data({"players": players, "pickup_order": order, "battle_limit": 80})
    ours = rules("arrange_spoils", players=players, battle_limit=80)
    for seed in range(5):
        source = SplitMix64(seed)
        model, state = war.deal(plain, SplitMix64(seed)), war_choices.deal(ours, SplitMix64(seed))
        while model.ended is None:
            model, expected = war.play_battle(model, source)
            wanted = [
                card for event in expected if isinstance(event, Taken) for card in event.cards
            ]
            state, events = war_choices.apply(state, {}, source)
            for card in wanted[:-1]:
                state, more = war_choices.apply(
                    state, {_awaited(state).seats[0]: Pick(card)}, source
                )
                events += more
            assert events == expected
            assert replace(state, rules=plain, landmark=model.landmark) == model


def test_high_cards_first_lays_them_so() -> None:
    state, _ = play(start(SPOILS, "5S 2S KS 3S | 5H 6H QH 4H"), "")
    while state.awaiting is not None:
        choices = choose_all(state, [HIGH_FIRST] * 2, SplitMix64(1))
        state, _ = war_choices.apply(state, choices, SplitMix64(1))
    assert format_cards(state.stocks[0]) == "3S KS QH 6H 5S 5H 2S"


@UNHURRIED
@given(st.integers(2, 4), st.integers(1, 10), st.integers(0, 2**64 - 1))
def test_random_games_keep_their_cards_and_end(players: int, cards: int, seed: int) -> None:
    rule = rules("arrange_spoils", players=players)
    check_random_game(short_deal(rule, cards, SplitMix64(seed)), seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_with_the_whole_pack_keep_their_cards_and_end(players: int) -> None:
    rule = rules("arrange_spoils", players=players)
    last = check_random_game(war_choices.deal(rule, SplitMix64(players)), 1)
    assert len(all_cards(last)) == 52
