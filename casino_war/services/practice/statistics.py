"""A player's practice games in figures.

Games under way, given up, or played with cards that were known from another game do not
count; nor does it count as won or lost what a player plays on several seats, or on none.
"""

from dataclasses import dataclass
from datetime import datetime

from casino_war.game.war_presets import WarPreset, find
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.store import practice
from casino_war.store.practice import StoredGame
from casino_war.store.practice_figures import Figures, figures_by_preset, figures_in_all

GAMES_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A game in a list."""

    link: str
    preset: WarPreset
    is_changed: bool
    battles: int
    created_at: datetime
    finished_at: datetime | None
    player_result: str | None
    end_reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsPage:
    """``total`` is None if no game counts yet."""

    total: Figures | None
    by_preset: tuple[Figures, ...]
    unfinished: tuple[GameRow, ...]
    finished: tuple[GameRow, ...]


def statistics_page(house: House, token: str | None) -> StatisticsPage:
    """Return a player's figures; those of a stranger are empty."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return StatisticsPage(total=None, by_preset=(), unfinished=(), finished=())
        played = practice.finished_games(connection, player.id, GAMES_SHOWN)
        return StatisticsPage(
            total=figures_in_all(connection, player.id),
            by_preset=figures_by_preset(connection, player.id),
            unfinished=tuple(
                map(_row_of, practice.unfinished_games(connection, player.id, GAMES_SHOWN))
            ),
            finished=tuple(map(_row_of, played)),
        )


def games_of_player(
    house: House, token: str | None, before: int | None, limit: int
) -> tuple[tuple[GameRow, ...], int | None]:
    """List a player's games, the latest first, and the id to go on with, None at the end."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return (), None
        found = practice.games_before(connection, player.id, before, limit + 1)
    shown = found[:limit]
    return tuple(map(_row_of, shown)), shown[-1].id if len(found) > limit else None


def _row_of(game: StoredGame) -> GameRow:
    """Show a game in a list."""
    return GameRow(
        link=game.link,
        preset=find(game.preset_key),
        is_changed=game.is_changed,
        battles=game.battles,
        created_at=game.created_at,
        finished_at=game.finished_at,
        player_result=game.player_result,
        end_reason=game.end_reason,
    )
