"""What is counted while a practice game goes on: for its chart and for statistics."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Self

from casino_war.game.events import Seat
from casino_war.game.war_events import WarEvent, WarStepped
from casino_war.game.war_state import WarState

SAMPLES_MAX = 200
"""How many points of a chart are kept at most."""

COMEBACK_PARTS = 4
"""Who wins after holding an even share divided by this, or less, has come back."""


@dataclass(slots=True)
class Tally:
    """Counts of one game.

    ``samples`` are rows of the battle's number and the cards of each seat, every ``stride``
    battles; ``fewest`` is the least that each seat has held, ``leader`` who last had most.
    """

    samples: list[list[int]]
    fewest: list[int]
    stride: int = 1
    wars: int = 0
    longest_war: int = 0
    lead_changes: int = 0
    leader: Seat | None = None
    last: list[int] = field(default_factory=list)
    """The newest row, which the chart always shows."""

    @classmethod
    def of_deal(cls, state: WarState) -> Self:
        """Begin with the cards that were dealt."""
        row = _row(state)
        return cls(samples=[row], fewest=row[1:], last=row)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what `to_text` printed."""
        return cls(**json.loads(text))

    def to_text(self) -> str:
        """Print the tally."""
        return json.dumps(asdict(self), separators=(",", ":"))

    def count(self, after: WarState, events: Sequence[WarEvent]) -> None:
        """Count one battle."""
        self.last = row = _row(after)
        if row[0] % self.stride == 0:
            self.samples.append(row)
            if len(self.samples) > SAMPLES_MAX:
                self.samples = self.samples[::2]
                self.stride *= 2
        steps = war_steps(events)
        self.wars += steps > 0
        self.longest_war = max(self.longest_war, steps)
        held = row[1:]
        self.fewest = [min(pair) for pair in zip(self.fewest, held, strict=True)]
        most = max(held)
        if held.count(most) == 1:
            leader = held.index(most)
            self.lead_changes += self.leader is not None and leader != self.leader
            self.leader = leader

    @property
    def points(self) -> list[list[int]]:
        """The rows of the chart, the newest included."""
        return self.samples if self.samples[-1] == self.last else [*self.samples, self.last]

    def is_comeback(self, winner: Seat) -> bool:
        """Say whether a winner once held no more than a quarter of what was dealt to it."""
        return self.fewest[winner] * COMEBACK_PARTS <= self.samples[0][1 + winner]


def war_steps(events: Sequence[WarEvent]) -> int:
    """Count the steps of the war of a battle, 0 if there was none."""
    return sum(isinstance(event, WarStepped) for event in events)


def _row(state: WarState) -> list[int]:
    return [state.battles, *(state.owned(seat) for seat in range(len(state.stocks)))]
