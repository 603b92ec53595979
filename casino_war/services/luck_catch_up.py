"""Adding rounds to the sums of luck: each as it is settled, and those that came before.

A round is added in the transaction that settles it. Of rounds from before luck was measured,
or measured as it is now, each settlement adds some of its own seat, so that nobody waits for
a long history. The rest is for whoever asks: a player for theirs, the command line for
everybody's. Asked twice, there is nothing left to do: that needs no key.
"""

from collections.abc import Mapping

from sqlalchemy import Connection

from casino_war.game.round import Settled
from casino_war.services.carry_out import require_player
from casino_war.services.house import House
from casino_war.services.measure import luck_of_round
from casino_war.services.rounds import state_of
from casino_war.store import luck as luck_store
from casino_war.store import rounds, seats
from casino_war.store.luck import LuckSums, StoredLuck
from casino_war.store.rounds import StoredRound

LATE_ROUNDS_MAX = 200
"""Rounds that are measured late in one transaction: a small part of a second."""

PIECES_MAX = 5
"""Transactions for one player who asks for the rest, and waits for the page."""


def add_luck(connection: Connection, stored: StoredRound, state: Settled) -> None:
    """Add a round that has just been settled to the sums of its seat."""
    luck = luck_store.luck_before(connection, stored.seat_id, stored.id)
    if luck is None:
        _catch_up(connection, stored.seat_id, LATE_ROUNDS_MAX, {stored.id: state})
        return
    _add(connection, luck, stored, state)
    luck_store.keep_luck(connection, stored.seat_id, stored.rules_id, luck[stored.rules_id])


def measure_rest(house: House, token: str | None) -> int:
    """Measure late rounds of the player of the token at all tables; return how many.

    A thousand at most, so that the page that waits for it comes; it counts what is left.

    Raises:
        NoBankrollError: the token is no player's.
    """
    measured = 0
    for _ in range(PIECES_MAX):
        found = house.database.write(lambda connection: _measure_some(connection, token))
        measured += found
        if found < LATE_ROUNDS_MAX:
            break
    return measured


def measure_everybody(house: House) -> int:
    """Measure all late rounds there are, player by player; return how many."""
    with house.database.reading() as connection:
        tokens = luck_store.tokens_of_late(connection)
    measured = 0
    for token in tokens:
        while found := measure_rest(house, token):
            measured += found
    return measured


def _measure_some(connection: Connection, token: str | None) -> int:
    """Measure late rounds of a player, whose other commands wait meanwhile."""
    player = require_player(connection, token)
    measured = 0
    for seat in seats.seats_of(connection, player.id):
        measured += _catch_up(connection, seat.id, LATE_ROUNDS_MAX - measured)
    return measured


def _catch_up(
    connection: Connection,
    seat_id: int,
    rounds_max: int,
    known: Mapping[int, Settled] | None = None,
) -> int:
    """Measure what a seat has played since its sums were stored, up to so many rounds.

    *known* states, by round, need not be played again.
    """
    luck = luck_store.luck_of_seat(connection, seat_id)
    last_id = luck_store.last_measured(luck)
    late = rounds.settled_rounds(connection, seat_id, last_id, rounds_max)
    for stored in late:
        state = (known or {}).get(stored.id) or state_of(connection, stored)
        if isinstance(state, Settled):
            _add(connection, luck, stored, state)
    for rules_id in {stored.rules_id for stored in late}:
        luck_store.keep_luck(connection, seat_id, rules_id, luck[rules_id])
    return len(late)


def _add(
    connection: Connection, luck: dict[int, StoredLuck], stored: StoredRound, state: Settled
) -> None:
    before = luck[stored.rules_id].sums if stored.rules_id in luck else LuckSums()
    sums = before + luck_of_round(
        state, lambda: rounds.cards_shown(connection, stored.shoe_id, before_id=stored.id)
    )
    luck[stored.rules_id] = StoredLuck(last_round_id=stored.id, sums=sums)
