"""What must be true of accounts and transfers, each rule a function that tells its breaches."""

from collections.abc import Iterator

from sqlalchemy import Connection, and_, exists, func, or_, select

from casino_war.ledger.accounts import AccountKind
from casino_war.ledger.balances import legs
from casino_war.store.accounts import ACCOUNT
from casino_war.store.commands import COMMAND
from casino_war.store.rounds import ROUND
from casino_war.store.transfers import TRANSFER

PLAYER_KINDS = (AccountKind.BANKROLL.value, AccountKind.FELT.value)


def balances_equal_transfers(connection: Connection) -> Iterator[str]:
    """Require every kept balance to equal the sum of the account's transfers."""
    moved = legs()
    total = func.coalesce(func.sum(moved.c.delta_cents), 0)
    query = (
        select(ACCOUNT.c.name, ACCOUNT.c.balance_cents, total.label("total_cents"))
        .join_from(ACCOUNT, moved, ACCOUNT.c.id == moved.c.account_id, isouter=True)
        .where(ACCOUNT.c.balance_cents.is_not(None))
        .group_by(ACCOUNT.c.id, ACCOUNT.c.name, ACCOUNT.c.balance_cents)
        .having(ACCOUNT.c.balance_cents != total)
        .order_by(ACCOUNT.c.id)
    )
    for row in connection.execute(query):
        yield f"{row.name} holds {row.balance_cents} cents, its transfers say {row.total_cents}"


def ledger_sums_to_zero(connection: Connection) -> Iterator[str]:
    """Require all accounts together to hold nothing: chips are issued, moved and redeemed."""
    moved = legs()
    kept = connection.execute(select(func.sum(ACCOUNT.c.balance_cents))).scalar_one() or 0
    summed = connection.execute(
        select(func.sum(moved.c.delta_cents))
        .join_from(moved, ACCOUNT, moved.c.account_id == ACCOUNT.c.id)
        .where(ACCOUNT.c.balance_cents.is_(None))
    ).scalar_one()
    total_cents = int(kept) + int(summed or 0)
    if total_cents:
        yield f"all accounts together hold {total_cents} cents"


def felts_empty_between_rounds(connection: Connection) -> Iterator[str]:
    """Require every felt to be empty unless a round of its player is open at its table."""
    is_open = exists().where(
        ROUND.c.player_id == ACCOUNT.c.player_id,
        ROUND.c.table_key == ACCOUNT.c.table_key,
        ROUND.c.settled_at.is_(None),
    )
    query = (
        select(ACCOUNT.c.name, ACCOUNT.c.balance_cents)
        .where(ACCOUNT.c.kind == AccountKind.FELT.value, ACCOUNT.c.balance_cents != 0, ~is_open)
        .order_by(ACCOUNT.c.id)
    )
    for row in connection.execute(query):
        yield f"{row.name} holds {row.balance_cents} cents and no round is open"


def rounds_leave_felt_empty(connection: Connection) -> Iterator[str]:
    """Require each settled round to have taken from the felt what it put there."""
    moved = legs()
    total = func.sum(moved.c.delta_cents)
    query = (
        select(ROUND.c.id, total.label("total_cents"))
        .join_from(ROUND, moved, ROUND.c.id == moved.c.round_id)
        .join(ACCOUNT, ACCOUNT.c.id == moved.c.account_id)
        .where(ROUND.c.settled_at.is_not(None), ACCOUNT.c.kind == AccountKind.FELT.value)
        .group_by(ROUND.c.id)
        .having(total != 0)
        .order_by(ROUND.c.id)
    )
    for row in connection.execute(query):
        yield f"round {row.id} is settled and left {row.total_cents} cents on the felt"


def players_never_overdrawn(connection: Connection) -> Iterator[str]:
    """Require every bankroll and felt to hold nothing or more, and to have to."""
    query = (
        select(ACCOUNT.c.name, ACCOUNT.c.balance_cents)
        .where(
            ACCOUNT.c.kind.in_(PLAYER_KINDS),
            or_(ACCOUNT.c.may_overdraw, ACCOUNT.c.balance_cents < 0),
        )
        .order_by(ACCOUNT.c.id)
    )
    for row in connection.execute(query):
        yield f"{row.name} holds {row.balance_cents} cents or may be overdrawn"


def balances_run_on(connection: Connection) -> Iterator[str]:
    """Require each noted balance to be the one noted before it and the transfer's amount.

    Each is measured against its neighbour, so that one forged row is one violation and
    not a violation of every row after it.
    """
    moved = legs()
    before_cents = func.lag(moved.c.after_cents).over(
        partition_by=moved.c.account_id, order_by=moved.c.id
    )
    expected_cents = func.coalesce(before_cents, 0) + moved.c.delta_cents
    running = select(moved, expected_cents.label("expected_cents")).subquery()
    is_kept = ACCOUNT.c.balance_cents.is_not(None)
    query = (
        select(ACCOUNT.c.name, running.c.id, running.c.after_cents, running.c.expected_cents)
        .join_from(running, ACCOUNT, running.c.account_id == ACCOUNT.c.id)
        .where(
            or_(
                and_(is_kept, running.c.after_cents.is_distinct_from(running.c.expected_cents)),
                and_(~is_kept, running.c.after_cents.is_not(None)),
            )
        )
        .order_by(running.c.id)
    )
    for row in connection.execute(query):
        yield (
            f"transfer {row.id} notes {row.after_cents} cents for {row.name}, "
            f"those before it make {row.expected_cents}"
        )


def transfers_have_commands(connection: Connection) -> Iterator[str]:
    """Require the key of every transfer to be that of a command that was carried out."""
    is_known = exists().where(COMMAND.c.key == TRANSFER.c.command_key)
    query = select(TRANSFER.c.id, TRANSFER.c.command_key).where(~is_known).order_by(TRANSFER.c.id)
    for row in connection.execute(query):
        yield f"transfer {row.id} belongs to the unknown command {row.command_key!r}"
