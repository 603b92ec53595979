"""What simulated sessions came to: whole numbers that add up exactly.

Amounts are in half antes, the least that a bankroll moves by. Whoever plays a chunk tells
one row for each session, and the bankroll at each of the plan's marks; where a session has
ended before a mark, the bankroll that it ended with.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations_with_replacement
from operator import mul
from typing import Any, NamedTuple, Self

from casino_war.lab.merging import Histogram, added, summed
from casino_war.lab.session_plan import SessionPlan

PATHS_SHOWN = 12
"""Sessions whose whole way is kept, the first ones."""
MEASURES = ("net", "staked", "short", "handle", "hands")
"""What is added up: the net, the antes staked, those of them staked on hands that had to
surrender a tie, all stakes with raises, and hands."""
PAIRS = tuple(combinations_with_replacement(range(len(MEASURES)), 2))
"""The products of two of them that are added up over all sessions."""
LENGTH_BINS = 1_000


class End(StrEnum):
    """Why a session ended; kernels know each by its place."""

    GOAL = "goal"
    RUIN = "ruin"
    STOP_LOSS = "stop_loss"
    HANDS = "hands"


ENDS = tuple(End)


class Row(NamedTuple):
    """One session: the place of its end in `ENDS`, and its measures in half antes."""

    end: int
    net: int
    staked: int
    short: int
    handle: int
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """Counts and sums over sessions; summaries of parts add up to that of the whole."""

    ends: tuple[int, ...] = (0,) * len(ENDS)
    """Sessions by their end, in the order of `ENDS`."""
    sums: tuple[int, ...] = (0,) * len(MEASURES)
    products: tuple[int, ...] = (0,) * len(PAIRS)
    ahead: int = 0
    """Sessions that ended with more than they began with."""
    finals: Histogram = field(default_factory=dict)
    """Sessions by the bankroll that they ended with, by the lowest of its bin."""
    lengths: Histogram = field(default_factory=dict)
    """Sessions by their hands, by the lowest of its bin."""
    fan: tuple[Histogram, ...] = ()
    """The same of the bankrolls at each of the plan's marks."""
    ruined: tuple[int, ...] = ()
    """Sessions that were ruined by each mark."""
    over: tuple[int, ...] = ()
    """Sessions that had ended, in whichever way, by each mark."""
    paths: tuple[tuple[int, ...], ...] = ()
    """The bankrolls of the first sessions at the marks."""

    @property
    def sessions(self) -> int:
        """Sessions in all."""
        return sum(self.ends)

    @property
    def hands(self) -> int:
        """Hands in all."""
        return self.sums[MEASURES.index("hands")]

    def plus(self, other: "SessionSummary") -> "SessionSummary":
        """Add the summary of the part that comes next."""
        if not (self.fan and other.fan):
            return self if self.fan else other
        return SessionSummary(
            ends=summed(self.ends, other.ends),
            sums=summed(self.sums, other.sums),
            products=summed(self.products, other.products),
            ahead=self.ahead + other.ahead,
            finals=added(self.finals, other.finals),
            lengths=added(self.lengths, other.lengths),
            fan=tuple(added(one, two) for one, two in zip(self.fan, other.fan, strict=True)),
            ruined=summed(self.ruined, other.ruined),
            over=summed(self.over, other.over),
            paths=(*self.paths, *other.paths)[:PATHS_SHOWN],
        )

    def to_data(self) -> dict[str, Any]:
        """Return the summary as JSON-ready values; `from_data` reads them back."""
        return {
            "ends": self.ends,
            "sums": self.sums,
            "products": self.products,
            "ahead": self.ahead,
            "finals": list(self.finals.items()),
            "lengths": list(self.lengths.items()),
            "fan": [list(each.items()) for each in self.fan],
            "ruined": self.ruined,
            "over": self.over,
            "paths": self.paths,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_data` returned, also once it has been through JSON."""
        return cls(
            **{name: tuple(data[name]) for name in ("ends", "sums", "products", "ruined", "over")},
            ahead=data["ahead"],
            finals=dict(data["finals"]),
            lengths=dict(data["lengths"]),
            fan=tuple(dict(each) for each in data["fan"]),
            paths=tuple(map(tuple, data["paths"])),
        )


def summarise(
    plan: SessionPlan,
    columns: Sequence[Sequence[int]],
    paths: Sequence[Sequence[int]],
    bankrolls: Sequence[Histogram],
) -> SessionSummary:
    """Add up a chunk: its rows told as columns, its first ways, and all bankrolls by mark."""
    ends, *measures = columns
    nets, lengths = measures[0], measures[-1]
    begun_with = 2 * plan.bankroll
    counted = Counter(ends)
    ruin = ENDS.index(End.RUIN)
    ruined_at = sorted(n for end, n in zip(ends, lengths, strict=True) if end == ruin)
    finals = {begun_with + net: often for net, often in Counter(nets).items()}
    return SessionSummary(
        ends=tuple(counted[place] for place in range(len(ENDS))),
        sums=tuple(map(sum, measures)),
        products=tuple(sum(map(mul, measures[one], measures[other])) for one, other in PAIRS),
        ahead=sum(net > 0 for net in nets),
        finals=_binned(finals, plan.bin_halves),
        lengths=_binned(Counter(lengths), length_bin(plan)),
        fan=tuple(_binned(each, plan.bin_halves) for each in bankrolls),
        ruined=_reached(ruined_at, plan.marks),
        over=_reached(sorted(lengths), plan.marks),
        paths=tuple(tuple(path) for path in paths[:PATHS_SHOWN]),
    )


def length_bin(plan: SessionPlan) -> int:
    """Return the width of the bins that hold lengths of sessions, in hands."""
    return max(1, plan.marks[-1] // LENGTH_BINS)


def _binned(counted: Histogram, width: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for value, often in sorted(counted.items()):
        lowest = value // width * width
        found[lowest] = found.get(lowest, 0) + often
    return found


def _reached(hands: Sequence[int], marks: Sequence[int]) -> tuple[int, ...]:
    """Count of sorted numbers of hands those that each mark has reached."""
    found, place = [], 0
    for mark in marks:
        while place < len(hands) and hands[place] <= mark:
            place += 1
        found.append(place)
    return tuple(found)
