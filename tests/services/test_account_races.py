"""What becomes of an account while its password is being looked at: nothing is done by half."""

from collections.abc import Callable

import pytest
from sqlalchemy import Connection

from casino_war.errors import KeyReusedError, SignInRefusedError
from casino_war.services import claims, leaving, passwords
from casino_war.services.claims import guest_of_token
from casino_war.services.house import House
from casino_war.services.leaving import leave
from casino_war.services.player_bar import player_bar
from casino_war.services.sign_in import SignIn, sign_in
from casino_war.store.players import StoredPlayer
from tests.audits import audit
from tests.services.guest import Guest
from tests.services.member import PASSWORD, claim, come, known_as

NEW_PASSWORD = "five other words of one"


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let *act* happen once, right after the next password was found to be the right one."""

    def looked_at(password: str, known: str | None) -> bool:
        is_right = passwords.is_password(password, known)
        monkeypatch.undo()
        act()
        return is_right

    monkeypatch.setattr("casino_war.services.sign_in.is_password", looked_at)


def test_nobody_signs_in_to_an_account_that_is_left_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = claim(Guest(house).buy_in(300))
    guest = Guest(house, visitor="other").buy_in(200)
    token = member.token
    meanwhile(
        monkeypatch,
        lambda: leave(house, token, key="leaves-for-good", password=PASSWORD),
    )
    with pytest.raises(SignInRefusedError):
        come(guest, bring=200)
    assert guest.bar.bankroll_cents == 20_000
    assert audit(house) == []


def test_nobody_signs_in_by_a_password_that_is_changed_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = claim(Guest(house).buy_in(300))
    meanwhile(
        monkeypatch,
        lambda: claims.change_password(house, member.token, old=PASSWORD, new=NEW_PASSWORD),
    )
    with pytest.raises(SignInRefusedError):
        come(Guest(house, visitor="other"))


def test_a_guest_who_claims_the_account_meanwhile_leaves_by_its_password(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(house).buy_in(300)
    find_guest = guest_of_token

    def found(connection: Connection, token: str | None) -> StoredPlayer | None:
        player = find_guest(connection, token)
        monkeypatch.undo()
        claim(guest)
        return player

    monkeypatch.setattr(leaving, "guest_of_token", found)
    with pytest.raises(SignInRefusedError):
        leave(house, guest.token, key="leaves-for-good", password="")
    assert known_as(guest) == "Ada"


@pytest.mark.parametrize("whose", ["own", "another's"])
def test_a_key_that_came_before_brings_no_chips(house: House, whose: str) -> None:
    member = claim(Guest(house).buy_in(300))
    guest = Guest(house, visitor="other").buy_in(200)
    key = f"{'other' if whose == 'own' else 'a browser'}-1"
    form = SignIn(key=key, name="Ada", password=PASSWORD, address="", bring_cents=20_000)
    with pytest.raises(KeyReusedError):
        sign_in(house, guest.token, form)
    assert guest.bar.bankroll_cents == 20_000
    assert member.bar.bankroll_cents == 30_000


@pytest.mark.parametrize("whose", ["own", "another's"])
def test_a_key_that_came_before_leaves_no_account(house: House, whose: str) -> None:
    Guest(house).buy_in(300)
    guest = Guest(house, visitor="other").buy_in(200)
    key = f"{'other' if whose == 'own' else 'a browser'}-1"
    with pytest.raises(KeyReusedError):
        leave(house, guest.token, key=key, password="")
    assert player_bar(house, guest.token) is not None
