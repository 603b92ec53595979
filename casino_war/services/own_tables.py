"""Tables of players' own: made, changed and closed by who made them, open to everybody.

Whoever knows a table's key may play there, with chips and a seat of their own.
"""

import secrets
import unicodedata
from dataclasses import dataclass
from datetime import timedelta

from casino_war.errors import (
    N_,
    InvalidRulesError,
    InvalidTitleError,
    TableClosedError,
    TableRefusedError,
)
from casino_war.game.money import CENTS_PER_CHIP
from casino_war.game.table_rules import TableRules
from casino_war.ledger.invariants.own_table import answer_of
from casino_war.services.carry_out import Scene, carry_out, find_player, stale
from casino_war.services.commands import ChangeTable, CloseTable, MakeTable
from casino_war.services.house import House
from casino_war.services.newcomers import act_as_anyone
from casino_war.services.open_tables import no_table
from casino_war.services.rounds import rules_of
from casino_war.store import own_tables as store
from casino_war.store import rules as rules_store
from casino_war.store.own_tables import TITLE_LENGTH_MAX as TITLE_LENGTH_MAX
from casino_war.store.own_tables import StoredOwnTable
from casino_war.store.own_tables import is_own_key as is_own_key

OPEN_TABLES_MAX = 50
"""How many tables a player may have open."""

VERSIONS_MAX = 60
"""How many versions of rules a player may store within `VERSIONS_PERIOD`, at all tables."""

VERSIONS_PERIOD = timedelta(hours=1)

ANTE_LIMIT_CENTS = 1_000_000 * CENTS_PER_CHIP
"""The largest ante or tie bet that an own table may take."""

RUNG_LIMIT = 1_000
"""The highest odds of a rung: seven hands of the largest bets then stay far below 2**63 cents."""

VISITED_MAX = 20
"""How many tables of others the lobby lists."""

_KEY_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTablePage:
    """An own table as its owner sees it; in the lobby also one of another's."""

    key: str
    title: str
    version: int
    rules: TableRules
    is_owner: bool
    is_closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeTable:
    """What came of making a table: the player, new or not, and the table's key."""

    token: str
    table_key: str


def make_table(house: House, token: str | None, command: MakeTable, visitor: str) -> MadeTable:
    """Store a new table; a stranger, whose browser is called *visitor*, becomes a player.

    Raises:
        InvalidTitleError, InvalidRulesError: see `checked_title` and `bounds_faults`.
        TableRefusedError: the player has a table of that title or too many tables, or has
            stored too many versions lately.
        StaleVersionError, KeyReusedError: see `act_as_anyone`.
    """
    _check(command.title, command.rules_json)
    player_token = act_as_anyone(
        house, token, command, visitor, lambda scene: _make(scene, command)
    )
    with house.database.reading() as connection:
        table = store.made_by_command(connection, command.key)
    if table is None:
        raise no_table(command.title)
    return MadeTable(token=player_token, table_key=table.key)


def change_table(house: House, token: str | None, command: ChangeTable) -> None:
    """Store another version of a table's rules, its title, or both; the same again is nothing.

    Shoes in play keep their version, see `tables`.

    Raises:
        InvalidTitleError, InvalidRulesError, TableRefusedError: as in `make_table`.
        NotFoundError: there is no such table, or it is another player's.
        TableClosedError: it is closed.
        StaleVersionError, KeyReusedError, NoBankrollError: see `carry_out`.
    """
    _check(command.title, command.rules_json)

    def act(scene: Scene) -> str:
        table = _take(scene, command.table_key, command.version)
        _check_title_free(scene, command.title, besides=table)
        _check_rate(scene)
        version = table.version + 1
        if not store.set_newest(scene.connection, table, title=command.title, version=version):
            raise stale()
        _store_rules(scene, table.key, version, command.title, command.rules_json)
        return answer_of(table.key, version)

    carry_out(house, token, command, act)


def close_table(house: House, token: str | None, command: CloseTable) -> None:
    """Close a table for good: what is open there ends, nothing new begins.

    Raises:
        NotFoundError, TableClosedError, StaleVersionError, KeyReusedError, NoBankrollError.
    """

    def act(scene: Scene) -> str:
        table = _take(scene, command.table_key, command.version)
        if not store.close_own_table(scene.connection, table, scene.at):
            raise stale()
        return table.key

    carry_out(house, token, command, act)


def own_table_page(house: House, token: str | None, table_key: str) -> OwnTablePage:
    """Show a table to its owner.

    Raises:
        NotFoundError: there is no such table, or it is another player's.
    """
    with house.database.reading() as connection:
        player = find_player(connection, token)
        table = store.own_table(connection, table_key) if is_own_key(table_key) else None
        if player is None or table is None or table.player_id != player.id:
            raise no_table(table_key)
        return _page(rules_store.versions_of(connection, table.key)[0].rules_json, table, True)


