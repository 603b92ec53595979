"""Signing in to a claimed account, and what becomes of the chips of the guest who does.

A browser is one player's at a time. A guest who signs in stops being that guest: the
bankroll goes along to the account, by way of the cashier, so that both statements tell it,
and so do limits and breaks, which nobody escapes by becoming somebody else. The guest's
tokens are revoked. Rounds, practice games, runs and tables of the guest's own stay under the
guest's number.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from casino_war.errors import N_, SignInRefusedError
from casino_war.ledger import book, posting
from casino_war.ledger.invariants.member import BROUGHT_SUFFIX
from casino_war.services.care import care_text_of
from casino_war.services.care_values import read_care
from casino_war.services.carry_out import (
    Scene,
    advance_player,
    record,
    require_fresh_key,
)
from casino_war.services.cashier import require_shown, whole_bankroll_cents
from casino_war.services.claims import guest_of_token, name_key
from casino_war.services.commands import BringChips, LeaveGuest
from casino_war.services.house import House
from casino_war.services.leaving import close_player
from casino_war.services.passwords import is_password
from casino_war.services.tries import count_tries, forget_name
from casino_war.store import members, players
from casino_war.store.players import StoredPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """A form that was filled in: name and password, and the guest's chips as it showed them."""

    key: str
    name: str
    password: str
    address: str
    """Where the request came from, whose tries are counted too."""
    bring_cents: int
    """What the page said that would come along, 0 for who is no guest."""


def sign_in(house: House, token: str | None, form: SignIn) -> str:
    """Return the token of the account of that name and password.

    Chips, limits and breaks of a guest, whose *token* it is, go along, and the guest is no
    more.

    Raises:
        SignInRefusedError: no account has both; it takes the same time whichever is wrong.
        TooManyTriesError: that was tried too often.
        RoundOpenError: the guest has chips on a felt.
        StaleVersionError: the guest's bankroll is not what the page said.
        KeyReusedError: the form's key stands in the books already.
    """
    key = name_key(form.name)
    count_tries(house, key, form.address)
    with house.database.reading() as connection:
        member = members.member_by_key(connection, key)
    if not is_password(form.password, None if member is None else member.password_hash):
        member = None
    if member is None:
        raise _refused()
    player_id, password_hash = member.player_id, member.password_hash

    def work(connection: Connection) -> str:
        guest = guest_of_token(connection, token)
        ids = {player_id} if guest is None else {player_id, guest.id}
        found = players.lock_players(connection, ids)
        # Whoever has left meanwhile, or has another password, is not to be signed in to.
        present = members.member_of(connection, player_id)
        if present is None or present.password_hash != password_hash:
            raise _refused()
        # Asked once more, now that nobody else can move the guest's chips.
        if guest is not None and guest_of_token(connection, token) is not None:
            _bring(house, connection, guest=found[guest.id], account=found[player_id], form=form)
        forget_name(connection, key)
        return found[player_id].token

    return house.database.write(work)


def _refused() -> SignInRefusedError:
    return SignInRefusedError(
        N_("No account has this name and this password together: look at the spelling of both."),
        reason="sign_in",
    )


def _bring(
    house: House,
    connection: Connection,
    *,
    guest: StoredPlayer,
    account: StoredPlayer,
    form: SignIn,
) -> None:
    """Move the guest's bankroll and limits to the account, and let the guest be no more."""
    bankroll_cents = whole_bankroll_cents(connection, guest.id, "sign_in")
    require_shown(bankroll_cents, form.bring_cents, "sign_in")
    at = house.clock()
    if bankroll_cents:
        leave = LeaveGuest(key=form.key, version=guest.version, amount_cents=bankroll_cents)
        bring = BringChips(
            key=f"{form.key}{BROUGHT_SUFFIX}", version=account.version, amount_cents=bankroll_cents
        )
        for player, command, transfers, answer in (
            (guest, leave, posting.guest_out(guest.id, bankroll_cents), ""),
            (account, bring, posting.guest_in(account.id, bankroll_cents), leave.key),
        ):
            require_fresh_key(connection, command)
            scene = Scene(connection, house, player, at)
            advance_player(scene, player.version)
            book.post(connection, transfers, command_key=command.key, at=at)
            record(scene, command, answer)
    if guest.care_text is not None:
        care = read_care(account.care_text).joined(read_care(guest.care_text), at)
        players.change_player(connection, account.id, care_text=care_text_of(care, at))
    close_player(connection, guest.id, at)
