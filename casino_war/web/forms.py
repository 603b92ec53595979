"""From a request's form to a command value: reads and refuses, decides nothing.

Amounts are whole chips in ASCII digits and become cents here. A spot whose fields are all
blank is no hand. The game counts the others as hands from 1; what is refused is told by
the number that its spot bears in the form.
"""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping

from werkzeug.datastructures import MultiDict

from casino_war.errors import N_, BetRefusedError, InvalidAmountError, InvalidFormError
from casino_war.game.money import parse_chips, shorten
from casino_war.game.randomness import check_client_seed
from casino_war.game.round import Decision
from casino_war.game.table_rules import HANDS_MAX, TableRules
from casino_war.game.wagers import HandWagers, check_spot, unread_ante, unread_tie_bet
from casino_war.services.cashier import unread_amount
from casino_war.services.commands import (
    BuyIn,
    CashOut,
    ChangeTable,
    CloseTable,
    DealRound,
    Decide,
    MakeTable,
    SetClientSeed,
    SitDown,
    StartNewShoe,
)

Form = Mapping[str, str]

SPOTS = range(1, HANDS_MAX + 1)
"""Numbers of the spots that a form may have, whatever its table takes."""

_WAGERS = ("ante", "tie_bet")
_WAGER_FIELDS = frozenset(f"{wager}-{spot}" for wager in _WAGERS for spot in SPOTS)
_WAGER_NAME = re.compile(r"ante|tie.?bet", re.IGNORECASE)

_KEY_BYTES = 16
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,19}", re.ASCII)
# The database holds 63 bits, and a version must still have a next one.
NUMBER_MAX = 2**63 - 2

ID = f"int(max={2**63 - 1})"
"""How an id stands in a route; larger numbers are none, and no database could be asked for them."""


def fresh_key() -> str:
    """Draw the key of a new form: it names one intention of one player."""
    return secrets.token_urlsafe(_KEY_BYTES)


def read_fields(form: MultiDict[str, str]) -> Form:
    """Take the fields of a form or an address as they were sent, each of them once.

    Raises:
        InvalidFormError: one came more than once, and which of them counts would be a guess;
            or one holds the character 0, which not every database can keep.
    """
    for name, texts in form.lists():
        if len(texts) > 1:
            raise InvalidFormError(
                N_(
                    "The form came with its field %(field)s more than once: open the page "
                    "again and repeat."
                ),
                reason="repeated",
                field=shorten(name),
            )
    fields = form.to_dict()
    for name, text in fields.items():
        if "\0" in text:
            raise InvalidFormError(
                N_("The field %(field)s holds a character that cannot be kept: leave it out."),
                reason="nul",
                field=shorten(name),
            )
    return fields


def read_bets(form: Form) -> Form:
    """Take the wagers that stand in a form's spots, read or not."""
    return {name: form[name] for name in sorted(_WAGER_FIELDS & form.keys())}


def read_number(text: str, field: str) -> int:
    """Read an id or a version: digits, at most what the database can hold.

    *field* is the name of its field, for which `casino_war.web.messages` has a word.

    Raises:
        InvalidFormError: anything else.
    """
    if not _NUMBER.fullmatch(text) or int(text) > NUMBER_MAX:
        raise InvalidFormError(
            N_("%(field)s: %(text)s cannot be read; numbers from 0 to %(limit)s can."),
            reason=field,
            text=shorten(text),
            field=field,
            limit=NUMBER_MAX,
        )
    return int(text)


def read_before(args: MultiDict[str, str]) -> int | None:
    """Read where a list goes on: the ``before`` of the address, None for its top.

    Raises:
        InvalidFormError: it is no number, or something stands in the address twice.
    """
    text = read_fields(args).get("before")
    return None if text is None else read_number(text, "before")


def read_buy_in(form: Form, visitor: str, table_key: str | None) -> BuyIn:
    """Read a buy-in or rebuy by the browser called *visitor*, at a table or the cashier.

    Raises:
        AmountRefusedError: the amount is no number of chips.
    """
    try:
        amount_cents = parse_chips(read_field(form, "amount"))
    except InvalidAmountError as error:
        raise unread_amount(error) from error
    return BuyIn(
        key=read_key(form),
        version=read_version(form),
        amount_cents=amount_cents,
        visitor=visitor,
        table_key=table_key,
    )


def read_cash_out(form: Form) -> CashOut:
    """Read a cash-out of the amount that its button says."""
    return CashOut(
        key=read_key(form),
        version=read_version(form),
        amount_cents=read_number(read_field(form, "amount_cents"), "amount_cents"),
    )


def read_sit_down(form: Form, table_key: str) -> SitDown:
    """Read the wish to sit down at a table."""
    return SitDown(key=read_key(form), version=read_version(form), table_key=table_key)


def read_make_table(form: Form, title: str, rules_json: str) -> MakeTable:
    """Read the wish for a table of one's own, whose title and rules are read already."""
    return MakeTable(
        key=read_key(form), version=read_version(form), title=title, rules_json=rules_json
    )


