"""Who sits at a table and with what, read in one question: every request there asks for it."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, exists, func, select

from casino_war.store.accounts import ACCOUNT
from casino_war.store.commands import COMMAND, StoredCommand
from casino_war.store.house_tables import HOUSE_TABLE, StoredHouseTable, house_table
from casino_war.store.luck import LuckBefore, luck_before, with_luck
from casino_war.store.players import PLAYER, StoredPlayer
from casino_war.store.rounds import ROUND
from casino_war.store.rows import part_of
from casino_war.store.rules import TABLE_RULES, StoredRules, rules_by_id
from casino_war.store.seats import SEAT, StoredSeat
from casino_war.store.shoes import SHOE, StoredShoe, note_order


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVisit:
    """A player who looks at a table; the seat there and its rules, None for who has none."""

    player: StoredPlayer
    sums_cents: tuple[int, int]
    """What the player's accounts of the two kinds hold that were asked for."""
    seat: StoredSeat | None
    rules: StoredRules | None
    shoes: tuple[StoredShoe, ...]
    """The seat's current shoe and the next."""
    finished_shoe_id: int | None
    """The shoe that the seat finished last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """A seat with the rules that it is dealt by and its shoe in play."""

    seat: StoredSeat
    rules: StoredRules
    shoe: StoredShoe
    has_open_round: bool
    """Whether a round waits for a decision."""
    funds_cents: int
    """What the account held that was asked for, 0 if it was never opened."""
    luck: LuckBefore | None
    """Its sums by its present rules, None unless all settled rounds are in them."""
    known: StoredCommand | None
    """The command that was carried out under the key that was asked for."""


_AT_TABLE = SEAT.c.table_key == bindparam("of_table")
_SUMS = (
    func.coalesce(
        select(func.sum(ACCOUNT.c.balance_cents))
        .where(ACCOUNT.c.player_id == PLAYER.c.id, ACCOUNT.c.kind == bindparam(kind))
        .scalar_subquery(),
        0,
    )
    for kind in ("first_kind", "second_kind")
)
_FINISHED = SHOE.alias("finished_shoe")
_LAST_FINISHED = (
    select(_FINISHED.c.id)
    .where(_FINISHED.c.seat_id == SEAT.c.id, _FINISHED.c.finished_at.is_not(None))
    .order_by(_FINISHED.c.nonce.desc())
    .limit(1)
    .correlate(SEAT)
    .scalar_subquery()
)
_VISIT = (
    select(
        PLAYER,
        SEAT,
        TABLE_RULES,
        HOUSE_TABLE,
        SHOE,
        _LAST_FINISHED.label("finished_shoe_id"),
        *_SUMS,
    )
    .join_from(PLAYER, SEAT, and_(SEAT.c.player_id == PLAYER.c.id, _AT_TABLE), isouter=True)
    .join(TABLE_RULES, SEAT.c.rules_id == TABLE_RULES.c.id, isouter=True)
    .join(HOUSE_TABLE, HOUSE_TABLE.c.key == bindparam("of_table"), isouter=True)
    .join(SHOE, and_(SHOE.c.seat_id == SEAT.c.id, SHOE.c.finished_at.is_(None)), isouter=True)
    .where(PLAYER.c.token == bindparam("of_token"))
    .order_by(SHOE.c.nonce)
)
_OPEN_ROUND = exists().where(ROUND.c.seat_id == SEAT.c.id, ROUND.c.settled_at.is_(None))
_FUNDS = func.coalesce(
    select(ACCOUNT.c.balance_cents)
    .where(ACCOUNT.c.name == bindparam("of_account"))
    .scalar_subquery(),
    0,
)
_TURN = (
    with_luck(
        select(
            SEAT,
            TABLE_RULES,
            SHOE,
            HOUSE_TABLE,
            COMMAND,
            _OPEN_ROUND.label("has_open_round"),
            _FUNDS.label("funds_cents"),
        )
        .join_from(SEAT, TABLE_RULES, SEAT.c.rules_id == TABLE_RULES.c.id)
        .join(HOUSE_TABLE, HOUSE_TABLE.c.key == SEAT.c.table_key, isouter=True)
        .join(COMMAND, COMMAND.c.key == bindparam("of_key"), isouter=True)
        .join(SHOE, SHOE.c.seat_id == SEAT.c.id)
    )
    .where(SEAT.c.player_id == bindparam("of_player"), _AT_TABLE, SHOE.c.finished_at.is_(None))
    # The next shoe is unfinished too.
    .order_by(SHOE.c.nonce)
    .limit(1)
)


def visit_of(
    connection: Connection, token: str, table_key: str, kinds: tuple[str, str]
) -> StoredVisit | None:
    """Find the player of a session, and what seats them at a table; None for a stranger.

    *kinds* of accounts are those whose sums are wanted.
    """
    values = {
        "of_token": token,
        "of_table": table_key,
        "first_kind": kinds[0],
        "second_kind": kinds[1],
    }
    # One row for each shoe in play, one at least.
    rows = connection.execute(_VISIT, values).all()
    if not rows:
        return None
    row = rows[0]
    seat_at = len(PLAYER.c)
    rules_at = seat_at + len(SEAT.c)
    first_cents, second_cents = row[-2:]
    is_seated = row[seat_at] is not None
    rules = part_of(row, TABLE_RULES, StoredRules, rules_at) if is_seated else None
    if rules is not None:
        rules_by_id.note(connection, rules.id, rules)
    table_at = rules_at + len(TABLE_RULES.c)
    _note_table(connection, row, table_at, table_key)
    shoe_at = table_at + len(HOUSE_TABLE.c)
    in_play = () if row[shoe_at] is None else rows
    shoes = tuple(part_of(each, SHOE, StoredShoe, shoe_at) for each in in_play)
    for shoe in shoes:
        note_order(connection, shoe)
    return StoredVisit(
        player=part_of(row, PLAYER, StoredPlayer),
        sums_cents=(int(first_cents), int(second_cents)),
        seat=part_of(row, SEAT, StoredSeat, seat_at) if is_seated else None,
        rules=rules,
        shoes=shoes,
        finished_shoe_id=row.finished_shoe_id,
    )


def turn_at(
    connection: Connection,
    player_id: int,
    table_key: str,
    account: str,
    *,
    command_key: str,
    day: int,
) -> StoredTurn | None:
    """Find what the player's seat at a table plays with; None for who does not sit there.

    *account* names the one that pays, which keeps its balance; *day* is today's number, see
    `casino_war.store.days`.
    """
    values = {
        "of_player": player_id,
        "of_table": table_key,
        "of_account": account,
        "of_key": command_key,
        "of_day": day,
    }
    row = connection.execute(_TURN, values).first()
    if row is None:
        return None
    rules_at = len(SEAT.c)
    shoe_at = rules_at + len(TABLE_RULES.c)
    rules = part_of(row, TABLE_RULES, StoredRules, rules_at)
    shoe = part_of(row, SHOE, StoredShoe, shoe_at)
    rules_by_id.note(connection, rules.id, rules)
    note_order(connection, shoe)
    table_at = shoe_at + len(SHOE.c)
    _note_table(connection, row, table_at, table_key)
    command_at = table_at + len(HOUSE_TABLE.c)
    is_known = row[command_at] is not None
    return StoredTurn(
        seat=part_of(row, SEAT, StoredSeat),
        rules=rules,
        shoe=shoe,
        has_open_round=bool(row.has_open_round),
        funds_cents=row.funds_cents,
        luck=luck_before(row._mapping, rules.id),
        known=part_of(row, COMMAND, StoredCommand, command_at) if is_known else None,
    )


def _note_table(connection: Connection, row: Row[Any], at: int, table_key: str) -> None:
    """Remember what the operator has changed of the table: whether it deals is asked next."""
    is_changed = row[at] is not None
    changed = part_of(row, HOUSE_TABLE, StoredHouseTable, at) if is_changed else None
    house_table.note(connection, table_key, changed)
