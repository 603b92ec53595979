"""What must be true of commands: what they did stands in the books, and no more than that."""

from collections.abc import Iterable, Iterator

from sqlalchemy import (
    ColumnElement,
    Connection,
    String,
    and_,
    case,
    cast,
    func,
    literal,
    not_,
    or_,
    select,
    true,
    union,
    union_all,
)

from casino_war.ledger.command_kinds import (
    CASHIER_KINDS,
    KINDS_OF_CODE,
    ROUND_KINDS,
    SEAT_KINDS,
    CommandKind,
)
from casino_war.ledger.invariants.counts import miscounted
from casino_war.ledger.invariants.shoe import ENDED_BY_PLAYER
from casino_war.ledger.scope import Scope, is_one_of
from casino_war.store.commands import COMMAND
from casino_war.store.players import PLAYER
from casino_war.store.rounds import ROUND
from casino_war.store.seats import SEAT
from casino_war.store.shoes import SHOE
from casino_war.store.transfers import TRANSFER


def commands_are_known(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every command to be of a kind that the house carries out."""
    query = (
        select(COMMAND.c.key, COMMAND.c.kind)
        .where(scope.rows(COMMAND), COMMAND.c.kind.not_in(_values(CommandKind)))
        .order_by(COMMAND.c.id)
    )
    for row in connection.execute(query):
        yield f"the command {row.key!r} is of the unknown kind {row.kind!r}"


def commands_fit_their_transfers(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every transfer to be one that a command of that kind can make."""
    fits = or_(
        *(
            and_(TRANSFER.c.code == code.value, COMMAND.c.kind.in_(_values(kinds)))
            for code, kinds in KINDS_OF_CODE.items()
        )
    )
    query = (
        select(TRANSFER.c.id, TRANSFER.c.code, COMMAND.c.kind)
        .join_from(TRANSFER, COMMAND, TRANSFER.c.command_key == COMMAND.c.key)
        .where(scope.rows(TRANSFER), not_(fits))
        .order_by(TRANSFER.c.id)
    )
    for row in connection.execute(query):
        yield f"transfer {row.id} has the code {row.code}, its command is a {row.kind}"


def commands_have_transfers(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every command of the cashier or a round to have moved chips, line after line."""
    lines, last = func.count(TRANSFER.c.id), func.coalesce(func.max(TRANSFER.c.line), 0)
    looked_at: ColumnElement[bool] = true()
    if not scope.is_full:
        # A new transfer may stand under an old command.
        looked_at = COMMAND.c.key.in_(
            union(
                select(COMMAND.c.key).where(scope.rows(COMMAND)),
                select(TRANSFER.c.command_key).where(scope.rows(TRANSFER)),
            )
        )
    query = (
        select(COMMAND.c.key, COMMAND.c.kind, lines.label("lines"), last.label("last"))
        .join_from(COMMAND, TRANSFER, COMMAND.c.key == TRANSFER.c.command_key, isouter=True)
        .where(
            COMMAND.c.kind.in_(_values((*CASHIER_KINDS, *ROUND_KINDS))),
            looked_at,
        )
        .group_by(COMMAND.c.key, COMMAND.c.kind)
        .having(or_(lines == 0, lines != last))
        .order_by(COMMAND.c.key)
    )
    for row in connection.execute(query):
        yield (f"the {row.kind} {row.key!r} has {row.lines} transfers, the last of line {row.last}")


def commands_answer_their_rounds(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require the transfers of a round to be made by commands that answered with it."""
    query = (
        select(TRANSFER.c.id, TRANSFER.c.round_id, COMMAND.c.answer)
        .join_from(TRANSFER, COMMAND, TRANSFER.c.command_key == COMMAND.c.key)
        .where(
            scope.rows(TRANSFER),
            TRANSFER.c.round_id.is_not(None),
            COMMAND.c.answer != cast(TRANSFER.c.round_id, String),
        )
        .order_by(TRANSFER.c.id)
    )
    for row in connection.execute(query):
        yield f"transfer {row.id} is of round {row.round_id}, its command's answer {row.answer!r}"


def rounds_have_commands(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require one deal for every round of a player, and a round for every deal and decision.

    A round that somebody deleted, with its transfers and all, is missed by its commands.
    """
    is_deal = case((COMMAND.c.kind == CommandKind.DEAL_ROUND.value, 1), else_=0)
    # The deal of an old round was counted when that was looked at first.
    is_old = (
        literal(0) if scope.is_full else case((is_one_of(ROUND.c.id, scope.old_rounds), 1), else_=0)
    )
    told = union_all(
        select(
            ROUND.c.player_id,
            cast(ROUND.c.id, String).label("round_id"),
            literal(1).label("is_round"),
            is_old.label("is_deal"),
        ).where(scope.rows(ROUND)),
        select(COMMAND.c.player_id, COMMAND.c.answer, literal(0), is_deal).where(
            scope.rows(COMMAND), COMMAND.c.kind.in_(_values(ROUND_KINDS))
        ),
    ).subquery("told")
    rounds, deals = func.sum(told.c.is_round), func.sum(told.c.is_deal)
    query = (
        select(told.c.player_id, told.c.round_id, rounds.label("rounds"), deals.label("deals"))
        .group_by(told.c.player_id, told.c.round_id)
        .having(or_(rounds != 1, deals != 1))
        .order_by(told.c.player_id, told.c.round_id)
    )
    for row in connection.execute(query):
        stands = "stands" if row.rounds else "does not stand"
        yield (
            f"round {row.round_id} of player {row.player_id} {stands} in the books, "
            f"{row.deals} commands dealt it"
        )


def versions_count_commands(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require versions of players and seats to count their commands, each of which adds one."""
    before = scope.since.players
    of_players = select(PLAYER.c.id.label("player_id"), PLAYER.c.version.label("told"))
    versions = {player_id: each.version for player_id, each in before.items()}
    counted = _counted(scope, CASHIER_KINDS)
    for player_id, told, given in miscounted(connection, of_players, counted, versions):
        yield f"player {player_id} has the version {told} and gave the cashier {given} commands"
    of_seats = select(SEAT.c.player_id, SEAT.c.version.label("told"))
    versions = {player_id: each.seat_versions for player_id, each in before.items()}
    counted = _counted(scope, SEAT_KINDS)
    for player_id, told, given in miscounted(connection, of_seats, counted, versions):
        yield (
            f"the seats of player {player_id} have versions of {told} in all "
            f"and were given {given} commands"
        )


def new_shoes_have_commands(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every shoe that its player ended to have been ended by a command."""
    ended = (
        select(SEAT.c.player_id, literal(1).label("told"))
        .join_from(SHOE, SEAT, SHOE.c.seat_id == SEAT.c.id)
        .where(scope.rows(SHOE), SHOE.c.end_reason == ENDED_BY_PLAYER)
    )
    # Shoes are looked at once after they ended, and then their commands are as new.
    counted = _counted(scope, (CommandKind.START_NEW_SHOE,))
    for player_id, told, given in miscounted(connection, ended, counted):
        yield f"player {player_id} ended {told} shoes and asked for {given} new ones"


def _counted(scope: Scope, kinds: Iterable[CommandKind]) -> ColumnElement[bool]:
    return and_(scope.rows(COMMAND), COMMAND.c.kind.in_(_values(kinds)))


def _values(kinds: Iterable[CommandKind]) -> list[str]:
    return [kind.value for kind in kinds]
