"""The mark of a clean audit: how the books stood, trusted while nobody can have changed them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, case, func, or_, select

from casino_war import __version__
from casino_war.ledger.audit import NAMES
from casino_war.ledger.command_kinds import CommandKind
from casino_war.ledger.invariants.player import IS_FIRST
from casino_war.ledger.scope import Scope, open_rounds, scope_since, shoes_in_play
from casino_war.ledger.standing import PlayerStanding, Standing
from casino_war.store import audit_marks
from casino_war.store.accounts import ACCOUNT
from casino_war.store.audit_marks import StoredMark
from casino_war.store.commands import COMMAND
from casino_war.store.guard import guard_of
from casino_war.store.luck import StoredLuck, every_luck
from casino_war.store.players import PLAYER
from casino_war.store.rounds import ROUND
from casino_war.store.rows import count_rows
from casino_war.store.seats import SEAT
from casino_war.store.shoes import SHOE
from casino_war.store.transfers import TRANSFER

GROWING: tuple[Table, ...] = (TRANSFER, COMMAND, ROUND, SHOE)
"""The tables that grow with every round, whose old rows are counted and not read again."""

MADE_OVER_MAX = 20_000
"""How many old rows may have been made over since a mark for it to save any reading."""


@dataclass(frozen=True, slots=True)
class Untrusted:
    """Why an audit cannot go on from a mark, in a few words."""

    why: str


UNREADABLE = Untrusted("the mark of the last clean audit cannot be read")


@dataclass(frozen=True, slots=True)
class Since:
    """What is new since a mark."""

    mark: StoredMark
    scope: Scope


def find_scope(connection: Connection) -> Since | Untrusted:
    """Find what is new since the last clean audit, or why all must be looked at."""
    try:
        mark = audit_marks.last_mark(connection)
    except ValueError:
        return UNREADABLE
    if mark is None:
        return Untrusted("there is no clean audit to go on from")
    if mark.program != _program():
        return Untrusted("the last clean audit was another version's")
    if mark.guard != guard_of(connection):
        return Untrusted("triggers or tables were changed since the last clean audit")
    try:
        since = Standing.from_json(mark.standing_json)
    except ValueError:
        return UNREADABLE
    if set(since.ids) != {table.name for table in GROWING}:
        return Untrusted("the mark of the last clean audit is incomplete")
    for table in GROWING:
        if _old_rows(connection, table, since) != since.counts.get(table.name):
            return Untrusted(f"{table.name} rows came or went below the last clean audit")
    if since.seating != _seating(connection, since):
        return Untrusted("seats are not whose they were at the last clean audit")
    scope = scope_since(connection, since)
    moved = {
        seat_id
        for (seat_id, rules_id), luck in every_luck(connection).items()
        if since.luck.get(seat_id, {}).get(rules_id) != luck
    }
    if not moved.isdisjoint(since.unmeasured):
        return Untrusted("luck from before the last clean audit was measured since")
    if len(scope.old_rounds) + len(scope.old_shoes) > MADE_OVER_MAX:
        return Untrusted("too much was made over since the last clean audit")
    return Since(mark, scope)


def keep_mark(
    connection: Connection,
    standing: Standing,
    guard: str,
    at: datetime,
    since: StoredMark | None = None,
) -> None:
    """Store how the books stood at a clean audit, and what guarded them then.

    An audit that went on from the mark *since* has a say only while that mark stands:
    another may have found meanwhile that what lies before it is not clean.
    """
    if since is not None and audit_marks.last_mark(connection) != since:
        return
    audit_marks.replace_mark(
        connection,
        guard=guard,
        program=_program(),
        standing_json=standing.to_json(),
        at=at,
    )


def drop_mark(connection: Connection) -> None:
    """Let the next audit read everything: an audit has found what is not clean."""
    audit_marks.delete_marks(connection)


def standing_now(connection: Connection, scope: Scope) -> Standing:
    """Read how the books stand, the audit of *scope* having found nothing wrong."""
    ids = {table.name: _highest_id(connection, table) for table in GROWING}
    rules = select(SEAT.c.id, SEAT.c.rules_id)
    balances = select(ACCOUNT.c.id, ACCOUNT.c.balance_cents).where(
        ACCOUNT.c.balance_cents.is_not(None)
    )
    luck: dict[int, dict[int, StoredLuck]] = {}
    for (seat_id, rules_id), stored in every_luck(connection).items():
        luck.setdefault(seat_id, {})[rules_id] = stored
    bare = Standing(ids=ids, seat_rules=_pairs(connection, rules))
    return Standing(
        ids=ids,
        counts={table.name: _old_rows(connection, table, bare) for table in GROWING},
        seating=_seating(connection, bare),
        balances=_pairs(connection, balances),
        players=_players(connection, scope),
        seat_rules=bare.seat_rules,
        shoes=shoes_in_play(connection),
        open_rounds=open_rounds(connection),
        luck=luck,
        unmeasured=_unmeasured(connection, luck),
    )


def _program() -> str:
    return hashlib.sha256(repr((__version__, NAMES)).encode()).hexdigest()


def _highest_id(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.coalesce(func.max(table.c.id), 0))) or 0


def _old_rows(connection: Connection, table: Table, since: Standing) -> int:
    """Count the rows up to the mark: all, which a database counts fast, less the new ones."""
    is_new = table.c.id > since.ids[table.name]
    return count_rows(connection, table) - count_rows(connection, table, is_new)


def _seating(connection: Connection, since: Standing) -> str:
    """Digest whose the seats of the mark are; those that came later are left out."""
    digest = hashlib.sha256()
    seats = select(SEAT.c.id, SEAT.c.player_id, SEAT.c.table_key).order_by(SEAT.c.id)
    for row in connection.execute(seats.where(SEAT.c.id <= max(since.seat_rules, default=0))):
        digest.update(repr(tuple(row)).encode())
    return digest.hexdigest()


def _players(connection: Connection, scope: Scope) -> dict[int, PlayerStanding]:
    versions = select(SEAT.c.player_id, func.sum(SEAT.c.version)).group_by(SEAT.c.player_id)
    seat_versions = _pairs(connection, versions)
    is_sitting = COMMAND.c.kind == CommandKind.SIT_DOWN.value
    sat = (
        select(
            COMMAND.c.player_id,
            func.count(),
            func.sum(case((is_sitting, 1), else_=0)),
        )
        .where(scope.rows(COMMAND), or_(is_sitting, IS_FIRST))
        .group_by(COMMAND.c.player_id)
    )
    took = {player_id: (takes, sits) for player_id, takes, sits in connection.execute(sat)}
    standings = {}
    for player_id, version in connection.execute(select(PLAYER.c.id, PLAYER.c.version)):
        before = scope.since.players.get(player_id, PlayerStanding())
        takes, sits = took.get(player_id, (0, 0))
        standings[player_id] = PlayerStanding(
            version=version,
            seat_versions=seat_versions.get(player_id, 0),
            may_sit=before.may_sit + takes,
            sat_down=before.sat_down + int(sits),
        )
    return standings


def _unmeasured(
    connection: Connection, luck: Mapping[int, Mapping[int, StoredLuck]]
) -> tuple[int, ...]:
    last_settled = (
        select(ROUND.c.id)
        .where(ROUND.c.seat_id == SEAT.c.id, ROUND.c.settled_at.is_not(None))
        .order_by(ROUND.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    counted = {
        seat_id: max(each.last_round_id for each in of_seat.values())
        for seat_id, of_seat in luck.items()
    }
    last = connection.execute(select(SEAT.c.id, func.coalesce(last_settled, 0)))
    return tuple(seat_id for seat_id, round_id in last if round_id > counted.get(seat_id, 0))


def _pairs(connection: Connection, query: Any) -> dict[int, int]:
    return {key: int(value) for key, value in connection.execute(query)}
