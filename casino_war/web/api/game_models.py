"""Practice games as the API tells them: what their player may see, and no more."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Annotated, Any, get_args

from pydantic import ConfigDict, Field, JsonValue

from casino_war.game.cards import Card
from casino_war.game.war_actions import seat_name
from casino_war.game.war_events import Ended, EndReason, Outcome
from casino_war.game.war_presets import WarPreset
from casino_war.game.war_views import SeatView, SeenEvent, WarView
from casino_war.services.practice.felt import Felt
from casino_war.services.practice.page import GamePage
from casino_war.services.practice.people import SeatSign
from casino_war.services.practice.stage import Stage
from casino_war.web.api.values import Answer, CardCode, HiddenCard, Moment, SeatLetter

Rules = Annotated[
    dict[str, int | str],
    Field(description="Every rule by its name; see the page of the rule editor."),
]

_PREFIX = "Seen"
_NAMES: Mapping[type, str] = {
    kind: "".join(
        f"_{sign.lower()}" if sign.isupper() else sign
        for sign in kind.__name__.removeprefix(_PREFIX)
    )[1:]
    for kind in get_args(SeenEvent)
}
_SEATS = frozenset({"seat", "thief", "victim", "first", "seats", "entrants"})


class Preset(Answer):
    """A named game of War."""

    key: str
    title: str
    source: str
    version: int
    names: Annotated[tuple[str, ...], Field(description="Other names that it goes by.")]
    players_min: int
    players_max: int
    rules: Rules


class Presets(Answer):
    """All named games."""

    items: tuple[Preset, ...]


class WarEvent(Answer):
    """Something that happened in a battle, with its facts; cards that lie face down are counted."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, JsonValue]

    event: Annotated[str, Field(json_schema_extra={"enum": sorted(set(_NAMES.values()))})]


class Sitter(Answer):
    """Who sits on a seat."""

    seat: SeatLetter
    strategy: Annotated[str | None, Field(description="The computer player; null: a person.")]
    name: str | None
    is_yours: bool
    is_free: bool
    has_left: bool
    is_stood_in: bool
    has_chosen: bool


class SeatCards(Answer):
    """The cards of a seat: counted, and shown where the player may see them."""

    seat: SeatLetter
    stock_count: int
    pile_count: int
    hand_count: int
    pile: tuple[CardCode, ...]
    hand: Annotated[tuple[CardCode, ...], Field(description="Of the choosing seat alone.")]
    top: CardCode | None
    laid: tuple[HiddenCard, ...]
    wars_won: int
    is_out: bool


class Battle(Answer):
    """A battle on the table; number 0 is the deal."""

    number: int
    is_war: bool
    is_open: bool
    pot_count: int
    seats: tuple[SeatCards, ...]
    events: tuple[WarEvent, ...]


class Battles(Answer):
    """Battles in their order."""

    items: tuple[Battle, ...]


class Chooser(Answer):
    """The seat of the player that has to choose, with what it may choose."""

    seat: SeatLetter
    actions: Annotated[tuple[str, ...], Field(description="``play``, ``steal-B`` or a card.")]


class End(Answer):
    """How a game ended."""

    outcome: Outcome
    seats: tuple[SeatLetter, ...]
    reason: EndReason
    period: int | None


class GameProof(Answer):
    """The fairness of a game; its server seed is null until it may be known."""

    commitment: str
    client_seed: str
    nonce: int
    server_seed: str | None
    line: Annotated[str | None, Field(description="The whole game in a line, once it is over.")]
    dealt: tuple[CardCode, ...]


class GameRow(Answer):
    """A practice game in a list."""

    link: str
    preset: str
    is_changed: bool
    battles: int
    created_at: Moment
    finished_at: Moment | None
    player_result: str | None
    end_reason: str | None


