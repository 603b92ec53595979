"""Connections that are cut off in mid-transaction: run again or told, once or not at all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import Connection, event

from casino_war.errors import DatabaseBusyError
from casino_war.game.round import Decision
from casino_war.game.table_presets import find
from casino_war.services import cashier, tables
from casino_war.services.commands import BuyIn
from casino_war.services.table_page import table_page
from casino_war.store.database import RETRY_PAUSES_SECONDS, Database
from tests.audits import audit
from tests.databases import ONLY_POSTGRESQL
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, seed_where

RUNS_MAX = len(RETRY_PAUSES_SECONDS) + 1
STATEMENTS_MAX = 100

pytestmark = ONLY_POSTGRESQL


class Cutter:
    """Has the server cut connections off: before one statement, or before the commit.

    Each cut-off ends one run of a transaction; ``cuts`` counts them.
    """

    def __init__(self, database: Database) -> None:
        self.cuts = 0
        self._database = database
        url = database.url.render_as_string(hide_password=False)
        self._keeper = psycopg.connect(url, autocommit=True)

    def close(self) -> None:
        self._keeper.close()

    @contextmanager
    def cutting(self, statement: int, cuts_max: int) -> Iterator[None]:
        """Cut off before that statement (from 1) of each run, so often at most."""
        engine = self._database.engine
        self.cuts, seen = 0, [0]

        def begin(_: Connection) -> None:
            seen[0] = 0

        def execute(connection: Connection, *_: object) -> None:
            seen[0] += 1
            if seen[0] == statement:
                cut(connection)

        def commit(connection: Connection) -> None:
            if statement == seen[0] + 1:
                cut(connection)

        def cut(connection: Connection) -> None:
            if self.cuts < cuts_max:
                self.cuts += 1
                self._cut(connection)

        listeners: dict[str, Callable[..., None]] = {
            "begin": begin,
            "before_cursor_execute": execute,
            "commit": commit,
        }
        for name, listener in listeners.items():
            event.listen(engine, name, listener)
        yield
        for name, listener in listeners.items():
            event.remove(engine, name, listener)

    def _cut(self, connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert driver is not None
        ended = self._keeper.execute(
            "SELECT pg_terminate_backend(%s, 10000)", [driver.info.backend_pid]
        ).fetchone()
        assert ended == (True,)


@pytest.fixture
def tied(make_house: MakeHouse) -> Guest:
    """A player whose first hand at the table ties."""
    tie = seed_where(find("classic").rules, is_tie)
    return Guest(make_house(tie)).buy_in().sit()


@pytest.fixture
def cutter(tied: Guest) -> Iterator[Cutter]:
    cutter = Cutter(tied.house.database)
    yield cutter
    cutter.close()


def is_unreachable(act: Callable[[], object]) -> bool:
    """Say whether the act was refused because nobody could reach the database."""
    try:
        act()
    except DatabaseBusyError as error:
        return error.reason == "unreachable"
    return False


def test_every_statement_of_a_deal_is_cut_off_in_turn(tied: Guest, cutter: Cutter) -> None:
    house = tied.house
    for statement in range(1, STATEMENTS_MAX):
        command = tied.deal_command(bet(5))
        with cutter.cutting(statement, cuts_max=1):
            round_id = tables.deal_round(house, tied.token, command)
        assert tables.deal_round(house, tied.token, command) == round_id
        while tied.seat.open_round_id is not None:
            tied.decide(Decision.SURRENDER)
        if not cutter.cuts:
            break
    assert statement > 5, "a deal takes more statements than that"
    # Ids are lost with what was undone; the player's own numbers are not.
    assert tied.round(round_id).row.number == statement
    assert audit(house) == []


def test_a_decision_that_is_cut_off_again_and_again_is_not_taken(
    tied: Guest, cutter: Cutter
) -> None:
    house = tied.house
    tied.deal(bet(5))
    decision = tied.decide_command(Decision.SURRENDER)
    for statement in range(1, STATEMENTS_MAX, 8):
        with cutter.cutting(statement, cuts_max=RUNS_MAX):
            is_told = is_unreachable(lambda: tables.decide(house, tied.token, decision))
        assert is_told == (cutter.cuts == RUNS_MAX)
        if not is_told:
            break
        assert tied.seat.open_round_id == 1
    assert statement > 8
    assert tied.seat.open_round_id is None
    assert tables.decide(house, tied.token, decision) == 1
    assert audit(house) == []


def test_a_strangers_purchase_is_cut_off(make_house: MakeHouse) -> None:
    house = make_house()
    cutter = Cutter(house.database)
    for statement in range(1, STATEMENTS_MAX):
        visitor = f"visitor {statement}"
        command = BuyIn(
            key=visitor, version=0, amount_cents=500, visitor=visitor, table_key="classic"
        )
        with cutter.cutting(statement, cuts_max=1):
            token = cashier.buy_in(house, None, command)
        assert cashier.buy_in(house, None, command) == token
        if not cutter.cuts:
            break
    cutter.close()
    assert statement > 10
    assert audit(house) == []


def test_a_page_that_is_cut_off_is_told(tied: Guest, cutter: Cutter) -> None:
    with cutter.cutting(2, cuts_max=1), pytest.raises(DatabaseBusyError) as caught:
        table_page(tied.house, tied.token, "classic")
    assert caught.value.reason == "unreachable"
    assert table_page(tied.house, tied.token, "classic").seat is not None
