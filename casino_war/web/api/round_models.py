"""A round as the API tells it: the view that its player may have."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Annotated, Any, get_args

from pydantic import ConfigDict, Field, JsonValue

from casino_war.game.cards import Card
from casino_war.game.events import (
    CasinoEvent,
    HandOutcome,
    ShoeEnd,
    Wager,
    WagerResult,
)
from casino_war.game.round import Decision
from casino_war.web.api.values import Answer, CardCode, Cents


class PlacedWagers(Answer):
    """What was staked on a hand before the deal."""

    ante_cents: Cents
    tie_bet_cents: Cents


class SettledWager(Answer):
    """A wager that left the felt."""

    wager: Wager
    result: WagerResult
    stake_cents: Cents
    returned_cents: Annotated[Cents, Field(description="The part of the stake that came back.")]
    won_cents: Annotated[Cents, Field(description="What the house paid at the wager's odds.")]
    bonus_cents: Annotated[Cents, Field(description="What a tied war paid beyond that.")]
    net_cents: Annotated[Cents, Field(description="What the wager gained; below zero, lost.")]


class Hand(Answer):
    """One hand; hands are counted from 0."""

    wagers: PlacedWagers
    open_tie_bet_cents: Cents
    raise_cents: Cents
    second_tie_bet_cents: Cents
    cards: tuple[CardCode, ...]
    ties: int
    decision: Decision | None
    settled: tuple[SettledWager, ...]
    outcome: HandOutcome | None
    net_cents: Cents


class Prospect(Answer):
    """What the hand's open wagers gain if it ends so."""

    outcome: HandOutcome
    net_cents: Cents
    tied_wars: int


class Choice(Answer):
    """A decision that the table offers at this tie."""

    decision: Decision
    stake_cents: Annotated[Cents, Field(description="What it takes from the bankroll at once.")]
    is_legal: Annotated[bool, Field(description="Whether the bankroll covers that.")]
    prospects: tuple[Prospect, ...]


class Round(Answer):
    """A round as far as it has come, with no card that is not turned up."""

    hands: tuple[Hand, ...]
    dealer_cards: tuple[CardCode, ...]
    wars_fought: int
    deciding: Annotated[
        int | None, Field(description="The tied hand that waits for a decision; null: none.")
    ]
    choices: tuple[Choice, ...]
    net_cents: Annotated[
        Cents | None, Field(description="What the round came to; null until it is settled.")
    ]
    shoe_end: ShoeEnd | None


_NAMES: Mapping[type, str] = {
    kind: "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in kind.__name__)[1:]
    for kind in get_args(CasinoEvent)
}


class Event(Answer):
    """Something that happened, with its facts as further fields: amounts, cards, steps.

    ``hand`` and ``seat`` count hands from 0; the dealer's seat is -1.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, JsonValue]

    event: Annotated[str, Field(json_schema_extra={"enum": sorted(_NAMES.values())})]


def events_of(events: Iterable[CasinoEvent]) -> tuple[Event, ...]:
    """Tell events by their names and facts."""
    return tuple(
        Event(
            event=_NAMES[type(event)],
            **{each.name: _fact(getattr(event, each.name)) for each in fields(event)},
        )
        for event in events
    )


def _fact(value: Any) -> Any:
    return value.code if isinstance(value, Card) else value
