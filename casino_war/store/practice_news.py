"""What whoever looks at a practice game asks again and again: whether anything has changed."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, false, func, select

from casino_war.store.columns import every
from casino_war.store.players import PLAYER
from casino_war.store.practice import GAME
from casino_war.store.practice_seats import PRACTICE_SEAT


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNews:
    """One seat of a game, beside what is known of the game."""

    game_id: int
    version: int
    is_finished: bool
    seat: int
    player_id: int | None
    stand_in: str | None
    seen_at: datetime | None
    is_yours: bool


# One read by three indexes, and built once: most requests of a busy site are this one.
_NEWS = (
    select(
        GAME.c.id.label("game_id"),
        GAME.c.version,
        GAME.c.finished_at.is_not(None).label("is_finished"),
        PRACTICE_SEAT.c.seat,
        PRACTICE_SEAT.c.player_id,
        PRACTICE_SEAT.c.stand_in,
        PRACTICE_SEAT.c.seen_at,
        func.coalesce(PLAYER.c.token == bindparam("of_token"), false()).label("is_yours"),
    )
    .join(PRACTICE_SEAT, PRACTICE_SEAT.c.game_id == GAME.c.id)
    .join(PLAYER, PLAYER.c.id == PRACTICE_SEAT.c.player_id, isouter=True)
    .where(GAME.c.link == bindparam("of_link"))
    .order_by(PRACTICE_SEAT.c.seat)
)


def news_of(connection: Connection, link: str, token: str | None) -> tuple[SeatNews, ...]:
    """Return the seats of a game as the player of *token* finds them; none without a game."""
    # No token is the blank one.
    values = {"of_link": link, "of_token": token or ""}
    return every(connection, _NEWS, SeatNews, values)
