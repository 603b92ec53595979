"""What must be true of what a round notes beside its notation and its cards."""

from collections.abc import Iterator

from sqlalchemy import Connection, and_, case, func, select

from casino_war.ledger.accounts import AccountKind
from casino_war.ledger.scope import Scope
from casino_war.store.accounts import ACCOUNT
from casino_war.store.rounds import ROUND
from casino_war.store.transfers import TRANSFER


def balances_after_rounds(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require a settled round to note the bankroll as its last transfer left it.

    The bankroll's own last transfer may be another's: chips bought while the round was
    held, before a loss that touched the felt alone.
    """
    last_id = (
        select(func.max(TRANSFER.c.id)).where(TRANSFER.c.round_id == ROUND.c.id).scalar_subquery()
    )
    is_bankroll = and_(
        ACCOUNT.c.kind == AccountKind.BANKROLL.value, ACCOUNT.c.player_id == ROUND.c.player_id
    )
    ended = (
        select(
            ROUND.c.id,
            ROUND.c.balance_after_cents,
            ACCOUNT.c.id.label("account_id"),
            last_id.label("last_id"),
        )
        .join_from(ROUND, ACCOUNT, is_bankroll, isouter=True)
        .where(scope.rows(ROUND), ROUND.c.settled_at.is_not(None))
        .subquery("ended")
    )
    out_id, in_id = (
        func.coalesce(
            select(func.max(TRANSFER.c.id))
            .where(side == ended.c.account_id, TRANSFER.c.id <= ended.c.last_id)
            .scalar_subquery(),
            0,
        )
        for side in (TRANSFER.c.source_id, TRANSFER.c.target_id)
    )
    moved = select(ended, out_id.label("out_id"), in_id.label("in_id")).subquery("moved")
    is_out = moved.c.out_id > moved.c.in_id
    after_cents = case(
        (is_out, TRANSFER.c.source_balance_cents), else_=TRANSFER.c.target_balance_cents
    )
    latest = TRANSFER.c.id == case((is_out, moved.c.out_id), else_=moved.c.in_id)
    query = (
        select(moved.c.id, moved.c.balance_after_cents, after_cents.label("after_cents"))
        .join_from(moved, TRANSFER, latest, isouter=True)
        .where(moved.c.balance_after_cents.is_distinct_from(after_cents))
        .order_by(moved.c.id)
    )
    for row in connection.execute(query):
        yield (
            f"round {row.id} notes a bankroll of {row.balance_after_cents} cents, "
            f"its transfers left {row.after_cents}"
        )
