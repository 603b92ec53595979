"""What accounts hold."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Subquery,
    bindparam,
    func,
    or_,
    select,
    true,
    union_all,
)

from casino_war.ledger.accounts import AccountKind, AccountName
from casino_war.store.accounts import ACCOUNT
from casino_war.store.transfers import TRANSFER

_KEPT = select(ACCOUNT.c.id, ACCOUNT.c.balance_cents).where(ACCOUNT.c.name == bindparam("of_name"))
_ON_FELTS = select(func.coalesce(func.sum(ACCOUNT.c.balance_cents), 0)).where(
    ACCOUNT.c.player_id == bindparam("of_player"), ACCOUNT.c.kind == AccountKind.FELT.value
)
_PURSE = (
    select(ACCOUNT.c.kind, func.sum(ACCOUNT.c.balance_cents).label("cents"))
    .where(ACCOUNT.c.player_id == bindparam("of_player"))
    .group_by(ACCOUNT.c.kind)
)


def balance(connection: Connection, account: AccountName) -> int:
    """Return what the account holds in cents, 0 if it was never opened.

    An account that keeps no balance has its transfers summed.
    """
    row = connection.execute(_KEPT, {"of_name": str(account)}).one_or_none()
    if row is None:
        return 0
    if row.balance_cents is None:
        moved = legs(or_(TRANSFER.c.source_id == row.id, TRANSFER.c.target_id == row.id))
        total = select(_sum(moved.c.delta_cents)).where(moved.c.account_id == row.id)
        return int(connection.execute(total).scalar_one())
    return int(row.balance_cents)


def all_balances(connection: Connection) -> Iterator[tuple[str, int]]:
    """Read what every account holds in cents, by its name and in the order of their ids."""
    moved = legs()
    unkept = (
        select(moved.c.account_id, func.sum(moved.c.delta_cents).label("total_cents"))
        .join_from(moved, ACCOUNT, moved.c.account_id == ACCOUNT.c.id)
        .where(ACCOUNT.c.balance_cents.is_(None))
        .group_by(moved.c.account_id)
        .subquery("unkept")
    )
    query = (
        select(ACCOUNT.c.name, func.coalesce(ACCOUNT.c.balance_cents, unkept.c.total_cents, 0))
        .join_from(ACCOUNT, unkept, ACCOUNT.c.id == unkept.c.account_id, isouter=True)
        .order_by(ACCOUNT.c.id)
    )
    for name, cents in connection.execute(query):
        yield name, int(cents)


def purse(connection: Connection, player_id: int) -> tuple[int, int]:
    """Return what the player has in the bankroll and at risk at all tables, in cents."""
    kinds = {
        row.kind: int(row.cents) for row in connection.execute(_PURSE, {"of_player": player_id})
    }
    return kinds.get(AccountKind.BANKROLL.value, 0), kinds.get(AccountKind.FELT.value, 0)


def felt_cents(connection: Connection, player_id: int) -> int:
    """Return what the player has at risk at all tables together, in cents."""
    return int(connection.execute(_ON_FELTS, {"of_player": player_id}).scalar_one())


def legs(condition: ColumnElement[bool] | None = None) -> Subquery:
    """Select both sides of the transfers that meet a condition, of all without one.

    Columns: ``id`` of the transfer, ``account_id``, ``delta_cents`` (below zero for the
    source), ``after_cents`` and ``round_id``.
    """
    sides = (
        (TRANSFER.c.source_id, -TRANSFER.c.amount_cents, TRANSFER.c.source_balance_cents),
        (TRANSFER.c.target_id, TRANSFER.c.amount_cents, TRANSFER.c.target_balance_cents),
    )
    selects = (
        select(
            TRANSFER.c.id,
            account.label("account_id"),
            delta.label("delta_cents"),
            after.label("after_cents"),
            TRANSFER.c.round_id,
        ).where(true() if condition is None else condition)
        for account, delta, after in sides
    )
    return union_all(*selects).subquery("legs")


def _sum(column: Any) -> Any:
    return func.coalesce(func.sum(column), 0)
