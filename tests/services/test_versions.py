"""A form drawn before the last change moves nothing, and no other player may repeat it."""

import pytest

from casino_war.errors import KeyReusedError, StaleVersionError
from casino_war.services import cashier, tables
from casino_war.services.commands import BuyIn, SitDown
from casino_war.services.history import statement_page
from casino_war.services.house import House
from tests.audits import audit
from tests.services.guest import Guest, bet


def test_a_strangers_second_tab_is_stale_once_chips_are_bought(house: House) -> None:
    guest = Guest(house).buy_in(100)
    other_tab = BuyIn(key="other tab", version=0, amount_cents=50_000, visitor=guest.visitor)
    with pytest.raises(StaleVersionError):
        cashier.buy_in(house, guest.token, other_tab)
    assert guest.bar.bankroll_cents == 10_000


def test_a_first_buy_in_sent_twice_makes_one_player(house: House) -> None:
    command = BuyIn(key="one", version=0, amount_cents=10_000, visitor="a browser")
    token = cashier.buy_in(house, None, command)
    assert cashier.buy_in(house, None, command) == token
    assert cashier.buy_in(house, token, command) == token
    assert Guest(house, token=token).bar.bankroll_cents == 10_000


def test_sitting_down_with_a_version_that_no_seat_had_is_stale(house: House) -> None:
    guest = Guest(house).buy_in()
    with pytest.raises(StaleVersionError):
        tables.sit_down(house, guest.token, SitDown(key="k", version=77, table_key="bonus"))


def test_another_player_cannot_repeat_a_command(house: House) -> None:
    first = Guest(house, visitor="first").buy_in().sit()
    second = Guest(house, visitor="second").buy_in().sit()
    command = first.deal_command(bet(10))
    tables.deal_round(house, first.token, command)
    with pytest.raises(KeyReusedError):
        tables.deal_round(house, second.token, command)
    assert second.bar.bankroll_cents == 100_000
    assert audit(house) == []


def test_a_purchase_after_a_cash_out_is_a_buy_in_and_every_other_a_rebuy(house: House) -> None:
    guest = Guest(house).buy_in().buy_in()
    guest.cash_out()
    guest.buy_in().buy_in()
    codes = [row.code for row in statement_page(house, guest.token, None).transfers]
    assert codes == ["rebuy", "buy_in", "cash_out", "rebuy", "buy_in"]


def test_the_next_shoe_keeps_the_players_client_seed(house: House) -> None:
    guest = Guest(house).buy_in().sit()
    guest.client_seed("my own")
    guest.new_shoe()
    assert guest.seat.shoe.client_seed == "my own"
    assert not guest.seat.shoe.is_seed_fixed
