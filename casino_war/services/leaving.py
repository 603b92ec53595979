"""Leaving for good: what is personal goes, the ledger stays, under a number that is nobody's."""

from datetime import datetime

from sqlalchemy import Connection

from casino_war.ledger import book, posting
from casino_war.services.carry_out import (
    Scene,
    advance_player,
    record,
    require_fresh_key,
    require_player,
)
from casino_war.services.cashier import whole_bankroll_cents
from casino_war.services.claims import guest_of_token, require_password, wrong_password
from casino_war.services.commands import CashOut, CloseTable
from casino_war.services.house import House
from casino_war.services.newcomers import fresh_token
from casino_war.store import api_tokens, members, own_tables, players, practice_seats


def leave(house: House, token: str | None, *, key: str, password: str) -> None:
    """Delete the account of the token; the *password* is asked of a member alone.

    The bankroll goes back to the cashier. Own tables are closed, and name, password, limits,
    tokens and the names at practice tables are deleted. Rounds, transfers, shoes, practice
    games and runs stay as they are, for the books must balance and every shoe can be checked
    for ever; nobody can find out any more whose they were. Titles that the player gave to
    tables and rules of their own stay with these.

    Raises:
        RoundOpenError: chips of the player are on a felt.
        KeyReusedError: the form's key stands in the books already.
        SignInRefusedError, TooManyTriesError: see `require_password`.
        NoBankrollError: the token is no player's.
    """
    with house.database.reading() as connection:
        is_guest = guest_of_token(connection, token) is not None
    asked = None if token is None or is_guest else require_password(house, token, password)

    def work(connection: Connection) -> None:
        scene = Scene(connection, house, require_player(connection, token), house.clock())
        # Who has claimed the account meanwhile has not been asked for its password.
        present = members.member_of(connection, scene.player.id)
        if present is not None and (asked is None or asked.password_hash != present.password_hash):
            raise wrong_password()
        _hand_chips_back(scene, key)
        _close_tables(scene, key)
        player_id = scene.player.id
        members.delete_member(connection, player_id)
        practice_seats.forget_names(connection, player_id)
        close_player(connection, player_id, scene.at)

    house.database.write(work)


def close_player(connection: Connection, player_id: int, at: datetime) -> None:
    """Let nobody be that player any more, neither a browser nor a program."""
    api_tokens.delete_tokens(connection, player_id)
    players.change_player(connection, player_id, token=fresh_token(), closed_at=at, care_text=None)


def _hand_chips_back(scene: Scene, key: str) -> None:
    connection, player = scene.connection, scene.player
    bankroll_cents = whole_bankroll_cents(connection, player.id, "leave")
    if bankroll_cents:
        command = CashOut(key=key, version=player.version, amount_cents=bankroll_cents)
        require_fresh_key(connection, command)
        advance_player(scene, player.version)
        transfers = posting.cash_out(player.id, bankroll_cents)
        book.post(connection, transfers, command_key=key, at=scene.at)
        record(scene, command, str(bankroll_cents))


def _close_tables(scene: Scene, key: str) -> None:
    tables = own_tables.open_tables_of(scene.connection, scene.player.id)
    for number, table in enumerate(tables, start=1):
        own_tables.close_own_table(scene.connection, table, scene.at)
        command = CloseTable(
            key=f"{key}:table-{number}", version=table.version, table_key=table.key
        )
        record(scene, command, table.key)
