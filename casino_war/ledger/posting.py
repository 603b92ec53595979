"""From what happened to what moves: events become transfers. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from casino_war.game.events import (
    CardsBurned,
    CardTurned,
    CasinoEvent,
    HandSettled,
    HandTied,
    RoundSettled,
    ShoeFinished,
    Surrendered,
    Wager,
    WagerPlaced,
    WagerResult,
    WagerSettled,
    WarDeclared,
)
from casino_war.ledger.accounts import CASHIER, AccountName, bankroll, felt, house


class TransferCode(StrEnum):
    """Why chips moved."""

    BUY_IN = "buy_in"
    REBUY = "rebuy"
    CASH_OUT = "cash_out"
    GUEST_OUT = "guest_out"
    """What a guest took along who signed in to an account."""
    GUEST_IN = "guest_in"
    """What that account was brought."""
    ANTE = "ante"
    TIE_BET = "tie_bet"
    RAISE = "raise"
    SECOND_TIE_BET = "second_tie_bet"
    STAKE_RETURN = "stake_return"
    ANTE_PAYOUT = "ante_payout"
    TIE_BET_PAYOUT = "tie_bet_payout"
    RAISE_PAYOUT = "raise_payout"
    SECOND_TIE_BET_PAYOUT = "second_tie_bet_payout"
    BONUS_PAYOUT = "bonus_payout"
    """What a tied war paid beyond an ordinary won war."""
    LOSS = "loss"
    SURRENDER = "surrender"


_STAKE_CODES = {
    Wager.ANTE: TransferCode.ANTE,
    Wager.TIE_BET: TransferCode.TIE_BET,
    Wager.RAISE: TransferCode.RAISE,
    Wager.SECOND_TIE_BET: TransferCode.SECOND_TIE_BET,
}
_PAYOUT_CODES = {
    Wager.ANTE: TransferCode.ANTE_PAYOUT,
    Wager.TIE_BET: TransferCode.TIE_BET_PAYOUT,
    Wager.RAISE: TransferCode.RAISE_PAYOUT,
    Wager.SECOND_TIE_BET: TransferCode.SECOND_TIE_BET_PAYOUT,
}


@dataclass(frozen=True, slots=True)
class PlannedTransfer:
    """A positive amount of cents that is to move; ``hand`` counts from 0."""

    source: AccountName
    target: AccountName
    amount_cents: int
    code: TransferCode
    hand: int | None = None
    wager: Wager | None = None


def transfers_of(
    events: Iterable[CasinoEvent], *, player_id: int, table_key: str
) -> tuple[PlannedTransfer, ...]:
    """List what moves on account of the events of one player's round, in their order.

    A placed wager goes from the bankroll onto the felt. A settled one leaves the felt:
    first what returns, then what the house pays, then its bonus, last what is forfeited.
    Nothing moves where the amount is zero.
    """
    accounts = _Accounts(bankroll(player_id), felt(player_id, table_key), house(table_key))
    return tuple(
        transfer
        for event in events
        for transfer in _moves(event, accounts)
        if transfer.amount_cents
    )


def buy_in(
    player_id: int, amount_cents: int, *, is_rebuy: bool = False
) -> tuple[PlannedTransfer, ...]:
    """Plan chips from the cashier to the bankroll."""
    code = TransferCode.REBUY if is_rebuy else TransferCode.BUY_IN
    return (PlannedTransfer(CASHIER, bankroll(player_id), amount_cents, code),)


def cash_out(player_id: int, amount_cents: int) -> tuple[PlannedTransfer, ...]:
    """Plan chips from the bankroll to the cashier."""
    return (PlannedTransfer(bankroll(player_id), CASHIER, amount_cents, TransferCode.CASH_OUT),)


def guest_out(guest_id: int, bankroll_cents: int) -> tuple[PlannedTransfer, ...]:
    """Plan a guest's whole bankroll to the cashier, who hands it on to an account."""
    code = TransferCode.GUEST_OUT
    return (PlannedTransfer(bankroll(guest_id), CASHIER, bankroll_cents, code),)


def guest_in(player_id: int, amount_cents: int) -> tuple[PlannedTransfer, ...]:
    """Plan what a guest took along from the cashier to the account's bankroll."""
    code = TransferCode.GUEST_IN
    return (PlannedTransfer(CASHIER, bankroll(player_id), amount_cents, code),)


def net_cents(transfers: Iterable[PlannedTransfer], account: AccountName) -> int:
    """Add up what transfers bring to an account, in cents; below zero if they take more."""
    return sum(
        moved.amount_cents * ((moved.target == account) - (moved.source == account))
        for moved in transfers
    )


@dataclass(frozen=True, slots=True)
class _Accounts:
    bankroll: AccountName
    felt: AccountName
    house: AccountName


def _moves(event: CasinoEvent, accounts: _Accounts) -> Iterator[PlannedTransfer]:
    match event:
        case WagerPlaced():
            yield PlannedTransfer(
                accounts.bankroll,
                accounts.felt,
                event.amount_cents,
                _STAKE_CODES[event.wager],
                event.hand,
                event.wager,
            )
        case WagerSettled():
            yield from _settlement(event, accounts)
        case (
            CardTurned()
            | CardsBurned()
            | HandTied()
            | WarDeclared()
            | Surrendered()
            | HandSettled()
            | RoundSettled()
            | ShoeFinished()
        ):
            return
        case _:
            assert_never(event)


def _settlement(event: WagerSettled, accounts: _Accounts) -> Iterator[PlannedTransfer]:
    lost_code = (
        TransferCode.SURRENDER if event.result is WagerResult.SURRENDERED else TransferCode.LOSS
    )
    player, table, bank = accounts.bankroll, accounts.felt, accounts.house
    payout_code = _PAYOUT_CODES[event.wager]
    for source, target, amount_cents, code in (
        (table, player, event.returned_cents, TransferCode.STAKE_RETURN),
        (bank, player, event.won_cents, payout_code),
        (bank, player, event.bonus_cents, TransferCode.BONUS_PAYOUT),
        (table, bank, event.forfeited_cents, lost_code),
    ):
        yield PlannedTransfer(source, target, amount_cents, code, event.hand, event.wager)
