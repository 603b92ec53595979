"""Limits, reminders and breaks, with a clock that the test moves where it likes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from casino_war.errors import CareLimitError, NoBankrollError
from casino_war.game.round import Decision
from casino_war.game.table_rules import TableRules
from casino_war.services import care
from casino_war.services.care import CarePage
from casino_war.services.care_values import LIMITS, Care, Limit, read_care
from casino_war.services.house import House
from casino_war.services.table_page import table_page
from tests.audits import audit
from tests.services.clock import Clock
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, ranks, seed_where
from tests.services.test_closed_tables import KEY, RULES

NIGHT = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
"""Half an hour before midnight, and a few before clocks are put forward in Europe."""

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def clock() -> Clock:
    return Clock(NIGHT)


@pytest.fixture
def guest(make_house: MakeHouse, clock: Clock) -> Guest:
    """A guest at Niagara, whose first round is lost at once."""
    seed = seed_where(RULES, lambda shoe: ranks(shoe, 0)[0] < ranks(shoe, 1)[0])
    return Guest(replace(make_house(seed), clock=clock), KEY).buy_in().sit()


def set_to(guest: Guest, reminder: int | None = None, **limits: int) -> None:
    wanted = {name: limits.get(name) for name in LIMITS}
    care.set_limits(guest.house, guest.token, wanted, reminder)


def page_of(guest: Guest) -> CarePage:
    page = care.care_page(guest.house, guest.token)
    assert page is not None
    return page


def refusal(deal: Callable[[], object]) -> str:
    with pytest.raises(CareLimitError) as refused:
        deal()
    return refused.value.reason


def test_nothing_is_limited_until_somebody_asks(guest: Guest) -> None:
    assert page_of(guest).care == Care()
    assert table_page(guest.house, guest.token, KEY).care is None
    set_to(guest, loss_cents=500)
    assert table_page(guest.house, guest.token, KEY).care is not None


def test_no_session_loses_more_than_its_limit(guest: Guest) -> None:
    set_to(guest, loss_cents=3_000)
    # A war would take another ten.
    assert refusal(lambda: guest.deal(bet(20))) == "loss_cents"
    guest.deal(bet(10))
    assert page_of(guest).session.net_cents == -1_000
    guest.deal(bet(10))
    while guest.seat.open_round_id is not None:
        guest.decide(Decision.WAR)
    left = 3_000 + page_of(guest).session.net_cents
    assert refusal(lambda: guest.deal(bet((left // 200 // 5 + 1) * 5))) == "loss_cents"
    assert audit(guest.house) == []


def test_an_open_round_counts_with_all_it_can_lose_and_is_finished(
    make_house: MakeHouse, clock: Clock
) -> None:
    seed = seed_where(RULES, is_tie)
    guest = Guest(replace(make_house(seed), clock=clock), KEY).buy_in().sit()
    guest.deal(bet(10, 5))
    session = page_of(guest).session
    assert (session.at_risk_cents, session.wagered_cents, session.net_cents) == (2_000, 1_500, 0)
    set_to(guest, loss_cents=2_500, minutes=1, wagered_cents=1_500)
    care.take_break(guest.house, guest.token, HOUR)
    guest.decide(Decision.WAR)
    assert page_of(guest).session.at_risk_cents == 0
    assert audit(guest.house) == []


def test_what_a_round_can_lose() -> None:
    plain, second = TableRules(), TableRules(second_tie_bet_to_one=10)
    assert care.most_lost_cents(plain, (bet(10), bet(10, 5))) == 4_000
    assert care.most_lost_cents(plain, (bet(10, 25),)) == 3_500
    assert care.most_lost_cents(second, (bet(10),)) == 3_000
    assert care.most_lost_cents(plain, (bet(0, 5),)) == 500


def test_what_is_staked_is_limited(guest: Guest) -> None:
    set_to(guest, wagered_cents=1_500)
    guest.deal(bet(10))
    assert refusal(lambda: guest.deal(bet(10))) == "wagered_cents"
    guest.deal(bet(5))


def test_time_is_limited_and_midnight_begins_nothing(guest: Guest, clock: Clock) -> None:
    guest.deal(bet(5))
    set_to(guest, minutes=60)
    for minutes in (20, 20, 19):
        clock.now += timedelta(minutes=minutes)
        guest.deal(bet(5))
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.SURRENDER)
    clock.now += timedelta(minutes=1)
    assert clock.now.date() > NIGHT.date()
    assert refusal(lambda: guest.deal(bet(5))) == "minutes"
    clock.now += 5 * HOUR
    assert refusal(lambda: guest.deal(bet(5))) == "minutes"
    # Six hours after the last round another session begins, whatever the clocks on walls do.
    clock.now += 1 * HOUR
    assert page_of(guest).session.rounds == 0
    guest.deal(bet(5))
    assert page_of(guest).session.rounds == 1


def test_a_clock_set_back_neither_ends_a_session_nor_frees_anybody(
    guest: Guest, clock: Clock
) -> None:
    set_to(guest, wagered_cents=1_000, minutes=60)
    guest.deal(bet(10))
    clock.now -= 30 * DAY
    assert page_of(guest).minutes == 0
    assert page_of(guest).session.rounds == 1
    assert refusal(lambda: guest.deal(bet(5))) == "wagered_cents"


def test_tighter_at_once_and_looser_in_a_day(guest: Guest, clock: Clock) -> None:
    set_to(guest, loss_cents=10_000)
    set_to(guest, loss_cents=2_000)
    assert page_of(guest).present("loss_cents") == 2_000
    assert page_of(guest).pending("loss_cents") is None
    set_to(guest, loss_cents=50_000)
    asked_at = clock.now
    clock.now += DAY - timedelta(seconds=1)
    assert page_of(guest).present("loss_cents") == 2_000
    assert refusal(lambda: guest.deal(bet(50))) == "loss_cents"
    # Asking once more, for the same or for less, takes no longer.
    set_to(guest, loss_cents=50_000)
    set_to(guest, loss_cents=40_000)
    pending = page_of(guest).pending("loss_cents")
    assert pending is not None
    assert (pending.then, pending.then_at) == (40_000, asked_at + DAY)
    clock.now = asked_at + DAY
    assert page_of(guest).present("loss_cents") == 40_000
    guest.deal(bet(50))
    # Asking for more begins a day of its own; giving that up, the limit is tight as it was.
    set_to(guest)
    set_to(guest, loss_cents=40_000)
    assert page_of(guest).care.limit("loss_cents") == Limit(value=40_000)


def test_a_limit_is_given_up_in_a_day(guest: Guest, clock: Clock) -> None:
    set_to(guest, minutes=5)
    set_to(guest)
    assert page_of(guest).present("minutes") == 5
    clock.now += DAY
    assert page_of(guest).present("minutes") is None
    set_to(guest)
    assert page_of(guest).care == Care()


def test_a_looser_wish_that_grows_waits_anew(clock: Clock) -> None:
    limit = Limit(value=10).set_to(20, clock.now)
    later = clock.now + 5 * HOUR
    assert limit.set_to(30, later).then_at == later + DAY
    assert limit.set_to(None, later).then_at == later + DAY
    assert limit.set_to(15, later).then_at == clock.now + DAY
    assert limit.set_to(5, later) == Limit(value=5)


@pytest.mark.parametrize("length", care.BREAKS.values(), ids=care.BREAKS.keys())
def test_a_break_is_never_shortened(guest: Guest, clock: Clock, length: timedelta) -> None:
    care.take_break(guest.house, guest.token, length)
    care.take_break(guest.house, guest.token, HOUR / 2)
    set_to(guest)
    clock.now += length - timedelta(seconds=1)
    assert refusal(lambda: guest.deal(bet(5))) == "break"
    clock.now += timedelta(seconds=1)
    guest.deal(bet(5))
    care.take_break(guest.house, guest.token, HOUR)
    assert refusal(lambda: guest.deal(bet(5))) == "break"


def test_the_reminder_comes_with_time_and_result(guest: Guest, clock: Clock) -> None:
    set_to(guest, reminder=30)
    guest.deal(bet(10))
    clock.now += timedelta(minutes=29)
    assert not page_of(guest).is_reminder_due
    clock.now += timedelta(minutes=1)
    page = table_page(guest.house, guest.token, KEY).care
    assert page is not None
    assert page.is_reminder_due
    assert (page.minutes, page.session.net_cents) == (30, -1_000)
    clock.now += 7 * HOUR
    assert not page_of(guest).is_reminder_due


def test_everything_set_is_read_back_as_it_was(clock: Clock) -> None:
    wanted: dict[str, int | None] = {"loss_cents": 5, "wagered_cents": None, "minutes": 9}
    there = Care(reminder_minutes=15).with_limits(wanted, clock.now).with_break(DAY, clock.now)
    looser = there.with_limits(dict.fromkeys(LIMITS), clock.now)
    for each in (Care(), there, looser):
        assert read_care(each.to_text()) == each
    assert read_care(None) == Care()


def test_a_stranger_has_no_limits(house: House) -> None:
    assert care.care_page(house, None) is None
    with pytest.raises(NoBankrollError):
        care.take_break(house, None, HOUR)


@pytest.mark.parametrize(
    ("one", "other", "now", "later"),
    [
        (Limit(), Limit(value=5), 5, 5),
        (Limit(value=9), Limit(value=5), 5, 5),
        (Limit(value=5, then=None, then_at=NIGHT + HOUR), Limit(), 5, None),
        (Limit(value=5, then=None, then_at=NIGHT + HOUR), Limit(value=9), 5, 9),
        (Limit(value=5, then=9, then_at=NIGHT + HOUR), Limit(value=3), 3, 3),
        (Limit(value=5, then=9, then_at=NIGHT - HOUR), Limit(), 9, 9),
    ],
)
def test_of_two_limits_the_tighter_holds(
    one: Limit, other: Limit, now: int, later: int | None
) -> None:
    for joined in (one.joined(other, NIGHT), other.joined(one, NIGHT)):
        assert joined.at(NIGHT) == now
        assert joined.at(NIGHT + DAY) == later


def test_of_two_breaks_the_longer_holds_and_of_two_reminders_the_earlier() -> None:
    short = Care(break_until=NIGHT + HOUR, reminder_minutes=15)
    long = Care(break_until=NIGHT + DAY, reminder_minutes=60)
    for joined in (short.joined(long, NIGHT), long.joined(short, NIGHT)):
        assert joined.break_until == NIGHT + DAY
        assert joined.reminder_minutes == 15
    assert Care().joined(Care(), NIGHT).is_needed(NIGHT) is False
