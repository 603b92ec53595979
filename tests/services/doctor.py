"""Somebody who changes a house's books by hand, and somebody who looks into them."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import text

from casino_war.ledger.audit import violations_in
from casino_war.services.audit import CASINO_WAR
from casino_war.services.house import House
from tests.audits import audit
from tests.unguarded import change, unguarded


def doctored(house: House, *statements: str) -> list[str]:
    """Run statements on a clean house's books; return the lines of the audit, and undo them."""
    assert audit(house) == []
    with unguarded(house.database) as connection:
        change(connection, statements)
        found = violations_in(connection, game=CASINO_WAR)
    return [str(violation) for violation in found]


def look_up(house: House, query: str) -> list[tuple[Any, ...]]:
    """Read rows of the house's books."""
    with house.database.reading() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def without_round(round_id: int, net_cents: int) -> Iterable[str]:
    """Unmake a round of one deal: transfers, command, numbers and all balances after it.

    It is player 1's at table ``classic``, whose round of the id has that net.
    """
    after = f"id > (SELECT max(id) FROM transfer WHERE round_id = {round_id})"
    for side in ("source", "target"):
        yield (
            f"UPDATE transfer SET {side}_balance_cents = {side}_balance_cents - {net_cents}"
            f" WHERE {after} AND {side}_id = (SELECT id FROM account WHERE name = 'bankroll:1')"
        )
    yield f"UPDATE account SET balance_cents = balance_cents - {net_cents} WHERE name='bankroll:1'"
    yield (
        f"UPDATE round SET balance_after_cents = balance_after_cents - {net_cents}"
        f" WHERE id > {round_id}"
    )
    yield f"DELETE FROM transfer WHERE round_id = {round_id}"
    yield f"DELETE FROM command WHERE kind = 'DealRound' AND answer = '{round_id}'"
    yield f"DELETE FROM round WHERE id = {round_id}"
    # A seat without sums has not been measured yet.
    yield "DELETE FROM seat_luck"
    yield "DELETE FROM seat_day"
    yield f"UPDATE round SET number = number - 1 WHERE id > {round_id}"
    yield "UPDATE seat SET version = version - 1 WHERE table_key = 'classic'"
