"""What simulated games of War came to: whole numbers that add up exactly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from casino_war.game.war_events import EndReason
from casino_war.game.war_lengths import LONG_BATTLES
from casino_war.lab.merging import (
    Histogram,
    added,
    mean,
    quantile,
    standard_error,
    summed,
    variance,
)
from casino_war.lab.plan import WarPlan

QUANTILES = ("0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "0.75", "0.9", "0.95", "0.975", "0.99")


@dataclass(frozen=True, slots=True, order=True)
class Extreme:
    """The battles of a game, and the seed that deals it again."""

    battles: int
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WarSummary:
    """Counts over games; summaries of parts add up to that of the whole.

    A game that goes in circles has no length: it is counted in ``reasons`` and
    ``lead_changes`` alone.
    """

    lengths: Histogram = field(default_factory=dict)
    """Games by their battles."""
    wars: Histogram = field(default_factory=dict)
    """The same games by the battles that led to a war."""
    depths: Histogram = field(default_factory=dict)
    """Their wars by how many steps they took."""
    lead_changes: Histogram = field(default_factory=dict)
    """All games by how often another seat than before came to hold the most cards alone."""
    reasons: Mapping[str, int] = field(default_factory=dict)
    """All games by why they ended."""
    wins: tuple[int, ...] = ()
    """Games won by seat; where the game singles out losers, by all others."""
    losses: tuple[int, ...] = ()
    """Games lost by seat, in games that single out losers."""
    draws: int = 0
    steps: int = 0
    """Steps of the wars of games with a length, those left out in which nothing was compared."""
    shortest: Extreme | None = None
    longest: Extreme | None = None

    def plus(self, other: "WarSummary") -> "WarSummary":
        """Add the summary of another part."""
        names = sorted({*self.reasons, *other.reasons})
        return WarSummary(
            lengths=added(self.lengths, other.lengths),
            wars=added(self.wars, other.wars),
            depths=added(self.depths, other.depths),
            lead_changes=added(self.lead_changes, other.lead_changes),
            reasons={
                name: self.reasons.get(name, 0) + other.reasons.get(name, 0) for name in names
            },
            wins=summed(self.wins, other.wins),
            losses=summed(self.losses, other.losses),
            draws=self.draws + other.draws,
            steps=self.steps + other.steps,
            shortest=min(_both(self.shortest, other.shortest), default=None),
            longest=max(_both(self.longest, other.longest), default=None),
        )

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(self.reasons.values())

    def to_data(self) -> dict[str, Any]:
        """Return the summary as JSON-ready values; `from_data` reads them back."""
        return {
            **{name: list(getattr(self, name).items()) for name in _HISTOGRAMS},
            "shortest": _pair(self.shortest),
            "longest": _pair(self.longest),
            "reasons": dict(self.reasons),
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "steps": self.steps,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_data` returned, also once it has been through JSON."""
        return cls(
            **{name: dict(data[name]) for name in (*_HISTOGRAMS, "reasons")},
            shortest=_read_pair(data["shortest"]),
            longest=_read_pair(data["longest"]),
            wins=tuple(data["wins"]),
            losses=tuple(data["losses"]),
            draws=data["draws"],
            steps=data["steps"],
        )


_HISTOGRAMS = ("lengths", "wars", "depths", "lead_changes")


def _pair(extreme: Extreme | None) -> tuple[int, str] | None:
    # A seed may have more digits than other readers of JSON keep.
    return None if extreme is None else (extreme.battles, str(extreme.seed))


def _read_pair(pair: tuple[int, str] | None) -> Extreme | None:
    return None if pair is None else Extreme(pair[0], int(pair[1]))


def _both(one: Extreme | None, other: Extreme | None) -> list[Extreme]:
    return [each for each in (one, other) if each is not None]


def figures(plan: WarPlan, summary: WarSummary) -> dict[str, Any]:
    """Return what the games came to, by the names that programs know it by.

    Battles and wars are of the games that do not go in circles. A quantile is the least
    number of battles that so large a share of them do not exceed. ``mean_wars`` counts
    every war that was fought to a comparison, also the one that follows when a war ties;
    ``mean_war_battles`` counts a battle once, however many it led to.
    """
    spread = variance(summary.lengths)
    with_length = sum(summary.lengths.values())
    return {
        "games": summary.games,
        "mean_battles": mean(summary.lengths),
        "standard_error": standard_error(summary.lengths),
        "standard_deviation": None if spread is None else spread**0.5,
        "quantiles": {name: quantile(summary.lengths, float(name)) for name in QUANTILES},
        "long_games": sum(n for length, n in summary.lengths.items() if length > LONG_BATTLES),
        "wins": list(summary.wins) or [0] * plan.rules.players,
        "losses": list(summary.losses) or [0] * plan.rules.players,
        "draws": summary.draws,
        "cycles": summary.reasons.get(EndReason.CYCLE.value, 0),
        "mean_wars": summary.steps / with_length if with_length else None,
        "mean_war_battles": mean(summary.wars),
        "war_depths": {str(depth): n for depth, n in summary.depths.items()},
        "mean_lead_changes": mean(summary.lead_changes),
        "reasons": dict(summary.reasons),
        "shortest": _extreme(summary.shortest),
        "longest": _extreme(summary.longest),
        "lengths": {str(length): n for length, n in summary.lengths.items()},
    }


def _extreme(extreme: Extreme | None) -> dict[str, int] | None:
    return None if extreme is None else {"battles": extreme.battles, "seed": extreme.seed}
