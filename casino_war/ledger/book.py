"""The book: the only writer of accounts and transfers; it reads them too."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, RowMapping, bindparam, select, text

from casino_war.errors import N_, BankrollTooSmallError, BrokenInvariantError, KeyReusedError
from casino_war.ledger.accounts import AccountKind, AccountName
from casino_war.ledger.balances import balance, felt_cents, purse
from casino_war.ledger.entries import (
    Movement,
    PostedTransfer,
    entries,
    read_entries,
    statement,
    transfers_of_round,
)
from casino_war.ledger.posting import PlannedTransfer
from casino_war.store.accounts import ACCOUNT
from casino_war.store.columns import UtcDateTime
from casino_war.store.transfers import TRANSFER

__all__ = [
    "Movement",
    "PostedTransfer",
    "balance",
    "felt_cents",
    "post",
    "purse",
    "statement",
    "transfers_of_command",
    "transfers_of_round",
]

# Two writers may open the house's account of a table at the same time.
_OPEN_ACCOUNT = text(
    "INSERT INTO account"
    " (name, kind, player_id, table_key, may_overdraw, balance_cents, created_at) VALUES"
    " (:name, :kind, :player_id, :table_key, :may_overdraw, :balance_cents, :created_at)"
    " ON CONFLICT (name) DO NOTHING"
).bindparams(bindparam("created_at", type_=UtcDateTime()))

# In the order of their ids, so that two writers never wait for each other; and without the
# accounts that keep no balance, for which all writers would queue.
_NAMED = ACCOUNT.select().where(ACCOUNT.c.name.in_(bindparam("names", expanding=True)))
_LOCK_KEPT = (
    _NAMED.where(~ACCOUNT.c.may_overdraw).order_by(ACCOUNT.c.id).with_for_update(key_share=True)
)
_UNKEPT = _NAMED.where(ACCOUNT.c.may_overdraw)

_INSERT = TRANSFER.insert()
_IS_POSTED = select(TRANSFER.c.id).where(TRANSFER.c.command_key == bindparam("of_key")).limit(1)
_POSTED = entries().where(TRANSFER.c.command_key == bindparam("of_key")).order_by(TRANSFER.c.line)


@dataclass(slots=True)
class _OpenAccount:
    id: int
    name: AccountName
    balance_cents: int | None

    def move(self, amount_cents: int) -> int | None:
        """Add the amount; return the new balance, or None if the account keeps none."""
        if self.balance_cents is not None:
            if self.balance_cents + amount_cents < 0:
                raise _overdraft_error(self.name, self.balance_cents, -amount_cents)
            self.balance_cents += amount_cents
        return self.balance_cents


def post(
    connection: Connection,
    transfers: Sequence[PlannedTransfer],
    *,
    command_key: str,
    round_id: int | None = None,
    at: datetime,
) -> None:
    """Write the transfers of one command, in order, all or none; see `transfers_of_command`.

    A command posts once: the same transfers under the same key are not written again.

    Raises:
        BankrollTooSmallError: a bankroll would fall below zero.
        KeyReusedError: the key stands in the book with other transfers.
        BrokenInvariantError: a felt would fall below zero.
    """
    if connection.execute(_IS_POSTED, {"of_key": command_key}).first() is not None:
        posted = transfers_of_command(connection, command_key)
        known = [(entry.planned, entry.round_id) for entry in posted]
        if known != [(transfer, round_id) for transfer in transfers]:
            raise _key_reused_error(command_key)
    elif transfers:
        _write(connection, transfers, command_key=command_key, round_id=round_id, at=at)


def _write(
    connection: Connection,
    transfers: Sequence[PlannedTransfer],
    *,
    command_key: str,
    round_id: int | None,
    at: datetime,
) -> None:
    accounts = _open_accounts(connection, transfers, at)
    rows = []
    for line, transfer in enumerate(transfers, start=1):
        source, target = accounts[transfer.source], accounts[transfer.target]
        rows.append(
            {
                "source_id": source.id,
                "target_id": target.id,
                "amount_cents": transfer.amount_cents,
                "code": transfer.code.value,
                "command_key": command_key,
                "line": line,
                "round_id": round_id,
                "hand": transfer.hand,
                "wager": transfer.wager.value if transfer.wager else None,
                "source_balance_cents": source.move(-transfer.amount_cents),
                "target_balance_cents": target.move(transfer.amount_cents),
                "created_at": at,
            }
        )
    connection.execute(_INSERT, rows)


def _open_accounts(
    connection: Connection, transfers: Iterable[PlannedTransfer], at: datetime
) -> dict[AccountName, _OpenAccount]:
    names = {str(name): name for moved in transfers for name in (moved.source, moved.target)}
    found = _lock_accounts(connection, names)
    missing = [name for written, name in names.items() if written not in found]
    if missing:
        connection.execute(_OPEN_ACCOUNT, [_new_account(name, at) for name in missing])
        found = _lock_accounts(connection, names)
    return {
        name: _OpenAccount(found[written]["id"], name, found[written]["balance_cents"])
        for written, name in names.items()
    }


def _lock_accounts(connection: Connection, names: Iterable[str]) -> dict[str, RowMapping]:
    values = {"names": sorted(names)}
    rows = [
        *connection.execute(_LOCK_KEPT, values).mappings(),
        *connection.execute(_UNKEPT, values).mappings(),
    ]
    return {row["name"]: row for row in rows}


def _new_account(name: AccountName, at: datetime) -> dict[str, object]:
    return {
        "name": str(name),
        "kind": name.kind.value,
        "player_id": name.player_id,
        "table_key": name.table_key,
        "may_overdraw": name.may_overdraw,
        "balance_cents": None if name.may_overdraw else 0,
        "created_at": at,
    }


def transfers_of_command(connection: Connection, command_key: str) -> tuple[PostedTransfer, ...]:
    """List the transfers of a command in the order in which they were made."""
    return read_entries(connection, _POSTED, {"of_key": command_key})


def _key_reused_error(command_key: str) -> KeyReusedError:
    return KeyReusedError(
        N_("The key %(key)s was used before for something else."), key=repr(command_key)
    )


def _overdraft_error(
    name: AccountName, balance_cents: int, amount_cents: int
) -> BankrollTooSmallError | BrokenInvariantError:
    if name.kind is AccountKind.BANKROLL:
        return BankrollTooSmallError(
            N_("That takes %(amount_cents)s chips, the bankroll holds %(limit_cents)s."),
            reason="overdraft",
            amount_cents=amount_cents,
            limit_cents=balance_cents,
        )
    return BrokenInvariantError(
        N_("%(account)s holds %(limit_cents)s chips, not %(amount_cents)s."),
        account=str(name),
        amount_cents=amount_cents,
        limit_cents=balance_cents,
    )
