"""Who sits at a table, and what is played with there: seats are found by the table's key.

Text that is no key has no seat.
"""

import re

from sqlalchemy import Connection

from casino_war.ledger import accounts
from casino_war.ledger.accounts import AccountKind
from casino_war.services.carry_out import Scene, find_player
from casino_war.services.commands import TableCommand
from casino_war.services.house import House
from casino_war.services.open_tables import open_table
from casino_war.store import seats, turns
from casino_war.store.days import day_of
from casino_war.store.seats import StoredSeat
from casino_war.store.turns import StoredTurn, StoredVisit

# A key is part of an address: what cannot be one must not reach the database.
_KEY = re.compile(r"[a-z0-9_-]{1,64}", re.ASCII)


def find_seat(connection: Connection, player_id: int, table_key: str) -> StoredSeat | None:
    """Find the player's seat at a table, open or closed."""
    if not _KEY.fullmatch(table_key):
        return None
    return seats.seat_at(connection, player_id, table_key)


def find_turn(scene: Scene, command: TableCommand) -> StoredTurn | None:
    """Find what the player plays with at a table, and what the bankroll holds."""
    if not _KEY.fullmatch(command.table_key):
        return None
    return turns.turn_at(
        scene.connection,
        scene.player.id,
        command.table_key,
        str(accounts.bankroll(scene.player.id)),
        command_key=command.key,
        day=day_of(scene.at),
    )


def find_visit(connection: Connection, token: str | None, table_key: str) -> StoredVisit | None:
    """Find the player of the token with the seat at a table; None for a stranger.

    The sums are what the bankroll holds, and what is on felts.
    """
    if token is None:
        return None
    # No table has a blank key.
    key = table_key if _KEY.fullmatch(table_key) else ""
    return turns.visit_of(connection, token, key, (AccountKind.BANKROLL, AccountKind.FELT))


def has_page(house: House, token: str | None, table_key: str) -> bool:
    """Say whether there is a page of that table for who asks: it is open, or theirs."""
    with house.database.reading() as connection:
        if open_table(connection, table_key) is not None:
            return True
        player = find_player(connection, token)
        return player is not None and find_seat(connection, player.id, table_key) is not None
