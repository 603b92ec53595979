"""Practice games begin: by a stranger too, once more, or with the cards of another game."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    InvalidFormError,
    InvalidRulesError,
    OutOfTurnError,
)
from casino_war.game.randomness import check_client_seed, commitment
from casino_war.game.war_pack import pack_of
from casino_war.game.war_presets import find
from casino_war.game.war_rules import WarRules
from casino_war.game.war_strategies import find as find_strategy
from casino_war.game.war_strategies import usual
from casino_war.services.carry_out import Scene, record, reused
from casino_war.services.house import House
from casino_war.services.newcomers import add_newcomer, known_player
from casino_war.services.practice.commands import StartPractice
from casino_war.services.practice.games import (
    COMPUTER,
    ELSEWHERE,
    PERSON,
    find_table,
    rules_text,
)
from casino_war.services.practice.rematch import Last, find_last, follow, seat_values
from casino_war.store import players, practice, practice_seats
from casino_war.store.players import StoredPlayer
from casino_war.store.practice import StoredGame

_LINK_BYTES = 18


@dataclass(frozen=True, slots=True)
class Started:
    """A new game, and the token of its player."""

    token: str
    link: str


def start(house: House, token: str | None, command: StartPractice) -> Started:
    """Store a committed game; a stranger becomes a player by it.

    Raises:
        InvalidRulesError: the rules or the number of seats cannot be played.
        UnknownPresetError, UnknownStrategyError, InvalidSeedError, InvalidFormError.
        NotFoundError: there is no game to go on from, see ``rematch_of`` and ``deal_of``.
        OutOfTurnError: that game is not finished, or has other cards or another table.
        KeyReusedError: the key came before with other content or from another player.
    """
    rules = WarRules.from_data(dict(command.settings))
    seats = read_seats(command.seats, rules)
    check_client_seed(command.client_seed)

    def once(connection: Connection) -> Started:
        known = practice.game_by_start_key(connection, command.key)
        # Locked before the player: whoever takes a seat has the game first, too.
        last = find_last(connection, token, command)
        scene, is_new = enter(connection, house, token, command.visitor)
        if known is not None:
            is_same = known.start_hash == command.content_hash()
            if not is_same or known.player_id != scene.player.id:
                raise reused(command)
            return Started(scene.player.token, known.link)
        if last is not None and last.next_link is not None:
            return Started(scene.player.token, last.next_link)
        if is_new:
            # First of all, so that a rival request of this browser is refused by its row.
            record(scene, command, scene.player.token, visitor=command.visitor)
        game = add_game(scene, command, rules, seats, last=last)
        if last is not None:
            follow(connection, last.table, game)
        return Started(scene.player.token, game.link)

    return house.database.write(once)


def add_game(
    scene: Scene,
    command: StartPractice,
    rules: WarRules,
    seats: Sequence[str],
    *,
    last: Last | None = None,
    supplied_at: datetime | None = None,
) -> StoredGame:
    """Store a committed game and its seats; *supplied_at* if it is dealt ahead.

    Raises:
        UnknownPresetError, NotFoundError, OutOfTurnError: see `start`.
    """
    game = _add(scene, command, rules, last, supplied_at)
    people = None if last is None else last.table
    for number, seat in enumerate(seats):
        values = seat_values(seat, scene, rules, people, number)
        practice_seats.add_seat(scene.connection, game_id=game.id, seat=number, **values)
    return game


def read_seats(texts: Sequence[str], rules: WarRules) -> tuple[str, ...]:
    """Return for each seat the strategy of its computer player, or which person plays there.

    Raises:
        InvalidRulesError: there are not as many seats as the rules have players.
        InvalidFormError: a seat is neither a person nor a computer.
        UnknownStrategyError: a computer player is none of the game's.
    """
    if len(texts) != rules.players:
        raise InvalidRulesError(
            N_("There are %(seats)s seats for %(players)s players."),
            fields=("players",),
            seats=len(texts),
            players=rules.players,
        )
    return tuple(_read_seat(text, rules) for text in texts)


def _read_seat(text: str, rules: WarRules) -> str:
    kind, colon, name = text.strip().partition(":")
    if kind in (PERSON, ELSEWHERE) and not colon:
        return kind
    if kind != COMPUTER:
        raise InvalidFormError(
            N_("%(text)s is no seat: a seat is a person or a computer."),
            reason="seats",
            text=repr(text[:40]),
        )
    return find_strategy(name, rules.choice).key if name else usual(rules.choice).key


def enter(
    connection: Connection, house: House, token: str | None, visitor: str
) -> tuple[Scene, bool]:
    """Return the player who starts a game, and whether the player is new.

    A stranger becomes one; from here on the player's other commands wait.
    """
    at = house.clock()
    player = known_player(connection, token, visitor)
    if player is not None:
        locked: StoredPlayer | None = players.lock_player(connection, player.token)
        return Scene(connection, house, locked or player, at), False
    return Scene(connection, house, add_newcomer(connection, at), at), True


def _add(
    scene: Scene,
    command: StartPractice,
    rules: WarRules,
    last: Last | None,
    supplied_at: datetime | None,
) -> StoredGame:
    connection, player = scene.connection, scene.player
    preset = find(command.preset_key)
    same = None if command.deal_of is None else _same_deal(connection, command.deal_of, rules)
    if same is None:
        seed = scene.house.draw_seed()
        client_seed, nonce = command.client_seed, practice.next_nonce(connection, player.id)
    else:
        seed, client_seed, nonce = same.server_seed, same.client_seed, same.nonce
    data = rules.to_data()
    return practice.add_game(
        connection,
        link=secrets.token_urlsafe(_LINK_BYTES),
        start_key=command.key,
        start_hash=command.content_hash(),
        player_id=player.id,
        preset_key=preset.key,
        preset_version=preset.version,
        rules_json=rules_text(rules),
        is_changed=data != {**preset.rules.to_data(), "players": rules.players},
        deal_of_id=None if same is None else same.id,
        match_of_id=None if last is None else last.match_id(connection, rules),
        server_seed=seed,
        commitment=commitment(seed),
        client_seed=client_seed,
        nonce=nonce,
        created_at=scene.at,
        supplied_at=supplied_at,
    )


def _same_deal(connection: Connection, link: str, rules: WarRules) -> StoredGame:
    """Find the finished game whose shuffle serves once more."""
    table = find_table(connection, link)
    if table.game.finished_at is None:
        raise OutOfTurnError(
            N_("The cards of a game are known only when it is over: finish it first."),
            reason="unfinished",
        )
    if not has_same_deal(table.rules, rules):
        raise OutOfTurnError(
            N_("These rules are played with other cards, or by another number of players."),
            reason="other_cards",
        )
    return table.game


def has_same_deal(one: WarRules, other: WarRules) -> bool:
    """Say whether the same shuffle gives every player the same stock under both rules."""
    return (one.players, pack_of(one), one.joker_placement) == (
        other.players,
        pack_of(other),
        other.joker_placement,
    )
