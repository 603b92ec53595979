"""A draft of table rules: what was typed, what it means, and all that is wrong with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from casino_war.errors import InvalidRulesError
from casino_war.game.money import shorten
from casino_war.game.table_rules import TableRules, faults_of
from casino_war.web.language import _
from casino_war.web.messages import tell_error
from casino_war.web.table.rule_fields import RULE_FIELDS, Kind, RuleField, Value, texts_of


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


Bounds = Callable[[TableRules], tuple[InvalidRulesError, ...]]
"""Lists what keeps rules that hold from being taken where they are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that is wrong, in the reader's language."""

    attributes: tuple[str, ...]
    """Of the fields that it is about."""
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Rules as far as they are filled in. ``rules`` is None where something is wrong."""

    texts: Mapping[str, str]
    values: Mapping[str, Value]
    """Of the fields that could be read."""
    found: tuple[Fault, ...]
    """All that is wrong."""
    rules: TableRules | None
    base: TableRules

    @property
    def faults(self) -> Mapping[str, tuple[str, ...]]:
        """What is wrong with each field, by its attribute."""
        said: dict[str, tuple[str, ...]] = {}
        for fault in self.found:
            for name in fault.attributes:
                said[name] = (*said.get(name, ()), fault.said)
        return said

    def sound(self, attribute: str) -> Any:
        """Return a field's value; where something is wrong with it, that of the base."""
        if attribute in self.faults:
            return getattr(self.base, attribute)
        return self.values[attribute]

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


def _no_bounds(rules: TableRules) -> tuple[InvalidRulesError, ...]:
    return ()


def read_draft(form: Mapping[str, str], base: TableRules, bounds: Bounds = _no_bounds) -> Draft:
    """Read a form or a link; a field that it does not carry is as in *base*."""
    texts = texts_of(base)
    texts.update({name: form[name] for name in texts if name in form})
    values: dict[str, Value] = {}
    found: list[Fault] = []
    for attribute, field in RULE_FIELDS.items():
        try:
            values[attribute] = field.read(texts[field.name])
        except ValueError:
            said = _unread(field, texts[field.name])
            found.append(Fault(attributes=(attribute,), said=said))
    for error in _errors(values, bounds):
        found.append(Fault(attributes=error.fields, said=tell_error(error)))
    rules = None if found else TableRules(**values)  # type: ignore[arg-type]  # read by field
    return Draft(texts=texts, values=values, found=tuple(found), rules=rules, base=base)


def _errors(values: Mapping[str, Any], bounds: Bounds) -> tuple[InvalidRulesError, ...]:
    """List what is wrong with the fields that could be read."""
    found = faults_of(values)
    unread = RULE_FIELDS.keys() - values.keys()
    told = tuple(each for each in found if unread.isdisjoint(each.fields))
    if found or unread:
        return told
    return bounds(TableRules(**values))


def _unread(field: RuleField, text: str) -> str:
    quoted = shorten(text)
    match field.kind:
        case Kind.CHIPS:
            return _("%(text)s is not a whole number of chips.", text=quoted)
        case Kind.RUNGS:
            return _("%(text)s cannot be read: write whole numbers, by commas.", text=quoted)
        case Kind.CHOICE if not field.is_number:
            choices = ", ".join(repr(field.text(value)) for value in field.values)
            return _(
                "%(text)s cannot be chosen here, only %(choices)s.", text=quoted, choices=choices
            )
        case _:
            return _("%(text)s is not a whole number.", text=quoted)
