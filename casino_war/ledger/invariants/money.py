"""What must be true of accounts and transfers, each rule a function that tells its breaches."""

from collections.abc import Iterator

from sqlalchemy import Connection, and_, exists, func, or_, select

from casino_war.ledger.accounts import PLAYER_KINDS, AccountKind
from casino_war.ledger.balances import legs
from casino_war.ledger.scope import Scope
from casino_war.store.accounts import ACCOUNT
from casino_war.store.commands import COMMAND
from casino_war.store.rounds import ROUND
from casino_war.store.transfers import TRANSFER

_PLAYER_KINDS = [kind.value for kind in PLAYER_KINDS]


def balances_equal_transfers(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every kept balance to equal the sum of the account's transfers."""
    moved = legs(scope.rows(TRANSFER))
    sums = (
        select(moved.c.account_id, func.sum(moved.c.delta_cents).label("moved_cents"))
        .group_by(moved.c.account_id)
        .subquery("sums")
    )
    query = (
        select(ACCOUNT.c.id, ACCOUNT.c.name, ACCOUNT.c.balance_cents, sums.c.moved_cents)
        .join_from(ACCOUNT, sums, ACCOUNT.c.id == sums.c.account_id, isouter=True)
        .where(ACCOUNT.c.balance_cents.is_not(None))
        .order_by(ACCOUNT.c.id)
    )
    for row in connection.execute(query):
        total_cents = scope.since.balances.get(row.id, 0) + int(row.moved_cents or 0)
        if row.balance_cents != total_cents:
            yield f"{row.name} holds {row.balance_cents} cents, its transfers say {total_cents}"


def ledger_sums_to_zero(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require all accounts together to hold nothing: chips are issued, moved and redeemed."""
    moved = legs(scope.rows(TRANSFER))
    kept = connection.execute(select(func.sum(ACCOUNT.c.balance_cents))).scalar_one() or 0
    summed = connection.execute(
        select(func.sum(moved.c.delta_cents))
        .join_from(moved, ACCOUNT, moved.c.account_id == ACCOUNT.c.id)
        .where(ACCOUNT.c.balance_cents.is_(None))
    ).scalar_one()
    # What was kept before is what all others together held then, below zero.
    before_cents = sum(scope.since.balances.values())
    total_cents = int(kept) - before_cents + int(summed or 0)
    if total_cents:
        yield f"all accounts together hold {total_cents} cents"


def felts_empty_between_rounds(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every felt to be empty unless a round of its player is open at its table."""
    of_rounds = select(ROUND.c.player_id, ROUND.c.table_key).where(ROUND.c.settled_at.is_(None))
    are_open = {tuple(row) for row in connection.execute(of_rounds)}
    query = (
        select(ACCOUNT.c.name, ACCOUNT.c.balance_cents, ACCOUNT.c.player_id, ACCOUNT.c.table_key)
        .where(ACCOUNT.c.kind == AccountKind.FELT.value, ACCOUNT.c.balance_cents != 0)
        .order_by(ACCOUNT.c.id)
    )
    for row in connection.execute(query):
        if (row.player_id, row.table_key) in are_open:
            continue
        yield f"{row.name} holds {row.balance_cents} cents and no round is open"


def rounds_leave_felt_empty(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require each settled round to have taken from the felt what it put there."""
    moved = legs(TRANSFER.c.round_id.in_(select(ROUND.c.id).where(scope.rows(ROUND))))
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


def players_never_overdrawn(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every bankroll and felt to hold nothing or more, and to have to."""
    query = (
        select(ACCOUNT.c.name, ACCOUNT.c.balance_cents)
        .where(
            ACCOUNT.c.kind.in_(_PLAYER_KINDS),
            or_(ACCOUNT.c.may_overdraw, ACCOUNT.c.balance_cents < 0),
        )
        .order_by(ACCOUNT.c.id)
    )
    for row in connection.execute(query):
        yield f"{row.name} holds {row.balance_cents} cents or may be overdrawn"


def balances_run_on(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require each noted balance to be the one noted before it and the transfer's amount.

    Each is measured against its neighbour, so that one forged row is one violation and
    not a violation of every row after it.
    """
    moved = legs(scope.rows(TRANSFER))
    before_cents = func.lag(moved.c.after_cents).over(
        partition_by=moved.c.account_id, order_by=moved.c.id
    )
    running = select(moved, before_cents.label("before_cents")).subquery()
    expected_cents = running.c.before_cents + running.c.delta_cents
    is_kept = ACCOUNT.c.balance_cents.is_not(None)
    query = (
        select(
            ACCOUNT.c.name,
            is_kept.label("is_kept"),
            running.c.id,
            running.c.account_id,
            running.c.delta_cents,
            running.c.before_cents,
            running.c.after_cents,
        )
        .join_from(running, ACCOUNT, running.c.account_id == ACCOUNT.c.id)
        .where(
            or_(
                # Also the first of each account, whose balance before it is no transfer's.
                and_(is_kept, running.c.after_cents.is_distinct_from(expected_cents)),
                and_(is_kept, running.c.before_cents.is_(None)),
                and_(~is_kept, running.c.after_cents.is_not(None)),
            )
        )
        .order_by(running.c.id)
    )
    for row in connection.execute(query):
        before = row.before_cents
        if before is None:
            before = scope.since.balances.get(row.account_id, 0)
        expected = before + row.delta_cents
        if not row.is_kept or row.after_cents != expected:
            yield (
                f"transfer {row.id} notes {row.after_cents} cents for {row.name}, "
                f"those before it make {expected}"
            )


def transfers_have_commands(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require the key of every transfer to be that of a command that was carried out."""
    is_known = exists().where(COMMAND.c.key == TRANSFER.c.command_key)
    query = select(TRANSFER.c.id, TRANSFER.c.command_key).where(scope.rows(TRANSFER), ~is_known)
    for row in connection.execute(query.order_by(TRANSFER.c.id)):
        yield f"transfer {row.id} belongs to the unknown command {row.command_key!r}"
