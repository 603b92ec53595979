"""Transfers: every movement of chips, never updated and never deleted."""

from datetime import datetime

from sqlalchemy import BigInteger, Column, Index, Integer, String, UniqueConstraint
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of


class Transfer(StoreModel, table=True):
    """A positive amount of cents from one account to another; one row is both legs.

    The key of a transfer is that of its command and its line in it, counted from 1. The
    balances are those right after it, for accounts that keep one. ``hand`` counts from 0.
    """

    __tablename__ = "transfer"
    __table_args__ = (
        UniqueConstraint("command_key", "line"),
        Index("ix_transfer_source_id_id", "source_id", "id"),
        Index("ix_transfer_target_id_id", "target_id", "id"),
        Index("ix_transfer_round_id_id", "round_id", "id"),
        check("amount_positive", "amount_cents > 0"),
        check("two_accounts", "source_id <> target_id"),
        check("line_from_one", "line >= 1"),
        check("hand_from_zero", "hand >= 0"),
        check("source_not_overdrawn", "source_balance_cents >= 0"),
        check("target_not_overdrawn", "target_balance_cents >= 0"),
    )

    id: int = Field(sa_column=id_column())
    source_id: int = Field(sa_column=reference("account.id"))
    target_id: int = Field(sa_column=reference("account.id"))
    amount_cents: int = Field(sa_column=Column(BigInteger, nullable=False))
    code: str = Field(sa_column=Column(String(32), nullable=False))
    command_key: str = Field(sa_column=Column(String(128), nullable=False))
    line: int = Field(sa_column=Column(Integer, nullable=False))
    round_id: int | None = Field(sa_column=reference("round.id", is_optional=True))
    hand: int | None = Field(sa_column=Column(Integer, nullable=True))
    wager: str | None = Field(sa_column=Column(String(32), nullable=True))
    source_balance_cents: int | None = Field(sa_column=Column(BigInteger, nullable=True))
    target_balance_cents: int | None = Field(sa_column=Column(BigInteger, nullable=True))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


TRANSFER = table_of(Transfer)
