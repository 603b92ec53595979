"""The battles of a practice game, each as everybody or one seat may see it."""

from sqlalchemy import Connection

from casino_war.errors import N_, NotFoundError
from casino_war.game.events import Seat
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.practice.course import Course
from casino_war.services.practice.felt import Felt, felt_of_battle, felt_of_course
from casino_war.services.practice.games import Table, course_at, find_table
from casino_war.services.practice.people import People, signs_of

BATTLES_MAX = 100
"""Battles that are shown at once at most."""


def battles_of(
    house: House, token: str | None, link: str, first: int, last: int
) -> tuple[tuple[Felt, ...], People]:
    """Show battles of a game as everybody may see them, and who sits where.

    Raises:
        NotFoundError: there is no such game, or none of these battles has been played.
    """
    with house.database.reading() as connection:
        table = find_table(connection, link)
        player = find_player(connection, token)
        last = min(last, first + BATTLES_MAX - 1, table.game.battles)
        if not 1 <= first <= last:
            raise _no_battle(first)
        shown: list[Felt] = []
        while first <= last:
            for battle in course_at(connection, table, first).battles:
                if first <= battle.number <= last:
                    shown.append(felt_of_battle(battle, None))
            first = shown[-1].number + 1
        own = table.seats_of_player(None if player is None else player.id)
        return tuple(shown), People(signs_of(table, own, house.clock()), table.is_shared)


def felt_at(
    connection: Connection,
    table: Table,
    course: Course | None,
    battle: int | None,
    viewer: Seat | None,
) -> Felt | None:
    """Show a battle, the newest for None, with what *viewer* may see of an open one.

    Raises:
        NotFoundError: no such battle has been played.
    """
    if course is None:
        if battle:
            raise _no_battle(battle)
        return None
    if battle is None or battle == table.game.battles:
        return felt_of_course(course, viewer)
    if not 0 <= battle < table.game.battles:
        raise _no_battle(battle)
    earlier = course_at(connection, table, battle)
    for played in earlier.battles:
        if played.number == battle:
            return felt_of_battle(played, None)
    return _the_deal(connection, table)


def _the_deal(connection: Connection, table: Table) -> Felt:
    """Show the cards as they were dealt."""
    course = course_at(connection, table, 1)
    first = course.battles[0].before
    course.state = course.before = first
    course.battles, course.events = [], []
    return felt_of_course(course, None)


def _no_battle(battle: int) -> NotFoundError:
    return NotFoundError(
        N_("This game has no battle %(battle)s: choose one that was played."),
        reason="practice_battle",
        battle=battle,
    )
