"""The tables that are open, and every version of rules that a seat is dealt by.

What is open is said by the presets for the house's tables and by what the operator has
changed of them, and by their rows for those of players. Who sits already is dealt by what
is stored: a table may close, and its rules may change, under its players.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    BrokenInvariantError,
    NotFoundError,
    TableClosedError,
)
from casino_war.game import table_presets
from casino_war.game.table_presets import TablePreset
from casino_war.game.table_rules import TableRules
from casino_war.services.carry_out import Scene
from casino_war.services.house import House
from casino_war.services.rounds import rules_of, rules_text
from casino_war.store import own_tables
from casino_war.store import rules as rules_store
from casino_war.store.house_tables import StoredHouseTable, changed_tables, house_table
from casino_war.store.own_tables import is_own_key
from casino_war.store.rules import StoredRules


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """A table that deals: its title and the newest version of its rules."""

    key: str
    title: str
    version: int
    rules: TableRules


def open_table(connection: Connection, table_key: str) -> OpenTable | None:
    """Return the open table of a key, None where there is none."""
    if is_own_key(table_key):
        return _own_table(connection, table_key)
    for preset in table_presets.PRESETS:
        if preset.key == table_key:
            return _house_table(connection, preset, house_table(connection, table_key))
    return None


def house_tables(house: House) -> tuple[tuple[TablePreset, OpenTable], ...]:
    """List the house's open tables in their order, each with the preset that describes it."""
    with house.database.reading() as connection:
        changed = changed_tables(connection)
        found = [
            (preset, _house_table(connection, preset, changed.get(preset.key)))
            for preset in table_presets.PRESETS
        ]
    return tuple((preset, table) for preset, table in found if table is not None)


def find_table(connection: Connection, table_key: str) -> OpenTable:
    """Return the open table of a key.

    Raises:
        NotFoundError: there is no such table, or it is closed.
    """
    table = open_table(connection, table_key)
    if table is None:
        raise no_table(table_key)
    return table


def no_table(table_key: str) -> NotFoundError:
    """Say that there is no table of that key."""
    return NotFoundError(N_("There is no table called %(name)s."), reason="table", name=table_key)


def require_open(connection: Connection, table_key: str) -> None:
    """Refuse what a closed table does no more, to who sits at it.

    Raises:
        TableClosedError: no such table is open.
    """
    if open_table(connection, table_key) is None:
        raise TableClosedError(
            N_("This table is closed and deals no more: choose another one. Nothing was done.")
        )


def stored_rules(scene: Scene, table: OpenTable) -> StoredRules:
    """Return the stored version of a table's rules, storing it first if it is new.

    Raises:
        BrokenInvariantError: see `casino_war.store.rules.ensure_rules`.
    """
    return rules_store.ensure_rules(
        scene.connection,
        key=table.key,
        version=table.version,
        title=table.title,
        rules_json=rules_text(table.rules),
        is_same=_are_same,
        at=scene.at,
    )


def newest_rules(scene: Scene, present: StoredRules) -> StoredRules:
    """Return the version that the house has now of the table of these rules.

    An older version than *present* takes no seat back, and a closed table has no newer.
    """
    table = open_table(scene.connection, present.key)
    if table is None or table.version <= present.version:
        return present
    return stored_rules(scene, table)


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
        N_("No rules of %(key)s have so many decks: %(decks)s."), key=repr(present.key), decks=decks
    )


def _house_table(
    connection: Connection, preset: TablePreset, changed: StoredHouseTable | None
) -> OpenTable | None:
    if changed is None or (changed.closed_at is None and changed.version is None):
        return OpenTable(
            key=preset.key, title=preset.title, version=preset.version, rules=preset.rules
        )
    if changed.closed_at is not None:
        return None
    stored = stored_version(connection, preset.key, changed.version or 0)
    return OpenTable(
        key=preset.key,
        title=stored.title,
        version=stored.version,
        rules=rules_of(stored.rules_json),
    )


def _own_table(connection: Connection, table_key: str) -> OpenTable | None:
    own = own_tables.own_table(connection, table_key)
    if own is None or own.is_closed:
        return None
    stored = stored_version(connection, own.key, own.version)
    return OpenTable(
        key=own.key, title=own.title, version=own.version, rules=rules_of(stored.rules_json)
    )


def stored_version(connection: Connection, key: str, version: int) -> StoredRules:
    """Return a version of a table's rules that another row says there is.

    Raises:
        BrokenInvariantError: there is not.
    """
    stored = rules_store.find_rules(connection, key, version)
    if stored is None:
        raise BrokenInvariantError(
            N_("The rules %(key)s are not stored in version %(version)s."),
            key=repr(key),
            version=version,
        )
    return stored


def _are_same(one: str, other: str) -> bool:
    """Compare rules as values: a field that came later has its default in earlier texts."""
    return rules_of(one) == rules_of(other)
