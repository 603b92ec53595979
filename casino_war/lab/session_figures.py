"""What simulated sessions came to, by the names that programs know it by; amounts in antes."""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from casino_war.lab.merging import quantile, share_error
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import spell_steps
from casino_war.lab.session_summary import ENDS, MEASURES, PAIRS, SessionSummary

QUANTILES = ("0.05", "0.25", "0.5", "0.75", "0.95")
"""Shares of the sessions that end with so much or less; the fan has the same."""

Weights = Mapping[str, float]
"""A sum of measures of a session, each with its factor."""
HANDS: Weights = {"hands": 1.0}
NET: Weights = {"net": 0.5}
STAKED: Weights = {"staked": 0.5}
HANDLE: Weights = {"handle": 0.5}


def mean_of(summary: SessionSummary, weights: Weights) -> tuple[float, float | None]:
    """Return the mean over sessions of a sum of measures, and its standard error.

    There is no error of less than two sessions, and no mean of none: 0 stands for it.
    """
    count = summary.sessions
    if not count:
        return 0.0, None
    places = {MEASURES.index(name): factor for name, factor in weights.items()}
    total = sum(factor * summary.sums[place] for place, factor in places.items())
    if count < 2:
        return total / count, None
    # Products of sums are whole numbers far beyond a float's digits: they are subtracted first.
    spread = sum(
        one_factor * other_factor * _covariation(summary, one, other)
        for one, one_factor in places.items()
        for other, other_factor in places.items()
    )
    return total / count, sqrt(max(0.0, spread) / (count - 1)) / count


def _covariation(summary: SessionSummary, one: int, other: int) -> int:
    """Return the sessions times the sum of products, less the product of the sums."""
    product = summary.products[PAIRS.index((min(one, other), max(one, other)))]
    return summary.sessions * product - summary.sums[one] * summary.sums[other]


def expected_loss(plan: SessionPlan) -> Weights:
    """Return what any system loses on average, as the edge times what it stakes.

    Antes whose raise could not be covered have the edge of hands that surrender every tie.
    """
    edge, short_edge = plan.odds.edge, plan.short_odds.edge
    return {"staked": edge / 2, "short": (short_edge - edge) / 2}


def asked_of(plan: SessionPlan) -> dict[str, Any]:
    """Return what was asked, beside the table: what figures have to be read with."""
    told = {
        "bankroll": plan.bankroll,
        "goal": plan.goal,
        "stop_loss": plan.stop_loss,
        "staking": plan.staking.value,
        "credit": plan.is_credit,
        "strategy": plan.strategy.value,
        "hands_limit": plan.hands,
        "stake_limit": plan.stake_max,
    }
    if plan.own_steps:
        told["progression"] = spell_steps(plan.own_steps)
    return told | ({"share": plan.share_percent} if plan.share_percent else {})


def figures(plan: SessionPlan, summary: SessionSummary) -> dict[str, Any]:
    """Return what the sessions came to.

    ``expected_loss`` is the edge times what was staked, ``loss`` what was lost; the
    ``loss_deviation`` tells their difference in its own standard errors. None stands for
    what cannot be told from so few.
    """
    count = summary.sessions
    hands, hands_error = mean_of(summary, HANDS)
    net, net_error = mean_of(summary, NET)
    loss, _ = mean_of(summary, expected_loss(plan))
    apart, apart_error = mean_of(summary, {"net": 0.5, **expected_loss(plan)})
    told: dict[str, Any] = {"sessions": count, "hands": summary.hands}
    for end, ended in zip(ENDS, summary.ends, strict=True):
        told |= _share(f"p_{end.value}", ended, count)
    told |= _share("p_ahead", summary.ahead, count)
    return told | {
        "expected_hands": hands if count else None,
        "expected_hands_standard_error": hands_error,
        "expected_hours": hands / plan.hands_per_hour if count else None,
        "expected_net": net if count else None,
        "expected_net_standard_error": net_error,
        "staked": mean_of(summary, STAKED)[0] if count else None,
        "handle": mean_of(summary, HANDLE)[0] if count else None,
        "house_edge": plan.odds.edge,
        "expected_loss": loss if count else None,
        "loss": -net if count else None,
        "loss_deviation": apart / apart_error if apart_error else None,
        "quantiles": {
            name: None if (found := quantile(summary.finals, float(name))) is None else found / 2
            for name in QUANTILES
        },
        "hands_quantiles": {name: quantile(summary.lengths, float(name)) for name in QUANTILES},
        "finals": {_antes(value): often for value, often in summary.finals.items()},
        "fan": _fan(plan, summary),
    }


def _share(name: str, part: int, count: int) -> dict[str, float | None]:
    if not count:
        return {name: None, f"{name}_standard_error": None}
    share = part / count
    return {name: share, f"{name}_standard_error": share_error(share, count)}


def _antes(halves: int) -> str:
    return str(halves / 2).removesuffix(".0")


def _fan(plan: SessionPlan, summary: SessionSummary) -> list[dict[str, Any]]:
    """List for each mark the quantiles of the bankroll, and how many have ended or are ruined."""
    if not summary.fan:
        return []
    marks = zip(plan.marks, summary.fan, summary.ruined, summary.over, strict=True)
    return [
        {"hands": mark, "ruined": ruined, "over": over}
        | {
            name: None if (found := quantile(bankrolls, float(name))) is None else found / 2
            for name in QUANTILES
        }
        for mark, bankrolls, ruined, over in marks
    ]
