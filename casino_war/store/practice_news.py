"""What whoever looks at a practice game asks again and again: whether anything has changed."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, false, func, select

from casino_war.store.players import PLAYER
from casino_war.store.practice import GAME
from casino_war.store.practice_rematches import REMATCH
from casino_war.store.practice_seats import PRACTICE_SEAT
from casino_war.store.rows import every


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNews:
    """One seat of a game, beside what is known of the game."""

    game_id: int
    version: int
    is_finished: bool
    is_followed: bool
    """Whether its players went on with another game."""
    seat: int
    player_id: int | None
    stand_in: str | None
    seen_at: datetime | None
    is_yours: bool
    is_starter: bool
    """Whether who asks started the game."""


_STARTER = PLAYER.alias("starter")

# One read, each row by an index, and built once: most requests of a busy site are this one.
_NEWS = (
    select(
        GAME.c.id.label("game_id"),
        GAME.c.version,
        GAME.c.finished_at.is_not(None).label("is_finished"),
        REMATCH.c.id.is_not(None).label("is_followed"),
        PRACTICE_SEAT.c.seat,
        PRACTICE_SEAT.c.player_id,
        PRACTICE_SEAT.c.stand_in,
        PRACTICE_SEAT.c.seen_at,
        func.coalesce(PLAYER.c.token == bindparam("of_token"), false()).label("is_yours"),
        (_STARTER.c.token == bindparam("of_token")).label("is_starter"),
    )
    .join(_STARTER, _STARTER.c.id == GAME.c.player_id)
    .join(PRACTICE_SEAT, PRACTICE_SEAT.c.game_id == GAME.c.id)
    .join(PLAYER, PLAYER.c.id == PRACTICE_SEAT.c.player_id, isouter=True)
    .join(REMATCH, REMATCH.c.game_id == GAME.c.id, isouter=True)
    .where(GAME.c.link == bindparam("of_link"))
    .order_by(PRACTICE_SEAT.c.seat)
)


def news_of(connection: Connection, link: str, token: str | None) -> tuple[SeatNews, ...]:
    """Return the seats of a game as the player of *token* finds them; none without a game."""
    # No token is the blank one.
    values = {"of_link": link, "of_token": token or ""}
    return every(connection, _NEWS, SeatNews, values)
