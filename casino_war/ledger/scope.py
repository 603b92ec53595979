"""What an audit looks at: all rows, or those that are new or may have changed since a mark.

Rows that triggers keep from ever changing are not read a second time: transfers, commands,
settled rounds, finished shoes. Open rounds and shoes in play have columns that no trigger
keeps: of them the mark holds digests, and whichever row has another digest by now is looked
at anew, whatever was changed in it. Accounts, players, seats and rules are few and always
read.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    String,
    Table,
    bindparam,
    or_,
    select,
    true,
    type_coerce,
    union,
)

from casino_war.ledger.command_kinds import ROUND_KINDS
from casino_war.ledger.standing import Standing
from casino_war.store.columns import UtcDateTime
from casino_war.store.commands import COMMAND
from casino_war.store.rounds import ROUND
from casino_war.store.seats import SEAT
from casino_war.store.shoes import SHOE
from casino_war.store.transfers import TRANSFER

# No id has more digits, and what else is no number answers with no round at all.
_DIGITS_MAX = 18
# The order of a shoe takes a kilobyte.
_ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The rows to look at. ``since`` is how the books stood before them."""

    is_full: bool
    since: Standing = field(default_factory=Standing)
    old_rounds: tuple[int, ...] = ()
    """Rounds dealt before the mark that were open then, or of which something is new."""
    old_shoes: tuple[int, ...] = ()
    """Shoes in play at the mark that do not stand as they did."""
    dealt_shoes: tuple[int, ...] = ()
    """Shoes to be dealt again, in order: those above, new ones, and those of the rounds."""

    def rows(self, table: Table) -> ColumnElement[bool]:
        """Say in SQL which rows of a table to look at."""
        if self.is_full or table.name not in self.since.ids:
            return true()
        is_new = table.c.id > self.since.ids[table.name]
        old = {ROUND.name: self.old_rounds, SHOE.name: self.old_shoes}.get(table.name)
        return or_(is_new, is_one_of(table.c.id, old)) if old else is_new


EVERYTHING = Scope(is_full=True)
"""A full audit."""


def scope_since(connection: Connection, since: Standing) -> Scope:
    """Find what is new in the books since they stood so."""
    old_rounds = _old_rounds(connection, since)
    old_shoes = _old_shoes(connection, since)
    found = Scope(is_full=False, since=since, old_rounds=old_rounds, old_shoes=old_shoes)
    of_rounds = select(ROUND.c.shoe_id).where(found.rows(ROUND))
    of_shoes = select(SHOE.c.id).where(found.rows(SHOE))
    of_seats = select(SHOE.c.id).where(
        SHOE.c.finished_at.is_(None),
        is_one_of(SHOE.c.seat_id, _seats_with_other_rules(connection, since)),
    )
    dealt = set(connection.scalars(union(of_rounds, of_shoes, of_seats)))
    return Scope(
        is_full=False,
        since=since,
        old_rounds=old_rounds,
        old_shoes=old_shoes,
        dealt_shoes=tuple(sorted(dealt)),
    )


def is_one_of(column: ColumnElement[int], ids: Iterable[int]) -> ColumnElement[bool]:
    """Say in SQL that a number is among *ids*, of which a parameter each would be too many."""
    listed: BindParameter[int] = bindparam(
        "ids", list(ids), expanding=True, literal_execute=True, unique=True
    )
    return column.in_(listed)


def shoes_in_play(connection: Connection) -> dict[int, str]:
    """Digest the shoes in play, by id."""
    return _digests(connection, SHOE, SHOE.c.finished_at.is_(None))


def open_rounds(connection: Connection) -> dict[int, str]:
    """Digest the rounds that wait for a decision, by id."""
    return _digests(connection, ROUND, ROUND.c.settled_at.is_(None))


def _digests(connection: Connection, table: Table, where: ColumnElement[bool]) -> dict[int, str]:
    # Moments as they are stored: one that cannot be read is told by an invariant.
    columns = [
        type_coerce(each, String) if isinstance(each.type, UtcDateTime) else each
        for each in table.c
    ]
    query = select(table.c.id, *columns).where(where)
    return {
        row[0]: hashlib.sha256(repr(tuple(row[1:])).encode()).hexdigest()
        for row in connection.execute(query, execution_options={"yield_per": _ROWS_AT_ONCE})
    }


def _old_rounds(connection: Connection, since: Standing) -> tuple[int, ...]:
    last_id = since.ids[ROUND.name]
    standing, present = since.open_rounds, open_rounds(connection)
    touched = {round_id for round_id in standing if standing[round_id] != present.get(round_id)}
    touched |= present.keys() - standing.keys()
    # The sum keeps SQLite from the index by rounds, in which it would read all old transfers.
    round_id = TRANSFER.c.round_id + 0
    moved = select(round_id).where(TRANSFER.c.id > since.ids[TRANSFER.name], round_id <= last_id)
    touched.update(connection.scalars(moved.distinct()))
    answers = select(COMMAND.c.answer).where(
        COMMAND.c.id > since.ids[COMMAND.name],
        COMMAND.c.kind.in_([kind.value for kind in ROUND_KINDS]),
    )
    touched.update(
        int(text)
        for text in connection.scalars(answers)
        if text.isdecimal() and len(text) <= _DIGITS_MAX
    )
    return tuple(sorted(round_id for round_id in touched if round_id <= last_id))


def _old_shoes(connection: Connection, since: Standing) -> tuple[int, ...]:
    last_id = since.ids[SHOE.name]
    standing, present = since.shoes, shoes_in_play(connection)
    either = standing.keys() | {shoe_id for shoe_id in present if shoe_id <= last_id}
    return tuple(sorted(each for each in either if standing.get(each) != present.get(each)))


def _seats_with_other_rules(connection: Connection, since: Standing) -> list[int]:
    rows = connection.execute(select(SEAT.c.id, SEAT.c.rules_id))
    return [row.id for row in rows if since.seat_rules.get(row.id, row.rules_id) != row.rules_id]
