"""Names of accounts: whose chips they hold, and whether they may be overdrawn."""

import re
from dataclasses import dataclass
from enum import StrEnum

from casino_war.errors import N_, BrokenInvariantError


class AccountKind(StrEnum):
    """What an account holds."""

    BANKROLL = "bankroll"
    """A player's chips that are not at risk."""
    FELT = "felt"
    """A player's chips at risk at one table."""
    HOUSE = "house"
    """What a table has won from its players, less what it paid them."""
    CASHIER = "cashier"
    """Chips redeemed less chips issued: below zero by what the players were given."""


PLAYER_KINDS = (AccountKind.BANKROLL, AccountKind.FELT)
"""The accounts that are somebody's purse and are never overdrawn.

From the others chips come, and to them they go.
"""

_NAME = re.compile(
    r"bankroll:(?P<bankroll>[0-9]+)|felt:(?P<felt>[0-9]+):(?P<table>[a-z0-9_-]+)"
    r"|house:(?P<house>[a-z0-9_-]+)|cashier",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class AccountName:
    """One account, printed as ``bankroll:12``, ``felt:12:classic``, ``house:classic``, ``cashier``.

    Made by `bankroll`, `felt`, `house` and `parse_account`; the cashier is `CASHIER`.
    """

    kind: AccountKind
    player_id: int | None = None
    table_key: str | None = None

    @property
    def may_overdraw(self) -> bool:
        """Whether the balance may fall below zero."""
        return self.kind not in PLAYER_KINDS

    def __str__(self) -> str:
        parts = (self.kind, self.player_id, self.table_key)
        return ":".join(str(part) for part in parts if part is not None)


CASHIER = AccountName(AccountKind.CASHIER)
"""The account that issues chips and redeems them."""


def bankroll(player_id: int) -> AccountName:
    """Name the player's chips that are not at risk."""
    return AccountName(AccountKind.BANKROLL, player_id=player_id)


def felt(player_id: int, table_key: str) -> AccountName:
    """Name the player's chips at risk at a table."""
    return AccountName(AccountKind.FELT, player_id=player_id, table_key=table_key)


def house(table_key: str) -> AccountName:
    """Name the house's chips at a table."""
    return AccountName(AccountKind.HOUSE, table_key=table_key)


def parse_account(text: str) -> AccountName:
    """Read a name as it is printed.

    Raises:
        BrokenInvariantError: the text names no account; only the ledger writes them.
    """
    match = _NAME.fullmatch(text)
    if match is None:
        raise BrokenInvariantError(N_("%(text)s is not an account."), text=repr(text))
    if match["bankroll"]:
        return bankroll(int(match["bankroll"]))
    if match["felt"]:
        return felt(int(match["felt"]), match["table"])
    if match["house"]:
        return house(match["house"])
    return CASHIER
