"""Errors in the reader's language: the message translated, its amounts printed in chips."""

from collections.abc import Mapping
from datetime import datetime

from casino_war.errors import CasinoWarError, with_word
from casino_war.game.round import Decision
from casino_war.web.format import chips, in_chips, moment, number
from casino_war.web.language import Text, translate
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.words import word

FIELDS: Mapping[str, Text] = {
    "amount_cents": _l("Amount in cents"),
    "bankroll": _l("Bankroll (antes)"),
    "begun_with": _l("Bankroll (antes)"),
    "credit": _l("Raises that the bankroll does not cover"),
    "games": _l("Games of each"),
    "goal": _l("Goal (antes)"),
    "hands_per_hour": _l("Hands an hour"),
    "limit": _l("Largest stake (antes)"),
    "progression": _l("Progression of your own"),
    "seed": _l("Seed"),
    "session_hands": _l("Hands at most"),
    "sessions": _l("Sessions to play"),
    "share_percent": _l("Share of the bankroll (per cent)"),
    "staking": _l("Stakes"),
    "stop_loss": _l("Stop-loss (antes)"),
    "variants": _l("Variants"),
    "ante": _l("Ante (chips)"),
    "battle": _l("Battle"),
    "battles": _l("Battles"),
    "before": _l("Place in the list"),
    "decks": _l("Decks"),
    "left": _l("Cards left in the shoe"),
    "expected_from": _l("Place of the first card"),
    "nonce": _l("Nonce"),
    "played": _l("Hands played"),
    "round": _l("Round"),
    "step": _l("Step"),
    "tie_bet": _l("Tie bet (chips)"),
    "turn": _l("Turn of the game"),
    "version": _l("Version of the page"),
}
"""What the fields that hold numbers are called; a field without a word goes by its name."""

RULE_FIELDS: Mapping[str, Text] = {
    "shoe": _l("Shoe"),
    "penetration_percent": _l("Cut card after (per cent of the shoe)"),
    "opening_burn": _l("Cards burned from a new shoe"),
    "war_burn": _l("Cards burned before a war"),
    "war_burn_each": _l("When they are burned"),
    "tied_war": _l("Tied war"),
    "surrender": _l("Surrender"),
    "tie_bet_to_one": _l("Tie bet pays, to one"),
    "tie_bet_min": _l("Smallest tie bet (chips)"),
    "tie_bet_max": _l("Largest tie bet (chips)"),
    "tie_bet_max_share_percent": _l("Largest tie bet (per cent of the largest ante)"),
    "tie_bet_alone": _l("Tie bet without an ante"),
    "second_tie_bet_to_one": _l("Second tie bet pays, to one"),
    "tie_ladder": _l("Tie ladder"),
    "ante_min": _l("Smallest ante (chips)"),
    "ante_max": _l("Largest ante (chips)"),
    "ante_step": _l("Steps of the antes (chips)"),
    "hands_max": _l("Hands a round, at most"),
    "shortfall": _l("Short of the raise"),
    "strategy": _l("At a tie"),
    "hands": _l("Hands in the round"),
    "after_tie": _l("What is asked"),
    "table": _l("Table"),
}
"""What the rules of a table are called, and what else the odds calculator asks."""

_DECISION_FACTS = ("decision", "offered")


def tell_error(error: CasinoWarError) -> str:
    """Say what was refused and why."""
    facts = {name: _shown(name, fact) for name, fact in error.facts.items()}
    amounts = {
        with_word(name): in_chips(fact)
        for name, fact in error.facts.items()
        if name.endswith("_cents") and isinstance(fact, int)
    }
    return translate(error.message, **facts, **amounts)


def _shown(name: str, fact: object) -> object:
    if isinstance(fact, datetime):
        return moment(fact)
    if isinstance(fact, int):
        return chips(fact) if name.endswith("_cents") else number(fact)
    if name == "field":
        return field_word(str(fact))
    if name == "names":
        return ", ".join(field_word(part) for part in str(fact).split(", "))
    if name in _DECISION_FACTS and isinstance(fact, str):
        return ", ".join(_decision(part) for part in fact.split(", "))
    return fact


def field_word(name: str) -> str:
    """Return what a field of a form or a rule of a table is called, or its name."""
    return str(FIELDS.get(name) or RULE_FIELDS.get(name.removesuffix("_cents"), name))


def _decision(value: str) -> str:
    return word(Decision(value)) if value in set(Decision) else value
