"""New settled rounds, with what the house's own chips say of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, case, func, select

from casino_war.store.accounts import ACCOUNT
from casino_war.store.rounds import ROUND
from casino_war.store.transfers import TRANSFER


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedRound:
    """A settled round, with what the house's chips say that its player gained."""

    rules_id: int
    notation: str
    cards_text: str
    wagered_cents: int
    moved_cents: int


def highest_transfer(connection: Connection, after_id: int, limit: int) -> int:
    """Return the id of the transfer so many places behind one, or the last before that."""
    some = (
        select(TRANSFER.c.id)
        .where(TRANSFER.c.id > after_id)
        .order_by(TRANSFER.c.id)
        .limit(limit)
        .subquery()
    )
    return connection.scalar(select(func.max(some.c.id))) or after_id


def settled_between(connection: Connection, after_id: int, last_id: int) -> Iterator[MovedRound]:
    """Read the rounds whose last transfer lies behind *after_id* and up to *last_id*.

    Each settled round has one last transfer, in the order of which they come.
    """
    source, target = ACCOUNT.alias("source"), ACCOUNT.alias("target")
    new = select(TRANSFER.c.round_id).where(
        TRANSFER.c.id > after_id, TRANSFER.c.id <= last_id, TRANSFER.c.round_id.is_not(None)
    )
    gained = case(
        (source.c.kind == "house", TRANSFER.c.amount_cents),
        (target.c.kind == "house", -TRANSFER.c.amount_cents),
        else_=0,
    )
    moved = (
        select(
            TRANSFER.c.round_id,
            func.max(TRANSFER.c.id).label("last_id"),
            func.sum(gained).label("moved_cents"),
        )
        .join(source, source.c.id == TRANSFER.c.source_id)
        .join(target, target.c.id == TRANSFER.c.target_id)
        .where(TRANSFER.c.round_id.in_(new))
        .group_by(TRANSFER.c.round_id)
        .subquery()
    )
    query = (
        select(
            ROUND.c.rules_id,
            ROUND.c.notation,
            ROUND.c.cards_text,
            ROUND.c.wagered_cents,
            moved.c.moved_cents,
        )
        .join(moved, moved.c.round_id == ROUND.c.id)
        .where(ROUND.c.settled_at.is_not(None), moved.c.last_id <= last_id)
        .order_by(moved.c.last_id)
    )
    for row in connection.execute(query):
        # PostgreSQL adds whole numbers up to a decimal.
        yield MovedRound(**{**row._mapping, "moved_cents": int(row.moved_cents)})
