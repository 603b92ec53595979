"""Games dealt ahead, for one person at a screen without a connection.

The exception to the rule that nobody knows a card or seed before its time: such a game is
given to its player whole, after it was committed and after the player's client seed was
taken. Nobody decides anything in it, so that nobody can play it otherwise; what it came to
counts once its player asks for it, and then by the seed alone.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    BrokenInvariantError,
    NotFoundError,
    RulesRefusedError,
)
from casino_war.game.cards import Cards
from casino_war.game.randomness import check_client_seed
from casino_war.game.war_endings import BATTLES_A_MINUTE
from casino_war.game.war_events import Ended
from casino_war.game.war_rules import Choice, WarRules
from casino_war.services.carry_out import find_player, record
from casino_war.services.house import FIRST_CLIENT_SEED, House
from casino_war.services.practice.commands import AskSupply, StartPractice
from casino_war.services.practice.course import (
    Course,
    PlayedBattle,
    first_stretch,
    replayed,
)
from casino_war.services.practice.games import (
    COMPUTER,
    PERSON,
    Table,
    dealt_cards,
    find_table,
    rules_text,
)
from casino_war.services.practice.play import Sitting, deal_out
from casino_war.services.practice.start import add_game, enter, read_seats
from casino_war.services.practice.tally import Tally
from casino_war.store import practice, practice_supply
from casino_war.store.practice import StoredGame

WAITING_MAX = 60
"""Games that may be dealt ahead for a player and wait for their results."""

COUNT_MAX = 10
"""Games of the same rules that are dealt ahead at once, at most."""


@dataclass(frozen=True, slots=True)
class Supply:
    """Committed games whose cards are not dealt yet, and the token of their player."""

    token: str
    games: tuple[StoredGame, ...]


@dataclass(frozen=True, slots=True)
class GameAhead:
    """A game that is dealt ahead, with all that will happen in it."""

    table: Table
    course: Course
    """The game as it was dealt; `battles` plays it."""
    tally: Tally
    dealt: Cards
    """All cards in the order of dealing."""

    def battles(self) -> Iterator[PlayedBattle]:
        """Play the game to its end, one battle after the other; the clock counts battles."""
        played: list[PlayedBattle] = []

        def keep(battle: PlayedBattle, _full: object) -> None:
            self.tally.count(battle.after, battle.events)
            played.append(battle)

        while self.course.state.ended is None:
            self.course.advance(1, {}, lambda number: number / BATTLES_A_MINUTE, keep)
            yield played.pop()

    @property
    def ended(self) -> Ended:
        """How it ends, once it is played.

        Raises:
            BrokenInvariantError: it is not.
        """
        if self.course.state.ended is None:
            raise BrokenInvariantError(N_("The game has no end before it is played."))
        return self.course.state.ended


def ask_supply(house: House, token: str | None, command: AskSupply) -> Supply:
    """Commit to games and give them out, those first that wait for their client seeds already.

    Raises:
        InvalidRulesError: the rules cannot be played.
        UnknownPresetError: there is no such preset.
        RulesRefusedError: somebody decides something under these rules, or too many games
            wait for their results.
    """
    rules = WarRules.from_data(dict(command.settings))
    if rules.choice is not Choice.NOTHING:
        raise RulesRefusedError(
            N_("Only games without decisions can be dealt ahead."), reason="decisions"
        )
    seats = (PERSON, *(COMPUTER for _seat in range(1, rules.players)))

    def once(connection: Connection) -> Supply:
        scene, is_new = enter(connection, house, token, command.visitor)
        if is_new:
            record(scene, command, scene.player.token, visitor=command.visitor)
        waiting = practice_supply.waiting_games(connection, scene.player.id)
        games = [game for game in waiting if _is_asked(game, command, rules)][: command.count]
        missing = min(command.count, COUNT_MAX) - len(games)
        if missing > 0 and len(waiting) + missing > WAITING_MAX:
            raise _full()
        strategies = read_seats(seats, rules)
        for _each in range(missing):
            start = StartPractice(
                key=secrets.token_urlsafe(),
                version=0,
                preset_key=command.preset_key,
                settings=command.settings,
                seats=seats,
                client_seed=FIRST_CLIENT_SEED,
                visitor=command.visitor,
            )
            games.append(add_game(scene, start, rules, strategies, supplied_at=scene.at))
        return Supply(scene.player.token, tuple(games))

    return house.database.write(once)


def _is_asked(game: StoredGame, command: AskSupply, rules: WarRules) -> bool:
    is_same = (game.preset_key, game.rules_json) == (command.preset_key, rules_text(rules))
    return is_same and game.dealt_at is None


def _full() -> RulesRefusedError:
    return RulesRefusedError(
        N_(
            "At most %(limit)s games can be dealt ahead and wait for their results: add those "
            "that you have played to your statistics, or give the others back."
        ),
        reason="supply_full",
        limit=WAITING_MAX,
    )


def deal_ahead(house: House, token: str | None, link: str, client_seed: str) -> GameAhead:
    """Take the client seed, deal, and tell all that will happen.

    Of a game whose cards are dealt already all is told again, by the client seed of then.

    Raises:
        InvalidSeedError: it is none by the fairness scheme.
        NotFoundError: no such game waits for this player.
        RulesOutdatedError: its rules can no longer be played.
    """
    check_client_seed(client_seed)

    def once(connection: Connection) -> None:
        table = _waiting(connection, token, link, is_locked=True)
        if table.game.dealt_at is not None:
            return
        seeded = replace(table, game=replace(table.game, client_seed=client_seed))
        changes = deal_out(Sitting(connection, seeded, (), house.clock(), table.game.player_id))
        changes |= {"client_seed": client_seed}
        practice.change_game(connection, table.game.id, table.game.version, changes)

    house.database.write(once)
    with house.database.reading() as connection:
        table = _waiting(connection, token, link)
        dealt = dealt_cards(connection, table)
    rules, seed = table.rules, table.seed
    course = replayed(rules, seed, table.computers, first_stretch(rules, seed), table.game.clock)
    return GameAhead(table, course, Tally.of_deal(course.state), dealt)


def _waiting(
    connection: Connection, token: str | None, link: str, *, is_locked: bool = False
) -> Table:
    """Read a game that was dealt ahead for this player and has no result yet."""
    table = supplied_table(connection, token, link, is_locked=is_locked)
    if table.game.finished_at is not None:
        raise _unknown()
    return table


def supplied_table(
    connection: Connection, token: str | None, link: str, *, is_locked: bool
) -> Table:
    """Read a game that was dealt ahead for this player.

    Raises:
        NotFoundError: there is none.
        RulesOutdatedError: its rules can no longer be played.
    """
    player = find_player(connection, token)
    table = find_table(connection, link, is_locked=is_locked)
    if player is None or table.game.player_id != player.id or table.game.supplied_at is None:
        raise _unknown()
    return table


def _unknown() -> NotFoundError:
    return NotFoundError(
        N_("No such game was dealt ahead for you, or it was given back."), reason="supply"
    )
