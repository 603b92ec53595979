"""The first act of a stranger that stores something: it makes the player."""

import secrets
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection

from casino_war.errors import N_, SignedOutError
from casino_war.services.carry_out import Scene, find_player, record, reused, stale
from casino_war.services.commands import Command
from casino_war.services.house import House
from casino_war.store import commands as command_store
from casino_war.store import members, players
from casino_war.store.commands import StoredCommand
from casino_war.store.players import StoredPlayer

_TOKEN_BYTES = 24


def act_as_newcomer(
    house: House, command: Command, visitor: str, act: Callable[[Scene], None]
) -> str:
    """Make a player of the browser called *visitor*, run *act*, and return the player's token.

    All in one transaction; a form sent again has the first answer, as in `carry_out`.

    Raises:
        StaleVersionError: the form was not a stranger's, or the browser has made a player
            since, for it makes no second one.
        SignedOutError: that player has claimed the account or left.
        KeyReusedError: the key came before with other content or from another browser.
    """

    # Where two can write at once, the browser's other request may come first and refuse
    # this one's rows; run again, this one sees it.
    def once(connection: Connection) -> str:
        known = command_store.find_command(connection, command.key)
        if known is not None:
            return _repeated(command, visitor, known)
        made = command_store.command_of_visitor(connection, visitor)
        if made is not None and guest_of(connection, made) is None:
            raise _signed_out()
        if command.version != 0 or made is not None:
            raise stale()
        at = house.clock()
        scene = Scene(connection, house, add_newcomer(connection, at), at)
        # First of all, so that a rival request is refused before it has moved a chip.
        record(scene, command, scene.player.token, visitor=visitor)
        act(scene)
        return scene.player.token

    return house.database.write(once)


def add_newcomer(connection: Connection, at: datetime) -> StoredPlayer:
    """Make a player, whom nobody can guess the token of."""
    return players.add_player(connection, token=fresh_token(), at=at)


def fresh_token() -> str:
    """Draw a token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def known_player(connection: Connection, token: str | None, visitor: str) -> StoredPlayer | None:
    """Return the token's player, or whom the browser made before its cookie came.

    Raises:
        SignedOutError: whom it made has claimed the account or left, and takes a password.
    """
    player = find_player(connection, token)
    if player is None:
        made = command_store.command_of_visitor(connection, visitor)
        player = None if made is None else guest_of(connection, made)
        if made is not None and player is None:
            raise _signed_out()
    return player


def token_of_visitor(house: House, visitor: str) -> str | None:
    """Return the token of the guest that the browser called *visitor* made, if it made one."""
    with house.database.reading() as connection:
        made = command_store.command_of_visitor(connection, visitor)
        player = None if made is None else guest_of(connection, made)
    return None if player is None else player.token


def guest_of(connection: Connection, made: StoredCommand) -> StoredPlayer | None:
    """Return the player whom a first command made, unless it takes a password to be that one."""
    player = players.player_by_token(connection, made.answer)
    if player is None or members.member_of(connection, player.id) is not None:
        return None
    return player


def _signed_out() -> SignedOutError:
    return SignedOutError(
        N_("This browser was signed out; nothing was done. Sign in again, or begin anew.")
    )


def _repeated(command: Command, visitor: str, known: StoredCommand) -> str:
    """Return the player of a first act sent twice before its cookie arrived."""
    if known.content_hash != command.content_hash() or known.visitor != visitor:
        raise reused(command)
    return known.answer
