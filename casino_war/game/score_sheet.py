"""A score sheet for games at a real table: its settings, its rows, and what they come to.

A sheet holds what happened and how it is played; who leads, who has won and how long the
running game may last are computed whenever they are asked for. So a changed setting counts
at once, for the whole sheet, and changed back it leaves no trace.

The page that keeps such sheets computes the same in the browser (`score/rules.js`); both
are held to the same worked sheets by their tests.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from casino_war.errors import N_, InvalidInputError, InvalidRulesError
from casino_war.game.match import (
    GAMES_TO_WIN_MAX,
    GAMES_TO_WIN_MIN,
    PLAYERS_MAX,
    PLAYERS_MIN,
    GameResult,
    Match,
)

PACK_SIZE = 52


class TieTrigger(StrEnum):
    """What players do whose cards are equal and best."""

    WAR = "war"
    """Bury cards, turn one more, and compare those."""
    SUDDEN_DEATH = "sudden_death"
    """Turn the next card at once, nothing buried."""
    SPLIT = "split"
    """Each takes the own card back; nobody wins the battle."""


SETTINGS: Mapping[str, tuple[int | str, ...]] = {
    "games_to_win": tuple(range(GAMES_TO_WIN_MIN, GAMES_TO_WIN_MAX + 1)),
    "cards_buried": (1, 2, 3),
    "aces": ("high", "low"),
    "time_limit_minutes": tuple(range(0, 65, 5)),
    "shuffle": ("yes", "no"),
    "tie": tuple(trigger.value for trigger in TieTrigger),
    "table_size": tuple(range(PLAYERS_MIN, PLAYERS_MAX + 1)),
}
"""What each of the seven settings may be, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSettings:
    """How the games of a sheet are played.

    Raises:
        InvalidRulesError: on construction, if a setting is none of `SETTINGS`.
    """

    games_to_win: int = 3
    """How many games win the match, 1-5."""
    cards_buried: int = 3
    """Cards that each who fights lays face down in a war, 1-3."""
    aces: str = "high"
    """``high``, above the king, or ``low``, below the two."""
    time_limit_minutes: int = 0
    """After so many minutes the cards are counted: 5-60 by 5; 0 for no limit."""
    shuffle: str = "yes"
    """``yes`` if won cards are shuffled before they go under the stock."""
    tie: str = TieTrigger.WAR.value
    """What a tie for best triggers, a value of `TieTrigger`."""
    table_size: int = 2
    """How many play, 2-4: the first so many of the sheet's players."""

    def __post_init__(self) -> None:
        """Refuse what is no setting."""
        for name, allowed in SETTINGS.items():
            value = getattr(self, name)
            # True and 1.0 equal 1, but are no numbers of games.
            if isinstance(value, bool | float) or value not in allowed:
                raise InvalidRulesError(
                    N_("%(field)s cannot be %(value)s; it is one of %(allowed)s."),
                    fields=(name,),
                    field=name,
                    value=repr(value),
                    allowed=", ".join(map(str, allowed)),
                )

    @property
    def cards_each(self) -> int:
        """How many cards each player is dealt; what does not divide evenly is set aside."""
        return PACK_SIZE // self.table_size

    @property
    def cards_in_war(self) -> int:
        """How many cards lie on the table at the end of a war that two began; 0 without wars."""
        buried = {TieTrigger.WAR: self.cards_buried, TieTrigger.SUDDEN_DEATH: 0}
        trigger = TieTrigger(self.tie)
        return 2 * (1 + buried[trigger] + 1) if trigger in buried else 0

    @property
    def may_go_on_for_ever(self) -> bool:
        """Nothing takes an ace from its owner, and no clock ends the game."""
        return self.tie == TieTrigger.SPLIT and not self.time_limit_minutes

    def seconds_left(self, played_seconds: int) -> int | None:
        """Return what a game that was played for so long has left; None without a limit."""
        if not self.time_limit_minutes:
            return None
        return max(0, 60 * self.time_limit_minutes - played_seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One game: won outright, drawn, or decided by a count of cards."""

    winners: tuple[int, ...] = ()
    """Seats of those who took it, from 0; nobody if it was drawn or counted."""
    cards: tuple[int, ...] | None = None
    """Cards that each player held when time was up, by seat; None without a count."""
    note: str = ""
    seconds: int = 0
    """How long it was played."""

    @property
    def takers(self) -> tuple[int, ...]:
        """Seats of those who took the game: by count, whoever alone held the most cards."""
        if self.cards is None:
            return self.winners
        most = max(self.cards)
        return (self.cards.index(most),) if self.cards.count(most) == 1 else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """Players, settings, finished games, and how long the running one has been played.

    A smaller table keeps the rows and the names of those who have left, but their wins count
    for nobody; a larger one makes them count again.

    Raises:
        InvalidRulesError: on construction, if players are not different names, or fewer
            than the table seats.
        InvalidInputError: on construction, if a row names seats that nobody has, one
            twice, or has a count that cannot be.
    """

    players: tuple[str, ...]
    settings: SheetSettings = SheetSettings()
    rows: tuple[SheetRow, ...] = ()
    played_seconds: int = 0

    def __post_init__(self) -> None:
        """Refuse what is no sheet."""
        # A match says what is wrong with names.
        Match(players=self.players, games_to_win=self.settings.games_to_win)
        if len(self.players) < self.settings.table_size:
            raise InvalidRulesError(
                N_("A table for %(size)s needs as many names, not %(count)s."),
                fields=("players", "table_size"),
                size=self.settings.table_size,
                count=len(self.players),
            )
        for row in self.rows:
            _check_row(row, len(self.players))

    @property
    def at_table(self) -> tuple[str, ...]:
        """Return the names of those who play now."""
        return self.players[: self.settings.table_size]

    @property
    def match(self) -> Match:
        """The match that these games make under the settings of now.

        A game that was taken by all who are still at the table is a drawn one.
        """
        return Match(
            players=self.at_table,
            games_to_win=self.settings.games_to_win,
            rows=tuple(GameResult(self._winners_of(row), row.note) for row in self.rows),
        )

    @property
    def is_time_up(self) -> bool:
        """The running game has used up its time, and its cards are to be counted."""
        return not self.match.is_over and self.settings.seconds_left(self.played_seconds) == 0

    def with_settings(self, settings: SheetSettings) -> "ScoreSheet":
        """Change how the games are played, for the whole sheet.

        Raises:
            InvalidRulesError: the table would seat more than there are names.
        """
        return replace(self, settings=settings)

    def _winners_of(self, row: SheetRow) -> tuple[str, ...]:
        size = self.settings.table_size
        winners = tuple(self.players[seat] for seat in sorted(row.takers) if seat < size)
        return () if len(winners) == size else winners


def _check_row(row: SheetRow, players: int) -> None:
    counts = row.cards
    if not all(0 <= seat < players for seat in row.winners) or any(
        one == next_one for one, next_one in pairwise(sorted(row.winners))
    ):
        raise InvalidInputError(
            N_("A game is taken by players of the sheet, each once, not by seats %(seats)s."),
            reason="unknown_player",
            seats=", ".join(map(str, row.winners)),
        )
    if counts is not None and (
        row.winners or not PLAYERS_MIN <= len(counts) <= players or min(counts) < 0
    ):
        raise InvalidInputError(
            N_("A count has the cards of each player and no other winner, not %(cards)s."),
            reason="no_count",
            cards=", ".join(map(str, counts)),
        )
