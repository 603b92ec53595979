"""A guest claims the account with a name and a password, and looks after both."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    AccountClaimedError,
    InvalidNameError,
    SignInRefusedError,
)
from casino_war.services.carry_out import (
    Scene,
    find_player,
    no_bankroll,
    require_player,
)
from casino_war.services.commands import ClaimAccount
from casino_war.services.house import House
from casino_war.services.names import read_name
from casino_war.services.newcomers import act_as_anyone, fresh_token
from casino_war.services.passwords import checked_password, hash_password, is_password
from casino_war.services.tries import count_tries, forget_name
from casino_war.store import commands as command_store
from casino_war.store import members, players
from casino_war.store.members import NAME_LENGTH_MAX as NAME_LENGTH_MAX
from casino_war.store.members import StoredMember
from casino_war.store.players import StoredPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """What a player is known by who has claimed the account."""

    name: str
    claimed_at: datetime


def member_name(house: House, token: str | None) -> Claimed | None:
    """Return what the player of the token is known by; None for a guest or a stranger."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        member = None if player is None else members.member_of(connection, player.id)
    return None if member is None else Claimed(name=member.name, claimed_at=member.claimed_at)


def checked_member_name(text: str) -> str:
    """Return a member's name as it is kept; see `casino_war.services.names.read_name`."""
    return read_name(text, NAME_LENGTH_MAX, if_blank=N_("Say what you want to be called."))


def name_key(name: str) -> str:
    """Return a name as it is compared: without case, and with one sign for what looks alike."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def claim(
    house: House,
    token: str | None,
    command: ClaimAccount,
    *,
    name: str,
    password: str,
    visitor: str,
) -> str:
    """Claim the account and return the player's token; a stranger becomes a player.

    Raises:
        InvalidNameError: it is no name, or another member's.
        InvalidPasswordError: see `checked_password`.
        AccountClaimedError: the account has a name already.
        StaleVersionError, KeyReusedError: see `act_as_anyone`.
    """
    name = checked_member_name(name)
    password = checked_password(password, name)
    with house.database.reading() as connection:
        player = find_player(connection, token)
        # Of a form sent twice it is this player who has the name by now.
        if command_store.find_command(connection, command.key) is None:
            _require_free(connection, name, None if player is None else player.id)
    password_hash = hash_password(password)

    def act(scene: Scene) -> None:
        if members.member_of(scene.connection, scene.player.id) is not None:
            raise AccountClaimedError(
                N_("This account has a name already: sign in with it. Nothing was changed."),
                reason="claimed",
            )
        _require_free(scene.connection, name, scene.player.id)
        members.add_member(
            scene.connection,
            player_id=scene.player.id,
            name=name,
            name_key=name_key(name),
            password_hash=password_hash,
            at=scene.at,
        )

    return act_as_anyone(house, token, command, visitor, act)


def rename(house: House, token: str | None, name: str) -> None:
    """Give a member another name; the same once more is nothing.

    Raises:
        InvalidNameError: it is no name, or another member's.
        AccountClaimedError: the account has no name yet.
        NoBankrollError: the token is no player's.
    """
    name = checked_member_name(name)

    def work(connection: Connection) -> None:
        player, member = require_member(connection, token)
        _require_free(connection, name, player.id)
        members.change_member(connection, member.id, name=name, name_key=name_key(name))

    house.database.write(work)


def change_password(house: House, token: str | None, *, old: str, new: str) -> str:
    """Give a member another password and return another token: all other browsers are out.

    Raises:
        SignInRefusedError: the *old* password is another.
        TooManyTriesError: that was tried too often.
        InvalidPasswordError: see `checked_password`.
        AccountClaimedError: the account has no password yet.
        NoBankrollError: the token is no player's.
    """
    member = require_password(house, token, old)
    password_hash = hash_password(checked_password(new, member.name))

    def work(connection: Connection) -> str:
        player, present = require_member(connection, token)
        members.change_member(connection, present.id, password_hash=password_hash)
        return _renew_token(connection, player)

    return house.database.write(work)


def sign_out_everywhere(house: House, token: str | None) -> None:
    """Let no browser be the member's any more, this one included.

    Raises:
        AccountClaimedError: a guest, who could never come back.
        NoBankrollError: the token is no player's.
    """

    def work(connection: Connection) -> None:
        player, _ = require_member(connection, token)
        _renew_token(connection, player)

    house.database.write(work)


def guest_of_token(connection: Connection, token: str | None) -> StoredPlayer | None:
    """Return the player of the token, None for a member or a stranger."""
    player = find_player(connection, token)
    if player is None or members.member_of(connection, player.id) is not None:
        return None
    return player


def require_password(house: House, token: str | None, password: str) -> StoredMember:
    """Return the member of the token, who has said the password once more.

    Raises:
        SignInRefusedError, TooManyTriesError, AccountClaimedError, NoBankrollError.
    """
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            raise no_bankroll()
        member = _member(connection, player)
    count_tries(house, member.name_key)
    if not is_password(password, member.password_hash):
        raise wrong_password()
    house.database.write(lambda connection: forget_name(connection, member.name_key))
    return member


def wrong_password() -> SignInRefusedError:
    """Say that the account has another password."""
    return SignInRefusedError(
        N_("That is not the password of this account. Nothing was changed."), reason="password"
    )


def require_member(connection: Connection, token: str | None) -> tuple[StoredPlayer, StoredMember]:
    """Return the member of the token, whose player's row is locked.

    Raises:
        AccountClaimedError, NoBankrollError: as above.
    """
    player = require_player(connection, token)
    return player, _member(connection, player)


def _member(connection: Connection, player: StoredPlayer) -> StoredMember:
    member = members.member_of(connection, player.id)
    if member is None:
        raise AccountClaimedError(
            N_("This account has no name and password yet: give it both first."),
            reason="unclaimed",
        )
    return member


def _require_free(connection: Connection, name: str, player_id: int | None) -> None:
    other = members.member_by_key(connection, name_key(name))
    if other is not None and other.player_id != player_id:
        raise InvalidNameError(
            N_("Somebody is called %(name)s already: choose another name."),
            reason="taken",
            name=name,
        )


def _renew_token(connection: Connection, player: StoredPlayer) -> str:
    token = fresh_token()
    players.change_player(connection, player.id, token=token)
    return token
