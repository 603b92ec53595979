"""What became of games dealt ahead: added to their player's statistics, given back, or waiting."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection

from casino_war.errors import CasinoWarError, NotFoundError, RulesOutdatedError
from casino_war.game.war_nearest import spell
from casino_war.game.war_presets import find
from casino_war.game.war_rules import Choice
from casino_war.game.war_state import BATTLES_MAX
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.practice.games import ABANDONED, rules_of
from casino_war.services.practice.play import Play, Sitting
from casino_war.services.practice.supply import supplied_table
from casino_war.store import practice, practice_supply
from casino_war.store.practice import StoredGame

RESULTS_MAX = 20
"""Games whose results are added at once, at most."""

RECENT_MAX = 3
"""Sets of rules that are named as played last, at most."""

# The games among which they are found.
_LOOKED_THROUGH = 20


class Fate(StrEnum):
    """What became of a game whose result was to be added."""

    ADDED = "added"
    COUNTED = "counted"
    """It had been added before."""
    UNKNOWN = "unknown"
    """It was never dealt ahead for this player, was given back, or can no longer be played."""


def add_results(house: House, token: str | None, links: Sequence[str]) -> dict[str, Fate]:
    """Let games that were dealt ahead count as played; each of them counts once.

    They are played by the server: nobody is asked what they came to.
    """

    def add(link: str) -> Fate:
        # One transaction for each: others need not wait until all of them are played.
        return house.database.write(lambda connection: _add(connection, house, token, link))

    return {link: add(link) for link in links[:RESULTS_MAX]}


def _add(connection: Connection, house: House, token: str | None, link: str) -> Fate:
    try:
        table = supplied_table(connection, token, link, is_locked=True)
    except (NotFoundError, RulesOutdatedError):
        return Fate.UNKNOWN
    if table.game.outcome is not None:
        return Fate.COUNTED
    if table.game.dealt_at is None or table.game.finished_at is not None:
        return Fate.UNKNOWN
    seats = table.seats_of_player(table.game.player_id)
    sitting = Sitting(connection, table, seats, house.clock(), table.game.player_id)
    play = Play.begin(sitting)
    play.advance(BATTLES_MAX, {}, counts_battles=True)
    practice.change_game(connection, table.game.id, table.game.version, play.changes())
    return Fate.ADDED


def give_back(house: House, token: str | None) -> int:
    """Give up all games that wait for this player, played or not; return how many there were."""

    def once(connection: Connection) -> int:
        player = find_player(connection, token)
        if player is None:
            return 0
        return practice_supply.end_waiting(
            connection, player.id, at=house.clock(), reason=ABANDONED
        )

    return house.database.write(once)


@dataclass(frozen=True, slots=True)
class SupplyState:
    """How many games wait for their player's word, and the rules of those played last."""

    waiting: int
    recent: tuple[str, ...]
    """As `casino_war.game.war_nearest` spells them, the latest first."""


def supply_state(house: House, token: str | None) -> SupplyState:
    """Say what was dealt ahead for a player, and what might be; nothing for a stranger."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return SupplyState(0, ())
        waiting = practice_supply.waiting_games(connection, player.id)
        played = practice.finished_games(connection, player.id, _LOOKED_THROUGH)
    played = tuple(game for game in played if game.outcome is not None)
    recent = dict.fromkeys(spelled for game in played for spelled in _spelled(game))
    return SupplyState(len(waiting), tuple(recent)[:RECENT_MAX])


def _spelled(game: StoredGame) -> Iterator[str]:
    """Spell the rules of a game that can be dealt ahead."""
    try:
        rules = rules_of(game)
    except CasinoWarError:
        # These rules can no longer be played.
        return
    if rules.choice is Choice.NOTHING:
        yield spell(rules, find(game.preset_key))
