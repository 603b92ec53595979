"""A draft of table rules: what was typed, what it means, and all that is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from casino_war.errors import InvalidRulesError
from casino_war.game.money import shorten
from casino_war.game.table_rules import TableRules, faults_of
from casino_war.services.own_tables import bounds_faults
from casino_war.web.language import _
from casino_war.web.messages import tell_error
from casino_war.web.rule_fields import RULE_FIELDS, Kind, RuleField, Value, texts_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One value to choose, and why it does not go with the rest of the draft, if so."""

    text: str
    words: str
    is_chosen: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A field in which a draft is not what it began as."""

    label: str
    now: str
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Rules as far as they are filled in. ``rules`` is None where something is wrong."""

    texts: Mapping[str, str]
    values: Mapping[str, Value]
    faults: Mapping[str, tuple[str, ...]]
    """What is wrong, by the attributes of the fields that it is about."""
    rules: TableRules | None
    base: TableRules

    def options(self, field: RuleField, *, is_live: bool) -> tuple[Option, ...]:
        """List what can be chosen in a field; *is_live* says why what does not fit the rest.

        Without scripts nothing is barred: the rest may change before the form is sent.
        """
        text = self.texts[field.name]
        return tuple(
            Option(
                text=field.text(value),
                words=field.words(value),
                is_chosen=field.text(value) == text,
                why_not=self._why_not(field, value) if is_live else "",
            )
            for value in field.values
        )

    def differences(self) -> tuple[Difference, ...]:
        """List the fields in which the draft is not its base."""
        return tuple(
            Difference(
                label=field.label,
                now=field.words(self.values[name]),
                before=field.words(getattr(self.base, name)),
            )
            for name, field in RULE_FIELDS.items()
            if name in self.values and self.values[name] != getattr(self.base, name)
        )

    def _why_not(self, field: RuleField, value: Value) -> str:
        if field.attribute in self.values and value == self.values[field.attribute]:
            # What is chosen has its fault beside it, and must stay choosable.
            return ""
        changed: dict[str, Any] = {**self.values, field.attribute: value}
        for fault in faults_of(changed):
            if field.attribute in fault.fields:
                return tell_error(fault)
        return ""


def read_draft(form: Mapping[str, str], base: TableRules) -> Draft:
    """Read a form or a link; a field that it does not carry is as in *base*."""
    texts = texts_of(base)
    texts.update({name: form[name] for name in texts if name in form})
    values: dict[str, Value] = {}
    faults: dict[str, tuple[str, ...]] = {}
    for attribute, field in RULE_FIELDS.items():
        try:
            values[attribute] = field.read(texts[field.name])
        except (ValueError, StopIteration):
            faults[attribute] = (_unread(field, texts[field.name]),)
    for fault in _faults(values):
        for name in fault.fields:
            faults[name] = (*faults.get(name, ()), tell_error(fault))
    rules = None if faults else TableRules(**values)  # type: ignore[arg-type]  # read by field
    return Draft(texts=texts, values=values, faults=faults, rules=rules, base=base)


def _faults(values: Mapping[str, Any]) -> tuple[InvalidRulesError, ...]:
    """List what is wrong with the fields that could be read."""
    found = faults_of(values)
    unread = RULE_FIELDS.keys() - values.keys()
    told = tuple(each for each in found if unread.isdisjoint(each.fields))
    if found or unread:
        return told
    return bounds_faults(TableRules(**values))


def _unread(field: RuleField, text: str) -> str:
    quoted = shorten(text)
    match field.kind:
        case Kind.CHIPS:
            return _("%(text)s is not a whole number of chips.", text=quoted)
        case Kind.RUNGS:
            return _("%(text)s cannot be read: write whole numbers, by commas.", text=quoted)
        case Kind.CHOICE:
            return _("%(text)s cannot be chosen here.", text=quoted)
        case Kind.NUMBER:
            return _("%(text)s is not a whole number.", text=quoted)
