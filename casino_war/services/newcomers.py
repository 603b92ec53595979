"""The first act of a stranger that stores something: it makes the player."""

import secrets
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection

from casino_war.services.carry_out import Scene, find_player, record, reused, stale
from casino_war.services.commands import Command
from casino_war.services.house import House
from casino_war.store import commands as command_store
from casino_war.store import players
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
        KeyReusedError: the key came before with other content or from another browser.
    """

    # Where two can write at once, the browser's other request may come first and refuse
    # this one's rows; run again, this one sees it.
    def once(connection: Connection) -> str:
        known = command_store.find_command(connection, command.key)
        if known is not None:
            return _repeated(command, visitor, known)
        has_player = command_store.command_of_visitor(connection, visitor) is not None
        if command.version != 0 or has_player:
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
    return players.add_player(connection, token=secrets.token_urlsafe(_TOKEN_BYTES), at=at)


def known_player(connection: Connection, token: str | None, visitor: str) -> StoredPlayer | None:
    """Return the token's player, or whom the browser made before its cookie came."""
    player = find_player(connection, token)
    if player is None:
        made = command_store.command_of_visitor(connection, visitor)
        player = None if made is None else players.player_by_token(connection, made.answer)
    return player


def _repeated(command: Command, visitor: str, known: StoredCommand) -> str:
    """Return the player of a first act sent twice before its cookie arrived."""
    if known.content_hash != command.content_hash() or known.visitor != visitor:
        raise reused(command)
    return known.answer
