"""Rules of War while they are put together: from an address to rules, with every fault named.

An address carries either ``rules``, as `casino_war.game.war_nearest` spells them, or every
field by its name, as the editor's form sends them; fields are laid over ``rules``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from casino_war.errors import InvalidRulesError
from casino_war.game.war_nearest import (
    Difference,
    differences,
    nearest,
    read_settings,
    spell,
)
from casino_war.game.war_presets import PRESETS, WarPreset
from casino_war.game.war_rules import (
    CHOICES,
    Value,
    WarRules,
    disagreements,
    faults_of,
    read_values,
)
from casino_war.game.war_ways import Way, values_of, ways
from casino_war.web.language import translate
from casino_war.web.messages import tell_error
from casino_war.web.war.rule_words import rule_word, title_word, value_word

OTHERS = frozenset(("rules", "live", "saved", "name", "csrf_token", "key", "version", "rematch_of"))
"""Fields of the editor's addresses and forms that are no rules."""


@dataclass(frozen=True, slots=True)
class Option:
    """One value of a rule as the form offers it."""

    value: str
    word: str
    is_chosen: bool
    is_greyed: bool
    why: str
    """What it does not go with, blank if it may be chosen."""
    also: tuple[str, ...]
    """What else would change with it, in words."""
    spelled: str
    """The rules with it and what else must change; blank where no few changes do."""


@dataclass(slots=True)
class Draft:
    """Rules as far as they are put together; ``rules`` is None while something is wrong."""

    base: WarPreset
    values: dict[str, Value]
    rules: WarRules | None = None
    faults: dict[str, str] = field(default_factory=dict)
    """By field, in the reader's language; blank where another field says it."""

    @property
    def general(self) -> str:
        """What is wrong with the address and with none of its fields."""
        return " ".join(text for name, text in self.faults.items() if name not in CHOICES)

    @property
    def first_fault(self) -> str:
        """The first field whose fault is told, blank if none is."""
        return next((name for name in CHOICES if self.faults.get(name)), "")

    @property
    def nearest(self) -> WarPreset:
        """The named game with the fewest differences, of equals the one that it came from."""
        if self.rules is None:
            return self.base
        found = nearest(self.rules)
        is_nearer = len(differences(found, self.rules)) < len(differences(self.base, self.rules))
        return found if is_nearer else self.base

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What differs from the nearest named game."""
        return () if self.rules is None else differences(self.nearest, self.rules)

    @property
    def spelled(self) -> str:
        """The rules as a link carries them, blank while something is wrong."""
        return "" if self.rules is None else spell(self.rules, self.nearest)

    def options(self, name: str) -> tuple[Option, ...]:
        """Return what a field offers, and what of it does not go with the rest."""
        return tuple(self._option(name, way) for way in ways(self.values, name))

    def _option(self, name: str, way: Way) -> Option:
        chosen = self.values[name] == way.value
        conflict, also = way.conflict, way.also
        if conflict is None:
            return Option(str(way.value), value_word(name, way.value), chosen, False, "", (), "")
        spelled = ""
        if also is not None:
            changed = {**self.values, name: way.value, **also}
            spelled = "" if faults_of(changed) else spell(WarRules.from_data(changed))
        return Option(
            value=str(way.value),
            word=value_word(name, way.value),
            is_chosen=chosen,
            is_greyed=not chosen,
            why=translate(conflict.reason),
            also=tuple(rule_word(each, value) for each, value in (also or {}).items()),
            spelled=spelled,
        )


def read_draft(fields: Mapping[str, str]) -> Draft:
    """Read rules from the fields of an address, each of which stands there once.

    Raises:
        UnknownPresetError: it names a game that there is not.
        InvalidNotationError: its ``rules`` cannot be read.
    """
    text = fields.get("rules", "")
    base, settings = read_settings(text) if text else (PRESETS[0], {})
    sent = {name: text.strip(" ") for name, text in fields.items() if name not in OTHERS}
    data: dict[str, object] = {**base.rules.to_data(), **settings, **sent}
    draft = Draft(base, read_values(data))
    for fault in faults_of(data):
        _blame(draft, fault)
    if not draft.faults:
        draft.rules = WarRules.from_data(data)
    return draft


def has_fields(fields: Mapping[str, str]) -> bool:
    """Say whether an address carries rules field by field."""
    return not OTHERS.issuperset(fields)


def _blame(draft: Draft, fault: InvalidRulesError) -> None:
    told = tell_error(fault)
    if fault.reason == "conflict":
        reasons = {each.fields: each.reason for each in disagreements(draft.values)}
        told = translate(reasons[fault.fields]) if fault.fields in reasons else told
    elif fault.fields[0] in CHOICES:
        told = tell_error(_in_words(fault))
    for name in fault.fields:
        draft.faults.setdefault(name, told if name == fault.fields[0] else "")


def _in_words(fault: InvalidRulesError) -> InvalidRulesError:
    """Return the fault with its values called as the form calls them."""
    name = fault.fields[0]
    facts: dict[str, Any] = {**fault.facts, "field": title_word(name)}
    if CHOICES[name]:
        facts["choices"] = ", ".join(value_word(name, value) for value in values_of(name))
    return InvalidRulesError(fault.message, fields=fault.fields, **facts)
