"""Milestones: how a player stood after every so many rounds, for the chart of the bankroll.

A picture of a million rounds is drawn from a few of them, found by their numbers.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, Column, Connection, UniqueConstraint, select
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.luck_sums import Digits
from casino_war.store.rounds import ROUND
from casino_war.store.rows import add_row, every

EVERY_ROUNDS = 64
"""After so many rounds of a player there is a milestone, where no round is open then."""


class Milestone(StoreModel, table=True):
    """A player after the round ``number``: all rounds up to it are settled and in the sums."""

    __tablename__ = "milestone"
    __table_args__ = (
        UniqueConstraint("player_id", "number"),
        check("number_of_few", f"number >= {EVERY_ROUNDS} AND number % {EVERY_ROUNDS} = 0"),
    )

    id: int = Field(sa_column=id_column())
    player_id: int = Field(sa_column=reference("player.id"))
    number: int
    hands: int
    balance_cents: int = Field(sa_type=BigInteger)
    net_cents: int = Field(sa_type=BigInteger)
    expected_microcents: int = Field(sa_type=Digits)
    variance_cents2: int = Field(sa_type=Digits)
    settled_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMilestone:
    """A row of `Milestone`; amounts in cents, what is expected in millionths of one."""

    id: int
    player_id: int
    number: int
    hands: int
    balance_cents: int
    net_cents: int
    expected_microcents: int
    variance_cents2: int
    settled_at: datetime


MILESTONE = table_of(Milestone)

_AT = MILESTONE.select().order_by(MILESTONE.c.number)


def add_milestone(connection: Connection, **values: object) -> None:
    """Store how a player stands, by the columns of `Milestone`."""
    add_row(connection, MILESTONE, StoredMilestone, values)


def milestones_at(
    connection: Connection, player_id: int, numbers: Collection[int]
) -> tuple[StoredMilestone, ...]:
    """Find the milestones after the rounds of these numbers, in their order."""
    query = _AT.where(MILESTONE.c.player_id == player_id, MILESTONE.c.number.in_(numbers))
    return every(connection, query, StoredMilestone)


def is_quiet(connection: Connection, player_id: int, number: int) -> bool:
    """Say whether the round of that number is the player's last, and none is open."""
    later = select(ROUND.c.id).where(
        ROUND.c.player_id == player_id,
        (ROUND.c.number > number) | ROUND.c.settled_at.is_(None),
    )
    return connection.execute(later.limit(1)).first() is None
