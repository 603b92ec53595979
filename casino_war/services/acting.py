"""Who acts in the present request, by number, and whether the request was sent before.

The services find that out anyway, deep in a transaction; to ask again would cost a
statement, and could be answered otherwise. It is for logs and headers and decides nothing.
"""

from contextvars import ContextVar

_PLAYER: ContextVar[int | None] = ContextVar("casino_war_player", default=None)
_REPEATED: ContextVar[bool] = ContextVar("casino_war_repeated", default=False)


def note_player(player_id: int | None) -> None:
    """Say which player acts from here on, None for nobody."""
    _PLAYER.set(player_id)


def noted_player() -> int | None:
    """Return the number of the player who acts, None where none was found."""
    return _PLAYER.get()


def note_repeated(is_repeated: bool) -> None:
    """Say whether the present command is answered as it was before."""
    _REPEATED.set(is_repeated)


def noted_repeated() -> bool:
    """Return whether a command was answered as before since that was last denied."""
    return _REPEATED.get()
