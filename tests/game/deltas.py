"""The table of deltas, read from its data: what every wager of every path pays, in cents."""

from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).parent.parent / "data" / "deltas.txt"


@dataclass(frozen=True, slots=True)
class Delta:
    """One path on one preset, and what it must pay."""

    preset: str
    path: str
    ante: int
    tie_bet: int
    cards: str
    decisions: str
    wagers: str
    net_cents: int

    def __str__(self) -> str:
        return f"{self.preset}: {self.path}"


def _deltas(line: str) -> list[Delta]:
    presets, path, bets, cards, decisions, wagers, net = (part.strip() for part in line.split("|"))
    ante, _, tie_bet = bets.partition("+")
    return [
        Delta(preset, path, int(ante), int(tie_bet or 0), cards, decisions, wagers, int(net))
        for preset in presets.split()
    ]


DELTAS = [
    delta
    for line in TABLE.read_text("utf-8").splitlines()
    if not line.startswith("#")
    for delta in _deltas(line)
]