def read_change_table(form: Form, table_key: str, title: str, rules_json: str) -> ChangeTable:
    """Read the wish to change a table of one's own, as above."""
    return ChangeTable(
        key=read_key(form),
        version=read_version(form),
        table_key=table_key,
        title=title,
        rules_json=rules_json,
    )


def read_close_table(form: Form, table_key: str) -> CloseTable:
    """Read the wish to close a table of one's own."""
    return CloseTable(key=read_key(form), version=read_version(form), table_key=table_key)


def read_deal(form: Form, table_key: str, rules: Callable[[], TableRules]) -> DealRound:
    """Read the wagers of a round.

    *rules* are those of the table. They are asked for only where the form cannot be read
    as it should, and the answer has to name what could be.

    Raises:
        InvalidFormError: a field is missing, malformed, or names a wager of no hand.
        BetRefusedError: a wager is no number of chips, or stands on a spot that the table
            does not have; ``facts["hand"]`` is the number of its spot. Whether the table
            takes the wagers is not asked here.
    """
    for name in form:
        if name not in _WAGER_FIELDS and _WAGER_NAME.match(name):
            raise InvalidFormError(
                N_(
                    "The form came with a field %(field)s that belongs to no hand: open the "
                    "page again and repeat."
                ),
                reason="unknown",
                field=shorten(name),
            )
    return DealRound(
        key=read_key(form),
        version=read_version(form),
        table_key=table_key,
        wagers=tuple(_wagers(form, rules)),
    )


def used_spots(form: Form) -> tuple[int, ...]:
    """Return the numbers of the spots on which something is written, in their order."""
    return tuple(
        spot
        for spot in SPOTS
        if any(form.get(f"{wager}-{spot}", "").strip(" ") for wager in _WAGERS)
    )


def name_spot(error: BetRefusedError, form: Form) -> BetRefusedError:
    """Return the game's refusal of a form's wagers with its hand called as in the form."""
    hand = error.facts.get("hand")
    if not isinstance(hand, int):
        return error
    facts = error.facts | {"hand": used_spots(form)[hand - 1]}
    return BetRefusedError(error.message, reason=error.reason, **facts)


def read_decide(form: Form, table_key: str) -> Decide:
    """Read the decision on a tied hand."""
    text = read_field(form, "decision")
    try:
        decision = Decision(text)
    except ValueError:
        raise InvalidFormError(
            N_("%(text)s is no decision; a tied hand has one of %(offered)s."),
            reason="decision",
            text=shorten(text),
            offered=", ".join(Decision),
        ) from None
    return Decide(
        key=read_key(form),
        version=read_version(form),
        table_key=table_key,
        round_id=read_number(read_field(form, "round"), "round"),
        decision=decision,
    )


def read_new_shoe(form: Form, table_key: str) -> StartNewShoe:
    """Read the wish for a new shoe."""
    return StartNewShoe(key=read_key(form), version=read_version(form), table_key=table_key)


def read_client_seed(form: Form, table_key: str) -> SetClientSeed:
    """Read a client seed; spaces in it count, as the scheme hashes what was typed.

    Raises:
        InvalidSeedError: it is none by the fairness scheme.
    """
    client_seed = read_field(form, "client_seed")
    check_client_seed(client_seed)
    return SetClientSeed(
        key=read_key(form), version=read_version(form), table_key=table_key, client_seed=client_seed
    )


def _wagers(form: Form, rules: Callable[[], TableRules]) -> Iterator[HandWagers]:
    for hand, spot in enumerate(used_spots(form), start=1):
        # Where spots before this one are blank, the count of hands does not tell its number.
        if hand < spot:
            check_spot(rules(), spot)
        yield HandWagers(
            ante_cents=_wager(form, "ante", spot, rules, unread_ante),
            tie_bet_cents=_wager(form, "tie_bet", spot, rules, unread_tie_bet),
        )


def _wager(
    form: Form,
    wager: str,
    spot: int,
    rules: Callable[[], TableRules],
    refused: Callable[[TableRules, int, InvalidAmountError], BetRefusedError],
) -> int:
    text = form.get(f"{wager}-{spot}", "").strip(" ")
    try:
        return parse_chips(text) if text else 0
    except InvalidAmountError as error:
        raise refused(rules(), spot, error) from error


def read_key(form: Form) -> str:
    """Read the key of a form, which names one intention of one player."""
    key = read_field(form, "key")
    if not _KEY.fullmatch(key):
        raise InvalidFormError(
            N_("%(text)s cannot be the key of a form: open the page again and repeat."),
            reason="key",
            text=shorten(key),
        )
    return key


def read_version(form: Form) -> int:
    """Read the version that a form was drawn from."""
    return read_number(read_field(form, "version"), "version")


def read_field(form: Form, name: str) -> str:
    """Read a field that every such form has."""
    text = form.get(name)
    if text is None:
        raise InvalidFormError(
            N_("The form came without its field %(field)s: open the page again and repeat."),
            reason=name,
            field=repr(name),
        )
    return text
