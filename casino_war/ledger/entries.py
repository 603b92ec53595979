"""Transfers as they stand in the book, and how they are read from it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, select, union_all

from casino_war.game.events import Wager
from casino_war.ledger.accounts import AccountName, bankroll, parse_account
from casino_war.ledger.posting import PlannedTransfer, TransferCode
from casino_war.store.accounts import ACCOUNT
from casino_war.store.rows import NO_VALUES, Values
from casino_war.store.transfers import TRANSFER


@dataclass(frozen=True, slots=True, kw_only=True)
class PostedTransfer:
    """A transfer in the book; amounts in cents, balances those right after it.

    A balance is None for an account that keeps none (house and cashier).
    """

    id: int
    source: AccountName
    target: AccountName
    amount_cents: int
    code: TransferCode
    hand: int | None
    wager: Wager | None
    round_id: int | None
    source_balance_cents: int | None
    target_balance_cents: int | None
    command_key: str
    line: int
    created_at: datetime

    @property
    def key(self) -> str:
        """What makes the transfer unique: its command's key and its line in it."""
        return f"{self.command_key}:{self.line}"

    @property
    def planned(self) -> PlannedTransfer:
        """The transfer as it was planned."""
        return PlannedTransfer(
            self.source, self.target, self.amount_cents, self.code, self.hand, self.wager
        )

    def balance_after_cents(self, account: AccountName) -> int | None:
        """Return what one of its two accounts held right after it.

        None for an account that keeps no balance, and for any other account.
        """
        if account == self.target:
            return self.target_balance_cents
        return self.source_balance_cents if account == self.source else None


_SOURCE = ACCOUNT.alias("source")
_TARGET = ACCOUNT.alias("target")


def entries() -> Select[Any]:
    """Select transfers with the names of their accounts, for `read_entries`."""
    return (
        select(
            *TRANSFER.c,
            _SOURCE.c.name.label("source"),
            _TARGET.c.name.label("target"),
        )
        .join_from(TRANSFER, _SOURCE, TRANSFER.c.source_id == _SOURCE.c.id)
        .join(_TARGET, TRANSFER.c.target_id == _TARGET.c.id)
    )


def read_entries(
    connection: Connection, query: Select[Any], values: Values = NO_VALUES
) -> tuple[PostedTransfer, ...]:
    """Read the transfers that *query*, made from `entries`, selects with these *values*."""
    return tuple(_posted(row) for row in connection.execute(query, values).mappings())


def transfers_of_round(connection: Connection, round_id: int) -> tuple[PostedTransfer, ...]:
    """List the transfers of a round in the order in which they were made."""
    query = entries().where(TRANSFER.c.round_id == round_id).order_by(TRANSFER.c.id)
    return read_entries(connection, query)


def transfers_of_rounds(
    connection: Connection, round_ids: Collection[int]
) -> Mapping[int, tuple[PostedTransfer, ...]]:
    """Return the transfers of each of these rounds in the order in which they were made."""
    query = entries().where(TRANSFER.c.round_id.in_(round_ids)).order_by(TRANSFER.c.id)
    found: dict[int | None, list[PostedTransfer]] = {round_id: [] for round_id in round_ids}
    for transfer in read_entries(connection, query):
        found[transfer.round_id].append(transfer)
    return {round_id: tuple(found[round_id]) for round_id in round_ids}


def statement(
    connection: Connection, player_id: int, before_id: int | None, limit: int
) -> tuple[PostedTransfer, ...]:
    """List what moved the player's bankroll, newest first, from below *before_id* on."""
    of_bankroll = ACCOUNT.c.name == str(bankroll(player_id))
    account_id = select(ACCOUNT.c.id).where(of_bankroll).scalar_subquery()
    # Each side by its own index: one query for both would sort the whole history.
    sides = []
    for side in (TRANSFER.c.source_id, TRANSFER.c.target_id):
        ids = select(TRANSFER.c.id).where(side == account_id)
        if before_id is not None:
            ids = ids.where(TRANSFER.c.id < before_id)
        newest = ids.order_by(TRANSFER.c.id.desc()).limit(limit).subquery()
        sides.append(select(newest.c.id))
    query = (
        entries()
        .where(TRANSFER.c.id.in_(union_all(*sides)))
        .order_by(TRANSFER.c.id.desc())
        .limit(limit)
    )
    return read_entries(connection, query)


def _posted(row: RowMapping) -> PostedTransfer:
    columns = dict(row)
    del columns["source_id"], columns["target_id"]
    columns["source"] = parse_account(columns["source"])
    columns["target"] = parse_account(columns["target"])
    columns["code"] = TransferCode(columns["code"])
    columns["wager"] = Wager(columns["wager"]) if columns["wager"] else None
    return PostedTransfer(**columns)
