"""The match that a practice game belongs to: its games, its standings, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from casino_war.game.events import Seat
from casino_war.game.match import GameResult, Match, standings_of
from casino_war.game.war_actions import SEATS
from casino_war.game.war_events import Outcome
from casino_war.services.practice.games import Table
from casino_war.store import practice
from casino_war.store.practice import StoredGame


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGame:
    """One game of a match; nobody wins a drawn one."""

    link: str
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """One seat of the standings; ``place`` is 1 for the most games, shared by equals."""

    seat: Seat
    place: int
    games_won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    """The standings after a game. ``winners`` have reached the games to win, if any have."""

    games_to_win: int
    games: tuple[MatchGame, ...]
    standings: tuple[MatchLine, ...]
    winners: tuple[Seat, ...]

    @property
    def wins(self) -> tuple[int, ...]:
        """Games won by each seat, in the order of the seats."""
        return tuple(line.games_won for line in sorted(self.standings, key=lambda each: each.seat))


def match_sheet(connection: Connection, table: Table) -> MatchSheet | None:
    """Return the standings of a game's match with this game, by its own games to win.

    None where one game wins and none has been played before: that is no match.
    """
    games = _games_until(connection, table)
    goal = table.rules.games_to_win
    if goal == 1 and len(games) == 1:
        return None
    return sheet_of(games, len(table.seats), goal)


def goes_on(connection: Connection, table: Table, games_to_win: int) -> bool:
    """Say whether a next game with so many games to win still belongs to the match.

    Where one game wins, games are counted on for as long as the same people play.
    """
    games = _games_until(connection, table)
    return games_to_win == 1 or not sheet_of(games, len(table.seats), games_to_win).winners


def sheet_of(games: Sequence[StoredGame], seats: int, goal: int) -> MatchSheet:
    """Fill in the sheet from games in their order; those that were given up do not count."""
    played = [game for game in games if game.outcome is not None]
    letters = tuple(SEATS[:seats])
    rows = tuple(GameResult(_winners(game, letters)) for game in played)
    winners: tuple[str, ...] = ()
    if goal == 1:
        # Games that are not played towards a number: all of them count.
        won = {letter: sum(letter in row.winners for row in rows) for letter in letters}
        counted, standings = rows, standings_of(won)
    else:
        match = Match(players=letters, games_to_win=goal, rows=rows)
        counted, standings, winners = match.counted_rows, match.standings, match.winners
    return MatchSheet(
        games_to_win=goal,
        games=tuple(
            MatchGame(link=game.link, winners=tuple(map(SEATS.index, row.winners)))
            for game, row in zip(played, counted, strict=False)
        ),
        standings=tuple(
            MatchLine(seat=SEATS.index(line.player), place=line.place, games_won=line.games_won)
            for line in standings
        ),
        winners=tuple(map(SEATS.index, winners)),
    )


def _games_until(connection: Connection, table: Table) -> tuple[StoredGame, ...]:
    if table.game.match_of_id is None:
        return (table.game,)
    games = practice.games_of_match(connection, table.game.match_of_id)
    return tuple(game for game in games if game.id <= table.game.id)


def _winners(game: StoredGame, letters: tuple[str, ...]) -> tuple[str, ...]:
    """Return who took a game: of one with a loser all others do."""
    if game.outcome == Outcome.DRAW.value:
        return ()
    is_win = game.outcome == Outcome.WIN.value
    named = game.named_seats or ""
    winners = tuple(letter for letter in letters if (letter in named) is is_win)
    return () if len(winners) == len(letters) else winners
