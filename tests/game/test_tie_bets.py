"""Tie bets: alone, on a ladder, and the second one placed with the raise."""

import pytest

from casino_war.game.casino import legal_decisions
from casino_war.game.events import (
    CardsBurned,
    CardTurned,
    HandOutcome,
    HandTied,
    Wager,
    WagerPlaced,
    WagerSettled,
)
from casino_war.game.round import AwaitingDecision, Decision, Settled
from casino_war.game.table_presets import find
from casino_war.game.table_rules import TableRules, TiedWar
from tests.game.rounds import BOUNDLESS_CENTS, awaiting, bet, of_type, paid, play, settled

LADDER = find("ladder").rules
ALONE = TableRules(tie_bet_alone=True)
SECOND = TableRules(second_tie_bet_to_one=9)
BURN = "3D 3H 3S"


@pytest.mark.parametrize(
    ("cards", "outcome", "net_cents"),
    [("9D 9C", HandOutcome.TIED, 5_000), ("KD 9C", HandOutcome.NOT_TIED, -500)],
)
def test_a_hand_with_a_tie_bet_and_no_ante_is_settled_at_the_deal(
    cards: str, outcome: HandOutcome, net_cents: int
) -> None:
    state, events = settled(ALONE, cards, [bet(0, 5)])
    assert (state.hands[0].outcome, state.net_cents) == (outcome, net_cents)
    assert [event.wager for event in of_type(WagerPlaced, events)] == [Wager.TIE_BET]


def test_an_unstaked_tied_hand_is_never_asked_even_beside_one_that_is() -> None:
    state = awaiting(ALONE, "9D 9H 9C", [bet(0, 5), bet(10)])
    assert state.deciding == 1
    assert state.hands[0].outcome is HandOutcome.TIED


def test_if_only_unstaked_ladder_hands_are_tied_the_war_is_fought_without_stopping() -> None:
    """A ladder's tie bet alone fights on without stakes, beside a hand long settled."""
    cards = f"9D KD 9C {BURN} 8D 8C {BURN} KD QC"
    state, events = settled(LADDER, cards, [bet(0, 5), bet(10)])
    assert isinstance(state, Settled)
    assert state.net_cents == 5 * 25 * 100 + 1_000
    assert [event.wager for event in of_type(WagerPlaced, events)] == [
        Wager.TIE_BET,
        Wager.ANTE,
    ]
    assert of_type(HandTied, events) == [HandTied(hand=0, ties=1), HandTied(hand=0, ties=2)]


def test_an_unstaked_ladder_hand_waits_for_staked_hands_to_decide() -> None:
    state = awaiting(LADDER, "9D 9H 9C", [bet(0, 5), bet(10)])
    assert state.deciding == 1
    cards = f"9D 9H 9C {BURN} KD QC"
    final, events = settled(LADDER, cards, [bet(0, 5), bet(10)], "S")
    assert [hand.outcome for hand in final.hands] == [HandOutcome.TIED, HandOutcome.SURRENDER]
    assert [event.seat for event in of_type(CardTurned, events) if event.step] == [0, -1]


def test_a_ladder_is_settled_when_its_run_of_ties_ends() -> None:
    """So its winnings cannot cover the raise: nothing is credited at the tie."""
    _, events = play(LADDER, "9D 9C", [bet(10, 5)])
    assert of_type(WagerSettled, events) == []
    _, events = settled(LADDER, f"9D 9C {BURN} KD QC", [bet(10, 5)], "W")
    assert [event.wager for event in of_type(WagerSettled, events)][-1] is Wager.TIE_BET


def test_surrendering_stops_a_ladder_at_its_first_rung() -> None:
    state, events = settled(LADDER, "9D 9C", [bet(10, 5)], "S")
    assert paid(events)[-1] == (0, Wager.TIE_BET, 500, 500, 5_000, 0)
    assert state.net_cents == 5_000 - 500


@pytest.mark.parametrize(("wars", "to_one"), [(1, 10), (2, 25), (3, 50), (4, 200)])
def test_a_ladder_pays_its_highest_rung_only(wars: int, to_one: int) -> None:
    pairs = ["9D 9C", "8D 8C", "7D 7C", "6D 6C"][:wars] + (["KD QC"] if wars < 4 else [])
    state, _ = settled(LADDER, f" {BURN} ".join(pairs), [bet(0, 10)])
    assert state.net_cents == 1_000 * to_one
    assert [wager.won_cents for wager in state.hands[0].settled] == [1_000 * to_one]


@pytest.mark.parametrize(("pairs", "to_one"), [(["9D 9C", "KD QC"], 10), (["9D 9C", "8D 8C"], 25)])
def test_a_ladder_of_two_rungs_needs_no_repeated_wars(pairs: list[str], to_one: int) -> None:
    rules = TableRules(tie_ladder=(10, 25), tie_bet_alone=True)
    state, _ = settled(rules, f" {BURN} ".join(pairs), [bet(0, 10)])
    assert state.net_cents == 1_000 * to_one


