"""A guest claims the account: names, passwords, and who is signed out by what."""

import pytest
from sqlalchemy import select, text

from casino_war.errors import (
    AccountClaimedError,
    InvalidNameError,
    InvalidPasswordError,
    KeyReusedError,
    NoBankrollError,
    SignedOutError,
    SignInRefusedError,
    StaleVersionError,
)
from casino_war.services import cashier, claims
from casino_war.services.commands import BuyIn, ClaimAccount
from casino_war.services.house import House
from casino_war.services.newcomers import token_of_visitor
from casino_war.services.player_bar import player_bar
from casino_war.store.commands import COMMAND
from casino_war.store.members import MEMBER
from tests.audits import audit
from tests.services.guest import Guest, bet
from tests.services.member import PASSWORD, claim, come, known_as


def test_a_guest_claims_the_account_and_keeps_everything(house: House) -> None:
    guest = Guest(house).buy_in().sit()
    token = guest.token
    claim(guest, "  Ada   Lovelace ")
    assert guest.token == token
    assert known_as(guest) == "Ada Lovelace"
    elsewhere = come(Guest(house, visitor="another browser"), "ada lovelace")
    assert elsewhere.token == token
    assert elsewhere.seat.version == guest.seat.version
    assert audit(house) == []


def test_a_stranger_makes_an_account_that_buys_in_later(house: House) -> None:
    stranger = claim(Guest(house))
    assert known_as(stranger) == "Ada"
    stranger.buy_in(20).sit().deal(bet(5))
    assert audit(house) == []


def test_a_claim_that_is_sent_again_is_done_once(house: House) -> None:
    guest = Guest(house).buy_in()
    command = ClaimAccount(key="claims-once", version=guest.bar.version)
    for _ in range(2):
        token = claims.claim(
            house, guest.token, command, name="Ada", password=PASSWORD, visitor=guest.visitor
        )
        assert token == guest.token
    with pytest.raises(AccountClaimedError):
        claim(guest, "Eve")
    with pytest.raises(KeyReusedError):
        claims.claim(
            house,
            guest.token,
            ClaimAccount(key="claims-once", version=77),
            name="Ada",
            password=PASSWORD,
            visitor=guest.visitor,
        )
    assert known_as(guest) == "Ada"


@pytest.mark.parametrize("name", ["", "  ", "x" * 25, "a\N{ZERO WIDTH SPACE}b", "a\nb\x00"])
def test_what_is_no_name_is_refused(house: House, name: str) -> None:
    with pytest.raises(InvalidNameError):
        claim(Guest(house).buy_in(), name)


@pytest.mark.parametrize("name", ["ADA", "ada", "Ａｄａ", " ada "])
def test_names_that_look_alike_are_one(house: House, name: str) -> None:
    claim(Guest(house).buy_in())
    other = Guest(house, visitor="other").buy_in()
    with pytest.raises(InvalidNameError, match="choose another name"):
        claim(other, name)
    claim(other, "Bo")
    with pytest.raises(InvalidNameError, match="choose another name"):
        claims.rename(house, other.token, name)
    assert known_as(other) == "Bo"


def test_the_longest_name_can_be_kept(house: House) -> None:
    name = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 24
    assert known_as(claim(Guest(house), name)) == name


@pytest.mark.parametrize(
    "password", ["", "short", "x" * 201, "aaaaaaaaaaaaaa", "abababababab", "ada lovelace"]
)
def test_weak_passwords_are_refused(house: House, password: str) -> None:
    with pytest.raises(InvalidPasswordError):
        claim(Guest(house).buy_in(), "Ada Lovelace", password)


def test_neither_name_nor_password_is_remembered_with_the_command(house: House) -> None:
    claim(Guest(house).buy_in())
    with house.database.reading() as connection:
        commands = connection.execute(select(COMMAND)).all()
        (stored,) = connection.execute(select(MEMBER)).all()
    assert all(PASSWORD not in repr(row) for row in (*commands, stored))
    one, other = (ClaimAccount(key=key, version=0).content_hash() for key in ("a", "b"))
    assert one == other


def test_a_member_takes_another_name(house: House) -> None:
    member = claim(Guest(house).buy_in())
    claims.rename(house, member.token, "ADA")
    claims.rename(house, member.token, "Countess")
    assert known_as(member) == "Countess"
    assert come(Guest(house, visitor="other"), "countess").token == member.token
    with pytest.raises(SignInRefusedError):
        come(Guest(house, visitor="third"), "Ada")


def test_another_password_signs_all_other_browsers_out(house: House) -> None:
    member = claim(Guest(house).buy_in())
    old_token = member.token
    with pytest.raises(SignInRefusedError, match="not the password"):
        claims.change_password(house, member.token, old="something else", new="another of mine")
    with pytest.raises(InvalidPasswordError):
        claims.change_password(house, member.token, old=PASSWORD, new="short")
    assert player_bar(house, old_token) is not None
    member.token = claims.change_password(house, member.token, old=PASSWORD, new="another of mine")
    assert player_bar(house, old_token) is None
    assert member.bar.bankroll_cents == 100_000
    with pytest.raises(SignInRefusedError):
        come(Guest(house, visitor="other"))
    assert come(Guest(house, visitor="other"), password="another of mine").token == member.token
    assert audit(house) == []


def test_signed_out_everywhere_nobody_is_the_member(house: House) -> None:
    member = claim(Guest(house).buy_in())
    claims.sign_out_everywhere(house, member.token)
    assert player_bar(house, member.token) is None
    # The browser that made the player is not given it back without the password.
    assert token_of_visitor(house, member.visitor) is None
    stranger = Guest(house, visitor=member.visitor, keys=50)
    with pytest.raises(SignedOutError):
        stranger.buy_in()
    with pytest.raises(NoBankrollError):
        claims.sign_out_everywhere(house, member.token)
    assert come(member).bar.bankroll_cents == 100_000
    assert audit(house) == []


def test_a_claimed_account_is_not_given_back_to_its_first_browser(house: House) -> None:
    guest = Guest(house).buy_in()
    assert token_of_visitor(house, guest.visitor) == guest.token
    claim(guest)
    assert token_of_visitor(house, guest.visitor) is None


def test_a_guest_has_nothing_to_look_after(house: House) -> None:
    guest = Guest(house).buy_in()
    for act in (
        lambda: claims.rename(house, guest.token, "Ada"),
        lambda: claims.change_password(house, guest.token, old="x", new=PASSWORD),
        lambda: claims.sign_out_everywhere(house, guest.token),
    ):
        with pytest.raises(AccountClaimedError):
            act()
    assert guest.bar.bankroll_cents == 100_000


def test_a_stale_strangers_claim_makes_no_second_player(house: House) -> None:
    Guest(house).buy_in()
    with pytest.raises(StaleVersionError):
        claim(Guest(house, keys=50))
    with house.database.reading() as connection:
        assert connection.execute(text("SELECT count(*) FROM player")).scalar_one() == 1


def test_a_member_buys_in_again_under_the_same_name(house: House) -> None:
    member = claim(Guest(house).buy_in())
    member.cash_out()
    command = BuyIn(
        key="again", version=member.bar.version, amount_cents=500, visitor=member.visitor
    )
    assert cashier.buy_in(house, member.token, command) == member.token
    assert audit(house) == []
