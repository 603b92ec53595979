"""Practice games that were dealt ahead, to be played without a connection."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection

from casino_war.store.practice import GAME, StoredGame
from casino_war.store.rows import every


def waiting_games(connection: Connection, player_id: int) -> tuple[StoredGame, ...]:
    """List the player's games that were dealt ahead and have no result yet, oldest first."""
    query = GAME.select().where(*_waiting(player_id))
    return every(connection, query.order_by(GAME.c.id), StoredGame)


def end_waiting(connection: Connection, player_id: int, *, at: datetime, reason: str) -> int:
    """End all games that wait, without a result; return how many there were."""
    statement = (
        GAME.update()
        .where(*_waiting(player_id))
        .values(version=GAME.c.version + 1, finished_at=at, running_since=None, end_reason=reason)
    )
    return connection.execute(statement).rowcount


def _waiting(player_id: int) -> tuple[ColumnElement[bool], ...]:
    return (
        GAME.c.player_id == player_id,
        GAME.c.supplied_at.is_not(None),
        GAME.c.finished_at.is_(None),
    )
