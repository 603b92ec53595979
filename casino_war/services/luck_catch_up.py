"""Adding rounds to the sums of luck: each as it is settled, and those that came before.

A round is added in the transaction that settles it. Of rounds from before luck was measured,
or measured as it is now, each settlement adds some of its own seat, so that nobody waits for
a long history. The rest is for whoever asks: a player for theirs, the command line for
everybody's. Asked twice, there is nothing left to do: that needs no key.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from sqlalchemy import Connection

from casino_war.game.round import Settled
from casino_war.services.carry_out import require_player
from casino_war.services.house import House
from casino_war.services.measure import luck_of_round
from casino_war.services.rounds import state_of
from casino_war.store import days, milestones, rounds, seats
from casino_war.store import luck as luck_store
from casino_war.store.changes import Step, make
from casino_war.store.days import StoredDay, day_of
from casino_war.store.luck import LuckBefore, StoredLuck
from casino_war.store.luck_sums import LuckSums
from casino_war.store.rounds import StoredRound

LATE_ROUNDS_MAX = 200
"""Rounds that are measured late in one transaction: a small part of a second."""

PIECES_MAX = 5
"""Transactions for one player who asks for the rest, and waits for the page."""


def add_luck(
    connection: Connection,
    before: LuckBefore | None,
    stored: StoredRound,
    state: Settled,
    at: datetime,
) -> list[Step]:
    """Add a round that has just been settled, at *at*, to the sums of its seat and its day.

    *before* is what they were. The changes that are returned are still to be made.
    """
    seat_id, rules_id = stored.seat_id, stored.rules_id
    if before is None or before.rules_id != rules_id:
        _catch_up(connection, seat_id, LATE_ROUNDS_MAX, {stored.id: state})
        return []
    luck = {} if before.luck is None else {rules_id: before.luck}
    sums = _add(connection, luck, stored, state)
    return [
        luck_store.kept_luck(seat_id, rules_id, luck[rules_id], is_new=before.luck is None),
        days.kept_day(
            (seat_id, rules_id, day_of(at)),
            days.with_round(before.day, before.run, stored.id, sums),
            is_new=before.day is None,
        ),
    ]


def reach_milestone(connection: Connection, stored: StoredRound) -> None:
    """Note how the player stands after a round whose number calls for it, once it is measured."""
    if stored.number % milestones.EVERY_ROUNDS == 0:
        set_milestone(connection, stored.player_id, stored.number)


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
    known_rules = frozenset(luck)
    last_id = luck_store.last_measured(luck)
    late = rounds.settled_rounds(connection, seat_id, last_id, rounds_max)
    of_days = _Days(connection, seat_id)
    for stored in late:
        state = (known or {}).get(stored.id) or state_of(connection, stored)
        if isinstance(state, Settled):
            of_days.add(stored, _add(connection, luck, stored, state))
    steps = [
        luck_store.kept_luck(seat_id, rules_id, luck[rules_id], is_new=rules_id not in known_rules)
        for rules_id in {stored.rules_id for stored in late}
    ]
    if late:
        make(connection, [*steps, *of_days.changes()])
    return len(late)


class _Days:
    """The days of a seat to which late rounds are added."""

    def __init__(self, connection: Connection, seat_id: int) -> None:
        self._connection, self._seat_id = connection, seat_id
        self._stored: dict[tuple[int, int], StoredDay] = {}
        self._read_from: int | None = None
        self._changed: dict[tuple[int, int], StoredDay] = {}
        self._run = days.last_run(connection, seat_id)

    def add(self, stored: StoredRound, sums: LuckSums) -> None:
        """Add one settled round."""
        day = day_of(stored.settled_at or stored.dealt_at)
        self._read(day)
        place = (stored.rules_id, day)
        before = self._changed.get(place, self._stored.get(place))
        changed = days.with_round(before, self._run, stored.id, sums)
        self._changed[place] = changed
        self._run = changed.run

    def changes(self) -> Iterator[Step]:
        """Store what was changed."""
        for (rules_id, day), changed in self._changed.items():
            place = (self._seat_id, rules_id, day)
            yield days.kept_day(place, changed, is_new=(rules_id, day) not in self._stored)

    def _read(self, day: int) -> None:
        """Read what is stored from that day on; late rounds seldom go back further."""
        if self._read_from is not None and day >= self._read_from:
            return
        found = days.days_of_seats(self._connection, (self._seat_id,), from_day=day)
        self._stored = {(each.rules_id, each.day): each.stored for each in found}
        self._read_from = day


def set_milestone(connection: Connection, player_id: int, number: int) -> None:
    """Note how a player stands after a round, if all up to it are settled and measured."""
    if not milestones.is_quiet(connection, player_id, number):
        return
    total = LuckSums()
    for seat in seats.seats_of(connection, player_id):
        for each in luck_store.luck_of_seat(connection, seat.id).values():
            total += each.sums
    last = rounds.last_of_player(connection, player_id)
    # Rounds that are measured later have their milestones no more.
    if total.rounds == number and last is not None and last.settled_at is not None:
        milestones.add_milestone(
            connection,
            player_id=player_id,
            number=number,
            hands=total.hands,
            balance_cents=last.balance_after_cents,
            net_cents=total.net_cents,
            expected_microcents=total.expected_microcents,
            variance_cents2=total.variance_cents2,
            settled_at=last.settled_at,
        )


def _add(
    connection: Connection, luck: dict[int, StoredLuck], stored: StoredRound, state: Settled
) -> LuckSums:
    before = luck[stored.rules_id].sums if stored.rules_id in luck else LuckSums()
    sums = luck_of_round(
        state, lambda: rounds.cards_shown(connection, stored.shoe_id, before_id=stored.id)
    )
    luck[stored.rules_id] = StoredLuck(last_round_id=stored.id, sums=before + sums)
    return sums
