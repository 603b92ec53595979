"""From the forms of a table to command values: reads and refuses, decides nothing.

Amounts are whole chips in ASCII digits and become cents here. A spot whose fields are all
blank is no hand. The game counts the others as hands from 1; what is refused is told by
the number that its spot bears in the form.
"""

import re
from collections.abc import Callable, Iterator

from casino_war.errors import N_, BetRefusedError, InvalidAmountError, InvalidFormError
from casino_war.game.money import parse_chips, shorten
from casino_war.game.randomness import check_client_seed
from casino_war.game.round import Decision
from casino_war.game.table_rules import HANDS_MAX, TableRules
from casino_war.game.wagers import HandWagers, check_spot, unread_ante, unread_tie_bet
from casino_war.services.commands import (
    ChangeTable,
    CloseTable,
    DealRound,
    Decide,
    MakeTable,
    SetClientSeed,
    SitDown,
    StartNewShoe,
)
from casino_war.web.forms import Form, read_field, read_key, read_number, read_version

SPOTS = range(1, HANDS_MAX + 1)
"""Numbers of the spots that a form may have, whatever its table takes."""

_WAGERS = ("ante", "tie_bet")
_WAGER_FIELDS = frozenset(f"{wager}-{spot}" for wager in _WAGERS for spot in SPOTS)
_WAGER_NAME = re.compile(r"ante|tie.?bet", re.IGNORECASE)


def read_bets(form: Form) -> Form:
    """Take the wagers that stand in a form's spots, read or not."""
    return {name: form[name] for name in sorted(_WAGER_FIELDS & form.keys())}


def read_sit_down(form: Form, table_key: str) -> SitDown:
    """Read the wish to sit down at a table."""
    return SitDown(key=read_key(form), version=read_version(form), table_key=table_key)


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