def tables_of_player(house: House, token: str | None) -> tuple[OwnTablePage, ...]:
    """List the player's open tables, then those of others where the player sits."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return ()
        own = store.open_tables_of(connection, player.id)
        visited = store.open_tables_visited(connection, player.id, VISITED_MAX)
        pages = []
        for table in (*own, *visited):
            newest = rules_store.find_rules(connection, table.key, table.version)
            if newest is not None:
                pages.append(_page(newest.rules_json, table, table.player_id == player.id))
        return tuple(pages)


def checked_title(text: str) -> str:
    """Return a title as it is stored: composed, and with single spaces.

    Raises:
        InvalidTitleError: it is blank, longer than 60 characters, or holds signs that
            cannot be printed.
    """
    # Only spaces are joined: a line break or tab is no title's, and is told.
    title = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    if not title or len(title) > TITLE_LENGTH_MAX:
        raise InvalidTitleError(
            N_("A title has 1 to %(limit)s characters, not %(count)s."),
            reason="length",
            limit=TITLE_LENGTH_MAX,
            count=len(title),
        )
    if not title.isprintable():
        raise InvalidTitleError(
            N_("The title holds a character that cannot be printed: leave it out."),
            reason="unprintable",
        )
    return title


def bounds_faults(rules: TableRules) -> tuple[InvalidRulesError, ...]:
    """List what keeps rules from being an own table's, though a table's they could be."""
    found = []
    for name in ("ante_max_cents", "tie_bet_max_cents"):
        amount_cents = getattr(rules, name)
        if amount_cents is not None and amount_cents > ANTE_LIMIT_CENTS:
            found.append(
                InvalidRulesError(
                    N_("%(field)s can be at most %(limit_chips)s at a table of your own."),
                    fields=(name,),
                    field=name,
                    limit_cents=ANTE_LIMIT_CENTS,
                )
            )
    if any(rung > RUNG_LIMIT for rung in rules.tie_ladder):
        found.append(
            InvalidRulesError(
                N_("A rung can pay at most %(limit)s to 1 at a table of your own."),
                fields=("tie_ladder",),
                limit=RUNG_LIMIT,
            )
        )
    return tuple(found)


def _check(title: str, rules_json: str) -> None:
    # Whoever made the command has asked the same, field by field; this is the gate.
    checked = checked_title(title)
    if checked != title:
        raise InvalidTitleError(
            N_("A title stands without spaces around it."), reason="unprintable"
        )
    for fault in bounds_faults(rules_of(rules_json)):
        raise fault


def _make(scene: Scene, command: MakeTable) -> None:
    _check_title_free(scene, command.title)
    tables = store.open_tables_of(scene.connection, scene.player.id)
    if len(tables) >= OPEN_TABLES_MAX:
        raise TableRefusedError(
            N_("You have %(limit)s open tables of your own, and nobody may have more: close one."),
            reason="too_many",
            limit=OPEN_TABLES_MAX,
        )
    _check_rate(scene)
    table = store.add_own_table(
        scene.connection,
        key=f"{store.OWN_PREFIX}{secrets.token_hex(_KEY_BYTES)}",
        player_id=scene.player.id,
        title=command.title,
        command_key=command.key,
        at=scene.at,
    )
    _store_rules(scene, table.key, table.version, command.title, command.rules_json)


def _store_rules(scene: Scene, key: str, version: int, title: str, rules_json: str) -> None:
    rules_store.ensure_rules(
        scene.connection,
        key=key,
        version=version,
        title=title,
        rules_json=rules_json,
        at=scene.at,
    )


def _take(scene: Scene, table_key: str, version: int) -> StoredOwnTable:
    """Return the player's table in the version that the form was drawn from."""
    table = store.own_table(scene.connection, table_key) if is_own_key(table_key) else None
    if table is None or table.player_id != scene.player.id:
        raise no_table(table_key)
    if table.is_closed:
        raise TableClosedError(N_("This table is closed: it changes no more. Nothing was done."))
    if table.version != version:
        raise stale()
    return table


def _check_title_free(scene: Scene, title: str, besides: StoredOwnTable | None = None) -> None:
    for table in store.open_tables_of(scene.connection, scene.player.id):
        is_other = besides is None or table.id != besides.id
        if is_other and table.title.casefold() == title.casefold():
            raise TableRefusedError(
                N_("You have a table called %(title)s already: choose another title."),
                reason="title",
                title=table.title,
            )


def _check_rate(scene: Scene) -> None:
    since = scene.at - VERSIONS_PERIOD
    if store.count_versions_since(scene.connection, scene.player.id, since) >= VERSIONS_MAX:
        raise TableRefusedError(
            N_("You have saved tables %(limit)s times within an hour: wait a while."),
            reason="too_often",
            limit=VERSIONS_MAX,
        )


def _page(rules_json: str, table: StoredOwnTable, is_owner: bool) -> OwnTablePage:
    return OwnTablePage(
        key=table.key,
        title=table.title,
        version=table.version,
        rules=rules_of(rules_json),
        is_owner=is_owner,
        is_closed=table.is_closed,
    )
