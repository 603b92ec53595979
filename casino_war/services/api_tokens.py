"""Tokens: what a player lets programs do, and whom a program plays for.

A secret is shown once, when its token is made; of it only the digest is stored. It is 32
random bytes, so that no slow hash is needed to keep it: nobody can try them all.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    DatabaseBusyError,
    DatabaseUnusableError,
    NotFoundError,
    TooManyTokensError,
)
from casino_war.services.carry_out import Scene, find_player, require_player
from casino_war.services.commands import MakeToken
from casino_war.services.house import House
from casino_war.services.names import read_name
from casino_war.services.newcomers import act_as_anyone
from casino_war.store import api_tokens as store
from casino_war.store.api_tokens import NAME_LENGTH_MAX as NAME_LENGTH_MAX
from casino_war.store.api_tokens import StoredApiToken
from casino_war.store.days import begin_of, day_of

TOKENS_MAX = 20
"""How many tokens a player may have at the same time."""

PREFIX = "cw_"
"""What every secret begins with, so that one that got out can be told by its looks."""

_SECRET_BYTES = 32


class Scope(StrEnum):
    """What a token may do: look, or all that its player can."""

    READ = "read"
    PLAY = "play"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownToken:
    """A token as its player sees it."""

    id: int
    name: str
    scope: Scope
    created_at: datetime
    last_used_on: date | None
    """The day in UTC on which it was used last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeToken:
    """A new token. ``secret`` is None where the request was sent before: it is shown once."""

    player_token: str
    secret: str | None
    token: ShownToken


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Whom a program plays for; ``player_token`` is as secret as the player's cookie."""

    player_id: int
    player_token: str
    token_id: int
    scope: Scope


def make_token(house: House, token: str | None, command: MakeToken, visitor: str) -> MadeToken:
    """Make a token; a stranger, whose browser is called *visitor*, becomes a player.

    Raises:
        InvalidNameError: it is blank or too long.
        TooManyTokensError: the player has as many as there may be.
        NotFoundError: the request was sent before, and its token is revoked.
        StaleVersionError, KeyReusedError: see `act_as_anyone`.
    """
    name = read_name(command.name, NAME_LENGTH_MAX, if_blank=N_("Say what the token is for."))
    secret = PREFIX + secrets.token_urlsafe(_SECRET_BYTES)

    def act(scene: Scene) -> None:
        if store.count_tokens(scene.connection, scene.player.id) >= TOKENS_MAX:
            raise TooManyTokensError(
                N_("You have %(limit)s tokens, as many as may be: revoke one first."),
                limit=TOKENS_MAX,
            )
        store.add_token(
            scene.connection,
            player_id=scene.player.id,
            name=name,
            digest=_digest(secret),
            scope=Scope(command.scope).value,
            command_key=command.key,
            created_at=scene.at,
        )

    player_token = act_as_anyone(house, token, command, visitor, act)
    with house.database.reading() as connection:
        made = store.token_of_command(connection, command.key)
    if made is None:
        raise _no_token()
    is_new = made.digest == _digest(secret)
    return MadeToken(
        player_token=player_token, secret=secret if is_new else None, token=_shown(made)
    )


def tokens_of_player(house: House, token: str | None) -> tuple[ShownToken, ...]:
    """List the tokens of a player, the latest first; nothing for a stranger."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        stored = () if player is None else store.tokens_of(connection, player.id)
    return tuple(map(_shown, stored))


def revoke_token(house: House, token: str | None, token_id: int) -> None:
    """Let a token be good for nothing, from the next request on, wherever that is answered.

    Raises:
        NotFoundError: the player has no such token.
        NoBankrollError: the token is no player's.
    """

    def work(connection: Connection) -> None:
        player = require_player(connection, token)
        if not store.delete_token(connection, player.id, token_id):
            raise _no_token()

    house.database.write(work)


def caller_of(house: House, secret: str) -> Caller | None:
    """Return whom the token of that secret plays for, None if there is no such token.

    It is looked up anew for each request, so that one that is revoked is good no more.
    """
    if not secret.startswith(PREFIX):
        return None
    with house.database.reading() as connection:
        holder = store.holder_of(connection, _digest(secret))
    if holder is None:
        return None
    today = day_of(house.clock())
    if holder.last_used_day != today:
        _note_use(house, holder.id, today)
    return Caller(
        player_id=holder.player_id,
        player_token=holder.player_token,
        token_id=holder.id,
        scope=Scope(holder.scope),
    )


def _note_use(house: House, token_id: int, day: int) -> None:
    try:
        house.database.write(lambda connection: store.note_use(connection, token_id, day))
    except (DatabaseBusyError, DatabaseUnusableError):
        # Whoever only reads is not kept from it by a note that cannot be made.
        return


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _shown(stored: StoredApiToken) -> ShownToken:
    day = stored.last_used_day
    return ShownToken(
        id=stored.id,
        name=stored.name,
        scope=Scope(stored.scope),
        created_at=stored.created_at,
        last_used_on=None if day is None else begin_of(day).date(),
    )


def _no_token() -> NotFoundError:
    return NotFoundError(N_("You have no such token."), reason="token")
