"""What holds for every round of every table: random rules, shoes, wagers and decisions."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_war.errors import BankrollTooSmallError, IllegalDecisionError
from casino_war.game.casino import decide, legal_decisions, may_rebuy
from casino_war.game.events import (
    DEALER,
    CardsBurned,
    CardTurned,
    HandSettled,
    HandTied,
    RoundSettled,
    WagerPlaced,
    WagerSettled,
)
from casino_war.game.notation import RoundNotation, parse_notation, replay
from casino_war.game.round import AwaitingDecision, Decision
from casino_war.game.shoe import shoe_end
from casino_war.game.table_rules import Shortfall, Surrender, TableRules
from tests.game.oracle import net_of_hand
from tests.game.rounds import of_type
from tests.game.strategies import UNHURRIED, Journey, journeys, table_rules


@UNHURRIED
@given(journeys())
def test_legal_decisions_are_what_the_rules_and_the_funds_allow(journey: Journey) -> None:
    rules = journey.rules
    for state, funds in journey.awaiting:
        ante = state.hands[state.deciding].wagers.ante_cents
        expected = {
            Decision.SURRENDER: rules.surrender is not Surrender.NOT_OFFERED,
            Decision.WAR: ante <= funds,
            Decision.WAR_WITH_TIE_BET: rules.second_tie_bet_to_one is not None
            and 2 * ante <= funds,
        }
        legal = legal_decisions(state, funds)
        assert list(legal) == [decision for decision in Decision if expected[decision]]
        assert may_rebuy(state) is (rules.shortfall is not Shortfall.SURRENDER_ONLY)


@UNHURRIED
@given(journeys(), st.integers(0, 10**4))
def test_legal_decisions_are_accepted_and_all_others_refused(
    journey: Journey, other_funds: int
) -> None:
    for state, funds in journey.awaiting:
        for weighed in (funds, other_funds):
            legal = legal_decisions(state, weighed)
            for decision in Decision:
                if decision in legal:
                    decide(state, decision, weighed)
                else:
                    with pytest.raises((IllegalDecisionError, BankrollTooSmallError)):
                        decide(state, decision, weighed)
    with pytest.raises(IllegalDecisionError):
        decide(journey.end, Decision.WAR, 10**9)


@UNHURRIED
@given(journeys())
def test_each_wager_placed_is_settled_exactly_once(journey: Journey) -> None:
    placed = Counter(
        (event.hand, event.wager, event.amount_cents)
        for event in of_type(WagerPlaced, journey.events)
    )
    settled = Counter(
        (event.hand, event.wager, event.stake_cents)
        for event in of_type(WagerSettled, journey.events)
    )
    assert placed == settled
    assert set(placed.values()) == {1}


@UNHURRIED
@given(journeys())
def test_nets_add_up_from_wager_to_hand_to_round_to_bankroll(journey: Journey) -> None:
    net = 0
    for seat, hand in enumerate(journey.end.hands):
        wagers = [event for event in of_type(WagerSettled, journey.events) if event.hand == seat]
        (closed,) = [event for event in of_type(HandSettled, journey.events) if event.hand == seat]
        assert tuple(wagers) == hand.settled
        assert closed.net_cents == hand.net_cents == sum(wager.net_cents for wager in wagers)
        assert closed.outcome is hand.outcome
        net += hand.net_cents
    assert of_type(RoundSettled, journey.events) == [RoundSettled(net_cents=net)]
    assert journey.end.net_cents == net
    assert journey.funds_then[-1] == journey.funds_cents + journey.rebought_cents + net
    assert min(journey.funds_then) >= 0


@UNHURRIED
@given(journeys())
def test_every_settled_wager_keeps_its_stake_between_player_and_house(journey: Journey) -> None:
    for wager in of_type(WagerSettled, journey.events):
        assert 0 <= wager.returned_cents <= wager.stake_cents
        assert wager.returned_cents + wager.forfeited_cents == wager.stake_cents
        assert min(wager.won_cents, wager.bonus_cents) >= 0
        assert not (wager.forfeited_cents and wager.won_cents + wager.bonus_cents)


@UNHURRIED
@given(journeys())
def test_every_hand_gains_what_a_second_reading_of_the_rules_says(journey: Journey) -> None:
    dealer = journey.end.dealer_cards
    for hand in journey.end.hands:
        ranks = [card.rank for card in hand.cards]
        bets = (hand.wagers.ante_cents, hand.wagers.tie_bet_cents)
        against = [card.rank for card in dealer[: len(ranks)]]
        assert hand.net_cents == net_of_hand(journey.rules, bets, (ranks, against), hand.decision)


@UNHURRIED
@given(journeys())
def test_cards_come_from_the_shoe_in_order_and_every_card_is_accounted_for(
    journey: Journey,
) -> None:
    shoe = journey.shoe
    position = shoe.position
    for event in journey.events:
        match event:
            case CardTurned():
                assert event.card is shoe.cards[position]
                position += 1
            case CardsBurned():
                assert event.count > 0
                position += event.count
            case _:
                pass
    assert journey.end.shoe.position == position
    assert journey.end.shoe.cards is shoe.cards
    assert position - shoe.position <= journey.rules.worst_case_cards


@UNHURRIED
@given(journeys())
def test_a_state_holds_what_its_events_told(journey: Journey) -> None:
    end = journey.end
    turned = of_type(CardTurned, journey.events)
    for seat, hand in enumerate(end.hands):
        assert hand.cards == tuple(event.card for event in turned if event.seat == seat)
        ties = [event.ties for event in of_type(HandTied, journey.events) if event.hand == seat]
        assert ties == list(range(1, hand.ties + 1))
        assert hand.wagers == journey.wagers[seat]
        assert not hand.is_at_war
    assert end.dealer_cards == tuple(event.card for event in turned if event.seat == DEALER)
    assert end.wagered_cents == sum(
        event.amount_cents for event in of_type(WagerPlaced, journey.events)
    )
    assert end.shoe_end is shoe_end(end.rules, end.shoe)


@UNHURRIED
@given(journeys())
def test_tied_hands_decide_in_seat_order_and_only_those_with_an_ante(journey: Journey) -> None:
    asked = [state.deciding for state, _ in journey.awaiting]
    tied = [
        event.hand
        for event in of_type(HandTied, journey.events)
        if event.ties == 1 and journey.wagers[event.hand].ante_cents
    ]
    assert asked == tied == sorted(asked)
    for state, _ in journey.awaiting:
        assert state.hands[state.deciding].outcome is None


@UNHURRIED
@given(journeys())
def test_a_round_replays_from_its_notation(journey: Journey) -> None:
    for count, state in enumerate(journey.states):
        notation = RoundNotation(
            rules_key="own",
            rules_version=1,
            shoe="s",
            position=journey.shoe.position,
            wagers=journey.wagers,
            decisions=tuple(journey.decisions[:count]),
        )
        assert parse_notation(str(notation)) == notation
        again, events = replay(journey.rules, journey.shoe.cards, notation)
        assert again == state
        assert events == journey.events[: len(events)]
        assert isinstance(again, AwaitingDecision) or events == journey.events


@UNHURRIED
@given(table_rules())
def test_rules_round_trip_and_keep_their_promises(rules: TableRules) -> None:
    assert TableRules.from_data(rules.to_data()) == rules
    assert rules.worst_case_cards <= rules.cards - rules.opening_burn
    assert 0 < rules.cut_position < rules.cards
    if rules.tie_bet_offered:
        assert rules.ante_step_cents <= rules.tie_bet_floor_cents <= rules.tie_bet_ceiling_cents
