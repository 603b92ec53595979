"""How often the database is asked for a round: each question costs, most of all on a server."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event

from casino_war.game.round import Decision
from casino_war.services.house import House
from casino_war.services.table_page import table_page
from casino_war.services.tables import deal_round
from tests.services.guest import Guest, bet

DEAL = {"postgresql": 5, "sqlite": 10}
PAGE = 2


@contextmanager
def asking(house: House) -> Iterator[list[str]]:
    """Write down the statements that are run meanwhile, but for those that begin and end."""
    run: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if not statement.startswith("BEGIN"):
            run.append(statement)

    event.listen(house.database.engine, "before_cursor_execute", note)
    yield run
    event.remove(house.database.engine, "before_cursor_execute", note)


def test_a_round_asks_the_database_a_few_times(house: House) -> None:
    """Dealt, settled and shown, with a shoe in play."""
    guest = Guest(house).buy_in().sit()
    guest.deal(bet(10))
    settled = 0
    while settled < 5:
        deal = guest.deal_command(bet(10))
        with asking(house) as asked:
            deal_round(house, guest.token, deal)
        if guest.seat.open_round_id is not None:
            guest.decide(Decision.SURRENDER)
            continue
        settled += 1
        assert len(asked) == DEAL[house.database.engine.dialect.name], asked
        with asking(house) as asked:
            table_page(house, guest.token, guest.table_key)
        assert len(asked) == PAGE, asked
