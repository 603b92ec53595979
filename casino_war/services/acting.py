"""Who acts in the present request, by number, for whoever writes a log of requests.

The services find that out anyway, deep in a transaction; to ask again would cost a
statement for each line of the log. It decides nothing.
"""

from contextvars import ContextVar

_PLAYER: ContextVar[int | None] = ContextVar("casino_war_player", default=None)


def note_player(player_id: int | None) -> None:
    """Say which player acts from here on, None for nobody."""
    _PLAYER.set(player_id)


def noted_player() -> int | None:
    """Return the number of the player who acts, None where none was found."""
    return _PLAYER.get()
