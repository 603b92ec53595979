"""The measured lengths of games of War that come with the project."""

import json
from functools import cache

from casino_war.game.war_lengths import Lengths
from casino_war.game.war_presets import WarPreset
from casino_war.resources import PACKAGE_DIR

PATH = PACKAGE_DIR / "data" / "war_lengths.json"
"""Written by ``casino-war war measure``; it says of itself how it was measured."""


@cache
def lengths() -> dict[tuple[str, int], Lengths]:
    """Return the figures by the key of a preset and the number of players."""
    told = json.loads(PATH.read_text(encoding="utf-8"))
    return {
        (key, int(players)): Lengths(**figures)
        for key, by_players in told["presets"].items()
        for players, figures in by_players.items()
    }


def lengths_of(preset: WarPreset, players: int) -> Lengths:
    """Return the figures of a preset for a number of players that it allows."""
    return lengths()[preset.key, players]
