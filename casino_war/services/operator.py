"""What the operator does from the command line: freezes players, opens and closes tables.

None of it moves a chip or touches a round, and every act is noted for ever. What is under
way ends as it was begun: freezing and closing stop new rounds alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sqlalchemy import Connection, select

from casino_war.errors import N_, InvalidRulesError, NotFoundError, UnknownPresetError
from casino_war.game import table_presets
from casino_war.game.table_presets import TablePreset
from casino_war.game.table_rules import TableRules
from casino_war.ledger import book
from casino_war.ledger.invariants.operator import (
    digest_of_rules,
    player_subject,
    rules_subject,
    table_subject,
    tokens_subject,
)
from casino_war.services.claims import name_key
from casino_war.services.house import House
from casino_war.services.open_tables import stored_version
from casino_war.services.own_tables import checked_title
from casino_war.services.rounds import rules_of, rules_text
from casino_war.store import api_tokens, house_tables, members, operator_acts, players, rules
from casino_war.store.members import MEMBER
from casino_war.store.operator_acts import ActKind, StoredAct
from casino_war.store.players import PLAYER, StoredPlayer

_DIGITS_MAX = 18


class Act(Protocol):
    """An act on a player or a table, known by its subject."""

    def __call__(self, house: House, subject: str, /, *, note: str) -> bool:
        """Carry it out and say whether that is news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFile:
    """What the operator sees of a player; amounts in cents."""

    number: int
    name: str | None
    created_at: datetime
    frozen_at: datetime | None
    closed_at: datetime | None
    bankroll_cents: int = 0
    felt_cents: int = 0
    acts: tuple[StoredAct, ...] = ()
    tokens: tuple[str, ...] = ()
    """The names of the tokens by which programs play for the player."""


def list_players(house: House, *, only_frozen: bool = False) -> Iterator[PlayerFile]:
    """Read the players in the order of their numbers, without what they hold."""
    query = select(
        PLAYER.c.id, MEMBER.c.name, PLAYER.c.created_at, PLAYER.c.frozen_at, PLAYER.c.closed_at
    ).join_from(PLAYER, MEMBER, MEMBER.c.player_id == PLAYER.c.id, isouter=True)
    if only_frozen:
        query = query.where(PLAYER.c.frozen_at.is_not(None))
    with house.database.reading() as connection:
        for row in connection.execute(query.order_by(PLAYER.c.id)):
            yield PlayerFile(
                number=row.id,
                name=row.name,
                created_at=row.created_at,
                frozen_at=row.frozen_at,
                closed_at=row.closed_at,
            )


def show_player(house: House, who: str) -> PlayerFile:
    """Read what there is of the player of a number or a name.

    Raises:
        NotFoundError: there is nobody of that number or name.
    """
    with house.database.reading() as connection:
        player = _find(connection, who)
        member = members.member_of(connection, player.id)
        bankroll_cents, felt_cents = book.purse(connection, player.id)
        return PlayerFile(
            number=player.id,
            name=None if member is None else member.name,
            created_at=player.created_at,
            frozen_at=player.frozen_at,
            closed_at=player.closed_at,
            bankroll_cents=bankroll_cents,
            felt_cents=felt_cents,
            acts=(
                *operator_acts.acts_on(connection, player_subject(player.id)),
                *operator_acts.acts_on(connection, tokens_subject(player.id)),
            ),
            tokens=tuple(each.name for each in api_tokens.tokens_of(connection, player.id)),
        )


def freeze(house: House, who: str, *, note: str = "") -> bool:
    """Let a player deal no more; say whether that is news.

    Raises:
        NotFoundError: there is nobody of that number or name.
    """
    return _set_frozen(house, who, ActKind.FREEZE, note)


def unfreeze(house: House, who: str, *, note: str = "") -> bool:
    """Let a player deal again; as above."""
    return _set_frozen(house, who, ActKind.UNFREEZE, note)


def revoke_tokens(house: House, who: str, *, note: str = "") -> bool:
    """Let no program play for a player any more; say whether one could.

    Raises:
        NotFoundError: there is nobody of that number or name.
    """

    def work(connection: Connection) -> bool:
        player = _find(connection, who)
        # Nobody makes another one meanwhile.
        players.lock_players(connection, {player.id})
        if not api_tokens.count_tokens(connection, player.id):
            return False
        api_tokens.delete_tokens(connection, player.id)
        _noted(house, connection, ActKind.REVOKE, tokens_subject(player.id), note)
        return True

    return house.database.write(work)


def close_table(house: House, key: str, *, note: str = "") -> bool:
    """Let a table of the house deal no more; say whether that is news.

    Raises:
        UnknownPresetError: the house has no such table.
    """
    return _set_closed(house, key, ActKind.CLOSE, note)


