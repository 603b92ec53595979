"""What was played: the history and its filters, one round with all about it, and shoes."""

from typing import Annotated

from flask import Response
from pydantic import Field, ValidationInfo, field_validator

from casino_war.errors import N_
from casino_war.game.events import HandOutcome
from casino_war.game.table_rules import DECKS_MAX
from casino_war.services.api_tokens import Scope
from casino_war.services.fairness import proof_page, shoes_page, verify
from casino_war.services.history import round_page
from casino_war.services.history_search import OPEN, HistorySearch, RoundFilter, history_page
from casino_war.services.pages import ProofRow, RoundPage, RoundRow, TransferRow
from casino_war.services.record_file import FileFormat
from casino_war.web.api.calls import Call
from casino_war.web.api.operations import Area, Keyed, Link
from casino_war.web.api.paging import Paged, PageOf, cursor_of, next_of
from casino_war.web.api.round_models import Event, Round, events_of
from casino_war.web.api.values import (
    AddressMoment,
    AddressNumber,
    Answer,
    Body,
    CardCode,
    Cents,
    HiddenCard,
    Line,
    Moment,
    Query,
)
from casino_war.web.forms import ID, NUMBER_MAX
from casino_war.web.operations.limits import require_within
from casino_war.web.player.export import MEDIA_TYPES, stream_rounds

AREA = Area("rounds", N_("Rounds and shoes"))

_AMOUNT_MAX = 10**15
_Amount = Annotated[AddressNumber, Field(ge=-_AMOUNT_MAX, le=_AMOUNT_MAX)]


class PlayedRow(Answer):
    """A round as a line of the history; what is null comes with its settlement."""

    round_id: int
    number: Annotated[int, Field(description="The player's rounds are counted from 1.")]
    table_key: str
    table_title: str
    dealt_at: Moment
    wagered_cents: Cents | None
    net_cents: Cents | None
    balance_after_cents: Cents | None
    round: Round


class Transfer(Answer):
    """Chips that moved; above zero into the bankroll, below zero out of it."""

    transfer_id: int
    code: str
    amount_cents: Cents
    source: str
    target: str
    hand: int | None
    wager: str | None
    round_id: int | None
    round_number: int | None
    balance_after_cents: Annotated[
        Cents | None, Field(description="The bankroll after it, if it touched that.")
    ]
    at: Moment


class Proof(Answer):
    """The fairness of a shoe; its server seed is null until it is finished."""

    shoe_id: int
    table_key: str
    table_title: str
    nonce: int
    decks: int
    commitment: str
    client_seed: str
    server_seed: str | None
    finished_at: Moment | None
    end_reason: str | None


class RoundInFull(PlayedRow):
    """A round with its events, its transfers, and what proves its cards."""

    events: tuple[Event, ...]
    transfers: tuple[Transfer, ...]
    proof: Proof
    notation: Annotated[str, Field(description="The round in one line; see the export's page.")]
    position_before: Annotated[int, Field(description="Cards of the shoe gone before it.")]
    dealt: Annotated[
        tuple[HiddenCard, ...],
        Field(description="What it took from the shoe, in order, once it is settled."),
    ]


class ShoeInFull(Answer):
    """A shoe and, once it is finished, the cards that its rounds took from it."""

    proof: Proof
    dealt: tuple[HiddenCard, ...]


class VerifyBody(Body):
    """The seeds of a shoe, as its proof tells them."""

    server_seed: Annotated[Line, Field(max_length=200, examples=["0" * 64])]
    client_seed: Annotated[Line, Field(max_length=200, examples=["casino-war"])]
    nonce: Annotated[int, Field(ge=0, le=NUMBER_MAX)]
    decks: Annotated[int, Field(ge=1, le=DECKS_MAX)]


class Verified(Answer):
    """What the seeds give: the commitment, and the cards in the order of dealing."""

    commitment: str
    cards: tuple[CardCode, ...]


class RoundPageOf(PageOf[PlayedRow]):
    """Rounds, the latest first."""

    is_cut: Annotated[
        bool, Field(description="Whether the search stopped before the page was full.")
    ]


class ShoePageOf(PageOf[Proof]):
    """Finished shoes, the latest first."""


class RoundFilters(Query):
    """The filters of the history."""

    table: Annotated[Line | None, Field(max_length=64, description="A table's key.")] = None
    outcome: Annotated[HandOutcome | None, Field(description="How one of its hands ended.")] = None
    is_open: Annotated[
        bool | None,
        Field(description="True: only rounds that wait for a decision; they have no outcome."),
    ] = None
    dealt_from: AddressMoment | None = None
    dealt_before: AddressMoment | None = None
    wagered_from_cents: _Amount | None = None
    wagered_to_cents: _Amount | None = None
    net_from_cents: _Amount | None = None
    net_to_cents: _Amount | None = None

    @field_validator("is_open")
    @classmethod
    def _asks_for_open_rounds_alone(
        cls, is_open: bool | None, given: ValidationInfo
    ) -> bool | None:
        if is_open is False or (is_open and given.data.get("outcome") is not None):
            raise ValueError("only true, and without an outcome")
        return is_open

    def search(self) -> HistorySearch:
        """Return what is asked for."""
        outcome = OPEN if self.is_open else None if self.outcome is None else self.outcome.value
        return HistorySearch(
            table_key=self.table,
            rounds=RoundFilter(
                outcome=outcome,
                dealt_from=self.dealt_from,
                dealt_before=self.dealt_before,
                wagered_from_cents=self.wagered_from_cents,
                wagered_to_cents=self.wagered_to_cents,
                net_from_cents=self.net_from_cents,
                net_to_cents=self.net_to_cents,
            ),
        )


