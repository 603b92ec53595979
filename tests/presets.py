"""A house that changes its tables between two releases: one closes, one gets other rules."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from casino_war.game import table_presets
from casino_war.game.table_presets import TablePreset


def close(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """Drop a table from the house, as a release without it would."""
    _open_only(monkeypatch, (preset for preset in table_presets.PRESETS if preset.key != key))


def publish(monkeypatch: pytest.MonkeyPatch, key: str, **changes: Any) -> None:
    """Give a table another version, other rules or another title."""
    _open_only(
        monkeypatch,
        (
            replace(preset, **changes) if preset.key == key else preset
            for preset in table_presets.PRESETS
        ),
    )


def _open_only(monkeypatch: pytest.MonkeyPatch, presets: Iterable[TablePreset]) -> None:
    there = {preset.key: preset for preset in presets}
    names = {
        name: there[preset.key]
        for name, preset in table_presets._BY_NAME.items()
        if preset.key in there
    }
    monkeypatch.setattr(table_presets, "PRESETS", tuple(there.values()))
    monkeypatch.setattr(table_presets, "_BY_NAME", names)
