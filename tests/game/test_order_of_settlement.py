"""Several hands against one dealer card: who is dealt, settled and asked, and when."""

import pytest

from casino_war.errors import IllegalDecisionError
from casino_war.game.casino import decide, legal_decisions
from casino_war.game.events import (
    DEALER,
    CardsBurned,
    CardTurned,
    HandOutcome,
    HandSettled,
    RoundSettled,
    ShoeFinished,
    Wager,
    WagerPlaced,
    WagerSettled,
    WarDeclared,
)
from casino_war.game.round import AwaitingDecision, Decision, Settled
from casino_war.game.table_rules import TableRules
from tests.game.rounds import BOUNDLESS_CENTS, awaiting, bet, of_type, paid, play, settled

RULES = TableRules()
THREE = [bet(10), bet(20), bet(30)]


def test_hands_are_dealt_in_seat_order_the_dealer_last() -> None:
    _, events = settled(RULES, "KD QD JD 2C", THREE)
    assert [event.seat for event in of_type(CardTurned, events)] == [0, 1, 2, DEALER]


def test_all_wagers_are_placed_before_the_first_card() -> None:
    _, events = settled(RULES, "KD QD 2C", [bet(10, 5), bet(20)])
    assert events[:4] == (
        WagerPlaced(hand=0, wager=Wager.ANTE, amount_cents=1_000),
        WagerPlaced(hand=0, wager=Wager.TIE_BET, amount_cents=500),
        WagerPlaced(hand=1, wager=Wager.ANTE, amount_cents=2_000),
        of_type(CardTurned, events)[0],
    )


def test_untied_hands_are_settled_before_any_decision() -> None:
    state, events = play(RULES, "9D KD 2D 9C", THREE)
    assert isinstance(state, AwaitingDecision)
    assert state.deciding == 0
    assert of_type(HandSettled, events) == [
        HandSettled(hand=1, outcome=HandOutcome.WIN, net_cents=2_000),
        HandSettled(hand=2, outcome=HandOutcome.LOSS, net_cents=-3_000),
    ]


def test_tied_hands_decide_in_seat_order() -> None:
    state = awaiting(RULES, "9D KD 9H 9C", THREE)
    assert state.deciding == 0
    state = awaiting(RULES, "9D KD 9H 9C", THREE, "S")
    assert state.deciding == 2


def test_a_decision_is_one_hand_a_command_and_final() -> None:
    before = awaiting(RULES, "9D 9H 9C", [bet(10), bet(20)])
    after, events = decide(before, Decision.SURRENDER, BOUNDLESS_CENTS)
    assert isinstance(after, AwaitingDecision)
    assert (after.deciding, after.hands[0].decision) == (1, Decision.SURRENDER)
    assert {event.hand for event in of_type(WagerSettled, events)} == {0}
    assert after.hands[1] == before.hands[1]


def test_a_raise_is_placed_at_once_and_its_war_waits_for_the_last_decision() -> None:
    _, events = play(RULES, "9D 9H 9C", [bet(10), bet(20)], "W")
    assert events[-2:] == (
        WarDeclared(hand=0),
        WagerPlaced(hand=0, wager=Wager.RAISE, amount_cents=1_000),
    )


def test_the_next_hands_decisions_follow_from_the_funds_that_are_left() -> None:
    state = awaiting(RULES, "9D 9H 9C", [bet(10), bet(20)], "W")
    assert legal_decisions(state, 2_000) == (Decision.SURRENDER, Decision.WAR)
    assert legal_decisions(state, 1_999) == (Decision.SURRENDER,)


def test_returns_of_an_earlier_hand_may_fund_a_later_raise() -> None:
    """A surrender is paid within its own command, before the next hand decides."""
    _, events = play(RULES, "9D 9H 9C", [bet(40), bet(20)], "S")
    assert paid(events)[-1] == (0, Wager.ANTE, 4_000, 2_000, 0, 0)
    state = awaiting(RULES, "9D 9H 9C", [bet(40), bet(20)], "S")
    assert Decision.WAR in legal_decisions(state, 2_000)


def test_tie_bet_winnings_are_out_before_the_decision_and_may_cover_the_raise() -> None:
    state, events = play(RULES, "9D 9C", [bet(40, 5)], funds_cents=4_500)
    assert isinstance(state, AwaitingDecision)
    credited = sum(
        event.returned_cents + event.won_cents for event in of_type(WagerSettled, events)
    )
    assert credited == 5_500
    assert Decision.WAR in legal_decisions(state, credited)


def test_one_burn_then_a_card_for_each_fighting_hand_in_seat_order_dealer_last() -> None:
    _, events = settled(RULES, "9D 9H 9S 9C 2D 2H 2S KD 3D 4C", THREE, "WSW")
    war = [event for event in events if isinstance(event, CardsBurned | CardTurned) and event.step]
    assert war[0] == CardsBurned(count=3, step=1)
    assert [(event.seat, event.card.code) for event in of_type(CardTurned, war)] == [
        (0, "KD"),
        (2, "3D"),
        (DEALER, "4C"),
    ]


def test_each_hand_against_the_dealer_is_a_battle_of_two() -> None:
    """A war card that beats the dealer wins, whatever the other hand turned."""
    state, _ = settled(RULES, "9D 9H 9C 2D 2H 2S 5D KD 4C", [bet(10), bet(20)], "WW")
    assert [hand.net_cents for hand in state.hands] == [1_000, 2_000]


def test_a_round_ends_with_its_net_and_the_state_of_its_shoe() -> None:
    state, events = settled(RULES, "KD 2D 9C", [bet(10), bet(20)])
    assert isinstance(events[-2], RoundSettled)
    assert isinstance(events[-1], ShoeFinished)
    assert state.net_cents == sum(hand.net_cents for hand in state.hands) == -1_000


def test_a_settled_round_takes_no_decision() -> None:
    state, _ = settled(RULES, "KD 2C", [bet(10)])
    assert isinstance(state, Settled)
    assert legal_decisions(state, BOUNDLESS_CENTS) == ()
    with pytest.raises(IllegalDecisionError) as refused:
        decide(state, Decision.WAR, BOUNDLESS_CENTS)
    assert refused.value.reason == "settled"
