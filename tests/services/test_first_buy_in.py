"""A stranger's first chips: one player of one browser, seated with them or not at all."""

from collections.abc import Callable
from functools import partial

import pytest
from sqlalchemy import Connection, func, select

from casino_war.errors import KeyReusedError, NotFoundError, StaleVersionError
from casino_war.services import cashier, newcomers
from casino_war.services.commands import BuyIn
from casino_war.services.house import House
from casino_war.services.table_page import table_page
from casino_war.store import commands
from casino_war.store.columns import table_of
from casino_war.store.commands import CommandRecord, StoredCommand
from casino_war.store.players import Player
from casino_war.store.seats import Seat
from casino_war.store.shoes import Shoe
from casino_war.store.transfers import Transfer
from tests.audits import audit
from tests.databases import ONLY_POSTGRESQL
from tests.services.at_once import at_once
from tests.services.guest import Guest

MODELS = (Player, Seat, Shoe, Transfer, CommandRecord)


def rows(house: House) -> dict[str, int]:
    """Count what a buy-in writes."""
    with house.database.reading() as connection:
        return {
            model.__name__: connection.execute(
                select(func.count()).select_from(table_of(model))
            ).scalar_one()
            for model in MODELS
        }


def first(key: str = "one", table_key: str | None = "classic", visitor: str = "a browser") -> BuyIn:
    return BuyIn(key=key, version=0, amount_cents=10_000, visitor=visitor, table_key=table_key)


SEATED = {"Player": 1, "Seat": 1, "Shoe": 2, "Transfer": 1, "CommandRecord": 1}
NOTHING = dict.fromkeys(SEATED, 0)


def test_chips_and_seat_come_together(house: House) -> None:
    token = cashier.buy_in(house, None, first())
    assert rows(house) == SEATED
    assert Guest(house, token=token).seat.version == 0


def test_at_the_cashier_nobody_is_seated(house: House) -> None:
    token = cashier.buy_in(house, None, first(table_key=None))
    assert rows(house) == SEATED | {"Seat": 0, "Shoe": 0}
    assert table_page(house, token, "classic").seat is None


def test_a_player_who_rebuys_at_another_table_is_not_seated(house: House) -> None:
    guest = Guest(house, token=cashier.buy_in(house, None, first()))
    rebuy = BuyIn(
        key="two", version=guest.bar.version, amount_cents=500, visitor="x", table_key="bonus"
    )
    cashier.buy_in(house, guest.token, rebuy)
    assert rows(house) == SEATED | {"Transfer": 2, "CommandRecord": 2}
    assert table_page(house, guest.token, "bonus").seat is None


def test_without_a_seat_there_is_no_player_and_no_chip(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("after the chips")

    with monkeypatch.context() as patch:
        patch.setattr(cashier, "take_seat", fail)
        with pytest.raises(RuntimeError, match="after the chips"):
            cashier.buy_in(house, None, first())
    assert rows(house) == NOTHING
    cashier.buy_in(house, None, first())
    assert rows(house) == SEATED


def test_the_same_form_again_has_the_first_answer(house: House) -> None:
    token = cashier.buy_in(house, None, first())
    assert cashier.buy_in(house, None, first()) == token
    assert cashier.buy_in(house, token, first()) == token
    assert rows(house) == SEATED


@pytest.mark.parametrize("other", [first(table_key="bonus"), first(table_key=None)])
def test_the_same_key_at_another_table_is_an_error(house: House, other: BuyIn) -> None:
    token = cashier.buy_in(house, None, first())
    for sender in (None, token):
        with pytest.raises(KeyReusedError):
            cashier.buy_in(house, sender, other)
    assert rows(house) == SEATED


def test_there_is_no_such_table(house: House) -> None:
    with pytest.raises(NotFoundError):
        cashier.buy_in(house, None, first(table_key="nowhere"))
    assert rows(house) == NOTHING


def test_a_browser_makes_no_second_player(house: House) -> None:
    token = cashier.buy_in(house, None, first())
    with pytest.raises(StaleVersionError):
        cashier.buy_in(house, None, first("two"))
    assert rows(house) == SEATED
    assert newcomers.token_of_visitor(house, "a browser") == token
    assert newcomers.token_of_visitor(house, "another") is None
    assert cashier.buy_in(house, None, first("three", visitor="another")) != token


def test_twenty_forms_of_one_browser_at_once_make_one_player(house: House) -> None:
    sent = [first(f"key-{number}") for number in range(20)]
    answers = at_once([partial(cashier.buy_in, house, None, command) for command in sent])
    assert answers.count(StaleVersionError) == 19
    assert rows(house) == SEATED
    (token,) = (answer for answer in answers if isinstance(answer, str))
    assert Guest(house, token=token).bar.bankroll_cents == 10_000
    assert audit(house) == []


def test_one_form_sent_twenty_times_at_once_makes_one_player(house: House) -> None:
    answers = at_once([partial(cashier.buy_in, house, None, first())] * 20)
    assert len(set(answers)) == 1
    assert rows(house) == SEATED


@ONLY_POSTGRESQL
def test_a_rival_that_shows_only_at_the_write_is_found_in_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where two can write at once, neither sees the other before its own row is refused.

    SQLite has one writer at a time.
    """
    token = cashier.buy_in(house, None, first())
    for command, answer in ((first(), token), (first("two"), StaleVersionError)):
        with monkeypatch.context() as patch:
            for name in ("find_command", "command_of_visitor"):
                patch.setattr(commands, name, _blind_once(name))
            if isinstance(answer, str):
                assert cashier.buy_in(house, None, command) == answer
            else:
                with pytest.raises(answer):
                    cashier.buy_in(house, None, command)
    assert rows(house) == SEATED


def _blind_once(name: str) -> Callable[[Connection, str], StoredCommand | None]:
    real = getattr(commands, name)
    looks = iter([None])

    def look(connection: Connection, text: str) -> StoredCommand | None:
        found: StoredCommand | None = next(looks, real(connection, text))
        return found

    return look
