"""The player's tokens, looked after by a program that has one."""

from datetime import date
from typing import Annotated

from pydantic import Field, PlainSerializer

from casino_war.errors import N_
from casino_war.services.api_tokens import (
    NAME_LENGTH_MAX,
    Scope,
    ShownToken,
    make_token,
    revoke_token,
    tokens_of_player,
)
from casino_war.services.commands import MakeToken
from casino_war.web.api.calls import Call
from casino_war.web.api.operations import Area, Link
from casino_war.web.api.values import Answer, Body, Line, Moment
from casino_war.web.forms import ID

AREA = Area("tokens", N_("Tokens"))

Day = Annotated[
    date,
    PlainSerializer(date.isoformat, return_type=str, when_used="json"),
    Field(json_schema_extra={"format": "date"}),
]


class Token(Answer):
    """A token, without its secret."""

    id: int
    name: str
    scope: Annotated[Scope, Field(description="``read`` looks, ``play`` may do everything.")]
    created_at: Moment
    last_used_on: Annotated[Day | None, Field(description="A day in UTC; null: never used.")]
    is_present: Annotated[bool, Field(description="Whether this very request came with it.")]


class NewToken(Token):
    """A token with its secret, which is told this once."""

    secret: Annotated[str | None, Field(description="Null where the request came a second time.")]


class Tokens(Answer):
    """All tokens of the player, the latest first."""

    items: tuple[Token, ...]


class TokenBody(Body):
    """What the new token is called and may do."""

    name: Annotated[Line, Field(min_length=1, max_length=NAME_LENGTH_MAX, examples=["my bot"])]
    scope: Scope = Scope.READ


@AREA.get(
    "/tokens",
    N_("List the tokens"),
    links=(
        Link(
            operation="revoke",
            parameters={"token_id": "$response.body#/items/0/id"},  # a place in it  # nosec B105
        ),
    ),
)
def list_tokens(call: Call) -> Tokens:
    """Every token that plays for the player, the latest first."""
    return Tokens(
        items=tuple(
            Token.model_validate(_told(call, each))
            for each in tokens_of_player(call.house, call.token)
        )
    )


@AREA.post(
    "/tokens",
    N_("Make a token"),
    status=201,
    links=(
        Link(
            operation="revoke",
            parameters={"token_id": "$response.body#/id"},  # a place in it  # nosec B105
        ),
    ),
)
def make(call: Call, body: TokenBody) -> NewToken:
    """Make another token for the same player; its secret is told this once."""
    command = MakeToken(key=call.key, version=0, name=body.name, scope=body.scope)
    made = make_token(call.house, call.token, command, call.visitor)
    return NewToken.model_validate({**_told(call, made.token), "secret": made.secret})


@AREA.delete(f"/tokens/<{ID}:token_id>", N_("Revoke a token"))
def revoke(call: Call, token_id: int) -> None:
    """From the next request on, the token is good for nothing."""
    revoke_token(call.house, call.token, token_id)


def _told(call: Call, token: ShownToken) -> dict[str, object]:
    return {
        "id": token.id,
        "name": token.name,
        "scope": token.scope,
        "created_at": token.created_at,
        "last_used_on": token.last_used_on,
        "is_present": token.id == call.caller.token_id,
    }
