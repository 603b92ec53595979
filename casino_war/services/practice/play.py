"""Battles being played in the practice room, and what is to be written of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection

from casino_war.game.events import Seat
from casino_war.game.war_actions import Action
from casino_war.game.war_choices import legal_actions
from casino_war.game.war_endings import BATTLES_A_MINUTE
from casino_war.game.war_events import Ended, Outcome
from casino_war.services.practice.course import Course, PlayedBattle, first_stretch
from casino_war.services.practice.games import Table, elapsed, newest_course, seat_letters
from casino_war.services.practice.tally import Tally, war_steps
from casino_war.store import practice_stretches
from casino_war.store.practice_stretches import Stretch

_MS = 1000
Changes = dict[str, object]
"""What becomes of the row of a game, by column."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A command at a game: the open transaction, the game, the player's seats, the time."""

    connection: Connection
    table: Table
    seats: tuple[Seat, ...]
    at: datetime
    player_id: int


@dataclass(slots=True)
class Play:
    """Battles being played, and what is to be written of them."""

    sitting: Sitting
    course: Course
    tally: Tally
    decided_before: int
    full: list[Stretch] = field(default_factory=list)
    last: PlayedBattle | None = None
    extra_ms: int = 0

    @classmethod
    def begin(cls, sitting: Sitting) -> "Play":
        """Take the game up where it stands."""
        course = newest_course(sitting.connection, sitting.table)
        tally = Tally.from_text(sitting.table.game.tally_json)
        return cls(sitting, course, tally, course.decided)

    def advance(
        self, battles: int, pending: Mapping[Seat, Action], *, counts_battles: bool = False
    ) -> None:
        """Play on, see `Course.advance`; the clock shows the time of day or counts battles."""
        begun, run_ms = self.course.state.battles, elapsed_ms(self.sitting)
        counts_battles = counts_battles and self.course.state.rules.time_limit_min > 0
        each_ms = 60 * _MS / BATTLES_A_MINUTE if counts_battles else 0

        def minutes(number: int) -> float:
            return (run_ms + (number - begun) * each_ms) / (60 * _MS)

        self.course.advance(battles, pending, minutes, self._keep)
        self.extra_ms += int((self.course.state.battles - begun) * each_ms)

    def lay_rest(self, seat: Seat) -> None:
        """Lay all that a seat has left of its spoils in the order in which it lies."""
        battle = self.course.state.battles
        while self.course.state.battles == battle and seat in self.course.persons_awaited:
            first, *_ = legal_actions(self.course.state, seat)
            self.advance(1, {seat: first})

    def _keep(self, battle: PlayedBattle, full: Stretch | None) -> None:
        self.tally.count(battle.after, battle.events)
        self.last = battle
        if full is not None:
            self.full.append(full)

    def changes(self) -> Changes:
        """Write the stretches, and return what becomes of the game's row."""
        connection, game = self.sitting.connection, self.sitting.table.game
        stretches = [*self.full, self.course.told]
        practice_stretches.grow_stretch(connection, game.id, stretches[0])
        practice_stretches.add_stretches(connection, game.id, stretches[1:])
        steps = 0 if self.last is None else war_steps(self.last.events)
        changes: Changes = {
            "battles": self.course.state.battles,
            "turn": game.turn + self.course.decided - self.decided_before,
            "pending_text": "",
            "war_lies": steps > 0 and self.course.state.ended is None,
            "tally_json": self.tally.to_text(),
            "clock": self.course.rang,
        }
        if self.extra_ms:
            at = self.sitting.at
            changes |= {"elapsed_ms": elapsed_ms(self.sitting) + self.extra_ms}
            changes |= {"running_since": at}
        return changes | self._ending()

    def _ending(self) -> Changes:
        ended, tally = self.course.state.ended, self.tally
        if ended is None:
            return {}
        winner = ended.seats[0] if ended.outcome is Outcome.WIN else None
        return {
            "finished_at": self.sitting.at,
            "running_since": None,
            "elapsed_ms": elapsed_ms(self.sitting) + self.extra_ms,
            "end_reason": ended.reason.value,
            "outcome": ended.outcome.value,
            "named_seats": seat_letters(ended.seats),
            "period": ended.period,
            "wars": tally.wars,
            "longest_war": tally.longest_war,
            "lead_changes": tally.lead_changes,
            "fewest": None if winner is None else tally.fewest[winner],
            "is_comeback": winner is not None and tally.is_comeback(winner),
            "player_result": result_of(self.sitting.table, ended),
        }


def deal_out(sitting: Sitting) -> Changes:
    """Shuffle and deal by the seeds of the game; return what becomes of its row."""
    connection, table = sitting.connection, sitting.table
    stretch = first_stretch(table.rules, table.seed)
    practice_stretches.add_stretches(connection, table.game.id, [stretch])
    return {
        "dealt_at": sitting.at,
        "clock": 0 if table.rules.time_limit_min else None,
        "tally_json": Tally.of_deal(newest_course(connection, table).state).to_text(),
    }


def elapsed_ms(sitting: Sitting) -> int:
    """Return how long the clock of the game has run, in milliseconds."""
    return int(elapsed(sitting.table.game, sitting.at).total_seconds() * _MS)


def result_of(table: Table, ended: Ended) -> str | None:
    """Say how a game ended for its player, who must sit on exactly one seat."""
    seats = table.seats_of_player(table.game.player_id)
    if len(seats) != 1:
        return None
    is_named = seats[0] in ended.seats
    if ended.outcome is Outcome.DRAW and is_named:
        return "draw"
    return "win" if is_named is (ended.outcome is Outcome.WIN) else "loss"
