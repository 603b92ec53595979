"""A clock that jumps: what came first is known by numbers, never by times."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random

import pytest

from casino_war.services import tables
from casino_war.services.fairness import proof_page, shoes_page
from casino_war.services.history import statement_page
from casino_war.services.history_search import history_page
from casino_war.services.house import House
from tests.audits import audit
from tests.databases import Databases, opened
from tests.services.guest import Guest, bet

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
YEAR = timedelta(days=365)
ROUNDS = 8


def backwards() -> Iterator[datetime]:
    at = NOON
    while True:
        yield at
        at -= timedelta(minutes=7)


def jumping() -> Iterator[datetime]:
    """A year forward, back again, anything between, and a moment in which all stands still."""
    chance = Random(7)
    while True:
        yield NOON + YEAR
        yield NOON - YEAR
        yield NOON + chance.uniform(-1, 1) * YEAR
        yield from [NOON] * 5


Times = Callable[[], Iterator[datetime]]


@pytest.fixture(params=[backwards, jumping])
def times(request: pytest.FixtureRequest) -> Times:
    chosen: Times = request.param
    return chosen


@pytest.fixture
def house(times: Times, databases: Databases) -> Iterator[House]:
    url = databases.fresh()
    clock = times()
    with opened(url) as database:
        house = House(database=database, clock=lambda: next(clock))
        yield house
        assert audit(house) == []
    databases.discard(url)


def play(guest: Guest) -> list[int]:
    """Play rounds with every kind of command between them, and return their ids."""
    played = []
    for number in range(ROUNDS):
        guest.table_key = ("classic", "single_deck")[number % 2]
        guest.sit()
        command = guest.deal_command(*[bet(5, 5)] * 5)
        round_id = tables.deal_round(guest.house, guest.token, command)
        # The same form again, some time before.
        assert tables.deal_round(guest.house, guest.token, command) == round_id
        while guest.seat.open_round_id is not None:
            choices = guest.round(round_id).row.view.choices
            guest.decide(choices[number % len(choices)].decision)
        played.append(round_id)
        if number % 4 == 3:
            guest.new_shoe()
            guest.client_seed(f"seed {number}")
            guest.buy_in(10)
    return played


def test_lists_and_books_keep_their_order(house: House) -> None:
    guest = Guest(house).buy_in(10_000)
    played = play(guest)
    newest_first = sorted(played, reverse=True)
    history = history_page(house, guest.token, None)
    assert [row.round_id for row in history.rounds] == newest_first
    for newer, older in pairwise(newest_first):
        assert history_page(house, guest.token, newer).rounds[0].round_id == older
    # The last seat is the second, which has every other round.
    assert [row.round_id for row in guest.seat.last_rounds] == newest_first[::2]
    shoes = shoes_page(house, guest.token, None).shoes
    assert [shoe.shoe_id for shoe in shoes] == sorted(
        (shoe.shoe_id for shoe in shoes), reverse=True
    )
    assert any(proof_page(house, guest.token, shoe.shoe_id).dealt for shoe in shoes)
    check_statement(guest)


def check_statement(guest: Guest) -> None:
    """Cash out, and add the statement up from row to row."""
    paid_cents = guest.cash_out()
    rows = statement_page(guest.house, guest.token, None).transfers
    assert rows[0].balance_after_cents == 0
    assert -rows[0].amount_cents == paid_cents
    for newer, older in pairwise(rows):
        assert older.balance_after_cents is not None
        assert newer.balance_after_cents == older.balance_after_cents + newer.amount_cents
    assert guest.buy_in(10).bar.bankroll_cents == 1_000
