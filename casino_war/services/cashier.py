"""The cashier: chips are bought and handed back here, and every one is in the ledger."""

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    AmountRefusedError,
    InvalidAmountError,
    RoundOpenError,
    StaleVersionError,
)
from casino_war.game.casino import may_rebuy
from casino_war.game.money import CENTS_PER_CHIP, TOO_LONG
from casino_war.ledger import accounts, book, posting
from casino_war.ledger.posting import TransferCode
from casino_war.services.carry_out import Scene, advance_player, carry_out, find_player
from casino_war.services.commands import BuyIn, CashOut
from casino_war.services.house import House
from casino_war.services.newcomers import act_as_newcomer
from casino_war.services.open_tables import find_table
from casino_war.services.rounds import state_of
from casino_war.services.tables import take_seat
from casino_war.store import rounds

BUY_IN_MIN_CENTS = CENTS_PER_CHIP
BUY_IN_MAX_CENTS = 10_000 * CENTS_PER_CHIP
BUY_IN_DEFAULT_CENTS = 1_000 * CENTS_PER_CHIP


def buy_in(house: House, token: str | None, command: BuyIn) -> str:
    """Sell chips and return the player's token; a stranger becomes a player.

    A stranger who buys at a table is seated there by the same transaction. Who is a player
    already sits down by `tables.sit_down`, wherever the chips were bought.

    Raises:
        AmountRefusedError: fewer than 1 or more than 10,000 chips.
        NotFoundError: a stranger asks for a seat at a table that there is not, or no more.
        RoundOpenError: a round is open at a table that does not hold it for a rebuy.
        StaleVersionError: the form was drawn before the last change; or by a stranger whose
            browser has made a player since, for it makes no second one.
        KeyReusedError: see `carry_out`.
    """
    _check_amount(command.amount_cents)
    with house.database.reading() as connection:
        is_stranger = find_player(connection, token) is None
    if is_stranger:
        return act_as_newcomer(
            house, command, command.visitor, lambda scene: _buy_first(scene, command)
        )

    def act(scene: Scene) -> str:
        advance_player(scene, command.version)
        _check_rounds_allow_rebuy(scene)
        _sell(scene, command, is_rebuy=not _starts_anew(scene))
        return scene.player.token

    return carry_out(house, token, command, act)


def unread_amount(error: InvalidAmountError) -> AmountRefusedError:
    """Say what the cashier sells where *error* tells that what was written is no amount."""
    if error.reason == TOO_LONG:
        message = N_(
            "%(text)s chips are more than the cashier sells: %(minimum_cents)s to "
            "%(maximum_cents)s at a time."
        )
    else:
        message = N_(
            "%(text)s is no buy-in. Write whole chips in plain digits: %(minimum_cents)s to "
            "%(maximum_cents)s at a time."
        )
    return AmountRefusedError(
        message,
        reason="unread",
        text=error.facts["text"],
        minimum_cents=BUY_IN_MIN_CENTS,
        maximum_cents=BUY_IN_MAX_CENTS,
    )


def cash_out(house: House, token: str | None, command: CashOut) -> int:
    """Take the whole bankroll back and return how much it was, in cents.

    Raises:
        RoundOpenError: chips of the player are on a felt.
        StaleVersionError: it is not what the form said.
        AmountRefusedError: the bankroll is empty.
    """

    def act(scene: Scene) -> str:
        advance_player(scene, command.version)
        connection, player = scene.connection, scene.player
        bankroll_cents = whole_bankroll_cents(connection, player.id, "cash_out")
        require_shown(bankroll_cents, command.amount_cents, "cash_out")
        if not bankroll_cents:
            raise AmountRefusedError(
                N_(
                    "There is nothing to cash out: your bankroll holds %(amount_chips)s. Buy "
                    "chips to play."
                ),
                reason="empty",
                amount_cents=0,
            )
        transfers = posting.cash_out(player.id, bankroll_cents)
        book.post(connection, transfers, command_key=command.key, at=scene.at)
        return str(bankroll_cents)

    return int(carry_out(house, token, command, act))


def whole_bankroll_cents(connection: Connection, player_id: int, reason: str) -> int:
    """Return what the player's bankroll holds, in cents, where none of the chips is at risk.

    Raises:
        RoundOpenError: a round is open; the error is of that *reason*.
    """
    felt_cents = book.felt_cents(connection, player_id)
    if felt_cents or rounds.open_rounds(connection, player_id):
        raise RoundOpenError(
            N_("Finish your open round first: it has %(felt_chips)s on the felt."),
            reason=reason,
            felt_cents=felt_cents,
        )
    return book.balance(connection, accounts.bankroll(player_id))


def require_shown(bankroll_cents: int, shown_cents: int, reason: str) -> None:
    """Refuse to move a whole bankroll that is not what the page showed.

    Raises:
        StaleVersionError: it is not; the error is of that *reason*.
    """
    if bankroll_cents != shown_cents:
        raise StaleVersionError(
            N_(
                "Your bankroll holds %(bankroll_chips)s now, not the "
                "%(amount_cents)s of the page; nothing was done. Here it is now."
            ),
            reason=reason,
            bankroll_cents=bankroll_cents,
            amount_cents=shown_cents,
        )


def _buy_first(scene: Scene, command: BuyIn) -> None:
    # A second tab still holds a stranger's form: from here on it is stale.
    advance_player(scene, command.version)
    _sell(scene, command, is_rebuy=False)
    if command.table_key is not None:
        take_seat(scene, find_table(scene.connection, command.table_key))


def _sell(scene: Scene, command: BuyIn, *, is_rebuy: bool) -> None:
    transfers = posting.buy_in(scene.player.id, command.amount_cents, is_rebuy=is_rebuy)
    book.post(scene.connection, transfers, command_key=command.key, at=scene.at)


def _check_amount(amount_cents: int) -> None:
    if not BUY_IN_MIN_CENTS <= amount_cents <= BUY_IN_MAX_CENTS:
        raise AmountRefusedError(
            N_(
                "The cashier sells %(minimum_cents)s to %(maximum_chips)s at a time, "
                "not %(amount_cents)s."
            ),
            reason="limits",
            minimum_cents=BUY_IN_MIN_CENTS,
            maximum_cents=BUY_IN_MAX_CENTS,
            amount_cents=amount_cents,
        )


def _check_rounds_allow_rebuy(scene: Scene) -> None:
    for stored in rounds.open_rounds(scene.connection, scene.player.id):
        if not may_rebuy(state_of(scene.connection, stored)):
            raise RoundOpenError(
                N_("This table sells no chips while its round waits: decide first."),
                reason="rebuy",
            )


def _starts_anew(scene: Scene) -> bool:
    """Say whether chips start anew: none were ever bought, or all were cashed out at last."""
    latest = book.statement(scene.connection, scene.player.id, None, 1)
    return not latest or latest[0].code is TransferCode.CASH_OUT
