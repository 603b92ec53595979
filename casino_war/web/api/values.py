"""What the models of the API are made of: amounts, moments, cards, versions, and their words."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
)

from casino_war.game.cards import Card
from casino_war.web.forms import NUMBER_MAX


class Answer(BaseModel):
    """What an operation gives. Its schema is built when first needed, not with the program."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, defer_build=True, from_attributes=True, allow_inf_nan=False
    )


class Body(BaseModel):
    """What an operation takes: exactly the fields that are documented, of exactly their kinds."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, strict=True)


class Query(BaseModel):
    """What an address may ask for behind its question mark."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def _code_of(card: Any) -> Any:
    return card.code if isinstance(card, Card) else card


def _in_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _whole_number(text: Any) -> Any:
    # An address has digits alone for a number; what else Python would read is none.
    is_number = isinstance(text, str) and text.isascii() and text.removeprefix("-").isdigit()
    return int(text) if is_number and len(text) < _DIGITS_MAX else text


def _written_moment(text: Any) -> Any:
    # Digits alone would be read as seconds since 1970, which no document tells.
    if isinstance(text, str) and "-" not in text[1:]:
        raise ValueError(text)
    return text


def _utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        # The first and the last hours that there are, behind an offset.
        raise ValueError(moment) from None


_DIGITS_MAX = 21

Cents = Annotated[int, Field(description="An amount in cents: 100 cents are one chip.")]
AddressNumber = Annotated[int, BeforeValidator(_whole_number), Field(strict=True)]
"""A whole number as an address has it."""
AddressMoment = Annotated[
    AwareDatetime,
    BeforeValidator(_written_moment),
    AfterValidator(_utc),
    Field(description="A moment with its offset."),
]
"""A moment as an address has it, in UTC."""
CardCode = Annotated[
    str,
    BeforeValidator(_code_of),
    Field(description="A card, its rank before its suit: ``KD``, ``TS``.", examples=["KD"]),
]
HiddenCard = Annotated[
    str | None,
    BeforeValidator(_code_of),
    Field(description="A card, or null for one that was laid or burned face down."),
]
Moment = Annotated[
    AwareDatetime,
    PlainSerializer(_in_utc, return_type=str, when_used="json"),
    Field(
        description="A moment in UTC as ISO 8601 has it.",
        json_schema_extra={"format": "date-time"},
    ),
]
Version = Annotated[
    int,
    Field(
        ge=0,
        le=NUMBER_MAX,
        description=(
            "What the request was drawn from. If something came in between, the answer is "
            "409 ``stale_version`` with the ``present`` state."
        ),
    ),
]
Line = Annotated[str, Field(pattern=r"^[^\u0000]*$")]
"""Text without the character 0, which not every database can keep."""
SeatLetter = Annotated[
    str, Field(pattern="^[A-D]$", description="A seat of a practice game.", examples=["A"])
]
