"""From the forms of the cashier to command values; amounts are chips, and become cents here."""

from casino_war.errors import InvalidAmountError
from casino_war.game.money import parse_chips
from casino_war.services.cashier import unread_amount
from casino_war.services.commands import BuyIn, CashOut
from casino_war.web.forms import Form, read_field, read_key, read_number, read_version


def read_buy_in(form: Form, visitor: str, table_key: str | None) -> BuyIn:
    """Read a buy-in or rebuy by the browser called *visitor*, at a table or the cashier.

    Raises:
        AmountRefusedError: the amount is no number of chips.
    """
    try:
        amount_cents = parse_chips(read_field(form, "amount"))
    except InvalidAmountError as error:
        raise unread_amount(error) from error
    return BuyIn(
        key=read_key(form),
        version=read_version(form),
        amount_cents=amount_cents,
        visitor=visitor,
        table_key=table_key,
    )


def read_cash_out(form: Form) -> CashOut:
    """Read a cash-out of the amount that its button says."""
    return CashOut(
        key=read_key(form),
        version=read_version(form),
        amount_cents=read_number(read_field(form, "amount_cents"), "amount_cents"),
    )
