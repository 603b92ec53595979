"""Signing in: what is refused and how often, and that no chip of a guest is lost."""

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from casino_war.errors import (
    KeyReusedError,
    RoundOpenError,
    SignInRefusedError,
    StaleVersionError,
    TooManyTriesError,
)
from casino_war.services import care, passwords, tries
from casino_war.services.history import statement_page
from casino_war.services.house import House
from casino_war.services.leaving import leave
from casino_war.services.newcomers import token_of_visitor
from casino_war.services.player_bar import player_bar
from casino_war.services.sign_in import SignIn, sign_in
from casino_war.store.sign_in_tries import SIGN_IN_TRY
from tests.audits import audit
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.member import PASSWORD, claim, come
from tests.services.seeds import is_tie, seed_where
from tests.services.test_closed_tables import RULES

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the time of hashing where tries alone are counted."""
    monkeypatch.setattr("casino_war.services.sign_in.is_password", lambda *_: False)


def test_a_guests_chips_go_along(house: House) -> None:
    member = claim(Guest(house).buy_in(300))
    guest = Guest(house, visitor="at a friend's").buy_in(200)
    old_token = guest.token
    come(guest, bring=200)
    assert guest.token == member.token
    assert member.bar.bankroll_cents == 50_000
    assert player_bar(house, old_token) is None
    assert token_of_visitor(house, "at a friend's") is None
    newest = statement_page(house, member.token, None).transfers[0]
    assert (newest.code, newest.amount_cents, newest.balance_after_cents) == (
        "guest_in",
        20_000,
        50_000,
    )
    # The cashier's forms were drawn before, and are stale now.
    member.buy_in(10)
    member.cash_out()
    assert audit(house) == []


def test_a_guest_without_chips_signs_in_and_is_no_more(house: House) -> None:
    member = claim(Guest(house).buy_in())
    guest = Guest(house, visitor="other").buy_in()
    guest.cash_out()
    old_token = guest.token
    assert come(guest).token == member.token
    assert player_bar(house, old_token) is None
    assert audit(house) == []


def test_a_member_who_signs_in_elsewhere_brings_nothing(house: House) -> None:
    ada = claim(Guest(house).buy_in(300))
    bo = claim(Guest(house, visitor="bo's").buy_in(200), "Bo")
    bos_token = bo.token
    come(bo, "Ada")
    assert bo.token == ada.token
    assert ada.bar.bankroll_cents == 30_000
    assert come(Guest(house, visitor="third"), "Bo").token == bos_token
    assert come(ada, "Ada").token == bo.token
    assert audit(house) == []


def test_chips_on_a_felt_keep_a_guest_from_signing_in(make_house: MakeHouse) -> None:
    seed = seed_where(RULES, is_tie)
    house = make_house(seed)
    guest = Guest(house, "niagara", visitor="guest's").buy_in(100).sit()
    claim(Guest(house, visitor="ada's").buy_in())
    guest.deal(bet(10))
    assert guest.seat.open_round_id is not None
    with pytest.raises(RoundOpenError):
        come(guest, bring=90)
    assert guest.bar.felt_cents == 1_000
    assert audit(house) == []


def test_chips_that_the_page_did_not_tell_keep_a_guest_from_signing_in(house: House) -> None:
    claim(Guest(house).buy_in())
    guest = Guest(house, visitor="other").buy_in(50)
    with pytest.raises(StaleVersionError, match="50 chips now"):
        come(guest, bring=40)
    assert guest.bar.bankroll_cents == 5_000


def test_a_form_sent_twice_brings_the_chips_once(house: House) -> None:
    member = claim(Guest(house).buy_in(10))
    guest = Guest(house, visitor="other").buy_in(50)
    form = SignIn(key="sent-twice", name="Ada", password=PASSWORD, address="", bring_cents=5_000)
    assert {sign_in(house, guest.token, form) for _ in range(2)} == {member.token}
    assert member.bar.bankroll_cents == 6_000
    assert audit(house) == []


@pytest.mark.parametrize(("name", "password"), [("Ada", "wrong " * 3), ("Nobody", PASSWORD)])
def test_wrong_names_and_passwords_are_answered_alike(
    house: House, name: str, password: str
) -> None:
    claim(Guest(house).buy_in())
    with pytest.raises(SignInRefusedError) as refused:
        come(Guest(house, visitor="other"), name, password)
    assert str(refused.value) == (
        "No account has this name and this password together: look at the spelling of both."
    )


def test_unknown_names_cost_the_same_work(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    claim(Guest(house).buy_in())
    hashes: list[str] = []
    monkeypatch.setattr(
        passwords,
        "_HASHER",
        _Noting(hashes, passwords._HASHER.verify),
    )
    for name in ("Ada", "Nobody"):
        with pytest.raises(SignInRefusedError):
            come(Guest(house, visitor="other"), name, "wrong " * 3)
    costs = [each.rsplit("$", 2)[0] for each in hashes]
    assert len(costs) == 2
    assert costs[0] == costs[1]


class _Noting:
    """A hasher that notes what it is asked to compare with."""

    def __init__(self, noted: list[str], verify: Callable[[str, str], bool]) -> None:
        self.noted, self._verify = noted, verify

    def verify(self, known: str, password: str) -> bool:
        self.noted.append(known)
        return self._verify(known, password)


def test_a_hash_takes_long_enough_to_be_worth_having() -> None:
    began = time.process_time()
    hashed = passwords.hash_password(PASSWORD)
    assert time.process_time() - began > 0.005
    assert hashed.startswith("$argon2id$v=19$m=47104,t=1,p=1$")


@pytest.mark.parametrize("name", ["Ada", "Nobody"])
@pytest.mark.usefixtures("quick")
def test_a_name_is_tried_ten_times_in_a_quarter_of_an_hour(
    make_house: MakeHouse, name: str
) -> None:
    moments = iter([*[NOON] * 13, NOON + timedelta(minutes=16)])
    house = replace(make_house(), clock=lambda: next(moments))
    claim(Guest(house).buy_in())
    for expected in [*[SignInRefusedError] * 10, TooManyTriesError]:
        with pytest.raises(expected):
            come(Guest(house), name)
    house = replace(house, clock=lambda: NOON + timedelta(minutes=16))
    with pytest.raises(SignInRefusedError):
        come(Guest(house), name)


@pytest.mark.usefixtures("quick")
def test_an_address_is_counted_whatever_the_names(
    make_house: MakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "TRIES_OF_ADDRESS", 3)
    house = replace(make_house(), clock=lambda: NOON)
    for name in ("one", "two", "three"):
        with pytest.raises(SignInRefusedError):
            come(Guest(house), name)
    with pytest.raises(TooManyTriesError, match="wait 15 minutes"):
        come(Guest(house), "four")


@pytest.mark.usefixtures("quick")
def test_a_clock_set_back_lets_nobody_try_for_ever_nor_never(make_house: MakeHouse) -> None:
    house = replace(make_house(), clock=lambda: NOON)
    for _ in range(10):
        with pytest.raises(SignInRefusedError):
            come(Guest(house))
    with pytest.raises(TooManyTriesError):
        come(Guest(house))
    earlier = replace(house, clock=lambda: NOON - timedelta(days=1))
    for _ in range(10):
        with pytest.raises(SignInRefusedError):
            come(Guest(earlier))
    with pytest.raises(TooManyTriesError):
        come(Guest(earlier))


def test_the_right_password_lets_the_tries_begin_anew(house: House) -> None:
    claim(Guest(house).buy_in())
    for _ in range(2):
        with pytest.raises(SignInRefusedError):
            come(Guest(house, visitor="other"), password="wrong " * 3)
        come(Guest(house, visitor="other"))
    with house.database.reading() as connection:
        counts = connection.execute(select(SIGN_IN_TRY.c.tries)).scalars().all()
    # Those of the address alone: no name and no address stands in any row.
    assert counts == [4]


@pytest.mark.usefixtures("quick")
def test_old_tries_are_forgotten(make_house: MakeHouse) -> None:
    house = replace(make_house(), clock=lambda: NOON)
    with pytest.raises(SignInRefusedError):
        come(Guest(house), "one")
    later = replace(house, clock=lambda: NOON + timedelta(hours=1))
    with pytest.raises(SignInRefusedError):
        come(Guest(later), "two")
    with house.database.reading() as connection:
        since = connection.execute(select(SIGN_IN_TRY.c.since)).scalars().all()
    assert set(since) == {NOON + timedelta(hours=1)}


def test_a_key_that_stands_in_the_books_brings_nothing(house: House) -> None:
    claim(Guest(house).buy_in(10))
    guest = Guest(house, visitor="other").buy_in(50).sit()
    for key in ("other-1", "other-2"):
        form = SignIn(key=key, name="Ada", password=PASSWORD, address="", bring_cents=5_000)
        with pytest.raises(KeyReusedError):
            sign_in(house, guest.token, form)
        with pytest.raises(KeyReusedError):
            leave(house, guest.token, key=key, password="")
    assert guest.bar.bankroll_cents == 5_000
    assert audit(house) == []


def test_limits_and_breaks_come_along(house: House) -> None:
    member = claim(Guest(house).buy_in())
    at = house.clock()
    for guest, loss, length in (
        (member, 5_000, None),
        (Guest(house, visitor="other").buy_in(200), 2_000, care.BREAKS["day"]),
    ):
        wanted = {"loss_cents": loss, "wagered_cents": None, "minutes": None}
        care.set_limits(house, guest.token, wanted, None)
        if length:
            care.take_break(house, guest.token, length)
    come(guest, bring=200)
    page = care.care_page(house, member.token)
    assert page is not None
    assert page.present("loss_cents") == 2_000
    assert page.break_until is not None
    assert page.break_until >= at + care.BREAKS["day"]
    assert audit(house) == []
