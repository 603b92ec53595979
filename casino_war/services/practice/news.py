"""Whether a practice game has changed since a browser last saw it, and who is still there."""

from dataclasses import dataclass
from datetime import timedelta

from casino_war.errors import DatabaseBusyError
from casino_war.services.house import House
from casino_war.services.practice.games import seat_letters
from casino_war.services.practice.seats import seats_left
from casino_war.store import practice_news, practice_seats

NOTED_AFTER = timedelta(seconds=15)
"""How often at most it is written down that a browser is still there."""


FOLLOWED = "next"
"""What stands for a game that others went on from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What tells one sight of a game from the next: its version, and what is no part of it."""

    version: int
    beside: str
    """See `beside_version`."""
    is_seated: bool
    is_starter: bool


def beside_version(left: str, *, is_followed: bool) -> str:
    """Print what can be seen of a game and is no part of its version.

    *left* are the letters of the others' seats that were left alone; *is_followed* whether
    its players went on with another game.
    """
    return left + FOLLOWED * is_followed


def news(house: House, token: str | None, link: str) -> News | None:
    """Return the news of a game, None if there is no such game.

    A seated player is noted to be there, every now and then: that is all that is written.
    """
    at = house.clock()
    with house.database.reading() as connection:
        seats = practice_news.news_of(connection, link, token)
    if not seats:
        return None
    first = seats[0]
    yours = [seat for seat in seats if seat.is_yours]
    unseen = {
        seat.player_id
        for seat in yours
        if seat.player_id is not None and (seat.seen_at is None or at - seat.seen_at > NOTED_AFTER)
    }
    if not first.is_finished:
        for player_id in unseen:
            _note(house, first.game_id, player_id)
    own = {seat.seat for seat in yours}
    left = seats_left(seats, at, is_finished=first.is_finished)
    return News(
        version=first.version,
        beside=beside_version(
            seat_letters(tuple(seat for seat in left if seat not in own)),
            is_followed=first.is_followed,
        ),
        is_seated=bool(yours),
        is_starter=first.is_starter,
    )


def _note(house: House, game_id: int, player_id: int) -> None:
    """Write down that a player is there; where the database is busy, the next time will do."""
    at = house.clock()
    try:
        house.database.write(
            lambda connection: practice_seats.mark_seen(connection, game_id, player_id, at)
        )
    except DatabaseBusyError:
        return
