"""What must be true of the sums of days and of milestones: they are those of the rounds.

The sums of luck are held against rounds that are played again; days must add up to them, and
what else a day tells is added up from the rounds themselves.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from sqlalchemy import Connection, func, select

from casino_war.ledger.invariants.luck import NO_LUCK, wrong_sums
from casino_war.ledger.scope import Scope
from casino_war.store.days import DayOfSeat, StoredDay, day_of, every_day, with_round
from casino_war.store.luck import StoredLuck, every_luck
from casino_war.store.luck_sums import LuckSums
from casino_war.store.milestones import MILESTONE
from casino_war.store.rounds import ROUND

_Place = tuple[int, int]
"""The rules that a seat was played by, and a day; or a seat and its rules."""

_TOLD_BY_ROUNDS = ("rounds", "wagered_cents", "net_cents")


def days_add_up_to_luck(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require the days of a seat by the same rules to add up to its luck by them."""
    added: dict[_Place, StoredLuck] = defaultdict(lambda: NO_LUCK)
    for each in every_day(connection):
        place = (each.seat_id, each.rules_id)
        before = added[place]
        added[place] = StoredLuck(
            last_round_id=max(before.last_round_id, each.stored.last_round_id),
            sums=before.sums + each.stored.sums,
        )
    luck = every_luck(connection)
    for place in sorted(added.keys() | luck.keys()):
        told = wrong_sums(added[place], luck.get(place, NO_LUCK))
        if told:
            yield f"the days of seat {place[0]} by rules {place[1]} have {told}"


def days_equal_rounds(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require each day to tell its rounds' number, amounts, extremes and runs.

    Only days that have changed since, for triggers keep the others as they are.
    """
    since_id = 0 if scope.is_full else scope.since.ids[ROUND.name]
    for seat_id, days in groupby(every_day(connection), key=lambda each: each.seat_id):
        stored = [*days]
        if stored[-1].stored.last_round_id <= since_id:
            continue
        faults = _faults(connection, stored, since_id)
        if faults and since_id:
            # Where rules or clocks go back, rounds from before the mark are in days after it.
            faults = _faults(connection, stored, 0)
        for rules_id, day in faults:
            yield f"day {day} of seat {seat_id} by rules {rules_id} is not its rounds'"


def _faults(connection: Connection, stored: list[DayOfSeat], since_id: int) -> list[_Place]:
    """List the days of one seat, of those changed since, that are not what its rounds say."""
    old = [each for each in stored if each.stored.last_round_id <= since_id]
    first_id, run = (old[-1].stored.last_round_id, old[-1].stored.run) if old else (0, 0)
    found = {(each.rules_id, each.day): _of_rounds(each.stored) for each in stored[len(old) :]}
    query = (
        select(
            ROUND.c.id,
            ROUND.c.rules_id,
            ROUND.c.settled_at,
            ROUND.c.wagered_cents,
            ROUND.c.net_cents,
        )
        .where(
            ROUND.c.seat_id == stored[0].seat_id,
            ROUND.c.id > first_id,
            ROUND.c.id <= stored[-1].stored.last_round_id,
            ROUND.c.settled_at.is_not(None),
        )
        .order_by(ROUND.c.id)
    )
    ought: dict[_Place, StoredDay] = {}
    for row in connection.execute(query.execution_options(yield_per=500)):
        place = (row.rules_id, day_of(row.settled_at))
        sums = LuckSums(rounds=1, wagered_cents=row.wagered_cents, net_cents=row.net_cents)
        ought[place] = with_round(ought.get(place), run, row.id, sums)
        run = ought[place].run
    places = found.keys() | ought.keys()
    return sorted(place for place in places if found.get(place) != ought.get(place))


def milestones_equal_rounds(connection: Connection, scope: Scope) -> Iterator[str]:
    """Require each milestone to tell its round's balance, and the net of all rounds up to it."""
    earlier = ROUND.alias("earlier")
    net_cents = (
        select(func.sum(earlier.c.net_cents))
        .where(earlier.c.player_id == MILESTONE.c.player_id, earlier.c.number <= MILESTONE.c.number)
        .scalar_subquery()
    )
    last = (ROUND.c.player_id == MILESTONE.c.player_id) & (ROUND.c.number == MILESTONE.c.number)
    query = (
        select(
            MILESTONE.c.player_id,
            MILESTONE.c.number,
            MILESTONE.c.balance_cents,
            MILESTONE.c.net_cents,
            ROUND.c.balance_after_cents,
            net_cents.label("ought_cents"),
        )
        .join_from(MILESTONE, ROUND, last, isouter=True)
        .order_by(MILESTONE.c.id)
    )
    if not scope.is_full:
        query = query.where(ROUND.c.id.is_(None) | (ROUND.c.id > scope.since.ids[ROUND.name]))
    for row in connection.execute(query):
        told = (row.balance_cents, row.net_cents)
        if told != (row.balance_after_cents, row.ought_cents):
            yield (
                f"the milestone of player {row.player_id} after round {row.number} has "
                f"{told[0]} and {told[1]} cents for {row.balance_after_cents} and "
                f"{row.ought_cents}"
            )


def _of_rounds(day: StoredDay) -> StoredDay:
    """Return what rounds tell of a day: hands and odds are in the sums of luck too."""
    sums = LuckSums(**{name: getattr(day.sums, name) for name in _TOLD_BY_ROUNDS})
    return replace(day, sums=sums)
