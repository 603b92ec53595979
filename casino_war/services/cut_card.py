"""The measured bias of cut cards that comes with the project."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from casino_war.odds.cut_card import CutCardBias
from casino_war.resources import PACKAGE_DIR

PATH = PACKAGE_DIR / "data" / "cut_card.json"
"""Written by ``casino-war simulate cut-card``; it says of itself how it was measured."""


@cache
def _told() -> Any:
    return json.loads(PATH.read_text(encoding="utf-8"))


@cache
def cut_card_biases() -> Mapping[str, CutCardBias]:
    """Return the figures by the name of each case."""
    return {name: CutCardBias(**figures) for name, figures in _told()["cases"].items()}


def cut_card_command() -> str:
    """Return the command that measured them."""
    return str(_told()["command"])
