"""Errors in the reader's language: the message translated, its amounts printed in chips."""

from collections.abc import Mapping

from casino_war.errors import CasinoWarError
from casino_war.game.round import Decision
from casino_war.web.format import chips, number
from casino_war.web.language import Text, translate
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.words import word

FIELDS: Mapping[str, Text] = {
    "amount_cents": _l("Amount in cents"),
    "before": _l("Place in the list"),
    "decks": _l("Decks"),
    "expected_from": _l("Place of the first card"),
    "nonce": _l("Nonce"),
    "round": _l("Round"),
    "step": _l("Step"),
    "version": _l("Version of the page"),
}
"""What the fields that hold numbers are called; a field without a word goes by its name."""

_DECISION_FACTS = ("decision", "offered")


def tell_error(error: CasinoWarError) -> str:
    """Say what was refused and why."""
    facts = {name: _shown(name, fact) for name, fact in error.facts.items()}
    return translate(error.message, **facts)


def _shown(name: str, fact: object) -> object:
    if isinstance(fact, int):
        return chips(fact) if name.endswith("_cents") else number(fact)
    if name == "field":
        return str(FIELDS.get(str(fact), fact))
    if name in _DECISION_FACTS and isinstance(fact, str):
        return ", ".join(_decision(part) for part in fact.split(", "))
    return fact


def _decision(value: str) -> str:
    return word(Decision(value)) if value in set(Decision) else value
