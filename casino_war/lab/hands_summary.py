"""What simulated hands of Casino War came to: whole numbers that add up exactly.

Hands of one shoe depend on each other a little, and hands of one round a great deal. So
errors are reckoned from sums over whole shoes: with x what a shoe nets and n its rounds,
the ratio R of the sums of x and n has the squared error ``sum (x - R n)^2 / (sum n)^2``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from math import sqrt
from typing import Any

from casino_war.lab.merging import Histogram, added, summed
from casino_war.lab.plan import HandsPlan

MEASURES = ("ante", "tie_bet", "second_tie_bet", "ties", "rounds")
"""What is added up for each shoe: nets in half antes, in tie bets and in second tie bets,
hands whose first cards tied, and rounds."""
ANTE, TIE_BET, SECOND_TIE_BET, TIES, ROUNDS = range(len(MEASURES))
"""Their places."""

PAIRS = tuple(combinations_with_replacement(range(len(MEASURES)), 2))
"""The products of two of them that are added up over all shoes."""

LEFT_AT_TIE = -1
"""The place of the last ending: a hand that left at its first tie, unfought."""


def endings_of(wars: int) -> int:
    """Count the endings of a hand where *wars* can follow one tie.

    ``won at 0, lost at 0, won at 1, lost at 1, ..., tied to the end`` as in
    `casino_war.odds.endings`, and, last, left at the first tie: surrendered, or a tie bet
    alone that no war decides.
    """
    return 2 * wars + 4


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsSummary:
    """Counts and sums over rounds; summaries of parts add up to that of the whole."""

    rounds: int = 0
    shoes: int = 0
    """Shoes begun."""
    wagered_cents: int = 0
    """All stakes, raises included."""
    endings: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Hands by ending, without and with a tie bet."""
    sums: tuple[int, ...] = (0,) * len(MEASURES)
    products: tuple[int, ...] = (0,) * len(PAIRS)
    """Over all shoes, in the order of `PAIRS`."""
    nets: Histogram = field(default_factory=dict)
    """Rounds by what they netted, in cents."""

    def plus(self, other: "HandsSummary") -> "HandsSummary":
        """Add the summary of another part."""
        return HandsSummary(
            rounds=self.rounds + other.rounds,
            shoes=self.shoes + other.shoes,
            wagered_cents=self.wagered_cents + other.wagered_cents,
            endings=(
                summed(self.endings[0], other.endings[0]),
                summed(self.endings[1], other.endings[1]),
            ),
            sums=summed(self.sums, other.sums),
            products=summed(self.products, other.products),
            nets=added(self.nets, other.nets),
        )

    @property
    def hands(self) -> int:
        """Hands in all."""
        return sum(map(sum, self.endings))

    @property
    def tie_bets(self) -> int:
        """Hands with a tie bet."""
        return sum(self.endings[1])

    @property
    def wars(self) -> int:
        """Hands that went to war, or fought on for a ladder alone."""
        return sum(sum(row[2:LEFT_AT_TIE]) for row in self.endings)

    @property
    def ties(self) -> int:
        """Hands whose first cards tied."""
        return sum(sum(row[2:]) for row in self.endings)

    def ratio(self, measure: str, per: str = "rounds") -> tuple[float, float | None] | None:
        """Return the ratio of two sums and its standard error; None where there is none."""
        above, below = MEASURES.index(measure), MEASURES.index(per)
        if not self.sums[below]:
            return None
        ratio = self.sums[above] / self.sums[below]
        if self.shoes < 2:
            return ratio, None
        squares = self._product(above, above) * self.sums[below] ** 2
        squares -= 2 * self._product(above, below) * self.sums[above] * self.sums[below]
        squares += self._product(below, below) * self.sums[above] ** 2
        error = sqrt(max(squares, 0) * self.shoes / (self.shoes - 1)) / self.sums[below] ** 2
        return ratio, error

    def _product(self, one: int, other: int) -> int:
        return self.products[PAIRS.index((min(one, other), max(one, other)))]


def figures(plan: HandsPlan, summary: HandsSummary) -> dict[str, Any]:
    """Return what the hands came to, by the names that programs know it by.

    The house edge is the loss of ante and raise for each ante, edges of tie bets for each
    tie bet; ``element_of_risk`` is the loss of all wagers for all that was staked. None
    stands for what was not bet, or cannot be told from so few.
    """
    told: dict[str, Any] = {
        "hands": summary.hands,
        "rounds": summary.rounds,
        "shoes": summary.shoes,
        "house_edge": None,
        "standard_error": None,
    }
    if plan.ante_cents:
        told["house_edge"], told["standard_error"] = _edge(summary, "ante", 2 * plan.spots)
    if plan.bets_on_ties:
        told["tie_bets"] = summary.tie_bets
        edge, error = _edge(summary, "tie_bet", plan.spots)
        share = summary.tie_bets / summary.hands if summary.hands else 0
        told["tie_bet_edge"] = edge / share if share and edge is not None else None
        told["tie_bet_standard_error"] = error / share if share and error is not None else None
    if plan.second_tie_bets:
        wars = summary.wars
        told["second_tie_bets"] = wars
        told["second_tie_bet_edge"] = -summary.sums[SECOND_TIE_BET] / wars if wars else None
    tie = summary.ratio("ties")
    told["p_tie"] = None if tie is None else tie[0] / plan.spots
    told["p_tie_standard_error"] = None if tie is None or tie[1] is None else tie[1] / plan.spots
    net_cents = sum(net * often for net, often in summary.nets.items())
    told |= {
        "wars": summary.wars,
        "outcomes": outcomes(summary),
        "wagered_cents": summary.wagered_cents,
        "net_cents": net_cents,
        "element_of_risk": _share(-net_cents, summary.wagered_cents),
        "round_net_min_cents": min(summary.nets, default=None),
        "round_net_max_cents": max(summary.nets, default=None),
        "nets": {str(net): often for net, often in summary.nets.items()},
    }
    return told


def _edge(summary: HandsSummary, measure: str, units: int) -> tuple[float | None, float | None]:
    found = summary.ratio(measure)
    if found is None:
        return None, None
    # Nothing lost is no negative zero.
    return 0.0 - found[0] / units, None if found[1] is None else found[1] / units


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def outcomes(summary: HandsSummary) -> Mapping[str, int]:
    """Count hands by how they ended."""
    rows = [row for row in summary.endings if row]
    return {
        "win": sum(row[0] for row in rows),
        "loss": sum(row[1] for row in rows),
        "war_win": sum(sum(row[2:-2:2]) for row in rows),
        "war_loss": sum(sum(row[3:-2:2]) for row in rows),
        "tied_war": sum(row[-2] for row in rows),
        "left_at_tie": sum(row[LEFT_AT_TIE] for row in rows),
    }
