"""What a player does with an account, as a browser would."""

from casino_war.services import claims
from casino_war.services.claims import Claimed, member_name
from casino_war.services.commands import ClaimAccount
from casino_war.services.sign_in import SignIn, sign_in
from tests.services.guest import Guest

PASSWORD = "four words of one"


def claim(guest: Guest, name: str = "Ada", password: str = PASSWORD) -> Guest:
    version = 0 if guest.token is None else guest.bar.version
    command = ClaimAccount(key=guest.key(), version=version)
    guest.token = claims.claim(
        guest.house,
        guest.token,
        command,
        name=name,
        password=password,
        visitor=guest.visitor,
    )
    return guest


def come(guest: Guest, name: str = "Ada", password: str = PASSWORD, bring: int = 0) -> Guest:
    """Sign in from the browser of *guest*, who brings so many chips along."""
    form = SignIn(
        key=guest.key(),
        name=name,
        password=password,
        address="192.0.2.7",
        bring_cents=bring * 100,
    )
    guest.token = sign_in(guest.house, guest.token, form)
    return guest


def known_as(guest: Guest) -> str | None:
    known: Claimed | None = member_name(guest.house, guest.token)
    return None if known is None else known.name
