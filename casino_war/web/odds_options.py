"""What the calculator's lists offer: values as the form sends them, with their words."""

from collections.abc import Mapping, Sequence

from casino_war.game.table_rules import (
    DECKS_MAX,
    ShoeRule,
    Shortfall,
    Surrender,
    TableRules,
    TiedWar,
)
from casino_war.odds.comparisons import TIE_BET_ODDS
from casino_war.odds.strategy import Strategy
from casino_war.web.language import Text
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.rule_fields import NO, YES
from casino_war.web.words import SHOE_RULES, SHORTFALLS, STRATEGIES, SURRENDERS, TIED_WARS

HANDS_MAX = 7

Options = Sequence[tuple[str, Text | str]]


def _numbers(lowest: int, highest: int) -> Options:
    return [(str(number), str(number)) for number in range(lowest, highest + 1)]


_ODDS: Options = [("", _l("not offered")), *_numbers(TIE_BET_ODDS[0], TIE_BET_ODDS[-1])]

OPTIONS: Mapping[str, Options] = {
    "decks": _numbers(1, DECKS_MAX),
    "shoe": [(one.value, SHOE_RULES[one]) for one in ShoeRule],
    "tied_war": [(one.value, TIED_WARS[one]) for one in TiedWar],
    "surrender": [(one.value, SURRENDERS[one]) for one in Surrender],
    "tie_bet_to_one": _ODDS,
    "second_tie_bet_to_one": _ODDS,
    "shortfall": [(one.value, SHORTFALLS[one]) for one in Shortfall],
    "hands_max": _numbers(1, HANDS_MAX),
    "hands": _numbers(1, HANDS_MAX),
    "tie_bet_alone": [(NO, _l("no")), (YES, _l("yes"))],
    "war_burn_each": [(NO, _l("once")), (YES, _l("before each war card"))],
    "after_tie": [(NO, _l("A round from the deal on")), (YES, _l("The decision of a tied hand"))],
    "strategy": [(one.value, STRATEGIES[one]) for one in Strategy],
}
"""The choices of each field that has a list."""


def options_of(rules: TableRules) -> Mapping[str, Options]:
    """Return the choices for a table of these rules: no more hands than it deals."""
    return {**OPTIONS, "hands": _numbers(1, rules.hands_max)}
