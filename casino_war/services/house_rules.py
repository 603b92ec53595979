"""The tables that the house has open, and every version of rules that a seat is dealt by.

What is open is said by the presets alone. Who sits already is dealt by what is stored: a
table may close, and its rules may change, under its players.
"""

import re

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    BrokenInvariantError,
    NotFoundError,
    TableClosedError,
)
from casino_war.game import table_presets
from casino_war.game.table_presets import TablePreset
from casino_war.services.carry_out import Scene, find_player
from casino_war.services.house import House
from casino_war.services.rounds import rules_of, rules_text
from casino_war.store import rules as rules_store
from casino_war.store import seats
from casino_war.store.rules import StoredRules
from casino_war.store.seats import StoredSeat

_KEY = re.compile(r"[a-z0-9_-]{1,64}", re.ASCII)


def open_table(table_key: str) -> TablePreset | None:
    """Return the preset of a table's key, None where the house has no such table open."""
    return next((each for each in table_presets.PRESETS if each.key == table_key), None)


def find_table(table_key: str) -> TablePreset:
    """Return the preset of a table's key.

    Raises:
        NotFoundError: there is no such table, or it is closed.
    """
    preset = open_table(table_key)
    if preset is None:
        raise no_table(table_key)
    return preset


def no_table(table_key: str) -> NotFoundError:
    """Say that there is no table of that key."""
    return NotFoundError(N_("There is no table called %(name)s."), reason="table", name=table_key)


def require_open(table_key: str) -> None:
    """Refuse what a closed table does no more, to who sits at it.

    Raises:
        TableClosedError: the house has no such table open.
    """
    if open_table(table_key) is None:
        raise TableClosedError(
            N_("This table is closed: no more rounds are dealt at it. Nothing was done.")
        )


def find_seat(connection: Connection, player_id: int, table_key: str) -> StoredSeat | None:
    """Find the player's seat at a table, open or closed; text that is no key has none."""
    if not _KEY.fullmatch(table_key):
        return None
    return seats.seat_at(connection, player_id, table_key)


def has_page(house: House, token: str | None, table_key: str) -> bool:
    """Say whether there is a page of that table for who asks: it is open, or theirs."""
    if open_table(table_key) is not None:
        return True
    with house.database.reading() as connection:
        player = find_player(connection, token)
        return player is not None and find_seat(connection, player.id, table_key) is not None


def stored_rules(scene: Scene, preset: TablePreset) -> StoredRules:
    """Return the stored version of a preset's rules, storing it first if it is new.

    Raises:
        BrokenInvariantError: see `casino_war.store.rules.ensure_rules`.
    """
    return rules_store.ensure_rules(
        scene.connection,
        key=preset.key,
        version=preset.version,
        title=preset.title,
        rules_json=rules_text(preset.rules),
        is_same=_are_same,
        at=scene.at,
    )


def newest_rules(scene: Scene, present: StoredRules) -> StoredRules:
    """Return the version that the house has now of the table of these rules.

    An older version than *present* takes no seat back, and a closed table has no newer.
    """
    preset = open_table(present.key)
    if preset is None or preset.version <= present.version:
        return present
    return stored_rules(scene, preset)


def rules_with_decks(
    scene: Scene, decks: int, newest: StoredRules, present: StoredRules
) -> StoredRules:
    """Choose the version by which a shoe of so many decks is dealt.

    That is the newest, if it has these decks; else the *present* version of the seat; else
    the version that the shoe was committed for, which is stored since.
    """
    versions = rules_store.versions_of(scene.connection, present.key)
    for stored in (newest, present, *versions):
        if rules_of(stored.rules_json).decks == decks:
            return stored
    raise BrokenInvariantError(
        N_("No rules of %(key)s have %(decks)s decks."), key=repr(present.key), decks=decks
    )


def _are_same(one: str, other: str) -> bool:
    """Compare rules as values: a field that came later has its default in earlier texts."""
    return rules_of(one) == rules_of(other)
