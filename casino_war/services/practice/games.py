"""A practice game as the services read it from its rows, and as they write it back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    CasinoWarError,
    NotFoundError,
    RulesOutdatedError,
)
from casino_war.game.cards import JOKERS, Cards
from casino_war.game.events import Seat
from casino_war.game.war_actions import SEATS, Action
from casino_war.game.war_line import WarLine
from casino_war.game.war_presets import find
from casino_war.game.war_rules import Choice, JokerPlacement, WarRules
from casino_war.game.war_seed import FairSeed
from casino_war.game.war_snapshot import from_text
from casino_war.game.war_spelling import Choices, format_decisions, parse_decisions
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import ComputerPlayer
from casino_war.game.war_strategies import find as find_strategy
from casino_war.services.practice.course import Course, replayed
from casino_war.store import practice, practice_seats, practice_stretches
from casino_war.store.practice import StoredGame
from casino_war.store.practice_seats import StoredPracticeSeat

COMPUTER = "computer"
PERSON = "person"
ELSEWHERE = "elsewhere"
"""A person who comes by the link of the game, and takes the seat then."""

ABANDONED = "abandoned"
"""Why a game ended that its player gave up."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game, its rules and who sits where."""

    game: StoredGame
    rules: WarRules
    seats: tuple[StoredPracticeSeat, ...]
    computers: Mapping[Seat, ComputerPlayer]

    @property
    def seed(self) -> FairSeed:
        """The seeds of the game; secret until it is finished."""
        game = self.game
        return FairSeed(
            server_seed=game.server_seed, client_seed=game.client_seed, nonce=game.nonce
        )

    @property
    def stand_ins(self) -> Mapping[Seat, ComputerPlayer]:
        """The computer players that play for persons who have left."""
        return {
            seat.seat: find_strategy(seat.stand_in, self.rules.choice)
            for seat in self.seats
            if seat.stand_in is not None
        }

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """The seats that wait for a person."""
        return tuple(seat.seat for seat in self.seats if seat.is_free)

    @property
    def is_shared(self) -> bool:
        """Whether several players share the game, or will."""
        persons = {seat.player_id for seat in self.seats if seat.player_id is not None}
        return bool(self.free_seats) or bool(persons - {self.game.player_id})

    def seats_of_player(self, player_id: int | None) -> tuple[Seat, ...]:
        """List the seats on which a player sits."""
        if player_id is None:
            return ()
        return tuple(seat.seat for seat in self.seats if seat.player_id == player_id)

    @property
    def pending(self) -> dict[Seat, Action]:
        """The choices that wait for others to choose."""
        text = self.game.pending_text
        return dict(parse_decisions(text)[0]) if text else {}


def find_table(connection: Connection, link: str, *, is_locked: bool = False) -> Table:
    """Read a game by its link, and keep other writers from it if *is_locked*.

    Raises:
        NotFoundError: there is none.
        RulesOutdatedError: its rules or its computer players are none of this version's.
    """
    read = practice.lock_game if is_locked else practice.game_by_link
    game = read(connection, link)
    if game is None:
        raise NotFoundError(
            N_("There is no practice game at this address. Links are long: copy all of it."),
            reason="practice_game",
        )
    return table_of(connection, game)


def table_of(connection: Connection, game: StoredGame) -> Table:
    """Read what belongs to a game; errors as in `find_table`."""
    seats = practice_seats.seats_of(connection, game.id)
    try:
        rules = rules_of(game)
        computers = {
            seat.seat: find_strategy(seat.strategy, rules.choice)
            for seat in seats
            if seat.strategy is not None
        }
    except CasinoWarError as error:
        raise RulesOutdatedError(
            N_("This game was started under rules that can no longer be played: %(why)s"),
            why=str(error),
        ) from error
    return Table(game, rules, seats, computers)


def rules_text(rules: WarRules) -> str:
    """Print rules as they are stored with a game."""
    return json.dumps(rules.to_data(), sort_keys=True)


