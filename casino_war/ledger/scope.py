"""What an audit looks at: all rows, or those that are new or may have changed since a mark.

Rows that triggers keep from ever changing are not read a second time: transfers, commands,
settled rounds, finished shoes. Of the rest the mark says how they stood, and what still
stands so has been looked at. Accounts, players, seats and rules are few and always read.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Table,
    bindparam,
    or_,
    select,
    true,
    union,
)

from casino_war.ledger.command_kinds import ROUND_KINDS
from casino_war.ledger.standing import ShoeStanding, Standing
from casino_war.store.commands import COMMAND
from casino_war.store.rounds import ROUND
from casino_war.store.seats import SEAT
from casino_war.store.shoes import SHOE
from casino_war.store.transfers import TRANSFER

# No id has more digits, and what else is no number answers with no round at all.
_DIGITS_MAX = 18


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


def shoes_in_play(connection: Connection) -> dict[int, ShoeStanding]:
    """Read how the shoes in play stand, by id."""
    query = select(
        SHOE.c.id, SHOE.c.position, SHOE.c.client_seed, SHOE.c.started_at.is_not(None)
    ).where(SHOE.c.finished_at.is_(None))
    return {
        shoe_id: ShoeStanding(position, client_seed, bool(is_started))
        for shoe_id, position, client_seed, is_started in connection.execute(query)
    }


def open_notations(connection: Connection) -> dict[int, str]:
    """Read the notations of the rounds that wait for a decision, by id."""
    query = select(ROUND.c.id, ROUND.c.notation).where(ROUND.c.settled_at.is_(None))
    return {row.id: row.notation for row in connection.execute(query)}


def _old_rounds(connection: Connection, since: Standing) -> tuple[int, ...]:
    last_id = since.ids[ROUND.name]
    standing, present = since.open_rounds, open_notations(connection)
    touched = {round_id for round_id in standing if standing[round_id] != present.get(round_id)}
    touched |= present.keys() - standing.keys()
    moved = select(TRANSFER.c.round_id).where(
        TRANSFER.c.id > since.ids[TRANSFER.name], TRANSFER.c.round_id <= last_id
    )
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
