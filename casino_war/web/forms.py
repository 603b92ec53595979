"""From a request's form to a command value: reads and refuses, decides nothing.

Amounts are whole chips in ASCII digits and become cents here. Hands are numbered in the
order of the spots; a spot whose fields are all blank is no hand.
"""

import re
import secrets
from collections.abc import Iterator, Mapping

from casino_war.errors import N_, InvalidFormError
from casino_war.game.money import parse_chips
from casino_war.game.randomness import check_client_seed
from casino_war.game.round import Decision
from casino_war.game.wagers import HandWagers
from casino_war.services.commands import (
    BuyIn,
    CashOut,
    DealRound,
    Decide,
    SetClientSeed,
    SitDown,
    StartNewShoe,
)

Form = Mapping[str, str]

SPOTS = range(1, 8)
"""Numbers of the spots that a form may have, whatever its table takes."""

_KEY_BYTES = 16
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,19}", re.ASCII)
# The database holds 63 bits, and a version must still have a next one.
_NUMBER_MAX = 2**63 - 2


def fresh_key() -> str:
    """Draw the key of a new form: it names one intention of one player."""
    return secrets.token_urlsafe(_KEY_BYTES)


def read_number(text: str, field: str) -> int:
    """Read an id or a version: digits, at most what the database can hold.

    Raises:
        InvalidFormError: anything else.
    """
    if not _NUMBER.fullmatch(text) or int(text) > _NUMBER_MAX:
        raise InvalidFormError(
            N_("%(text)s cannot be the %(field)s of this form: numbers from 0 to %(limit)s can."),
            reason=field,
            text=repr(text[:40]),
            field=field,
            limit=_NUMBER_MAX,
        )
    return int(text)


def read_before(args: Form) -> int | None:
    """Read where a list goes on: the ``before`` of the address, None for its top."""
    text = args.get("before")
    return None if text is None else read_number(text, "before")


def read_buy_in(form: Form, visitor: str) -> BuyIn:
    """Read a buy-in or rebuy by the browser called *visitor*."""
    return BuyIn(
        key=_key(form),
        version=_version(form),
        amount_cents=parse_chips(_field(form, "amount")),
        visitor=visitor,
    )


def read_cash_out(form: Form) -> CashOut:
    """Read a cash-out."""
    return CashOut(key=_key(form), version=_version(form))


def read_sit_down(form: Form, table_key: str) -> SitDown:
    """Read the wish to sit down at a table."""
    return SitDown(key=_key(form), version=_version(form), table_key=table_key)


def seat_after_buy_in(buy_in: BuyIn, table_key: str) -> SitDown:
    """Sit a stranger down where the first chips were bought; repeated with the buy-in."""
    return SitDown(key=f"{buy_in.key}-sit", version=0, table_key=table_key)


def read_deal(form: Form, table_key: str) -> DealRound:
    """Read the wagers of a round."""
    return DealRound(
        key=_key(form),
        version=_version(form),
        table_key=table_key,
        wagers=tuple(_wagers(form)),
    )


def read_decide(form: Form, table_key: str) -> Decide:
    """Read the decision on a tied hand."""
    text = _field(form, "decision")
    try:
        decision = Decision(text)
    except ValueError:
        raise InvalidFormError(
            N_("%(text)s is no decision; a tied hand may be one of %(values)s."),
            reason="decision",
            text=repr(text[:40]),
            values=", ".join(Decision),
        ) from None
    return Decide(
        key=_key(form),
        version=_version(form),
        table_key=table_key,
        round_id=read_number(_field(form, "round"), "round"),
        decision=decision,
    )


def read_new_shoe(form: Form, table_key: str) -> StartNewShoe:
    """Read the wish for a new shoe."""
    return StartNewShoe(key=_key(form), version=_version(form), table_key=table_key)


def read_client_seed(form: Form, table_key: str) -> SetClientSeed:
    """Read a client seed; spaces in it count, as the scheme hashes what was typed.

    Raises:
        InvalidSeedError: it is none by the fairness scheme.
    """
    client_seed = _field(form, "client_seed")
    check_client_seed(client_seed)
    return SetClientSeed(
        key=_key(form), version=_version(form), table_key=table_key, client_seed=client_seed
    )


def _wagers(form: Form) -> Iterator[HandWagers]:
    for spot in SPOTS:
        ante = form.get(f"ante-{spot}", "").strip(" ")
        tie_bet = form.get(f"tie_bet-{spot}", "").strip(" ")
        if ante or tie_bet:
            yield HandWagers(
                ante_cents=parse_chips(ante) if ante else 0,
                tie_bet_cents=parse_chips(tie_bet) if tie_bet else 0,
            )


def _key(form: Form) -> str:
    key = _field(form, "key")
    if not _KEY.fullmatch(key):
        raise InvalidFormError(
            N_("%(text)s cannot be the key of a form: open the page again and repeat."),
            reason="key",
            text=repr(key[:40]),
        )
    return key


def _version(form: Form) -> int:
    return read_number(_field(form, "version"), "version")


def _field(form: Form, name: str) -> str:
    text = form.get(name)
    if text is None:
        raise InvalidFormError(
            N_("The form came without its field %(field)s: open the page again and repeat."),
            reason=name,
            field=repr(name),
        )
    return text
