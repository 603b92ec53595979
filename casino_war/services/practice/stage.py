"""What a practice game waits for, and whose choice it is."""

from enum import StrEnum

from casino_war.game.events import Seat
from casino_war.services.practice.course import Course
from casino_war.services.practice.games import Table


class Stage(StrEnum):
    """What a game waits for."""

    DEAL = "deal"
    FLIP = "flip"
    CLEAR = "clear"
    CHOOSE = "choose"
    GO_ON = "go_on"
    OVER = "over"


def stage_of(table: Table, course: Course | None) -> Stage:
    """Return what a game waits for; *course* is None before its cards are dealt."""
    game = table.game
    if game.finished_at is not None:
        return Stage.OVER
    if course is None:
        return Stage.DEAL
    if game.running_since is None:
        return Stage.GO_ON
    if game.war_lies:
        return Stage.CLEAR
    return Stage.CHOOSE if course.persons_awaited else Stage.FLIP


def awaited_at(table: Table, course: Course | None) -> tuple[Seat, ...]:
    """Return the persons who still have to choose."""
    if course is None:
        return ()
    pending = table.pending
    return tuple(seat for seat in course.persons_awaited if seat not in pending)


def chooser_at(
    course: Course | None,
    own: tuple[Seat, ...],
    choosing: tuple[Seat, ...],
    seat: Seat | None,
) -> Seat | None:
    """Return the seat whose secrets are shown: the one asked for, or the only one here."""
    if course is None or not choosing:
        return None
    if len(own) == 1:
        return choosing[0]
    return seat if seat in choosing else None
