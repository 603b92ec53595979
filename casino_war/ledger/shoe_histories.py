"""Shoes with all that was dealt from them, played again, some at a time for the audit."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Label,
    RowMapping,
    Select,
    and_,
    func,
    or_,
    select,
)

from casino_war.errors import CasinoWarError
from casino_war.ledger.audited_game import Game, ReplayedRound
from casino_war.ledger.scope import EVERYTHING, Scope
from casino_war.store.accounts import ACCOUNT
from casino_war.store.commands import COMMAND
from casino_war.store.rounds import ROUND, StoredRound
from casino_war.store.rules import TABLE_RULES
from casino_war.store.seats import SEAT
from casino_war.store.shoes import HAS_EARLIER_IN_PLAY, SHOE, StoredShoe
from casino_war.store.transfers import TRANSFER

SHOES_AT_ONCE = 50
"""A shoe of eight decks holds some two hundred rounds of a handful of transfers each."""

_SOURCE = ACCOUNT.alias("source")
_TARGET = ACCOUNT.alias("target")

Line = tuple[str, str, int, str, int | None, str | None]
"""A transfer as the books have it: source, target, cents, code, hand and wager. It is left
as text, for in a spoilt book it may be none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtRound:
    """A round with its rules and transfers; ``replayed`` is None where ``error`` says why."""

    stored: StoredRound
    rules_key: str
    rules_version: int
    rules_json: str
    lines: tuple[Line, ...]
    command_kinds: tuple[str | None, ...]
    """The kinds of the commands that made the transfers, in order; None where unknown."""
    replayed: ReplayedRound | None
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeHistory:
    """A shoe and its rounds in the order in which they were dealt.

    ``is_present`` says whether the next round is dealt from it, ``seat_rules_json`` are the
    rules that its seat plays by now, ``table_rules_json`` those of every version of its
    table, by which a shoe without rounds may have been committed and drawn. ``is_whole``
    says whether all its rounds are here: of those looked at before only the last is, and
    the cards that the others showed are in ``shown_before``.
    """

    shoe: StoredShoe
    is_present: bool
    is_whole: bool
    seat_rules_json: str
    table_rules_json: tuple[str, ...]
    shown_before: tuple[str, ...]
    rounds: tuple[DealtRound, ...]


def shoe_histories(
    connection: Connection, game: Game, scope: Scope = EVERYTHING
) -> Iterator[ShoeHistory]:
    """Read shoes by id, a few queries for some of them: there may be millions of rounds."""
    versions = _rows_by(connection, TABLE_RULES.select().order_by(TABLE_RULES.c.id), "key")
    query = (
        select(*SHOE.c, SEAT.c.table_key, TABLE_RULES.c.rules_json, _is_present())
        .join_from(SHOE, SEAT, SHOE.c.seat_id == SEAT.c.id)
        .join(TABLE_RULES, SEAT.c.rules_id == TABLE_RULES.c.id)
        .order_by(SHOE.c.id)
    )
    for shoe_ids in _batches(connection, scope):
        first_rounds = _first_rounds(connection, scope, shoe_ids)
        looked_at = or_(*(_from(*each) for each in first_rounds.items()))
        rounds = _rows_by(connection, _rounds(looked_at), "shoe_id")
        transfers = _rows_by(connection, _transfers(looked_at), "round_id")
        shown = _shown_before(connection, first_rounds)
        for row in connection.execute(query.where(SHOE.c.id.in_(shoe_ids))).mappings():
            columns = dict(row)
            rules_json, table_key, is_present = (
                columns.pop(name) for name in ("rules_json", "table_key", "is_present")
            )
            shoe = StoredShoe(**columns)
            yield ShoeHistory(
                shoe=shoe,
                is_present=bool(is_present),
                is_whole=first_rounds[shoe.id] is None,
                seat_rules_json=rules_json,
                table_rules_json=tuple(rules["rules_json"] for rules in versions[table_key]),
                shown_before=shown[shoe.id],
                rounds=tuple(
                    _dealt(game, shoe, round_row, transfers[round_row["id"]])
                    for round_row in rounds[shoe.id]
                ),
            )


def _batches(connection: Connection, scope: Scope) -> Iterator[Sequence[int]]:
    """List the shoes to read, some at a time."""
    if not scope.is_full:
        for start in range(0, len(scope.dealt_shoes), SHOES_AT_ONCE):
            yield scope.dealt_shoes[start : start + SHOES_AT_ONCE]
        return
    ids = select(SHOE.c.id).order_by(SHOE.c.id).limit(SHOES_AT_ONCE)
    found = connection.scalars(ids).all()
    while found:
        yield found
        found = connection.scalars(ids.where(SHOE.c.id > found[-1])).all()


