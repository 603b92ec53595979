"""Tokens by which programs play for a player: of each only the digest is kept."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Column, Connection, Integer, String, bindparam, select
from sqlmodel import Field

from casino_war.store.columns import StoreModel, UtcDateTime, check, id_column, reference, table_of
from casino_war.store.players import PLAYER
from casino_war.store.rows import add_row, count_rows, every, first, update_row

NAME_LENGTH_MAX = 40
"""Characters of a token's name."""

DIGEST_LENGTH = 64


class ApiToken(StoreModel, table=True):
    """A token under the name that its player gave it; one that is revoked has no row any more.

    ``digest`` is the SHA-256 of the secret, ``last_used_day`` counts as those of `SeatDay` do.
    """

    __tablename__ = "api_token"
    __table_args__ = (
        check("name_length", f"length(name) BETWEEN 1 AND {NAME_LENGTH_MAX}"),
        check("digest_length", f"length(digest) = {DIGEST_LENGTH}"),
        check("scope_known", "scope IN ('read', 'play')"),
    )

    id: int = Field(sa_column=id_column())
    player_id: int = Field(sa_column=reference("player.id", is_indexed=True))
    name: str = Field(sa_column=Column(String(NAME_LENGTH_MAX), nullable=False))
    digest: str = Field(sa_column=Column(String(DIGEST_LENGTH), nullable=False, unique=True))
    scope: str = Field(sa_column=Column(String(8), nullable=False))
    command_key: str = Field(sa_column=Column(String(128), nullable=False, unique=True))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    last_used_day: int | None = Field(sa_column=Column(Integer, nullable=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredApiToken:
    """A row of `ApiToken`."""

    id: int
    player_id: int
    name: str
    digest: str
    scope: str
    command_key: str
    created_at: datetime
    last_used_day: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenHolder:
    """Whom a token plays for, and what it may."""

    id: int
    scope: str
    last_used_day: int | None
    player_id: int
    player_token: str


API_TOKEN = table_of(ApiToken)

_HOLDER = (
    select(
        API_TOKEN.c.id,
        API_TOKEN.c.scope,
        API_TOKEN.c.last_used_day,
        API_TOKEN.c.player_id,
        PLAYER.c.token.label("player_token"),
    )
    .join_from(API_TOKEN, PLAYER, API_TOKEN.c.player_id == PLAYER.c.id)
    .where(API_TOKEN.c.digest == bindparam("of_digest"), PLAYER.c.closed_at.is_(None))
)


def add_token(connection: Connection, **values: object) -> StoredApiToken:
    """Store a new token, which was never used."""
    return add_row(connection, API_TOKEN, StoredApiToken, {"last_used_day": None, **values})


def holder_of(connection: Connection, digest: str) -> TokenHolder | None:
    """Find whom the token of a digest plays for; None for one that is revoked, or never was."""
    return first(connection, _HOLDER, TokenHolder, {"of_digest": digest})


def tokens_of(connection: Connection, player_id: int) -> tuple[StoredApiToken, ...]:
    """List the tokens of a player, the latest first."""
    query = API_TOKEN.select().where(API_TOKEN.c.player_id == player_id)
    return every(connection, query.order_by(API_TOKEN.c.id.desc()), StoredApiToken)


def count_tokens(connection: Connection, player_id: int) -> int:
    """Count the tokens of a player."""
    return count_rows(connection, API_TOKEN, API_TOKEN.c.player_id == player_id)


def token_of_command(connection: Connection, command_key: str) -> StoredApiToken | None:
    """Find the token that a command made, None if it is revoked."""
    query = API_TOKEN.select().where(API_TOKEN.c.command_key == command_key)
    return first(connection, query, StoredApiToken)


def note_use(connection: Connection, token_id: int, day: int) -> None:
    """Write down on which day a token was used last."""
    update_row(connection, API_TOKEN, token_id, last_used_day=day)


def delete_token(connection: Connection, player_id: int, token_id: int) -> bool:
    """Delete a token of a player; say whether there was one of that id."""
    statement = API_TOKEN.delete().where(
        API_TOKEN.c.id == token_id, API_TOKEN.c.player_id == player_id
    )
    return connection.execute(statement).rowcount == 1


def delete_tokens(connection: Connection, player_id: int) -> None:
    """Delete all tokens of a player."""
    connection.execute(API_TOKEN.delete().where(API_TOKEN.c.player_id == player_id))
