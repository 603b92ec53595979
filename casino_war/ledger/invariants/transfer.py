"""What must be true of a transfer by itself: its code, its round and its command agree."""

from collections.abc import Iterator

from sqlalchemy import Connection, and_, not_, or_, select

from casino_war.ledger.accounts import AccountKind
from casino_war.ledger.command_kinds import CASHIER_KINDS, KINDS_OF_CODE
from casino_war.ledger.scope import Scope
from casino_war.store.accounts import ACCOUNT
from casino_war.store.commands import COMMAND
from casino_war.store.transfers import TRANSFER

_CASHIER_CODES = [
    code.value for code, kinds in KINDS_OF_CODE.items() if set(kinds) <= set(CASHIER_KINDS)
]

_SOURCE = ACCOUNT.alias("source")
_TARGET = ACCOUNT.alias("target")


def transfers_fit_their_codes(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require chips to pass the cashier outside rounds and to be played within one.

    A payout without a round would be money that no hand has won.
    """
    cashier = AccountKind.CASHIER.value
    at_cashier = or_(_SOURCE.c.kind == cashier, _TARGET.c.kind == cashier)
    is_cashiers = TRANSFER.c.code.in_(_CASHIER_CODES)
    fits = or_(
        and_(is_cashiers, at_cashier, TRANSFER.c.round_id.is_(None)),
        and_(not_(is_cashiers), not_(at_cashier), TRANSFER.c.round_id.is_not(None)),
    )
    query = (
        select(TRANSFER.c.id, TRANSFER.c.code, TRANSFER.c.round_id)
        .join_from(TRANSFER, _SOURCE, TRANSFER.c.source_id == _SOURCE.c.id)
        .join(_TARGET, TRANSFER.c.target_id == _TARGET.c.id)
        .where(scope.rows(TRANSFER), not_(fits))
        .order_by(TRANSFER.c.id)
    )
    for row in connection.execute(query):
        yield f"transfer {row.id} has the code {row.code} and the round {row.round_id}"


def transfers_are_their_players(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require a command to move the chips of nobody but the player who gave it."""
    query = (
        select(TRANSFER.c.id, ACCOUNT.c.name, COMMAND.c.player_id)
        .join_from(
            TRANSFER,
            ACCOUNT,
            or_(TRANSFER.c.source_id == ACCOUNT.c.id, TRANSFER.c.target_id == ACCOUNT.c.id),
        )
        .join(COMMAND, TRANSFER.c.command_key == COMMAND.c.key)
        .where(
            scope.rows(TRANSFER),
            ACCOUNT.c.player_id.is_not(None),
            ACCOUNT.c.player_id.is_distinct_from(COMMAND.c.player_id),
        )
        .order_by(TRANSFER.c.id, ACCOUNT.c.id)
    )
    for row in connection.execute(query):
        yield f"transfer {row.id} moves chips of {row.name} for player {row.player_id}"
