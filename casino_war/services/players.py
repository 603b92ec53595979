"""The player's own line on every page."""

from sqlalchemy import Connection

from casino_war.ledger import accounts, book
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.pages import PlayerBar
from casino_war.store import rounds
from casino_war.store.players import StoredPlayer


def player_bar(house: House, token: str | None) -> PlayerBar | None:
    """Return the player's chips, or None for a stranger."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        return None if player is None else bar_of(connection, player)


def bar_of(connection: Connection, player: StoredPlayer) -> PlayerBar:
    """Return the chips of a player within a transaction."""
    return PlayerBar(
        bankroll_cents=book.balance(connection, accounts.bankroll(player.id)),
        felt_cents=book.felt_cents(connection, player.id),
        version=player.version,
        open_tables=tuple(stored.table_key for stored in rounds.open_rounds(connection, player.id)),
    )
