"""A game follows another: the same people in the same seats, and their match with them."""

from dataclasses import dataclass

from sqlalchemy import Connection

from casino_war.errors import N_, OutOfTurnError
from casino_war.game.war_rules import WarRules
from casino_war.game.war_strategies import usual
from casino_war.services.carry_out import Scene, find_player
from casino_war.services.practice.commands import StartPractice
from casino_war.services.practice.games import (
    ELSEWHERE,
    PERSON,
    Table,
    find_table,
)
from casino_war.services.practice.match import goes_on
from casino_war.store import practice_rematches
from casino_war.store.practice import StoredGame


@dataclass(frozen=True, slots=True)
class Last:
    """The game that a new one follows. ``next_link`` leads to what has followed it already."""

    table: Table
    next_link: str | None

    def match_id(self, connection: Connection, rules: WarRules) -> int | None:
        """Return the match that a game by *rules* goes on with; None if that has been won."""
        if not goes_on(connection, self.table, rules.games_to_win):
            return None
        return self.table.game.match_of_id or self.table.game.id


def find_last(connection: Connection, token: str | None, command: StartPractice) -> Last | None:
    """Find and lock the game that a command goes on from.

    None if it names none, or one at which the player does not sit: who only watched plays
    a game and a match of his own.

    Raises:
        NotFoundError: there is no such game.
        OutOfTurnError: it is not over, or has another number of seats.
    """
    if command.rematch_of is None:
        return None
    table = find_table(connection, command.rematch_of, is_locked=True)
    player = find_player(connection, token)
    if player is None:
        return None
    if player.id != table.game.player_id and not table.seats_of_player(player.id):
        return None
    if table.game.finished_at is None:
        raise OutOfTurnError(
            N_("That game is not over: the next one begins when it is."), reason="not_over"
        )
    if len(command.seats) != len(table.seats):
        raise OutOfTurnError(
            N_("A match goes on with as many players as it began with: %(players)s."),
            reason="other_players",
            players=len(table.seats),
        )
    return Last(table, practice_rematches.rematch_link(connection, table.game.id))


def follow(connection: Connection, table: Table, game: StoredGame) -> None:
    """Note that *game* follows, so that everybody at the last table is led on to it."""
    practice_rematches.add_rematch(connection, table.game.id, game.id)


def seat_values(
    seat: str, scene: Scene, rules: WarRules, last: Table | None, number: int
) -> dict[str, object]:
    """Return what a seat of a new game is stored with: the same person again, if there was one.

    For whoever had left the computer plays on, until the seat is taken back.
    """
    if seat == ELSEWHERE:
        return {}
    if seat != PERSON:
        return {"strategy": seat}
    same = None if last is None else last.seats[number]
    if same is None or same.player_id is None:
        return {"player_id": scene.player.id, "seen_at": scene.at}
    is_here = same.player_id == scene.player.id
    return {
        "player_id": same.player_id,
        "name": same.name,
        "stand_in": None if is_here or same.stand_in is None else usual(rules.choice).key,
        "seen_at": scene.at if is_here else same.seen_at,
    }
