"""The player's own line on every page."""

from sqlalchemy import Connection

from casino_war.ledger import book
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.open_tables import open_table
from casino_war.services.pages import PlayerBar, TableSign
from casino_war.store import rounds, rules
from casino_war.store.players import StoredPlayer
from casino_war.store.rules import StoredRules


def player_bar(house: House, token: str | None) -> PlayerBar | None:
    """Return the player's chips, or None for a stranger."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        return None if player is None else bar_of(connection, player)


def bar_of(
    connection: Connection, player: StoredPlayer, purse: tuple[int, int] | None = None
) -> PlayerBar:
    """Return the chips of a player within a transaction; *purse* is `book.purse` if known."""
    bankroll_cents, felt_cents = purse or book.purse(connection, player.id)
    return PlayerBar(
        bankroll_cents=bankroll_cents,
        felt_cents=felt_cents,
        version=player.version,
        open_tables=tuple(
            sign_of(connection, rules.rules_by_id(connection, stored.rules_id))
            # A round that waits has chips on a felt.
            for stored in (rounds.open_rounds(connection, player.id) if felt_cents else ())
        ),
    )


def sign_of(connection: Connection, stored: StoredRules) -> TableSign:
    """Name the table that is played by stored rules."""
    is_closed = open_table(connection, stored.key) is None
    return TableSign(key=stored.key, title=stored.title, is_closed=is_closed)
