"""The first act of a stranger that stores something: it makes the player."""

import secrets
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection

from casino_war.errors import N_, SignedOutError
from casino_war.services.carry_out import (
    Scene,
    carry_out,
    find_player,
    record,
    reused,
    stale,
)
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
        if _guest_of_visitor(connection, visitor) is not None or command.version != 0:
            raise stale()
        at = house.clock()
        scene = Scene(connection, house, add_newcomer(connection, at), at)
        # First of all, so that a rival request is refused before it has moved a chip.
        record(scene, command, scene.player.token, visitor=visitor)
        act(scene)
        return scene.player.token

    return house.database.write(once)


def act_as_anyone(
    house: House, token: str | None, command: Command, visitor: str, act: Callable[[Scene], None]
) -> str:
    """Run *act* for the player of the token or for a stranger, whom it makes a player.

    Return the player's token.

    Raises:
        StaleVersionError, SignedOutError, KeyReusedError: see `act_as_newcomer`, `carry_out`.
    """
    with house.database.reading() as connection:
        player = find_player(connection, token)
    if player is None:
        return act_as_newcomer(house, command, visitor, act)

    def once(scene: Scene) -> str:
        act(scene)
        return ""

    carry_out(house, token, command, once)
    return player.token


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
    return find_player(connection, token) or _guest_of_visitor(connection, visitor)


def token_of_visitor(house: House, visitor: str) -> str | None:
    """Return the token of the guest that the browser called *visitor* made, if it made one."""
    with house.database.reading() as connection:
        try:
            guest = _guest_of_visitor(connection, visitor)
        except SignedOutError:
            return None
    return None if guest is None else guest.token


def _guest_of_visitor(connection: Connection, visitor: str) -> StoredPlayer | None:
    """Return the guest whom the browser made, None if it made nobody.

    Raises:
        SignedOutError: whom it made has claimed the account or left, and takes a password.
    """
    made = command_store.command_of_visitor(connection, visitor)
    if made is None:
        return None
    player = players.player_by_token(connection, made.answer)
    if player is None or members.member_of(connection, player.id) is not None:
        raise SignedOutError(
            N_("This browser was signed out; nothing was done. Sign in again, or begin anew.")
        )
    return player


def _repeated(command: Command, visitor: str, known: StoredCommand) -> str:
    """Return the player of a first act sent twice before its cookie arrived."""
    if known.content_hash != command.content_hash() or known.visitor != visitor:
        raise reused(command)
    return known.answer