def test_ties_beyond_the_last_rung_pay_the_last_rung() -> None:
    rules = TableRules(tied_war=TiedWar.REPEAT, tie_ladder=(10, 25))
    pairs = ["9D 9C", "8D 8C", "7D 7C", "6D 6C"]
    state, _ = settled(rules, f" {BURN} ".join(pairs), [bet(10, 10)], "W")
    assert state.net_cents == 25_000


def test_a_hand_without_a_tie_bet_goes_to_war_on_a_ladder_table() -> None:
    state, _ = settled(LADDER, f"9D 9C {BURN} KD QC", [bet(10)], "W")
    assert [wager.wager for wager in state.hands[0].settled] == [Wager.ANTE, Wager.RAISE]


def test_repeated_wars_need_no_new_stake_and_no_decision() -> None:
    cards = f"9D 9C {BURN} 8D 8C {BURN} KD QC"
    state, events = settled(LADDER, cards, [bet(10)], "W")
    assert [event.wager for event in of_type(WagerPlaced, events)] == [Wager.ANTE, Wager.RAISE]
    assert len(of_type(CardsBurned, events)) == 2
    assert state.net_cents == 1_000


def test_a_war_repeated_for_one_hand_leaves_the_other_settled() -> None:
    cards = f"9D 9H 9C {BURN} 8D KD 8C {BURN} QD JC"
    state, events = settled(LADDER, cards, [bet(10), bet(20)], "WW")
    assert [hand.outcome for hand in state.hands] == [HandOutcome.WAR_WIN] * 2
    assert [event.seat for event in of_type(CardTurned, events) if event.step == 2] == [0, -1]


def test_the_second_tie_bet_is_chosen_with_going_to_war_and_equals_the_ante() -> None:
    state = awaiting(SECOND, "9D 9C", [bet(10)])
    assert legal_decisions(state, BOUNDLESS_CENTS) == tuple(Decision)
    _, events = settled(SECOND, f"9D 9C {BURN} KD KC", [bet(10)], "T")
    assert of_type(WagerPlaced, events)[1:] == [
        WagerPlaced(hand=0, wager=Wager.RAISE, amount_cents=1_000),
        WagerPlaced(hand=0, wager=Wager.SECOND_TIE_BET, amount_cents=1_000),
    ]


def test_the_second_tie_bet_needs_no_first_and_has_its_own_odds() -> None:
    """Not even a table that takes a first one."""
    rules = TableRules(tie_bet_to_one=None, second_tie_bet_to_one=12)
    _, events = settled(rules, f"9D 9C {BURN} KD KC", [bet(10)], "T")
    assert paid(events)[0] == (0, Wager.SECOND_TIE_BET, 1_000, 1_000, 12_000, 0)
    _, events = settled(SECOND, f"9D 9C {BURN} KD KC", [bet(10, 10)], "T")
    assert [row[4] for row in paid(events)][:2] == [10_000, 9_000]


def test_the_second_tie_bet_is_settled_on_the_first_wars_cards_only() -> None:
    rules = TableRules(tied_war=TiedWar.REPEAT, second_tie_bet_to_one=10)
    lost_later = f"9D 9C {BURN} 8D 8C {BURN} QD KC"
    state, events = settled(rules, lost_later, [bet(10)], "T")
    assert paid(events)[0] == (0, Wager.SECOND_TIE_BET, 1_000, 1_000, 10_000, 0)
    assert state.net_cents == 10_000 - 2_000
    tied_later = f"9D 9C {BURN} KD QC"
    _, events = settled(rules, tied_later, [bet(10)], "T")
    assert paid(events)[0] == (0, Wager.SECOND_TIE_BET, 1_000, 0, 0, 0)


@pytest.mark.parametrize(
    ("funds_cents", "may_bet_again"), [(1_999, False), (2_000, True), (1_000, False)]
)
def test_the_second_tie_bet_is_not_offered_when_raise_and_bet_are_not_covered(
    funds_cents: int, may_bet_again: bool
) -> None:
    state = awaiting(SECOND, "9D 9C", [bet(10)])
    legal = legal_decisions(state, funds_cents)
    assert (Decision.WAR_WITH_TIE_BET in legal) is may_bet_again
    assert Decision.WAR in legal


def test_a_table_without_a_second_tie_bet_never_offers_it() -> None:
    state = awaiting(TableRules(), "9D 9C", [bet(10)])
    assert isinstance(state, AwaitingDecision)
    assert Decision.WAR_WITH_TIE_BET not in legal_decisions(state, BOUNDLESS_CENTS)
