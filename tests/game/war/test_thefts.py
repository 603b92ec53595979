"""All thefts that four seats can attempt in one turn."""

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, product

import pytest

from casino_war.game.thefts import Thefts, settle
from casino_war.game.war_events import Forestalled, Protected

SEATS = range(4)
ORDERS = [tuple((first + turn) % 4 for turn in SEATS) for first in SEATS]


def all_attempts() -> Iterator[dict[int, int]]:
    for victims in product([None, *SEATS], repeat=4):
        attempts = {t: v for t, v in enumerate(victims) if v is not None}
        if all(thief != victim for thief, victim in attempts.items()):
            yield attempts


def all_matching() -> Iterator[tuple[int, ...]]:
    for count in range(5):
        yield from combinations(SEATS, count)


def standing(thefts: Thefts) -> dict[int, int]:
    robberies = [*thefts.robberies]
    for ring in thefts.rings:
        robberies.extend(zip(ring, (*ring[1:], ring[0]), strict=True))
    assert len(dict(robberies)) == len(robberies)
    return dict(robberies)


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_every_attempt_is_settled_once_and_justly(order: tuple[int, ...]) -> None:
    for attempts, matching in product(all_attempts(), all_matching()):
        thefts = settle(attempts, matching, order)
        stands = standing(thefts)
        void = [fallen.thief for fallen in thefts.voids]
        assert sorted([*stands, *void]) == sorted(attempts)
        assert stands.items() <= attempts.items()
        assert len(set(stands.values())) == len(stands), "no pile has two thieves"
        plays = [seat for seat in SEATS if seat not in stands]
        assert not any(seat in matching and seat in plays for seat in stands.values())
        for fallen in thefts.voids:
            assert attempts[fallen.thief] == victim_of(fallen)
            if isinstance(fallen, Protected):
                assert fallen.seat in matching
                assert fallen.seat in plays
            else:
                assert attempts[fallen.first] == fallen.victim
                assert order.index(fallen.first) < order.index(fallen.thief)
        told = [thief for thief, _ in thefts.robberies]
        for thief, victim in thefts.robberies:
            assert victim not in told or told.index(thief) < told.index(victim)


def victim_of(fallen: Protected | Forestalled) -> int:
    return fallen.seat if isinstance(fallen, Protected) else fallen.victim


def test_seats_have_no_advantage_but_the_order() -> None:
    for attempts, matching in product(all_attempts(), all_matching()):
        thefts = settle(attempts, matching, ORDERS[0])
        moved = settle(
            {turned(thief): turned(victim) for thief, victim in attempts.items()},
            [turned(seat) for seat in matching],
            ORDERS[1],
        )
        assert standing(moved) == {turned(t): turned(v) for t, v in standing(thefts).items()}
        assert [void.thief for void in moved.voids] == [turned(v.thief) for v in thefts.voids]


def turned(seat: int) -> int:
    return (seat + 1) % 4


@pytest.mark.parametrize(
    ("attempts", "matching", "voids"),
    [
        pytest.param(
            {1: 0, 2: 1},
            (0, 1),
            [Protected(seat=0, thief=1), Protected(seat=1, thief=2)],
            id="a-forced-card-protects",
        ),
        pytest.param({1: 0, 2: 1}, (0,), [Protected(seat=0, thief=1)], id="it-need-not"),
        pytest.param({0: 1, 1: 0}, (0, 1), [], id="who-steals-does-not-protect"),
        pytest.param(
            {0: 3, 1: 3, 2: 1},
            (1,),
            [Forestalled(thief=1, victim=3, first=0), Protected(seat=1, thief=2)],
            id="who-came-second-protects",
        ),
        pytest.param(
            {0: 3, 1: 3, 3: 1},
            (1, 3),
            [
                Forestalled(thief=1, victim=3, first=0),
                Protected(seat=1, thief=3),
                Protected(seat=3, thief=0),
            ],
            id="and-may-so-undo-the-first",
        ),
    ],
)
def test_what_makes_a_thief_play(
    attempts: Mapping[int, int],
    matching: Collection[int],
    voids: list[Protected | Forestalled],
) -> None:
    assert list(settle(attempts, matching, ORDERS[0]).voids) == voids
