"""What must be true of guests who became members, and of players who have left."""

import json
from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection, and_, exists, func, literal, or_, select

from casino_war.ledger.accounts import PLAYER_KINDS
from casino_war.ledger.command_kinds import CommandKind
from casino_war.ledger.posting import TransferCode
from casino_war.ledger.scope import Scope
from casino_war.store.accounts import ACCOUNT
from casino_war.store.api_tokens import API_TOKEN
from casino_war.store.commands import COMMAND, OF_CLAIMS
from casino_war.store.members import MEMBER
from casino_war.store.players import PLAYER
from casino_war.store.rounds import ROUND
from casino_war.store.transfers import TRANSFER

BROUGHT_SUFFIX = ":in"
"""What the key of the account's command has behind that of the guest's."""

_PLAYER_KINDS = [kind.value for kind in PLAYER_KINDS]


def left_players_hold_nothing(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require who has left to have no chips, no open round, no name, limits or tokens."""
    has_chips = exists().where(
        ACCOUNT.c.player_id == PLAYER.c.id,
        ACCOUNT.c.kind.in_(_PLAYER_KINDS),
        ACCOUNT.c.balance_cents != 0,
    )
    has_round = exists().where(ROUND.c.player_id == PLAYER.c.id, ROUND.c.settled_at.is_(None))
    has_name = exists().where(MEMBER.c.player_id == PLAYER.c.id)
    has_token = exists().where(API_TOKEN.c.player_id == PLAYER.c.id)
    kept = {
        "chips": has_chips,
        "an open round": has_round,
        "a name": has_name,
        "limits": PLAYER.c.care_text.is_not(None),
        "a token": has_token,
    }
    query = (
        select(PLAYER.c.id, *kept.values())
        .where(PLAYER.c.closed_at.is_not(None), or_(*kept.values()))
        .order_by(PLAYER.c.id)
    )
    for player_id, *found in connection.execute(query):
        held = ", ".join(name for name, is_held in zip(kept, found, strict=True) if is_held)
        yield f"player {player_id} has left and still has {held}"


def members_have_claimed(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every member to have claimed the account at that moment, and to be one still.

    No trigger keeps a member's row, for it is changed and deleted in good order: all of
    them are always read, so that nobody is signed in to somebody else's account.
    """
    by_claim = and_(
        OF_CLAIMS,
        COMMAND.c.player_id == MEMBER.c.player_id,
        COMMAND.c.created_at == MEMBER.c.claimed_at,
    )
    unclaimed = (
        select(MEMBER.c.id, MEMBER.c.player_id)
        .join_from(MEMBER, COMMAND, by_claim, isouter=True)
        .where(COMMAND.c.id.is_(None))
        .order_by(MEMBER.c.id)
    )
    for row in connection.execute(unclaimed):
        yield f"player {row.player_id} never claimed the account of member {row.id}"
    lost = (
        select(PLAYER.c.id, COMMAND.c.key)
        .join_from(COMMAND, PLAYER, COMMAND.c.player_id == PLAYER.c.id)
        .join(MEMBER, MEMBER.c.player_id == PLAYER.c.id, isouter=True)
        .where(OF_CLAIMS, MEMBER.c.id.is_(None), PLAYER.c.closed_at.is_(None))
        .order_by(PLAYER.c.id)
    )
    for row in connection.execute(lost):
        yield f"player {row.id} claimed the account by {row.key!r}, has not left and is no member"


def limits_can_be_read(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require limits to be as they are written: by others, no round can be dealt at all."""
    query = select(PLAYER.c.id, PLAYER.c.care_text).where(PLAYER.c.care_text.is_not(None))
    for player_id, care_text in connection.execute(query.order_by(PLAYER.c.id)):
        if not _can_be_read(care_text):
            yield f"player {player_id} has limits that cannot be read"


def _can_be_read(care_text: str) -> bool:
    try:
        care = json.loads(care_text)
        limits = [*care["limits"].values()]
        numbers = [care["reminder_minutes"]]
        moments = [care["break_until"]]
        for value, then, then_at in limits:
            numbers += [value, then]
            moments.append(then_at)
        zones = [datetime.fromisoformat(each).tzinfo for each in moments if each is not None]
    except (ValueError, LookupError, TypeError, AttributeError):
        return False
    return None not in zones and all(each is None or type(each) is int for each in numbers)


def guests_bring_what_they_left(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every bankroll that a guest took along to have come to an account, whole."""
    brought, came = COMMAND.alias("brought"), TRANSFER.alias("came")
    # Found by its key: no index leads to what a command answered.
    query = (
        select(TRANSFER.c.id, TRANSFER.c.amount_cents, func.coalesce(came.c.amount_cents, 0))
        .join_from(
            TRANSFER,
            brought,
            and_(
                brought.c.key == TRANSFER.c.command_key + literal(BROUGHT_SUFFIX),
                brought.c.answer == TRANSFER.c.command_key,
                brought.c.kind == CommandKind.BRING_CHIPS.value,
            ),
            isouter=True,
        )
        .join(came, came.c.command_key == brought.c.key, isouter=True)
        .where(
            scope.rows(TRANSFER),
            TRANSFER.c.code == TransferCode.GUEST_OUT.value,
            came.c.amount_cents.is_distinct_from(TRANSFER.c.amount_cents),
        )
        .order_by(TRANSFER.c.id)
    )
    for row in connection.execute(query):
        yield f"transfer {row[0]} took {row[1]} cents along, and {row[2]} came to an account"
    left = TRANSFER.alias("left_behind")
    lonely = (
        select(TRANSFER.c.id)
        .join_from(TRANSFER, brought, brought.c.key == TRANSFER.c.command_key)
        .join(left, left.c.command_key == brought.c.answer, isouter=True)
        .where(
            scope.rows(TRANSFER),
            TRANSFER.c.code == TransferCode.GUEST_IN.value,
            left.c.id.is_(None),
        )
        .order_by(TRANSFER.c.id)
    )
    for row in connection.execute(lonely):
        yield f"transfer {row.id} brings chips that no guest took along"
