"""Who sits where at a practice game, as one browser sees it."""

from dataclasses import dataclass
from datetime import datetime

from casino_war.game.events import Seat
from casino_war.services.practice.games import Table
from casino_war.services.practice.seats import seats_left


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSign:
    """Who sits where: the key and message id of a strategy, None for a person.

    ``name`` is what a person wants to be called, ``has_left`` whether the browser has been
    silent for too long, ``is_stood_in`` whether the computer plays for the person, and
    ``has_chosen`` whether a secret choice waits for those of others.
    """

    seat: Seat
    strategy_key: str | None
    strategy_title: str | None
    is_yours: bool
    is_free: bool
    name: str | None
    has_left: bool
    is_stood_in: bool
    has_chosen: bool


@dataclass(frozen=True, slots=True)
class People:
    """Who sits where, and whether they are in several places."""

    seats: tuple[SeatSign, ...]
    is_shared: bool

    @property
    def own(self) -> tuple[Seat, ...]:
        """The seats of who looks."""
        return tuple(seat.seat for seat in self.seats if seat.is_yours)


def signs_of(table: Table, own: tuple[Seat, ...], at: datetime) -> tuple[SeatSign, ...]:
    """Return who sits where; *own* are the seats of who looks."""
    left = seats_left(table.seats, at, is_finished=table.game.finished_at is not None)
    pending = table.pending
    return tuple(
        SeatSign(
            seat=seat.seat,
            strategy_key=seat.strategy,
            strategy_title=(
                table.computers[seat.seat].title if seat.seat in table.computers else None
            ),
            is_yours=seat.seat in own,
            is_free=seat.is_free,
            name=seat.name,
            has_left=seat.seat in left,
            is_stood_in=seat.stand_in is not None,
            has_chosen=seat.seat in pending,
        )
        for seat in table.seats
    )
