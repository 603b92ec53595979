"""Rules of a table that are set anew on the command line, each as ``name=value``.

Names and values are those of the editor of own tables and of its links, where amounts are
chips; ``none`` stands for nothing, and ``yes`` and ``no`` for what holds or not.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from casino_war.errors import N_, InvalidRulesError
from casino_war.game.money import shorten
from casino_war.game.table_rules import TableRules
from casino_war.web.table.rule_fields import NO, RULE_FIELDS, RuleField

_FIELDS: Mapping[str, RuleField] = {field.name: field for field in RULE_FIELDS.values()}
_WRITTEN = {"none": "", "no": NO}


def changed_table(rules: TableRules, settings: Mapping[str, str]) -> TableRules:
    """Return the rules with some set anew.

    Raises:
        InvalidRulesError: a rule or value is unknown, or they do not go together.
    """
    values: dict[str, Any] = {}
    for name, text in settings.items():
        field = _FIELDS.get(name)
        if field is None:
            raise InvalidRulesError(
                N_("There is no table rule called %(names)s."), fields=(name,), names=shorten(name)
            )
        try:
            values[field.attribute] = field.read(_WRITTEN.get(text, text))
        except ValueError:
            raise InvalidRulesError(
                N_("%(field)s cannot be %(value)s."),
                fields=(field.attribute,),
                field=name,
                value=shorten(text),
            ) from None
    return replace(rules, **values)
