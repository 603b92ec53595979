"""Errors in the reader's language: the message translated, its amounts printed in chips."""

from casino_war.errors import CasinoWarError
from casino_war.game.round import Decision
from casino_war.web.format import chips, number
from casino_war.web.language import translate
from casino_war.web.words import word

_DECISION_FACTS = ("decision", "offered")


def tell_error(error: CasinoWarError) -> str:
    """Say what was refused and why."""
    facts = {name: _shown(name, fact) for name, fact in error.facts.items()}
    return translate(error.message, **facts)


def _shown(name: str, fact: object) -> object:
    if isinstance(fact, int):
        return chips(fact) if name.endswith("_cents") else number(fact)
    if name in _DECISION_FACTS and isinstance(fact, str):
        return ", ".join(_decision(part) for part in fact.split(", "))
    return fact


def _decision(value: str) -> str:
    return word(Decision(value)) if value in set(Decision) else value
