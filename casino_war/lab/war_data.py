"""Summaries of games of War as JSON-ready values, and back."""

from collections.abc import Mapping
from typing import Any

from casino_war.lab.war_summary import Extreme, WarSummary

_HISTOGRAMS = ("lengths", "wars", "depths", "lead_changes")
_EXTREMES = ("shortest", "longest")


def data_of(summary: WarSummary) -> dict[str, Any]:
    """Return a summary as values that JSON can hold."""
    return {
        **{name: list(getattr(summary, name).items()) for name in _HISTOGRAMS},
        **{name: _pair(getattr(summary, name)) for name in _EXTREMES},
        "reasons": dict(summary.reasons),
        "wins": summary.wins,
        "losses": summary.losses,
        "draws": summary.draws,
        "steps": summary.steps,
    }


def _pair(extreme: Extreme | None) -> tuple[int, str] | None:
    # A seed may have more digits than other readers of JSON keep.
    return None if extreme is None else (extreme.battles, str(extreme.seed))


def summary_of(data: Mapping[str, Any]) -> WarSummary:
    """Read what `data_of` wrote."""
    return WarSummary(
        lengths=dict(data["lengths"]),
        wars=dict(data["wars"]),
        depths=dict(data["depths"]),
        lead_changes=dict(data["lead_changes"]),
        reasons=dict(data["reasons"]),
        wins=tuple(data["wins"]),
        losses=tuple(data["losses"]),
        draws=data["draws"],
        steps=data["steps"],
        shortest=_extreme(data["shortest"]),
        longest=_extreme(data["longest"]),
    )


def _extreme(pair: tuple[int, str] | None) -> Extreme | None:
    return None if pair is None else Extreme(pair[0], int(pair[1]))
