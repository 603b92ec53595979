"""Accounts: where chips are. The ledger alone writes here."""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, Column, Index, String
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of


class Account(StoreModel, table=True):
    """An account under its name, such as ``felt:12:classic``.

    ``balance_cents`` is kept by a trigger on each transfer. It is None where an overdraft
    is allowed: every round of everybody moves chips of the house, and a row that all of
    them rewrite would make them queue; that balance is summed when asked for.
    """

    __tablename__ = "account"
    __table_args__ = (
        check("no_overdraft", "may_overdraw OR balance_cents >= 0"),
        check("balance_kept", "may_overdraw = (balance_cents IS NULL)"),
        Index("ix_account_player_id_kind", "player_id", "kind"),
    )

    id: int = Field(sa_column=id_column())
    name: str = Field(sa_column=Column(String(128), nullable=False, unique=True))
    kind: str = Field(sa_column=Column(String(16), nullable=False))
    player_id: int | None = Field(sa_column=reference("player.id", is_optional=True))
    table_key: str | None = Field(sa_column=Column(String(64), nullable=True))
    may_overdraw: bool = Field(sa_column=Column(Boolean, nullable=False))
    balance_cents: int | None = Field(sa_column=Column(BigInteger, nullable=True))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


ACCOUNT = table_of(Account)
