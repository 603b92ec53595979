"""What must be true of shoes: they are what their seeds make them, and come in turn."""

from collections.abc import Iterator

from sqlalchemy import Connection, and_, case, func, or_, select

from casino_war.errors import InvalidSeedError
from casino_war.game.cards import PACK, format_cards
from casino_war.game.events import ShoeEnd
from casino_war.game.randomness import FairStream, commitment, shuffle
from casino_war.ledger.scope import Scope
from casino_war.store.seats import SEAT
from casino_war.store.shoes import HAS_EARLIER_IN_PLAY, SHOE

ENDED_BY_PLAYER = "new_shoe"
"""The reason of a shoe that ended because its player asked for another."""

SHOES_IN_PLAY = 2
"""The present shoe of a seat and the next, whose commitment is shown already."""

_ROWS_AT_ONCE = 500
_SHUFFLED_BY = ("id", "server_seed", "client_seed", "nonce", "decks", "order_text")


def commitments_match(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require the commitment of every shoe to be that of its server seed."""
    query = select(SHOE.c.id, SHOE.c.server_seed, SHOE.c.commitment)
    for row in connection.execute(query.where(scope.rows(SHOE)).order_by(SHOE.c.id)):
        try:
            is_kept = commitment(row.server_seed) == row.commitment
        except InvalidSeedError:
            is_kept = False
        if not is_kept:
            yield f"shoe {row.id} does not keep its commitment {row.commitment}"


def orders_are_shuffles(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every started shoe to be in the order that its seeds and nonce give."""
    columns = (SHOE.c[name] for name in _SHUFFLED_BY)
    query = select(*columns).where(scope.rows(SHOE), SHOE.c.order_text.is_not(None))
    # An order takes a kilobyte, and some drivers would read all of them first.
    for row in connection.execute(
        query.order_by(SHOE.c.id), execution_options={"yield_per": _ROWS_AT_ONCE}
    ):
        try:
            stream = FairStream(row.server_seed, row.client_seed, row.nonce)
        except InvalidSeedError as error:
            yield f"shoe {row.id} has no valid seeds: {error}"
            continue
        if format_cards(shuffle(PACK * row.decks, stream)) != row.order_text:
            yield f"shoe {row.id} is not in the order that its seeds give"


def nonces_have_no_gap(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require the shoes of every seat to count 0, 1, 2, ... without a gap."""
    query = (
        select(SHOE.c.seat_id, func.count().label("shoes"), func.max(SHOE.c.nonce).label("last"))
        .where(SHOE.c.seat_id.in_(select(SHOE.c.seat_id).where(scope.rows(SHOE))))
        .group_by(SHOE.c.seat_id)
        .having(func.count() != func.max(SHOE.c.nonce) + 1)
        .order_by(SHOE.c.seat_id)
    )
    for row in connection.execute(query):
        yield f"seat {row.seat_id} has {row.shoes} shoes, the last of nonce {row.last}"


def seats_have_two_shoes(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require every seat to have two shoes in play, its last two: the present and the next."""
    in_play = (
        select(
            SHOE.c.seat_id,
            func.count().label("in_play"),
            func.min(SHOE.c.nonce).label("first"),
        )
        .where(SHOE.c.finished_at.is_(None))
        .group_by(SHOE.c.seat_id)
        .subquery("in_play")
    )
    last = select(func.max(SHOE.c.nonce)).where(SHOE.c.seat_id == SEAT.c.id).scalar_subquery()
    seats = (
        select(
            SEAT.c.id,
            func.coalesce(in_play.c.in_play, 0).label("in_play"),
            in_play.c.first,
            last.label("last"),
        )
        .join_from(SEAT, in_play, SEAT.c.id == in_play.c.seat_id, isouter=True)
        .subquery("seats")
    )
    query = (
        select(seats)
        .where(
            or_(
                seats.c.in_play != SHOES_IN_PLAY,
                seats.c.first != seats.c.last - (SHOES_IN_PLAY - 1),
            )
        )
        .order_by(seats.c.id)
    )
    for row in connection.execute(query):
        yield (
            f"seat {row.id} has {row.in_play} shoes in play from nonce {row.first} on, "
            f"its last shoe is of nonce {row.last}"
        )


def shoes_take_turns(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require shoes to be drawn in turn, before they finish, and to finish for a known reason."""
    is_started, is_finished = SHOE.c.started_at.is_not(None), SHOE.c.finished_at.is_not(None)
    reasons = [*(reason.value for reason in ShoeEnd), ENDED_BY_PLAYER]
    breaches = (
        (and_(is_started, HAS_EARLIER_IN_PLAY), "is drawn before its turn"),
        (and_(is_finished, ~is_started), "is finished and was never drawn"),
        (SHOE.c.end_reason.not_in(reasons), "is finished for no known reason"),
    )
    said = case(*breaches)
    query = select(SHOE.c.id, said.label("said")).where(scope.rows(SHOE), said.is_not(None))
    for row in connection.execute(query.order_by(SHOE.c.id)):
        yield f"shoe {row.id} {row.said}"
