"""What the calculator's lists offer: values as the form sends them, with their words."""

from collections.abc import Mapping, Sequence

from casino_war.odds.strategy import Strategy
from casino_war.web.language import Text
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.table.draft import Draft
from casino_war.web.table.rule_fields import NO, RULE_FIELDS, YES, Kind
from casino_war.web.words import STRATEGIES

Options = Sequence[tuple[str, Text | str]]

_AFTER_TIE: Options = [
    (NO, _l("A round from the deal on")),
    (YES, _l("The decision of a tied hand")),
]
_STRATEGY: Options = [(one.value, STRATEGIES[one]) for one in Strategy]


def options_of(draft: Draft) -> Mapping[str, Options]:
    """Return the choices of each field that has a list: no more hands than the table deals."""
    rules = {
        field.name: [(field.text(value), field.words(value)) for value in field.values]
        for field in RULE_FIELDS.values()
        if field.kind is Kind.CHOICE
    }
    hands = [(str(count), str(count)) for count in range(1, draft.sound("hands_max") + 1)]
    return {**rules, "hands": hands, "after_tie": _AFTER_TIE, "strategy": _STRATEGY}
