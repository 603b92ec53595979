"""Which values a rule can take beside the others, and what else must change for the rest.

Only the validation of the rules knows that. So each value of a field is tried in it, and
where that conflicts with other fields, their values are tried as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from casino_war.game.war_conflicts import Conflict
from casino_war.game.war_presets import PRESETS
from casino_war.game.war_rules import CHOICES, Value, WarRules, disagreements

DEPTH_MAX = 3
"""How many other rules may change so that one can be set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One value of one field. ``conflict`` is what it does not go with, None if nothing.

    ``also`` are the fewest other rules, by name, that have to change with it; None where
    more than `DEPTH_MAX` would.
    """

    value: Value
    conflict: Conflict | None
    also: Mapping[str, Value] | None


def ways(data: Mapping[str, Value], name: str) -> tuple[Way, ...]:
    """Try every value of a field in these values of `WarRules.to_data`.

    Conflicts that are there already are not held against a value. Of a field that may be any
    whole number only its default and the values in presets are tried.
    """
    present = {each.fields for each in disagreements(data)}
    return tuple(_way(data, name, value, present) for value in values_of(name))


def values_of(name: str) -> tuple[Value, ...]:
    """List the values of a field as in `WarRules.to_data`, those of presets if any number is."""
    printed = {False: "no", True: "yes"}
    choices = CHOICES[name]
    if not choices:
        return (WarRules().to_data()[name], *_values_of_presets(name))
    return tuple(printed[each] if isinstance(each, bool) else each for each in choices)


def _way(data: Mapping[str, Value], name: str, value: Value, present: set[tuple[str, ...]]) -> Way:
    tried = {**data, name: value}
    found = [each for each in disagreements(tried) if each.fields not in present]
    if not found or data.get(name) == value:
        return Way(value=value, conflict=None, also={})
    for depth in range(1, DEPTH_MAX + 1):
        also = _changes(tried, frozenset((name,)), depth)
        if also is not None:
            return Way(value=value, conflict=found[0], also=also)
    return Way(value=value, conflict=found[0], also=None)


def _changes(
    data: Mapping[str, Value], fixed: frozenset[str], depth: int
) -> dict[str, Value] | None:
    """Find so many changes outside the fixed fields after which nothing disagrees."""
    found = disagreements(data)
    if not found:
        return {}
    if not depth:
        return None
    for name in found[0].fields:
        if name in fixed:
            continue
        for value in (*_values_of_presets(name), *values_of(name)):
            if value == data.get(name):
                continue
            rest = _changes({**data, name: value}, fixed | {name}, depth - 1)
            if rest is not None:
                return {name: value, **rest}
    return None


def _values_of_presets(name: str) -> tuple[Value, ...]:
    """List what presets set a field to: the values that a player most likely wants."""
    named = (preset.differences[name] for preset in PRESETS if name in preset.differences)
    return tuple(dict.fromkeys(named))
