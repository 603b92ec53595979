"""Tables, seats and shoes as the API tells them."""

from typing import Annotated, Literal

from pydantic import Field

from casino_war.game.events import HandOutcome
from casino_war.game.table_rules import TableRules
from casino_war.services.pages import PlayerBar, SeatPage, TablePage
from casino_war.web.api.round_models import Round
from casino_war.web.api.rules import Rules
from casino_war.web.api.values import Answer, Cents
from casino_war.web.lobby import edges_of


class Sign(Answer):
    """What a table is called."""

    key: str
    title: str
    is_closed: bool


class Edges(Answer):
    """What a table's wagers cost on average, as shares of one."""

    house_edge: Annotated[float, Field(description="Loss of each ante.")]
    element_of_risk: Annotated[float, Field(description="Loss of all that ante and raise stake.")]
    tie_bet: Annotated[float | None, Field(description="Loss of the tie bet; null: not offered.")]


class TableRow(Answer):
    """A table of the lobby."""

    key: str
    title: str
    kind: Annotated[
        Literal["house", "own", "visited"],
        Field(description="The house's, the player's own, or another's where the player sits."),
    ]
    version: Annotated[int, Field(description="The version of its rules.")]
    rules: Rules
    edges: Edges


class Tables(Answer):
    """The lobby."""

    items: tuple[TableRow, ...]


class Shoe(Answer):
    """A shoe in play as its player may see it."""

    shoe_id: int
    nonce: int
    commitment: Annotated[str, Field(description="SHA-256 of the server seed.")]
    next_shoe_id: int
    next_commitment: str
    client_seed: str
    is_seed_fixed: bool
    cards: int
    position: Annotated[int, Field(description="How many cards are gone.")]
    cut_position: int | None
    cards_left: int


class LastRound(Answer):
    """A settled round of the seat."""

    round_id: int
    number: int
    outcome: Annotated[HandOutcome | None, Field(description="Null where there were more hands.")]
    net_cents: Cents


class SeatState(Answer):
    """How the player's seat stands: its ``version`` goes with every act at the table."""

    version: int
    shoe: Shoe
    open_round_id: Annotated[int | None, Field(description="The round that waits for a decision.")]
    finished_shoe_id: Annotated[int | None, Field(description="The last shoe that ended here.")]
    last_rounds: tuple[LastRound, ...]
    shoes_to_newest: Annotated[
        int | None, Field(description="Shoes until the table's newest rules are dealt here.")
    ]


class Seat(SeatState):
    """The player's seat with the round that lies on its felt."""

    shown_round_id: int | None
    shown_round: Annotated[Round | None, Field(description="The open round, or the last one.")]


class Player(Answer):
    """The player's chips; ``version`` goes with every act at the cashier."""

    version: int
    bankroll_cents: Cents
    felt_cents: Annotated[Cents, Field(description="Chips at risk in open rounds.")]
    open_tables: Annotated[
        tuple[Sign, ...], Field(description="Where a round waits for a decision.")
    ]


class Table(Answer):
    """A table as the player finds it; ``seat`` is null until the player sits down."""

    key: str
    title: str
    is_closed: bool
    rules: Rules
    edges: Edges
    seat: Seat | None
    player: Player


def edges(rules: TableRules) -> Edges:
    """Tell the edges of a table."""
    found = edges_of(rules)
    return Edges(
        house_edge=float(found.house_edge),
        element_of_risk=float(found.element_of_risk),
        tie_bet=None if found.tie_bet is None else float(found.tie_bet),
    )


def player_of(bar: PlayerBar) -> Player:
    """Tell the player's chips."""
    return Player.model_validate(bar)


def seat_of(page: SeatPage) -> Seat:
    """Tell a seat."""
    return Seat.model_validate(page)


def table_of(page: TablePage, bar: PlayerBar) -> Table:
    """Tell a table."""
    return Table(
        key=page.table.key,
        title=page.table.title,
        is_closed=page.table.is_closed,
        rules=Rules.model_validate(page.rules),
        edges=edges(page.rules),
        seat=None if page.seat is None else seat_of(page.seat),
        player=player_of(bar),
    )