def open_table(house: House, key: str, *, note: str = "") -> bool:
    """Let a table of the house deal again; as above."""
    return _set_closed(house, key, ActKind.OPEN, note)


def present_rules(house: House, key: str) -> TableRules:
    """Return the newest rules of a table of the house, open or closed.

    Raises:
        UnknownPresetError: the house has no such table.
    """
    preset = _preset(key)
    with house.database.reading() as connection:
        return _present(connection, preset)[1]


def publish(
    house: House, key: str, table_rules: TableRules, *, title: str = "", note: str = ""
) -> int:
    """Give a table of the house another version of its rules and return its number.

    Shoes in play keep theirs. A blank *title* leaves the table's as it is.

    Raises:
        UnknownPresetError: the house has no such table.
        InvalidTitleError: see `checked_title`.
        InvalidRulesError: the table has these rules already.
    """
    preset = _preset(key)
    title = checked_title(title) if title else ""

    def work(connection: Connection) -> int:
        present_title, present, newest = _present(connection, preset)
        if (title or present_title, table_rules) == (present_title, present):
            raise InvalidRulesError(
                N_("The table %(key)s has these rules already."), fields=(), key=preset.key
            )
        version = max(newest + 1, house_tables.OPERATOR_VERSIONS_FROM)
        at = house.clock()
        published = rules.ensure_rules(
            connection,
            key=preset.key,
            version=version,
            title=title or present_title,
            rules_json=rules_text(table_rules),
            at=at,
        )
        house_tables.change_house_table(connection, preset.key, version=version)
        operator_acts.add_act(
            connection,
            ActKind.PUBLISH,
            rules_subject(preset.key, version),
            note=_note(note),
            at=at,
            digest=digest_of_rules(published),
        )
        return version

    return house.database.write(work)


def _set_frozen(house: House, who: str, kind: ActKind, note: str) -> bool:
    def work(connection: Connection) -> bool:
        found = _find(connection, who)
        player = players.lock_players(connection, {found.id})[found.id]
        if (player.frozen_at is not None) == (kind is ActKind.FREEZE):
            return False
        at = _noted(house, connection, kind, player_subject(player.id), note)
        players.change_player(
            connection, player.id, frozen_at=at if kind is ActKind.FREEZE else None
        )
        return True

    return house.database.write(work)


def _set_closed(house: House, key: str, kind: ActKind, note: str) -> bool:
    preset = _preset(key)

    def work(connection: Connection) -> bool:
        changed = house_tables.changed_tables(connection).get(preset.key)
        is_closed = changed is not None and changed.closed_at is not None
        if is_closed == (kind is ActKind.CLOSE):
            return False
        at = _noted(house, connection, kind, table_subject(preset.key), note)
        house_tables.change_house_table(
            connection, preset.key, closed_at=at if kind is ActKind.CLOSE else None
        )
        return True

    return house.database.write(work)


def _noted(
    house: House, connection: Connection, kind: ActKind, subject: str, note: str
) -> datetime:
    """Note an act that is carried out now, and return when that is."""
    at = house.clock()
    operator_acts.add_act(connection, kind, subject, note=_note(note), at=at)
    return at


def _present(connection: Connection, preset: TablePreset) -> tuple[str, TableRules, int]:
    """Return title, rules and version of a table as it is now, open or closed."""
    changed = house_tables.changed_tables(connection).get(preset.key)
    if changed is None or changed.version is None:
        return preset.title, preset.rules, preset.version
    stored = stored_version(connection, preset.key, changed.version)
    return stored.title, rules_of(stored.rules_json), stored.version


def _find(connection: Connection, who: str) -> StoredPlayer:
    member = members.member_by_key(connection, name_key(who))
    number = member.player_id if member else None
    if number is None and who.isascii() and who.isdecimal() and len(who) <= _DIGITS_MAX:
        number = int(who)
    player = None if number is None else players.player_by_id(connection, number)
    if player is None:
        raise NotFoundError(
            N_("There is no player of the number or name %(name)s."), reason="player", name=who
        )
    return player


def _preset(key: str) -> TablePreset:
    found = next((preset for preset in table_presets.PRESETS if preset.key == key), None)
    if found is None:
        raise UnknownPresetError(
            N_("The house has no table %(name)s; it has %(names)s."),
            name=repr(key),
            names=", ".join(preset.key for preset in table_presets.PRESETS),
        )
    return found


def _note(text: str) -> str:
    return " ".join(text.split())[: operator_acts.NOTE_LENGTH_MAX]
