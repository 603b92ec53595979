"""Tokens: made by players and strangers, shown once, good until they are revoked or left."""

import pytest
from sqlalchemy import text

from casino_war.errors import (
    DatabaseBusyError,
    InvalidNameError,
    KeyReusedError,
    NotFoundError,
    TooManyTokensError,
)
from casino_war.services import api_tokens as service
from casino_war.services import operator
from casino_war.services.api_tokens import MadeToken, Scope, caller_of, make_token, revoke_token
from casino_war.services.commands import MakeToken
from casino_war.services.house import House
from casino_war.services.leaving import leave
from casino_war.store import api_tokens as store
from tests.audits import audit
from tests.services.guest import Guest
from tests.services.member import claim, come


def make(house: House, token: str | None, key: str = "makes-it", name: str = "bot") -> MadeToken:
    command = MakeToken(key=key, version=0, name=name, scope=Scope.PLAY)
    return make_token(house, token, command, f"browser of {key}")


def good(house: House, made: MadeToken) -> bool:
    return caller_of(house, made.secret or "") is not None


def test_a_token_is_its_players_until_it_is_revoked(house: House) -> None:
    guest = Guest(house).buy_in()
    made = make(house, guest.token, name="  my \n bot ")
    caller = caller_of(house, made.secret or "")
    assert caller is not None
    assert caller.player_token == guest.token == made.player_token
    assert caller.scope is Scope.PLAY
    (shown,) = service.tokens_of_player(house, guest.token)
    assert (shown.name, shown.id) == ("my bot", caller.token_id)
    assert made.token.last_used_on is None
    assert str(shown.last_used_on) == "2026-01-01"
    other = Guest(house, visitor="other").buy_in()
    with pytest.raises(NotFoundError):
        revoke_token(house, other.token, shown.id)
    assert good(house, made)
    revoke_token(house, guest.token, shown.id)
    assert not good(house, made)
    with pytest.raises(NotFoundError):
        revoke_token(house, guest.token, shown.id)
    # Sent once more, the form finds that what it made is gone.
    with pytest.raises(NotFoundError):
        make(house, guest.token, name="  my \n bot ")
    assert audit(house) == []


def test_the_secret_is_shown_once_and_never_stored(house: House) -> None:
    made = make(house, None)
    again = make(house, made.player_token)
    assert again.token == made.token
    assert (made.secret is None, again.secret) == (False, None)
    assert make(house, None).player_token == made.player_token
    with pytest.raises(KeyReusedError):
        make(house, made.player_token, name="another")
    assert made.secret is not None
    with house.database.reading() as connection:
        rows = [repr(tuple(row)) for row in connection.execute(text("SELECT * FROM api_token"))] + [
            repr(tuple(row)) for row in connection.execute(text("SELECT * FROM command"))
        ]
    assert made.secret not in "".join(rows)
    assert len(made.secret) > 40
    assert service.tokens_of_player(house, None) == ()
    assert audit(house) == []


def test_names_and_numbers_are_bounded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest(house).buy_in()
    for name in ("", " ", "x" * 41, "a\x07b"):
        with pytest.raises(InvalidNameError):
            make(house, guest.token, name=name)
    monkeypatch.setattr(service, "TOKENS_MAX", 1)
    make(house, guest.token)
    with pytest.raises(TooManyTokensError):
        make(house, guest.token, key="one-too-many")


def test_tokens_go_with_their_player(house: House) -> None:
    leaver = Guest(house, visitor="leaves").buy_in()
    gone = make(house, leaver.token, key="of-who-leaves")
    leave(house, leaver.token, key="leaves-for-good", password="")
    claim(Guest(house, visitor="claims").buy_in())
    guest = Guest(house, visitor="brings").buy_in(50)
    brought = make(house, guest.token, key="of-who-signs-in")
    come(guest, bring=50)
    assert not good(house, gone)
    assert not good(house, brought)
    assert audit(house) == []


def test_a_note_that_cannot_be_made_keeps_nobody_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make(house, None)

    def busy(*_: object) -> None:
        raise DatabaseBusyError("Busy.")

    monkeypatch.setattr(store, "note_use", busy)
    assert good(house, made)


@pytest.mark.parametrize("secret", ["", "cw_", "cw_\xff", "x" * 5000])
def test_nonsense_is_nobodys(house: House, secret: str) -> None:
    assert caller_of(house, secret) is None


def test_the_operator_revokes_all_tokens_of_a_player(house: House) -> None:
    guest = Guest(house).buy_in()
    made = make(house, guest.token)
    other = make(house, None, key="anothers")
    assert operator.show_player(house, "1").tokens == ("bot",)
    assert operator.revoke_tokens(house, "1", note="it got out")
    assert not operator.revoke_tokens(house, "1")
    assert (good(house, made), good(house, other)) == (False, True)
    shown = operator.show_player(house, "1")
    assert [(act.kind, act.note) for act in shown.acts] == [("revoke", "it got out")]
    assert operator.freeze(house, "1")
    assert audit(house) == []
