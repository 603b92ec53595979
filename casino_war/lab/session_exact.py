"""The exact answer beside the simulated one, where there is one: flat stakes."""

from collections.abc import Mapping
from typing import Any

from casino_war.errors import N_, InvalidInputError
from casino_war.lab.merging import share_error
from casino_war.lab.session_figures import HANDS, NET, QUANTILES, mean_of
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking
from casino_war.lab.session_summary import ENDS, SessionSummary
from casino_war.odds.bankrolls import Chain, Fate, fate, moves_of

_NOTHING = 1e-9
"""An error that small is that of a sum of floats."""


def unexact(plan: SessionPlan) -> InvalidInputError | None:
    """Say why there is no exact answer, None if there may be one."""
    if plan.staking is not Staking.FLAT:
        return InvalidInputError(N_("Exact chances are told of flat stakes alone."), reason="exact")
    return None


def exact(plan: SessionPlan) -> Fate:
    """Return how the sessions of a plan end, each hand taken from a full shoe.

    Raises:
        InvalidInputError: there is no exact answer, or it would take too long.
    """
    if (error := unexact(plan)) is not None:
        raise error
    return fate(
        Chain(
            bankroll=2 * plan.bankroll,
            goal=None if plan.goal is None else 2 * plan.goal,
            leaves_at=None if plan.stop_loss is None else 2 * plan.stop_loss,
            hands=plan.hands,
            needed=4 if plan.needs_raise else 2,
            moves=moves_of(plan.odds.distribution),
            short_below=0 if plan.is_credit else 4,
            short_moves=moves_of(plan.short_odds.distribution),
        )
    )


def told(plan: SessionPlan, found: Fate) -> dict[str, Any]:
    """Return the exact figures by the names of the simulated ones."""
    return {
        "p_goal": found.p_goal,
        "p_ruin": found.p_ruin,
        "p_stop_loss": found.p_stop_loss,
        "p_hands": found.p_hands,
        "expected_hands": found.expected_hands,
        "expected_net": found.expected_final / 2 - plan.bankroll,
        "p_ahead": sum(p for value, p in found.finals.items() if value > 2 * plan.bankroll),
        "quantiles": {name: found.quantile(float(name)) / 2 for name in QUANTILES},
    }


def deviations(chances: Mapping[str, Any], summary: SessionSummary) -> dict[str, float | None]:
    """Return how many standard errors simulated figures lie from the exact ones as `told`.

    The error of a share is that which its exact chance would have; None where nothing could
    differ, or nothing was played.
    """
    sessions = summary.sessions
    if not sessions:
        return {}
    shares = {f"p_{end.value}": count for end, count in zip(ENDS, summary.ends, strict=True)}
    answer: dict[str, float | None] = {}
    for name, count in {**shares, "p_ahead": summary.ahead}.items():
        error = share_error(min(1.0, chances[name]), sessions)
        answer[name] = (count / sessions - chances[name]) / error if error > _NOTHING else None
    for name, weights in (("expected_hands", HANDS), ("expected_net", NET)):
        mean, mean_error = mean_of(summary, weights)
        answer[name] = (mean - chances[name]) / mean_error if mean_error else None
    return answer
