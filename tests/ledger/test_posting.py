from collections import Counter
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_war.game.cards import parse_card
from casino_war.game.events import (
    CardsBurned,
    CardTurned,
    CasinoEvent,
    HandOutcome,
    HandSettled,
    HandTied,
    RoundSettled,
    ShoeEnd,
    ShoeFinished,
    Surrendered,
    Wager,
    WagerPlaced,
    WagerResult,
    WagerSettled,
    WarDeclared,
)
from casino_war.ledger.accounts import CASHIER, AccountName, bankroll, felt, house
from casino_war.ledger.posting import (
    PlannedTransfer,
    TransferCode,
    buy_in,
    cash_out,
    transfers_of,
)

PLAYER, FELT, HOUSE = bankroll(7), felt(7, "classic"), house("classic")

STILL: list[CasinoEvent] = [
    CardTurned(seat=0, card=parse_card("KD"), step=0),
    CardsBurned(count=3, step=1),
    HandTied(hand=0, ties=1),
    WarDeclared(hand=0),
    Surrendered(hand=0),
    HandSettled(hand=0, outcome=HandOutcome.WIN, net_cents=1000),
    RoundSettled(net_cents=1000),
    ShoeFinished(reason=ShoeEnd.CUT_CARD),
]


def moves(*events: CasinoEvent) -> list[tuple[AccountName, AccountName, int, str]]:
    return [
        (moved.source, moved.target, moved.amount_cents, moved.code.value)
        for moved in transfers_of(events, player_id=7, table_key="classic")
    ]


@pytest.mark.parametrize("wager", Wager)
def test_placed_wager_goes_onto_the_felt(wager: Wager) -> None:
    event = WagerPlaced(hand=2, wager=wager, amount_cents=1000)
    assert transfers_of([event], player_id=7, table_key="classic") == (
        PlannedTransfer(PLAYER, FELT, 1000, TransferCode(wager.value), 2, wager),
    )


@pytest.mark.parametrize("wager", Wager)
def test_won_wager_returns_and_is_paid_by_the_house(wager: Wager) -> None:
    event = WagerSettled(
        hand=1,
        wager=wager,
        result=WagerResult.WON,
        stake_cents=1000,
        returned_cents=1000,
        won_cents=2000,
        bonus_cents=500,
    )
    assert moves(event) == [
        (FELT, PLAYER, 1000, "stake_return"),
        (HOUSE, PLAYER, 2000, f"{wager.value}_payout"),
        (HOUSE, PLAYER, 500, "bonus_payout"),
    ]


def test_lost_wager_goes_to_the_house() -> None:
    event = WagerSettled(
        hand=0,
        wager=Wager.TIE_BET,
        result=WagerResult.LOST,
        stake_cents=500,
        returned_cents=0,
        won_cents=0,
    )
    assert moves(event) == [(FELT, HOUSE, 500, "loss")]


def test_surrendered_ante_is_parted() -> None:
    event = WagerSettled(
        hand=0,
        wager=Wager.ANTE,
        result=WagerResult.SURRENDERED,
        stake_cents=100,
        returned_cents=50,
        won_cents=0,
    )
    assert moves(event) == [(FELT, PLAYER, 50, "stake_return"), (FELT, HOUSE, 50, "surrender")]


def test_pushed_wager_only_returns() -> None:
    event = WagerSettled(
        hand=0,
        wager=Wager.ANTE,
        result=WagerResult.PUSHED,
        stake_cents=100,
        returned_cents=100,
        won_cents=0,
    )
    assert moves(event) == [(FELT, PLAYER, 100, "stake_return")]


def test_nothing_else_moves_chips() -> None:
    assert moves(*STILL) == []
    moving = {WagerPlaced, WagerSettled}
    assert {type(event) for event in STILL} | moving == set(get_args(CasinoEvent))


def test_cashier_issues_and_redeems() -> None:
    code = TransferCode
    assert buy_in(7, 500) == (PlannedTransfer(CASHIER, PLAYER, 500, code.BUY_IN),)
    assert buy_in(7, 500, is_rebuy=True) == (PlannedTransfer(CASHIER, PLAYER, 500, code.REBUY),)
    assert cash_out(7, 500) == (PlannedTransfer(PLAYER, CASHIER, 500, code.CASH_OUT),)


@st.composite
def settled_wagers(draw: st.DrawFn) -> WagerSettled:
    stake_cents = draw(st.integers(1, 10**8))
    return WagerSettled(
        hand=draw(st.integers(0, 6)),
        wager=draw(st.sampled_from(Wager)),
        result=draw(st.sampled_from(WagerResult)),
        stake_cents=stake_cents,
        returned_cents=draw(st.integers(0, stake_cents)),
        won_cents=draw(st.integers(0, 10**9)),
        bonus_cents=draw(st.integers(0, 10**9)),
    )


@given(st.lists(settled_wagers()))
def test_what_is_placed_and_settled_leaves_the_felt_empty(settled: list[WagerSettled]) -> None:
    placed = [
        WagerPlaced(hand=event.hand, wager=event.wager, amount_cents=event.stake_cents)
        for event in settled
    ]
    balances: Counter[AccountName] = Counter()
    events: list[CasinoEvent] = [*placed, *settled]
    for moved in transfers_of(events, player_id=7, table_key="classic"):
        assert moved.amount_cents > 0
        assert moved.source != moved.target
        balances[moved.source] -= moved.amount_cents
        balances[moved.target] += moved.amount_cents
    net_cents = sum(event.net_cents for event in settled)
    assert balances[FELT] == 0
    assert balances[PLAYER] == net_cents
    assert balances[HOUSE] == -net_cents
