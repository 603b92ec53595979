"""The published vectors of the fairness scheme, as the pages and commands name their fields."""

import json
from pathlib import Path
from typing import Any

from casino_war.game.table_rules import CARDS_PER_DECK

_FILE = Path(__file__).parents[1] / "data" / "fairness_vectors.json"

VECTORS: list[dict[str, Any]] = [
    vector | {"decks": vector["n"] // CARDS_PER_DECK}
    for vector in json.loads(_FILE.read_text())["vectors"]
]
