"""What must be true of players and their seats: commands made them, and the house knows which.

A player or seat without its command is somebody's who wrote rows by hand.
"""

from collections.abc import Iterator

from sqlalchemy import Connection, and_, case, exists, func, literal, or_, select, union_all

from casino_war.ledger.command_kinds import CommandKind
from casino_war.ledger.scope import Scope
from casino_war.ledger.standing import PlayerStanding
from casino_war.store.commands import COMMAND
from casino_war.store.members import MEMBER
from casino_war.store.players import PLAYER
from casino_war.store.seats import SEAT

IS_FIRST = and_(COMMAND.c.kind == CommandKind.BUY_IN.value, COMMAND.c.visitor > "")
"""Is a buy-in that made its player, and may have taken a seat."""

_FIRST_KINDS = (
    CommandKind.BUY_IN.value,
    CommandKind.MAKE_TABLE.value,
    CommandKind.START_PRACTICE.value,
    CommandKind.ASK_SUPPLY.value,
    CommandKind.TAKE_SEAT.value,
    CommandKind.KEEP_WAR_RULES.value,
    CommandKind.START_RUN.value,
    CommandKind.CLAIM_ACCOUNT.value,
    CommandKind.MAKE_TOKEN.value,
)


def players_have_first_commands(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every player to be made by one command, which names a browser and the token.

    That is the first thing that a stranger stores: chips bought, a table made, a practice
    game started, joined or dealt ahead, rules of War kept, something simulated, an account
    claimed, or a token made. A member who signs out everywhere gets another token than that
    command's, and so does who leaves.
    """
    is_token = or_(
        PLAYER.c.token == COMMAND.c.answer,
        PLAYER.c.closed_at.is_not(None),
        exists().where(MEMBER.c.player_id == PLAYER.c.id),
    )
    told = union_all(
        select(PLAYER.c.id.label("player_id"), literal(0).label("is_first")),
        select(PLAYER.c.id, literal(1))
        .join_from(PLAYER, COMMAND, COMMAND.c.player_id == PLAYER.c.id)
        .where(COMMAND.c.kind.in_(_FIRST_KINDS), COMMAND.c.visitor > "", is_token),
    ).subquery("told")
    firsts = func.sum(told.c.is_first)
    query = (
        select(told.c.player_id, firsts.label("firsts"))
        .group_by(told.c.player_id)
        .having(firsts != 1)
        .order_by(told.c.player_id)
    )
    for row in connection.execute(query):
        yield f"player {row.player_id} was made by {row.firsts} first commands"


def seats_have_commands(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require no more seats of a player than commands that take one, and one for any of them.

    A first buy-in may seat its player, and who sits may ask to sit down once more.
    """
    is_sitting = case((COMMAND.c.kind == CommandKind.SIT_DOWN.value, 1), else_=0)
    told = union_all(
        select(
            SEAT.c.player_id,
            literal(1).label("is_seat"),
            literal(0).label("is_sitting"),
            literal(0).label("takes_one"),
        ),
        select(COMMAND.c.player_id, literal(0), is_sitting, literal(1)).where(
            scope.rows(COMMAND), or_(IS_FIRST, COMMAND.c.kind == CommandKind.SIT_DOWN.value)
        ),
    ).subquery("told")
    query = (
        select(
            told.c.player_id,
            func.sum(told.c.is_seat),
            func.sum(told.c.is_sitting),
            func.sum(told.c.takes_one),
        )
        .group_by(told.c.player_id)
        .order_by(told.c.player_id)
    )
    for player_id, seats, sat_down, may_sit in connection.execute(query):
        before = scope.since.players.get(player_id, PlayerStanding())
        most = before.may_sit + may_sit
        if seats > most or (before.sat_down + sat_down > 0 and seats == 0):
            yield f"player {player_id} has {seats} seats, and took at most {most}"
