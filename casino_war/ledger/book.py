"""The book: the only writer of accounts and transfers; it reads them too."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    exists,
    select,
    text,
    true,
    union_all,
)

from casino_war.errors import N_, BankrollTooSmallError, BrokenInvariantError, KeyReusedError
from casino_war.ledger.accounts import AccountKind, AccountName, parse_account
from casino_war.ledger.balances import balance, felt_cents, purse
from casino_war.ledger.entries import (
    PostedTransfer,
    entries,
    read_entries,
    statement,
    transfers_of_round,
    transfers_of_rounds,
)
from casino_war.ledger.posting import PlannedTransfer
from casino_war.store.accounts import ACCOUNT
from casino_war.store.changes import Change, Step, make
from casino_war.store.columns import UtcDateTime
from casino_war.store.rows import Values
from casino_war.store.transfers import TRANSFER

__all__ = [
    "PostedTransfer",
    "balance",
    "felt_cents",
    "post",
    "posting_steps",
    "purse",
    "statement",
    "transfers_of_command",
    "transfers_of_round",
    "transfers_of_rounds",
]

# Two writers may open the house's account of a table at the same time.
_OPEN_ACCOUNT = text(
    "INSERT INTO account"
    " (name, kind, player_id, table_key, may_overdraw, balance_cents, created_at) VALUES"
    " (:name, :kind, :player_id, :table_key, :may_overdraw, :balance_cents, :created_at)"
    " ON CONFLICT (name) DO NOTHING"
).bindparams(bindparam("created_at", type_=UtcDateTime()))

_IS_POSTED = select(
    exists().where(TRANSFER.c.command_key == bindparam("of_key")).label("is_posted")
).subquery("key")
_COMMON = ("command_key", "round_id", "created_at")
_OF_LINE = tuple(column.name for column in TRANSFER.c if column.name not in ("id", *_COMMON))
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
    steps = posting_steps(connection, transfers, command_key=command_key, round_id=round_id, at=at)
    if steps:
        make(connection, steps)


def posting_steps(
    connection: Connection,
    transfers: Sequence[PlannedTransfer],
    *,
    command_key: str,
    round_id: int | None = None,
    at: datetime,
) -> list[Step]:
    """Do all that `post` does but the last: to `make` these changes, if there are any.

    The accounts are locked, so that nothing comes between.

    Raises:
        BankrollTooSmallError, KeyReusedError, BrokenInvariantError: see `post`.
    """
    names = {str(name): name for moved in transfers for name in (moved.source, moved.target)}
    is_posted, accounts = _look(connection, command_key, names)
    if is_posted:
        posted = transfers_of_command(connection, command_key)
        known = [(entry.planned, entry.round_id) for entry in posted]
        if known != [(transfer, round_id) for transfer in transfers]:
            raise _key_reused_error(command_key)
        return []
    missing = [name for written, name in names.items() if written not in accounts]
    if missing:
        connection.execute(_OPEN_ACCOUNT, [_new_account(name, at) for name in missing])
        _, accounts = _look(connection, command_key, names)
    if not transfers:
        return []
    common = {"command_key": command_key, "round_id": round_id, "created_at": at}
    return [_insertion(transfers, accounts, common)]


def _look(
    connection: Connection, command_key: str, names: Iterable[str]
) -> tuple[bool, dict[str, _OpenAccount]]:
    """Ask whether the key stands in the book, and lock the accounts of these names."""
    values = {f"name_{place}": name for place, name in enumerate(sorted(names))}
    rows = connection.execute(_look_at(len(values)), {"of_key": command_key, **values}).all()
    accounts = {
        name: _OpenAccount(account_id, parse_account(name), balance_cents)
        for _, account_id, name, balance_cents in rows
        if name is not None
    }
    return bool(rows[0].is_posted), accounts


@lru_cache(maxsize=128)
def _look_at(names: int) -> Select[Any]:
    """Ask for as many names; a list of any length would be spelled out with each question."""
    named = select(ACCOUNT.c.id, ACCOUNT.c.name, ACCOUNT.c.balance_cents).where(
        ACCOUNT.c.name.in_([bindparam(f"name_{place}") for place in range(names)])
    )
    # Locked in the order of their ids, so that two writers never wait for each other; and
    # without the accounts that keep no balance, for which all writers would queue.
    kept = named.where(~ACCOUNT.c.may_overdraw).order_by(ACCOUNT.c.id)
    accounts = union_all(
        select(kept.with_for_update(key_share=True).subquery("kept")),
        named.where(ACCOUNT.c.may_overdraw),
    ).subquery("accounts")
    # One question for both, and one row at least.
    return select(_IS_POSTED, accounts).join_from(_IS_POSTED, accounts, true(), isouter=True)


def _insertion(
    transfers: Sequence[PlannedTransfer], accounts: Mapping[str, _OpenAccount], common: Values
) -> Step:
    values = dict(common)
    for line, transfer in enumerate(transfers, start=1):
        source, target = accounts[str(transfer.source)], accounts[str(transfer.target)]
        row = {
            "source_id": source.id,
            "target_id": target.id,
            "amount_cents": transfer.amount_cents,
            "code": transfer.code.value,
            "line": line,
            "hand": transfer.hand,
            "wager": transfer.wager.value if transfer.wager else None,
            "source_balance_cents": source.move(-transfer.amount_cents),
            "target_balance_cents": target.move(transfer.amount_cents),
        }
        values |= {f"{name}_{line}": value for name, value in row.items()}
    return _insert(len(transfers)), values


# One statement for all lines: PostgreSQL would have to be asked and waited for with each.
@lru_cache(maxsize=128)
def _insert(lines: int) -> Change:
    rows: list[str] = []
    types = {name: TRANSFER.c[name].type for name in _COMMON}
    for line in range(1, lines + 1):
        own = {f"{name}_{line}": TRANSFER.c[name].type for name in _OF_LINE}
        rows.append(", ".join(f":{slot}" for slot in (*_COMMON, *own)))
        types |= own
    # Nothing but names of columns is put into the text.
    statement = (
        f"INSERT INTO transfer ({', '.join((*_COMMON, *_OF_LINE))})"  # nosec B608
        f" VALUES ({'), ('.join(rows)})"
    )
    return Change(statement, types)


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
            N_("That takes %(amount_chips)s, the bankroll holds %(limit_cents)s: buy chips first."),
            reason="overdraft",
            amount_cents=amount_cents,
            limit_cents=balance_cents,
        )
    return BrokenInvariantError(
        N_("%(account)s holds %(limit_chips)s, not %(amount_cents)s."),
        account=str(name),
        amount_cents=amount_cents,
        limit_cents=balance_cents,
    )
