"""What has come of a run so far: summaries that a worker stores and goes on from."""

import json
from dataclasses import dataclass, field
from typing import Any

from casino_war.lab import session_exact
from casino_war.lab.session_figures import figures as session_figures
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_summary import SessionSummary
from casino_war.lab.war_summary import WarSummary
from casino_war.lab.war_summary import figures as war_figures
from casino_war.services.run_request import RunRequest

Summary = SessionSummary | WarSummary


@dataclass(slots=True)
class RunResult:
    """The summary of each plan and how many of its chunks it holds, in their order."""

    summaries: list[Summary]
    chunks: list[int]
    backends: list[str] = field(default_factory=list)
    """Who played each plan; blank before its first chunk."""
    exact: dict[str, Any] | None = None
    """Exact figures of flat stakes, where they could be reckoned."""
    begun_with: int = 0
    """What was done before the present worker began."""

    @property
    def done(self) -> int:
        """Sessions or games so far."""
        return sum(played(each) for each in self.summaries)


def played(summary: Summary) -> int:
    """Return the sessions or games of a summary."""
    return summary.sessions if isinstance(summary, SessionSummary) else summary.games


def nothing_yet(request: RunRequest) -> RunResult:
    """Return the result of a run that has not begun."""
    count = len(request.plans)
    empty: list[Summary] = [
        SessionSummary() if isinstance(plan, SessionPlan) else WarSummary()
        for plan in request.plans
    ]
    return RunResult(summaries=empty, chunks=[0] * count, backends=[""] * count)


def write_result(result: RunResult) -> str:
    """Write a result as it is stored."""
    told = {
        "summaries": [each.to_data() for each in result.summaries],
        "chunks": result.chunks,
        "backends": result.backends,
        "exact": result.exact,
        "begun_with": result.begun_with,
    }
    return json.dumps(told, separators=(",", ":"))


def read_result(request: RunRequest, text: str | None) -> RunResult:
    """Read what `write_result` wrote, or nothing yet."""
    if text is None:
        return nothing_yet(request)
    told = json.loads(text)
    summaries: list[Summary] = [
        (SessionSummary if isinstance(plan, SessionPlan) else WarSummary).from_data(data)
        for plan, data in zip(request.plans, told["summaries"], strict=True)
    ]
    return RunResult(
        summaries=summaries,
        chunks=told["chunks"],
        backends=told["backends"],
        exact=told["exact"],
        begun_with=told["begun_with"],
    )


def figures_of(request: RunRequest, result: RunResult) -> list[dict[str, Any]]:
    """Return the figures of each plan; of flat sessions the exact ones and what lies between."""
    found = []
    for plan, summary in zip(request.plans, result.summaries, strict=True):
        if isinstance(plan, SessionPlan) and isinstance(summary, SessionSummary):
            told = session_figures(plan, summary) | {"exact": result.exact, "deviations": None}
            if result.exact is not None:
                told["deviations"] = session_exact.deviations(result.exact, summary)
            found.append(told)
        elif not isinstance(plan, SessionPlan) and isinstance(summary, WarSummary):
            found.append(war_figures(plan, summary))
    return found
