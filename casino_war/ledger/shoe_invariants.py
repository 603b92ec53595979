"""What must be true of shoes: they are what their seeds make them."""

from collections.abc import Iterator

from sqlalchemy import Connection, func, select

from casino_war.errors import InvalidSeedError
from casino_war.game.cards import PACK, format_cards
from casino_war.game.randomness import FairStream, commitment, shuffle
from casino_war.store.shoes import SHOE


def commitments_match(connection: Connection) -> Iterator[str]:
    """Require the commitment of every shoe to be that of its server seed."""
    query = select(SHOE.c.id, SHOE.c.server_seed, SHOE.c.commitment).order_by(SHOE.c.id)
    for row in connection.execute(query):
        try:
            is_kept = commitment(row.server_seed) == row.commitment
        except InvalidSeedError:
            is_kept = False
        if not is_kept:
            yield f"shoe {row.id} does not keep its commitment {row.commitment}"


def orders_are_shuffles(connection: Connection) -> Iterator[str]:
    """Require every started shoe to be in the order that its seeds and nonce give."""
    query = SHOE.select().where(SHOE.c.order_text.is_not(None)).order_by(SHOE.c.id)
    for row in connection.execute(query):
        try:
            stream = FairStream(row.server_seed, row.client_seed, row.nonce)
        except InvalidSeedError as error:
            yield f"shoe {row.id} has no valid seeds: {error}"
            continue
        if format_cards(shuffle(PACK * row.decks, stream)) != row.order_text:
            yield f"shoe {row.id} is not in the order that its seeds give"


def nonces_have_no_gap(connection: Connection) -> Iterator[str]:
    """Require the shoes of every seat to count 0, 1, 2, ... without a gap."""
    query = (
        select(SHOE.c.seat_id, func.count().label("shoes"), func.max(SHOE.c.nonce).label("last"))
        .group_by(SHOE.c.seat_id)
        .having(func.count() != func.max(SHOE.c.nonce) + 1)
        .order_by(SHOE.c.seat_id)
    )
    for row in connection.execute(query):
        yield f"seat {row.seat_id} has {row.shoes} shoes, the last of nonce {row.last}"
