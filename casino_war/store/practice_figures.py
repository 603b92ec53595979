"""Figures of a player's finished practice games, summed up by the database."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, case, func, literal, select

from casino_war.store.practice import GAME


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Figures of the games of one preset, or (key None) of all.

    ``decided`` games are those in which the player sat on exactly one seat.
    """

    preset_key: str | None
    is_changed: bool
    games: int
    decided: int
    wins: int
    losses: int
    battles: int
    longest_game: int
    shortest_game: int
    wars: int
    longest_war: int
    comebacks: int
    fewest: int | None
    """The fewest cards from which the player has won."""

    @property
    def draws(self) -> int:
        """Decided games that nobody won from the player, nor the player from anybody."""
        return self.decided - self.wins - self.losses


def figures_in_all(connection: Connection, player_id: int) -> Figures | None:
    """Sum up all games of a player; None if none counts."""
    row = connection.execute(_figures(player_id)).mappings().one()
    if not row["games"]:
        return None
    return Figures(preset_key=None, is_changed=False, **row)


def figures_by_preset(connection: Connection, player_id: int) -> tuple[Figures, ...]:
    """Sum up the games of each preset, changed rules apart; the most played first."""
    groups = (GAME.c.preset_key, GAME.c.is_changed)
    query = (
        _figures(player_id)
        .add_columns(*groups)
        .group_by(*groups)
        .order_by(func.count().desc(), *groups)
    )
    return tuple(Figures(**row) for row in connection.execute(query).mappings())


def _figures(player_id: int) -> Select[Any]:
    won = GAME.c.player_result == "win"
    return select(
        func.count().label("games"),
        func.count(GAME.c.player_result).label("decided"),
        _count(won).label("wins"),
        _count(GAME.c.player_result == "loss").label("losses"),
        func.coalesce(func.sum(GAME.c.battles), 0).label("battles"),
        func.coalesce(func.max(GAME.c.battles), 0).label("longest_game"),
        func.coalesce(func.min(GAME.c.battles), 0).label("shortest_game"),
        func.coalesce(func.sum(GAME.c.wars), 0).label("wars"),
        func.coalesce(func.max(GAME.c.longest_war), 0).label("longest_war"),
        _count(won & GAME.c.is_comeback.is_(True)).label("comebacks"),
        func.min(case((won, GAME.c.fewest), else_=None)).label("fewest"),
    ).where(GAME.c.player_id == player_id, GAME.c.outcome.is_not(None), GAME.c.deal_of_id.is_(None))


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, literal(1)), else_=literal(0))), 0)