def _first_rounds(
    connection: Connection, scope: Scope, shoe_ids: Sequence[int]
) -> dict[int, int | None]:
    """Choose the first round to read of each shoe, None where that is its first.

    It is the last of those that were looked at before, which says where the next begins.
    """
    first: dict[int, int | None] = dict.fromkeys(shoe_ids)
    if scope.is_full:
        return first
    earliest = (
        select(ROUND.c.shoe_id, func.min(ROUND.c.id).label("round_id"))
        .where(ROUND.c.shoe_id.in_(shoe_ids), scope.rows(ROUND))
        .group_by(ROUND.c.shoe_id)
        .subquery("earliest")
    )
    before = (
        select(ROUND.c.shoe_id, func.max(ROUND.c.id))
        .join_from(ROUND, earliest, ROUND.c.shoe_id == earliest.c.shoe_id, isouter=True)
        .where(
            ROUND.c.shoe_id.in_(shoe_ids),
            or_(earliest.c.round_id.is_(None), ROUND.c.id < earliest.c.round_id),
        )
        .group_by(ROUND.c.shoe_id)
    )
    for shoe_id, round_id in connection.execute(before):
        first[shoe_id] = round_id
    return first


def _shown_before(
    connection: Connection, first_rounds: Mapping[int, int | None]
) -> defaultdict[int, tuple[str, ...]]:
    """Read the cards that a shoe has shown before the first round to read of it."""
    shown: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
    for shoe_id, first_id in first_rounds.items():
        if first_id is None:
            continue
        query = select(ROUND.c.cards_text).where(
            ROUND.c.shoe_id == shoe_id, ROUND.c.id < first_id, ROUND.c.cards_text.is_not(None)
        )
        shown[shoe_id] = tuple(connection.scalars(query.order_by(ROUND.c.id)))
    return shown


def _from(shoe_id: int, round_id: int | None) -> ColumnElement[bool]:
    is_of_shoe = ROUND.c.shoe_id == shoe_id
    return is_of_shoe if round_id is None else and_(is_of_shoe, ROUND.c.id >= round_id)


def _is_present() -> Label[bool]:
    """Say whether a shoe is the unfinished one of the lowest nonce of its seat."""
    return and_(SHOE.c.finished_at.is_(None), ~HAS_EARLIER_IN_PLAY).label("is_present")


def _dealt(
    game: Game, shoe: StoredShoe, row: RowMapping, transfers: list[RowMapping]
) -> DealtRound:
    columns = dict(row)
    rules_key, rules_version, rules_json = (
        columns.pop(name) for name in ("rules_key", "rules_version", "rules_json")
    )
    stored = StoredRound(**columns)
    replayed, error = None, ""
    try:
        replayed = game.replay(stored, rules_json, shoe.order_text or "")
    except CasinoWarError as refused:
        error = str(refused)
    commands = {line["command_key"]: line["kind"] for line in transfers}
    return DealtRound(
        stored=stored,
        rules_key=rules_key,
        rules_version=rules_version,
        rules_json=rules_json,
        lines=tuple(_line(line) for line in transfers),
        command_kinds=tuple(commands.values()),
        replayed=replayed,
        error=error,
    )


def _line(row: RowMapping) -> Line:
    return (
        row["source"],
        row["target"],
        row["amount_cents"],
        row["code"],
        row["hand"],
        row["wager"],
    )


def _rounds(looked_at: ColumnElement[bool]) -> Select[Any]:
    return (
        select(
            *ROUND.c,
            TABLE_RULES.c.key.label("rules_key"),
            TABLE_RULES.c.version.label("rules_version"),
            TABLE_RULES.c.rules_json,
        )
        .join_from(ROUND, TABLE_RULES, ROUND.c.rules_id == TABLE_RULES.c.id)
        .where(looked_at)
        .order_by(ROUND.c.id)
    )


def _transfers(looked_at: ColumnElement[bool]) -> Select[Any]:
    return (
        select(
            TRANSFER.c.round_id,
            _SOURCE.c.name.label("source"),
            _TARGET.c.name.label("target"),
            TRANSFER.c.amount_cents,
            TRANSFER.c.code,
            TRANSFER.c.hand,
            TRANSFER.c.wager,
            TRANSFER.c.command_key,
            COMMAND.c.kind,
        )
        .join_from(ROUND, TRANSFER, ROUND.c.id == TRANSFER.c.round_id)
        .join(_SOURCE, TRANSFER.c.source_id == _SOURCE.c.id)
        .join(_TARGET, TRANSFER.c.target_id == _TARGET.c.id)
        .join(COMMAND, TRANSFER.c.command_key == COMMAND.c.key, isouter=True)
        .where(looked_at)
        .order_by(TRANSFER.c.id)
    )


def _rows_by(
    connection: Connection, query: Select[Any], column: str
) -> defaultdict[Any, list[RowMapping]]:
    rows: defaultdict[Any, list[RowMapping]] = defaultdict(list)
    for row in connection.execute(query).mappings():
        rows[row[column]].append(row)
    return rows
