"""The frame around every act in a practice game: one lock, one version, one answer."""

from collections.abc import Callable

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    GameOverError,
    GamePausedError,
    NotSeatedError,
    OutOfTurnError,
    StaleVersionError,
)
from casino_war.services.carry_out import find_player, reused
from casino_war.services.house import House
from casino_war.services.practice.commands import (
    Abandon,
    Acknowledge,
    Choose,
    Deal,
    FillSeats,
    Flip,
    GameCommand,
    NameSeat,
    Pause,
    Resume,
    StandIn,
    TakeBack,
)
from casino_war.services.practice.games import Table, find_table
from casino_war.services.practice.play import Changes, Sitting
from casino_war.store import practice

FOR_ALL = (Acknowledge, Deal, Flip)
"""What any one at the table does for all: if two do it at once, it is done once."""

AT_ANY_TIME = (Abandon, Choose, FillSeats, NameSeat, Pause, Resume, StandIn, TakeBack)
"""What means the same whatever the others have done meanwhile; each act looks for itself."""


def take_turn(
    house: House, token: str | None, command: GameCommand, act: Callable[[Sitting], Changes]
) -> None:
    """Run *act* on a locked game and write its changes, or do nothing for a repeated key.

    Where several players share a game, nothing is done either for what another has done
    since the form was drawn, see `FOR_ALL`; and what others do holds up nobody who leaves,
    returns or stops the clock, see `AT_ANY_TIME`.

    Raises:
        NotFoundError: there is no such game.
        NotSeatedError: it is another player's.
        KeyReusedError: its last command had the key of this one, and other content.
        StaleVersionError: the form was drawn before the last change.
    """

    def once(connection: Connection) -> None:
        table = find_table(connection, command.link, is_locked=True)
        player, game = find_player(connection, token), table.game
        seats = table.seats_of_player(None if player is None else player.id)
        if player is None or not (seats or player.id == game.player_id):
            raise NotSeatedError(
                N_("This game is another player’s: you can watch it, and start one of your own.")
            )
        digest = command.content_hash()
        if game.last_key == command.key:
            if game.last_hash != digest:
                raise reused(command)
            return
        if game.version != command.version and not _may_come_late(table, command):
            if table.is_shared and isinstance(command, FOR_ALL):
                return
            raise _stale()
        sitting = Sitting(connection, table, seats, house.clock(), player.id)
        changes = act(sitting) | {"last_key": command.key, "last_hash": digest}
        write_changes(connection, table, changes)

    house.database.write(once)


def _may_come_late(table: Table, command: GameCommand) -> bool:
    return isinstance(command, Choose) or (table.is_shared and isinstance(command, AT_ANY_TIME))


def write_changes(connection: Connection, table: Table, changes: Changes) -> None:
    """Change a game's row and step its version, which all who look at it will notice.

    Raises:
        StaleVersionError: somebody else has stepped it, past the lock.
    """
    if not practice.change_game(connection, table.game.id, table.game.version, changes):
        raise _stale()


def _stale() -> StaleVersionError:
    return StaleVersionError(
        N_("The game has moved on since this page was drawn; nothing was done. Here it is now.")
    )


def require_starter(sitting: Sitting) -> None:
    """Refuse with `NotSeatedError` whoever has not started the game."""
    if sitting.player_id != sitting.table.game.player_id:
        raise NotSeatedError(N_("Only the player who started this game may do that."))


def require_unfinished(table: Table) -> None:
    """Refuse with `GameOverError` what is over."""
    if table.game.finished_at is not None:
        raise GameOverError(N_("This game is over: it can be looked at, and played anew."))


def require_undealt(table: Table) -> None:
    """Refuse with `OutOfTurnError` what comes after the deal, too."""
    require_unfinished(table)
    if table.game.dealt_at is not None:
        raise OutOfTurnError(
            N_("The cards of this game are dealt already: play on."), reason="dealt"
        )


def require_dealt(table: Table) -> None:
    """Refuse with `OutOfTurnError` what comes before the deal, too."""
    require_unfinished(table)
    if table.game.dealt_at is None:
        raise OutOfTurnError(
            N_("The cards of this game have not been dealt yet."), reason="undealt"
        )


def require_running(table: Table) -> None:
    """Refuse with `GamePausedError` what needs the clock to run, too."""
    require_dealt(table)
    if table.game.running_since is None:
        raise GamePausedError(N_("The game is paused: go on first."))
