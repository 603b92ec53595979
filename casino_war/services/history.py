"""What has been played and paid: each round with its replay, and the ledger statement."""

from sqlalchemy import Connection

from casino_war.game.notation import parse_notation
from casino_war.game.round import RoundState
from casino_war.game.views import view_round
from casino_war.ledger import accounts, book
from casino_war.ledger.accounts import AccountName
from casino_war.ledger.entries import PostedTransfer
from casino_war.services.carry_out import find_player
from casino_war.services.fairness import proof_of
from casino_war.services.house import House
from casino_war.services.pages import (
    RoundPage,
    RoundRow,
    StatementPage,
    TransferRow,
)
from casino_war.services.rounds import dealt_cards, no_round, replay_stored, state_of
from casino_war.store import rounds, shoes
from casino_war.store import rules as rules_store
from casino_war.store.rounds import StoredRound

TRANSFERS_PER_PAGE = 50


def round_page(house: House, token: str | None, round_id: int) -> RoundPage:
    """Return a round with its events, transfers and proof.

    Raises:
        NotFoundError: there is no such round, or it is another player's.
    """
    with house.database.reading() as connection:
        player = find_player(connection, token)
        stored = None if player is None else rounds.round_of_player(connection, player.id, round_id)
        if player is None or stored is None:
            raise no_round(round_id)
        state, events = replay_stored(connection, stored)
        own = accounts.bankroll(player.id)
        funds_cents = book.balance(connection, own)
        shoe = shoes.shoe_by_id(connection, stored.shoe_id)
        row = _row(connection, stored, state, funds_cents)
        return RoundPage(
            row=row,
            events=events,
            transfers=tuple(
                _transfer_row(transfer, own, stored.number)
                for transfer in book.transfers_of_round(connection, stored.id)
            ),
            proof=proof_of(shoe, row.table_key, row.table_title),
            notation=stored.notation,
            position_before=parse_notation(stored.notation).position,
            dealt=dealt_cards(stored, events),
        )


def statement_page(
    house: House, token: str | None, before: int | None, limit: int = TRANSFERS_PER_PAGE
) -> StatementPage:
    """Return a page of the movements of the bankroll, newest first."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return StatementPage(transfers=(), older=None)
        found = book.statement(connection, player.id, before, limit + 1)
        shown = found[:limit]
        own = accounts.bankroll(player.id)
        round_ids = {each.round_id for each in shown if each.round_id is not None}
        numbers = rounds.numbers_of(connection, round_ids)
        return StatementPage(
            transfers=tuple(
                _transfer_row(each, own, numbers.get(each.round_id or 0)) for each in shown
            ),
            older=shown[-1].id if len(found) > limit else None,
        )


def row_of(connection: Connection, stored: StoredRound, funds_cents: int) -> RoundRow:
    """Return a round as a line of the history, with *funds_cents* in its player's bankroll."""
    return _row(connection, stored, state_of(connection, stored), funds_cents)


def _row(
    connection: Connection, stored: StoredRound, state: RoundState, funds_cents: int
) -> RoundRow:
    rules = rules_store.rules_by_id(connection, stored.rules_id)
    return RoundRow(
        round_id=stored.id,
        number=stored.number,
        table_key=stored.table_key,
        table_title=rules.title,
        dealt_at=stored.dealt_at,
        view=view_round(state, funds_cents),
        wagered_cents=stored.wagered_cents,
        net_cents=stored.net_cents,
        balance_after_cents=stored.balance_after_cents,
    )


def _transfer_row(
    transfer: PostedTransfer, own: AccountName, round_number: int | None
) -> TransferRow:
    """Show a transfer to whose bankroll is *own*."""
    is_out = transfer.source == own
    return TransferRow(
        transfer_id=transfer.id,
        code=transfer.code.value,
        amount_cents=-transfer.amount_cents if is_out else transfer.amount_cents,
        source=transfer.source.kind.value,
        target=transfer.target.kind.value,
        hand=transfer.hand,
        wager=None if transfer.wager is None else transfer.wager.value,
        round_id=transfer.round_id,
        round_number=round_number,
        balance_after_cents=transfer.balance_after_cents(own),
        at=transfer.created_at,
    )
