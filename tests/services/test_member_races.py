"""Two requests at the same moment: one name for one member, and chips that come along once."""

from collections.abc import Callable

from casino_war.errors import InvalidNameError
from casino_war.services import claims
from casino_war.services.commands import ClaimAccount
from casino_war.services.house import House
from casino_war.services.sign_in import SignIn, sign_in
from tests.audits import audit
from tests.services.at_once import at_once
from tests.services.guest import Guest
from tests.services.member import PASSWORD, claim, known_as


def test_one_of_two_gets_a_name(house: House) -> None:
    guests = [Guest(house, visitor=name).buy_in() for name in ("one", "other")]

    def claiming(guest: Guest) -> Callable[[], object]:
        command = ClaimAccount(key=guest.key(), version=guest.bar.version)
        return lambda: claims.claim(
            house, guest.token, command, name="Ada", password=PASSWORD, visitor=guest.visitor
        )

    answers = at_once([claiming(guest) for guest in guests])
    assert answers.count(InvalidNameError) == 1
    assert sorted(filter(None, map(known_as, guests))) == ["Ada"]
    assert audit(house) == []


def test_a_double_click_brings_chips_once(house: House) -> None:
    member = claim(Guest(house).buy_in(10))
    guest = Guest(house, visitor="other").buy_in(50)
    form = SignIn(key="clicked-twice", name="Ada", password=PASSWORD, address="", bring_cents=5_000)
    tokens = at_once([lambda: sign_in(house, guest.token, form)] * 2)
    assert tokens == [member.token] * 2
    assert member.bar.bankroll_cents == 6_000
    assert audit(house) == []