class Game(Answer):
    """A practice game as it stands: its ``version`` goes with every act."""

    link: str
    preset: str
    preset_version: int
    rules: Rules
    version: int
    turn: Annotated[int, Field(description="Goes with a choice.")]
    stage: Annotated[Stage, Field(description="What the game waits for.")]
    battles: int
    wars: int
    elapsed_seconds: int
    seats: tuple[Sitter, ...]
    is_shared: bool
    awaited: Annotated[tuple[SeatLetter, ...], Field(description="Persons who have to choose.")]
    chooser: Chooser | None
    battle: Annotated[Battle | None, Field(description="The battle asked for, or the newest.")]
    end: End | None
    is_abandoned: bool
    proof: GameProof
    next_link: Annotated[str | None, Field(description="The game that its players went on with.")]
    created_at: Moment
    dealt_at: Moment | None
    finished_at: Moment | None


def preset_of(preset: WarPreset) -> Preset:
    """Tell a named game."""
    low, high = preset.players
    return Preset(
        key=preset.key,
        title=preset.title,
        source=preset.source,
        version=preset.version,
        names=preset.names,
        players_min=low,
        players_max=high,
        rules=preset.rules.to_data(),
    )


def game_of(page: GamePage) -> Game:
    """Tell a game."""
    game = page.game
    return Game(
        link=game.link,
        preset=game.preset_key,
        preset_version=game.preset_version,
        rules=page.rules.to_data(),
        version=game.version,
        turn=game.turn,
        stage=page.stage,
        battles=game.battles,
        wars=page.wars,
        elapsed_seconds=page.elapsed_seconds,
        seats=tuple(map(_sitter, page.seats)),
        is_shared=page.is_shared,
        awaited=tuple(map(seat_name, page.awaited)),
        chooser=_chooser(page.chooser),
        battle=None if page.felt is None else battle_of(page.felt),
        end=_end(page.ended),
        is_abandoned=game.finished_at is not None and page.ended is None,
        proof=GameProof.model_validate(
            {
                "commitment": page.proof.commitment,
                "client_seed": page.proof.client_seed,
                "nonce": page.proof.nonce,
                "server_seed": page.proof.server_seed,
                "line": page.proof.line,
                "dealt": page.proof.dealt,
            }
        ),
        next_link=page.next_link,
        created_at=game.created_at,
        dealt_at=game.dealt_at,
        finished_at=game.finished_at,
    )


def battle_of(felt: Felt) -> Battle:
    """Tell a battle."""
    return Battle(
        number=felt.number,
        is_war=felt.is_war,
        is_open=felt.is_open,
        pot_count=felt.pot_count,
        seats=tuple(_cards(seat) for seat in felt.view.seats),
        events=_events(felt.events),
    )


def _sitter(sign: SeatSign) -> Sitter:
    return Sitter(
        seat=seat_name(sign.seat),
        strategy=sign.strategy_key,
        name=sign.name,
        is_yours=sign.is_yours,
        is_free=sign.is_free,
        has_left=sign.has_left,
        is_stood_in=sign.is_stood_in,
        has_chosen=sign.has_chosen,
    )


def _cards(seat: SeatView) -> SeatCards:
    return SeatCards.model_validate(
        {
            "seat": seat_name(seat.seat),
            **{name: getattr(seat, name) for name in SeatCards.model_fields if name != "seat"},
        }
    )


def _chooser(view: WarView | None) -> Chooser | None:
    if view is None or view.viewer is None:
        return None
    return Chooser(seat=seat_name(view.viewer), actions=tuple(map(str, view.legal)))


def _end(ended: Ended | None) -> End | None:
    if ended is None:
        return None
    return End(
        outcome=ended.outcome,
        seats=tuple(map(seat_name, ended.seats)),
        reason=ended.reason,
        period=ended.period,
    )


def _events(events: Iterable[SeenEvent]) -> tuple[WarEvent, ...]:
    return tuple(
        WarEvent(
            event=_NAMES[type(event)],
            **{each.name: _fact(each.name, getattr(event, each.name)) for each in fields(event)},
        )
        for event in events
    )


def _fact(name: str, value: Any) -> Any:
    """Return a fact as JSON has it: cards by their codes, seats by their letters."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, Mapping):
        return {seat_name(seat): _fact("", each) for seat, each in value.items()}
    if isinstance(value, tuple):
        return [_fact(name, each) for each in value]
    return seat_name(value) if name in _SEATS else value
