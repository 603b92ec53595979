"""Any rules of War as their differences from the nearest named game, and as one short text.

``three_down@1 players=3 battle_limit=500`` reads: the preset ``three_down`` in version 1
but for three players and with a limit. It is how a line of `casino_war.game.war_line`
tells its rules, and what links carry.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from casino_war.errors import N_, InvalidNotationError, UnknownPresetError
from casino_war.game.war_presets import PRESETS, WarPreset, find
from casino_war.game.war_rules import Value, WarRules
from casino_war.game.war_spelling import QUOTED_MAX, unreadable

SPELLED_MAX = 1_000
"""Characters of the longest text that is read; every rule set anew takes fewer."""

_PRESET = re.compile(r"([a-z0-9_]+)(?:@([1-9][0-9]{0,8}))?", re.ASCII)
_SETTING = re.compile(r"([a-z_]+)=([a-z0-9_]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule that is set otherwise than in a preset; values as in `WarRules.to_data`."""

    name: str
    preset: Value
    value: Value


def differences(preset: WarPreset, rules: WarRules) -> tuple[Difference, ...]:
    """List the rules that the preset sets otherwise, players within its range not counted."""
    usual = _usual(preset.key)
    return tuple(
        Difference(name, usual[name], value)
        for name, value in set_anew(preset, rules).items()
        if not (name == "players" and rules.players in preset.player_counts)
    )


def set_anew(preset: WarPreset, rules: WarRules) -> dict[str, Value]:
    """Return the rules that differ from those of the preset with its fewest players."""
    usual = _usual(preset.key)
    return {name: value for name, value in rules.to_data().items() if value != usual[name]}


@cache
def _usual(key: str) -> Mapping[str, Value]:
    return find(key).rules.to_data()


def nearest(rules: WarRules) -> WarPreset:
    """Return the preset with the fewest differences, the first of equals."""
    return min(PRESETS, key=lambda preset: len(differences(preset, rules)))


def spell(rules: WarRules, preset: WarPreset | None = None) -> str:
    """Print rules as the differences from a preset, the nearest one unless it is given."""
    found = nearest(rules) if preset is None else preset
    settings = (f"{name}={value}" for name, value in set_anew(found, rules).items())
    return " ".join((f"{found.key}@{found.version}", *settings))


def read_spelled(text: str) -> tuple[WarPreset, WarRules]:
    """Read what `spell` printed; the version may be left out, and any of a preset's names do.

    Raises:
        InvalidNotationError: a part cannot be read, or the rules are of another version.
        UnknownPresetError: there is no such preset.
        InvalidRulesError: a rule or value is unknown, or they do not go together.
    """
    preset, settings = read_settings(text)
    return preset, preset.rules_with(settings)


def read_settings(text: str) -> tuple[WarPreset, Mapping[str, str]]:
    """Read the preset and what is set anew, whether or not that makes rules; as above."""
    try:
        return find(text[:SPELLED_MAX]), {}
    except UnknownPresetError:
        named, *words = text[:SPELLED_MAX].split(" ")
    match = _PRESET.fullmatch(named)
    if match is None or (match[2] is None and not words):
        return find(named), {}
    preset = find(match[1])
    if match[2] is not None and int(match[2]) != preset.version:
        raise no_such_version(preset, named)
    settings: dict[str, str] = {}
    for word in words:
        setting = _SETTING.fullmatch(word)
        if setting is None or setting[1] in settings:
            raise unreadable(word)
        settings[setting[1]] = setting[2]
    return preset, settings


def no_such_version(preset: WarPreset, text: str) -> InvalidNotationError:
    """Return the error that tells which version of a preset there is, and quotes another."""
    return InvalidNotationError(
        N_("There are no rules %(text)s; known are %(known)s."),
        text=repr(text[:QUOTED_MAX]),
        known=f"{preset.key}@{preset.version}",
    )
