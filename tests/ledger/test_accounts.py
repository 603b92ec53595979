import pytest

from casino_war.errors import BrokenInvariantError
from casino_war.ledger.accounts import (
    CASHIER,
    AccountName,
    bankroll,
    felt,
    house,
    parse_account,
)

NAMES = [
    (bankroll(12), "bankroll:12", False),
    (felt(12, "single_deck"), "felt:12:single_deck", False),
    (house("classic"), "house:classic", True),
    (CASHIER, "cashier", True),
]


@pytest.mark.parametrize(("account", "text", "may_overdraw"), NAMES)
def test_names_print_and_read(account: AccountName, text: str, may_overdraw: bool) -> None:
    assert str(account) == text
    assert parse_account(text) == account
    assert account.may_overdraw is may_overdraw


@pytest.mark.parametrize("text", ["", "bank", "bankroll:", "felt:1", "house:A", "cashier:1"])
def test_other_names_are_no_accounts(text: str) -> None:
    with pytest.raises(BrokenInvariantError, match="is not an account"):
        parse_account(text)
