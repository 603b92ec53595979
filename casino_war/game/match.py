"""A match: first to so many games; and its score sheet, which people may fill by hand.

A match is its sheet. Running totals, standings and the end are computed from the rows
whenever they are asked for, so that a changed number of games to win counts at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from casino_war.errors import N_, InvalidInputError, InvalidRulesError, RefusedError

GAMES_TO_WIN_MIN = 1
GAMES_TO_WIN_MAX = 5
PLAYERS_MIN = 2
PLAYERS_MAX = 4


@dataclass(frozen=True, slots=True)
class GameResult:
    """One row of the sheet."""

    winners: tuple[str, ...]
    """Who took the game; nobody if it was drawn."""
    note: str = ""
    """Whatever the scorer writes beside it."""

    @property
    def is_drawn(self) -> bool:
        """Nobody took a point: the game is played again."""
        return not self.winners


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line of the standings."""

    place: int
    """1 for the most games; players with as many share a place, and the next is skipped."""
    player: str
    games_won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """First to `games_to_win` games; a drawn game gives no point and is played again.

    A game of which one player is the loser is won by all others; if several reach the
    number in the same game, they share the first place. Games to win may change during the
    match. If a match ends earlier thereby, the rows after its last game stay on the sheet
    but do not count; a higher number makes them count again.

    Raises:
        InvalidRulesError: on construction, if games to win are not 1-5, or players are not
            2-4 different names.
        InvalidInputError: on construction, if a row's winners are not players, name one
            twice, or are all players.
    """

    players: tuple[str, ...]
    """Names, in the order of the sheet's columns."""
    games_to_win: int
    """1-5."""
    rows: tuple[GameResult, ...] = ()
    """Every game entered, oldest first."""

    def __post_init__(self) -> None:
        """Refuse what is no match."""
        if self.games_to_win not in range(GAMES_TO_WIN_MIN, GAMES_TO_WIN_MAX + 1):
            raise InvalidRulesError(
                N_("Games to win must be from %(min)s to %(max)s, not %(value)s."),
                fields=("games_to_win",),
                min=GAMES_TO_WIN_MIN,
                max=GAMES_TO_WIN_MAX,
                value=self.games_to_win,
            )
        _check_players(self.players)
        for row in self.rows:
            _check_winners(row.winners, self.players)

    def with_result(self, *winners: str, note: str = "") -> "Match":
        """Enter the next game: who took it, nobody for a drawn game.

        Raises:
            RefusedError: ``match_over``, the match has been won.
            InvalidInputError: the winners are not players, name one twice, or are all
                players.
        """
        if self.is_over:
            raise RefusedError(
                N_("The match has been won; there is no further game."), reason="match_over"
            )
        _check_winners(winners, self.players)
        in_order = tuple(player for player in self.players if player in winners)
        return replace(self, rows=(*self.rows, GameResult(in_order, note)))

    def undo(self) -> "Match":
        """Strike the last row, whether it counts or not.

        Raises:
            RefusedError: ``nothing_to_undo``, the sheet is empty.
        """
        if not self.rows:
            raise RefusedError(
                N_("The score sheet is empty; there is nothing to undo."), reason="nothing_to_undo"
            )
        return replace(self, rows=self.rows[:-1])

    def with_games_to_win(self, games_to_win: int) -> "Match":
        """Change the number of games that win the match; the rows stay.

        Raises:
            InvalidRulesError: it is not 1-5.
        """
        return replace(self, games_to_win=games_to_win)

    @property
    def running_totals(self) -> tuple[Mapping[str, int], ...]:
        """Games won by each player after each row that counts."""
        total = dict.fromkeys(self.players, 0)
        totals: list[Mapping[str, int]] = []
        for row in self.rows:
            total = {player: games + (player in row.winners) for player, games in total.items()}
            totals.append(total)
            if self.games_to_win in total.values():
                break
        return tuple(totals)

    @property
    def counted_rows(self) -> tuple[GameResult, ...]:
        """The rows up to the game that ended the match; all of them while it lasts."""
        return self.rows[: len(self.running_totals)]

    @property
    def games_won(self) -> Mapping[str, int]:
        """Games won by each player so far, in the order of players."""
        totals = self.running_totals
        return totals[-1] if totals else dict.fromkeys(self.players, 0)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """All players, the one with the most games first; equals in the order of players."""
        return standings_of(self.games_won)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has reached the games to win; nobody while the match lasts."""
        return tuple(
            player for player, games in self.games_won.items() if games == self.games_to_win
        )

    @property
    def is_over(self) -> bool:
        """The match has been won."""
        return bool(self.winners)


def standings_of(games_won: Mapping[str, int]) -> tuple[Standing, ...]:
    """Place players by their games, the one with the most first; equals in their order."""
    lines = [
        Standing(1 + sum(other > games for other in games_won.values()), player, games)
        for player, games in games_won.items()
    ]
    return tuple(sorted(lines, key=lambda line: line.place))


def _check_players(players: tuple[str, ...]) -> None:
    if not PLAYERS_MIN <= len(players) <= PLAYERS_MAX:
        raise InvalidRulesError(
            N_("A match has %(min)s to %(max)s players, not %(count)s."),
            fields=("players",),
            min=PLAYERS_MIN,
            max=PLAYERS_MAX,
            count=len(players),
        )
    names = [player.strip() for player in players]
    if len(set(names)) < len(names) or not all(names):
        raise InvalidRulesError(
            N_("The players of a match need different names, not %(names)s."),
            fields=("players",),
            names=", ".join(map(repr, players)),
        )


def _check_winners(winners: tuple[str, ...], players: tuple[str, ...]) -> None:
    for winner in winners:
        if winner not in players:
            raise InvalidInputError(
                N_("%(name)s does not play in this match; %(players)s do."),
                reason="unknown_player",
                name=repr(winner),
                players=", ".join(players),
            )
    if len(set(winners)) < len(winners):
        raise InvalidInputError(
            N_("A game has each winner once, not %(names)s."),
            reason="winner_twice",
            names=", ".join(winners),
        )
    if len(winners) == len(players):
        raise InvalidInputError(
            N_("A game that everybody won is drawn: enter no winner."), reason="all_won"
        )