def rules_of(game: StoredGame) -> WarRules:
    """Read the rules of a game, which `rules_text` printed.

    Raises:
        CasinoWarError: they can no longer be played.
    """
    return WarRules.from_data(json.loads(game.rules_json))


def seat_of(table: Table, number: Seat) -> StoredPracticeSeat:
    """Return a seat by its number.

    Raises:
        NotFoundError: the game has fewer.
    """
    if number >= len(table.seats):
        raise NotFoundError(N_("This game has no such seat."), reason="practice_seat")
    return table.seats[number]


def course_at(connection: Connection, table: Table, battle: int) -> Course:
    """Replay the stretch that tells the battle of that number; the game has been dealt."""
    stretch = practice_stretches.stretch_of_battle(connection, table.game.id, battle)
    if stretch is None:
        raise NotFoundError(
            N_("The cards of this game have not been dealt yet."), reason="practice_battle"
        )
    course = replayed(table.rules, table.seed, table.computers, stretch, table.game.clock)
    course.stand_ins = table.stand_ins
    return course


def newest_course(connection: Connection, table: Table) -> Course:
    """Replay the last stretch."""
    return course_at(connection, table, table.game.battles + 1)


def elapsed(game: StoredGame, at: datetime) -> timedelta:
    """Return how long the clock of a game has run."""
    run = timedelta(milliseconds=game.elapsed_ms)
    if game.running_since is None:
        return run
    # A clock that was set back takes no time away.
    return run + max(at - game.running_since, timedelta(0))


def pending_text(choices: Mapping[Seat, Action]) -> str:
    """Print choices that wait for others; `Table.pending` reads them back."""
    if not choices:
        return ""
    made: Choices = tuple(sorted(choices.items(), key=lambda each: each[0]))
    return format_decisions([made])


def dealt_cards(connection: Connection, table: Table) -> Cards:
    """Return the cards as they were dealt, one to each seat in turn, then those left over.

    Jokers that were put into the stocks after the deal are left out.
    """
    stretch = practice_stretches.stretch_of_battle(connection, table.game.id, 1)
    if stretch is None:
        return ()
    state, _ = from_text(table.rules, stretch.start_text)
    stocks = [hand + stock for hand, stock in zip(state.hands, state.stocks, strict=True)]
    if table.rules.joker_placement is JokerPlacement.ONE_IN_EACH_STOCK:
        stocks = [tuple(card for card in stock if card not in JOKERS) for stock in stocks]
    dealt = (card for cards in zip(*stocks, strict=True) for card in cards)
    return (*dealt, *state.carry, *state.set_aside)


def line_of(connection: Connection, table: Table, state: WarState) -> WarLine:
    """Return the line of notation of a finished game, for anybody to play it again.

    *state* is the last one: a game given up in the middle of a battle ends where nobody
    has chosen, one given up between two after so many battles.
    """
    game = table.game
    told = [
        stretch.decisions_text
        for stretch in practice_stretches.stretches_of(connection, game.id)
        if stretch.decisions_text
    ]
    stops_by_itself = state.ended is not None or state.awaiting is not None
    return WarLine(
        preset=game.preset_key,
        # The line tells how its rules differ from the preset as it is now.
        version=find(game.preset_key).version,
        rules=table.rules,
        seed=table.seed,
        decisions=parse_decisions(";".join(told)) if told else (),
        battles=None if stops_by_itself else game.battles,
        computers=() if table.rules.choice is Choice.NOTHING else _told(table.computers),
        clock=game.clock,
    )


def _told(computers: Mapping[Seat, ComputerPlayer]) -> tuple[tuple[Seat, str], ...]:
    return tuple((seat, player.key) for seat, player in sorted(computers.items()))


def seat_letters(seats: tuple[Seat, ...]) -> str:
    """Print seats as letters, as they are stored."""
    return "".join(SEATS[seat] for seat in seats)
