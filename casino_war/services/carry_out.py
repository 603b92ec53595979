"""The frame around every command: one transaction, one key, one answer."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from casino_war.errors import N_, KeyReusedError, NoBankrollError, StaleVersionError
from casino_war.services.acting import note_player, note_repeated
from casino_war.services.commands import Command, TableCommand
from casino_war.services.house import House
from casino_war.store import commands as command_store
from casino_war.store import players, seats
from casino_war.store.changes import Step, make
from casino_war.store.commands import StoredCommand
from casino_war.store.players import StoredPlayer
from casino_war.store.seats import StoredSeat


@dataclass(frozen=True, slots=True)
class Scene:
    """What an act works on: an open transaction, the player and the time."""

    connection: Connection
    house: House
    player: StoredPlayer
    at: datetime


def carry_out(
    house: House, token: str | None, command: Command, act: Callable[[Scene], str]
) -> str:
    """Run *act* in one transaction and return its answer, or the one it gave before.

    A browser sends a form twice when its owner double-clicks or reloads. The second
    time the key is known, and if the content is the same as well, the first answer is
    returned and nothing moves.

    Raises:
        NoBankrollError: the token is no player's.
        KeyReusedError: the key came before with other content or from another player.
    """

    def once(connection: Connection) -> str:
        player = require_player(connection, token)
        known = command_store.find_command(connection, command.key)
        if known is not None:
            return answer_again(player, command, known)
        scene = Scene(connection, house, player, house.clock())
        answer = act(scene)
        record(scene, command, answer)
        return answer

    return house.database.write(once)


def answer_again(player: StoredPlayer, command: Command, known: StoredCommand) -> str:
    """Return what the command under the same key was answered.

    Raises:
        KeyReusedError: it had other content or was another player's.
    """
    if known.player_id != player.id or known.content_hash != command.content_hash():
        raise reused(command)
    note_repeated(True)
    return known.answer


def record(scene: Scene, command: Command, answer: str, visitor: str | None = None) -> None:
    """Remember the command's key with what it answered."""
    make(scene.connection, [recording(scene, command, answer, visitor)])


def recording(scene: Scene, command: Command, answer: str, visitor: str | None = None) -> Step:
    """Remember the command's key together with other changes."""
    return command_store.recorded_command(
        key=command.key,
        player_id=scene.player.id,
        visitor=visitor,
        kind=command.kind,
        content_hash=command.content_hash(),
        answer=answer,
        at=scene.at,
    )


def require_player(connection: Connection, token: str | None) -> StoredPlayer:
    """Return the player of the token for a command, or raise `NoBankrollError`.

    From here on the player's other commands wait, so that what they did can be seen.
    """
    player = None if token is None else players.lock_player(connection, token)
    if player is None:
        raise no_bankroll()
    note_player(player.id)
    return player


def no_bankroll() -> NoBankrollError:
    """Say that whoever asks is no player yet."""
    return NoBankrollError(N_("You have no bankroll yet: buy chips first."))


def find_player(connection: Connection, token: str | None) -> StoredPlayer | None:
    """Return the player of the token, or None for a stranger."""
    player = None if token is None else players.player_by_token(connection, token)
    if player is not None:
        note_player(player.id)
    return player


def require_fresh_key(connection: Connection, command: Command) -> None:
    """Refuse a command, which is no repetition, whose key stands in the books already.

    Raises:
        KeyReusedError: it does.
    """
    if command_store.find_command(connection, command.key) is not None:
        raise reused(command)


def reused(command: Command) -> KeyReusedError:
    """Say that a form's key came before with other content."""
    return KeyReusedError(
        N_("This form was sent before with other content; nothing was done this time."),
        reason=command.kind,
    )


def advance_seat(scene: Scene, seat: StoredSeat, command: TableCommand) -> None:
    """Step the seat's version if the command was drawn from the present one.

    Raises:
        StaleVersionError: another command came first.
    """
    if not seats.bump_seat_version(scene.connection, seat.id, command.version):
        raise stale()


def advance_player(scene: Scene, version: int) -> None:
    """Step the player's version if the command was drawn from the present one; as above."""
    if not players.bump_player_version(scene.connection, scene.player.id, version):
        raise stale()


def stale() -> StaleVersionError:
    """Say that the page has moved on since the form was drawn."""
    return StaleVersionError(
        N_("The table has moved on since this page was drawn; nothing was done. Here it is now.")
    )