class RoundQuery(RoundFilters, Paged):
    """The filters of the history, and which page of it."""


@AREA.get(
    "/rounds",
    N_("List rounds"),
    links=(
        Link(operation="show_round", parameters={"round_id": "$response.body#/items/0/round_id"}),
        Link(operation="list_rounds", parameters={"cursor": "$response.body#/cursor"}),
    ),
)
def list_rounds(call: Call, query: RoundQuery) -> RoundPageOf:
    """Tell the player's rounds that the filters ask for, the latest first."""
    page = history_page(call.house, call.token, query.before, query.search(), limit=query.limit)
    cursor = cursor_of(page.older)
    return RoundPageOf(
        items=tuple(map(_row, page.rounds)),
        cursor=cursor,
        next=next_of(cursor),
        is_cut=page.is_cut,
    )


@AREA.get("/rounds/export", N_("Take rounds out"), media=MEDIA_TYPES[FileFormat.JSON_LINES])
def export_rounds(call: Call, query: RoundFilters) -> Response:
    """Send settled rounds whole, the oldest first, a record of the export's format on each line."""
    require_within("export", f"token {call.caller.token_id}")
    return stream_rounds(call.token, query.search(), FileFormat.JSON_LINES)


@AREA.get(
    f"/rounds/<{ID}:round_id>",
    N_("Show a round"),
    links=(Link(operation="show_shoe", parameters={"shoe_id": "$response.body#/proof/shoe_id"}),),
)
def show_round(call: Call, round_id: int) -> RoundInFull:
    """Tell a round with everything about it; the server seed once its shoe is finished."""
    return _in_full(round_page(call.house, call.token, round_id))


@AREA.get(
    "/shoes",
    N_("List finished shoes"),
    links=(Link(operation="show_shoe", parameters={"shoe_id": "$response.body#/items/0/shoe_id"}),),
)
def list_shoes(call: Call, query: Paged) -> ShoePageOf:
    """Tell the player's finished shoes with their seeds, the latest first."""
    page = shoes_page(call.house, call.token, query.before, limit=query.limit)
    cursor = cursor_of(page.older)
    return ShoePageOf(items=tuple(map(_proof, page.shoes)), cursor=cursor, next=next_of(cursor))


@AREA.get(f"/shoes/<{ID}:shoe_id>", N_("Show a shoe"))
def show_shoe(call: Call, shoe_id: int) -> ShoeInFull:
    """Tell a shoe's commitment and, once it is finished, its seeds and the cards dealt from it."""
    page = proof_page(call.house, call.token, shoe_id)
    return ShoeInFull.model_validate({"proof": _proof(page.proof), "dealt": page.dealt})


@AREA.post("/shoes/verifications", N_("Check a shoe"), keyed=Keyed.NOT, scope=Scope.READ)
def verify_shoe(call: Call, body: VerifyBody) -> Verified:
    """Work out from its seeds what a shoe's commitment and cards must have been."""
    found = verify(body.server_seed, body.client_seed, body.nonce, body.decks)
    return Verified.model_validate({"commitment": found.commitment, "cards": found.cards})


def transfer_of(row: TransferRow) -> Transfer:
    """Tell a transfer."""
    return Transfer.model_validate(row)


def _row_fields(row: RoundRow) -> dict[str, object]:
    return {
        "round_id": row.round_id,
        "number": row.number,
        "table_key": row.table_key,
        "table_title": row.table_title,
        "dealt_at": row.dealt_at,
        "wagered_cents": row.wagered_cents,
        "net_cents": row.net_cents,
        "balance_after_cents": row.balance_after_cents,
        "round": Round.model_validate(row.view),
    }


def _row(row: RoundRow) -> PlayedRow:
    return PlayedRow.model_validate(_row_fields(row))


def _proof(row: ProofRow) -> Proof:
    return Proof.model_validate(row)


def _in_full(page: RoundPage) -> RoundInFull:
    return RoundInFull.model_validate(
        {
            **_row_fields(page.row),
            "events": events_of(page.events),
            "transfers": tuple(map(transfer_of, page.transfers)),
            "proof": _proof(page.proof),
            "notation": page.notation,
            "position_before": page.position_before,
            "dealt": page.dealt,
        }
    )
