"""The commands that leave their mark in the books, by the kind they are recorded under."""

from collections.abc import Mapping
from enum import StrEnum

from casino_war.ledger.posting import TransferCode


class CommandKind(StrEnum):
    """What a player asked for: the name of the command's class."""

    BUY_IN = "BuyIn"
    CASH_OUT = "CashOut"
    SIT_DOWN = "SitDown"
    DEAL_ROUND = "DealRound"
    DECIDE = "Decide"
    START_NEW_SHOE = "StartNewShoe"
    SET_CLIENT_SEED = "SetClientSeed"
    MAKE_TABLE = "MakeTable"
    CHANGE_TABLE = "ChangeTable"
    CLOSE_TABLE = "CloseTable"
    START_PRACTICE = "StartPractice"
    ASK_SUPPLY = "AskSupply"
    TAKE_SEAT = "TakeSeat"
    KEEP_WAR_RULES = "KeepWarRules"
    DROP_WAR_RULES = "DropWarRules"
    START_RUN = "StartRun"
    CANCEL_RUN = "CancelRun"
    DELETE_RUN = "DeleteRun"
    CLAIM_ACCOUNT = "ClaimAccount"
    MAKE_TOKEN = "MakeToken"  # a kind of command  # nosec B105
    LEAVE_GUEST = "LeaveGuest"
    BRING_CHIPS = "BringChips"


CASHIER_KINDS = (
    CommandKind.BUY_IN,
    CommandKind.CASH_OUT,
    CommandKind.LEAVE_GUEST,
    CommandKind.BRING_CHIPS,
)
"""Commands of the cashier; each steps the version of its player by one."""

ROUND_KINDS = (CommandKind.DEAL_ROUND, CommandKind.DECIDE)
"""Commands of a round; each answers with the round's id."""

SEAT_KINDS = (*ROUND_KINDS, CommandKind.START_NEW_SHOE, CommandKind.SET_CLIENT_SEED)
"""Commands of a seat; each steps the version of its seat by one."""

_AT_ONCE = (CommandKind.DEAL_ROUND,)
_AFTER_A_TIE = (CommandKind.DECIDE,)

KINDS_OF_CODE: Mapping[TransferCode, tuple[CommandKind, ...]] = {
    TransferCode.BUY_IN: (CommandKind.BUY_IN,),
    TransferCode.REBUY: (CommandKind.BUY_IN,),
    TransferCode.CASH_OUT: (CommandKind.CASH_OUT,),
    TransferCode.GUEST_OUT: (CommandKind.LEAVE_GUEST,),
    TransferCode.GUEST_IN: (CommandKind.BRING_CHIPS,),
    TransferCode.ANTE: _AT_ONCE,
    TransferCode.TIE_BET: _AT_ONCE,
    TransferCode.RAISE: _AFTER_A_TIE,
    TransferCode.SECOND_TIE_BET: _AFTER_A_TIE,
    TransferCode.STAKE_RETURN: ROUND_KINDS,
    TransferCode.ANTE_PAYOUT: ROUND_KINDS,
    TransferCode.TIE_BET_PAYOUT: ROUND_KINDS,
    TransferCode.RAISE_PAYOUT: _AFTER_A_TIE,
    TransferCode.SECOND_TIE_BET_PAYOUT: _AFTER_A_TIE,
    TransferCode.BONUS_PAYOUT: _AFTER_A_TIE,
    TransferCode.LOSS: ROUND_KINDS,
    TransferCode.SURRENDER: _AFTER_A_TIE,
}
"""Which commands may move chips under a code."""
