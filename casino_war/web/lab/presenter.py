"""Runs as their pages show them: rows of figures, pictures, files and what to compare."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from casino_war.errors import N_, InvalidInputError
from casino_war.lab.plan import WarPlan
from casino_war.lab.session_figures import asked_of
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_summary import SessionSummary
from casino_war.services.run_request import RunKind
from casino_war.services.run_results import figures_of
from casino_war.services.runs import RunPage
from casino_war.web.charts.drawing import Drawing
from casino_war.web.lab import pictures
from casino_war.web.lab.words import FIGURES, MEANS, SHARES, name_of
from casino_war.web.language import _

Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A figure with its standard error; exact, and how many errors that lies away, if known."""

    label: str
    is_share: bool
    value: float
    error: float | None
    exact: float | None = None
    deviation: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The lengths of one game of War."""

    name: str
    told: Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRun:
    """What a run's page shows beside what is stored of it."""

    rows: tuple[Row, ...] = ()
    session: Figures | None = None
    """The figures of a run of sessions, once some were played."""
    plan: SessionPlan | None = None
    games: tuple[Game, ...] = ()
    pictures: tuple[tuple[str, Drawing], ...] = ()
    """Pictures with their captions, the most telling first."""


def shown_run(page: RunPage) -> ShownRun:
    """Work out what a run's page shows."""
    if not page.done:
        return ShownRun()
    told = figures_of(page.request, page.result)
    plan, summary = page.request.plans[0], page.result.summaries[0]
    if isinstance(plan, SessionPlan) and isinstance(summary, SessionSummary):
        shown = (
            (
                _("The bankroll, hand by hand. Sessions that are over keep what they ended with."),
                pictures.fan(plan, told[0], summary.paths),
            ),
            (_("Bankrolls at the end."), pictures.endings(told[0])),
            (_("Who is left, hand by hand."), pictures.survival(plan, told[0])),
        )
        return ShownRun(
            rows=session_rows(told[0]),
            session=told[0],
            plan=plan,
            pictures=shown,
        )
    played = [(place, each) for place, each in enumerate(told) if each["games"]]
    games = tuple(Game(name=name_of(page.request, place), told=each) for place, each in played)
    picture = pictures.lengths([(game.name, game.told) for game in games])
    return ShownRun(games=games, pictures=((_("How long the games last."), picture),))


def session_rows(told: Figures) -> tuple[Row, ...]:
    """Return the figures of sessions; ends that no session can have are left out."""
    exact, apart = told.get("exact") or {}, told.get("deviations") or {}
    return tuple(
        Row(
            label=str(FIGURES[name]),
            is_share=name in SHARES,
            value=told[name],
            error=told[f"{name}_standard_error"],
            exact=exact.get(name),
            deviation=apart.get(name),
        )
        for name in (*SHARES, *MEANS)
        if told[name] or exact.get(name, 0) > 0 or name in ("p_goal", "p_ruin", *MEANS)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One figure of two runs, and their difference in standard errors."""

    one: Row
    other: Row
    deviation: float | None


def compared(one: RunPage, other: RunPage) -> tuple[Compared, ...]:
    """Put the figures of two runs of one kind side by side.

    Raises:
        InvalidInputError: they simulate different things, or one has nothing to tell yet.
    """
    if one.request.kind is not other.request.kind:
        raise InvalidInputError(
            N_("Sessions and games of War cannot be compared: choose two runs of one kind."),
            reason="compare",
        )
    if not (one.done and other.done):
        raise InvalidInputError(
            N_("One of the runs has nothing to tell yet: compare them later."), reason="compare"
        )
    rows, others = _all_rows(one), _all_rows(other)
    if one.request.kind is RunKind.WAR:
        # Games that both runs have played, in the order of the first.
        known = {row.label: row for row in others}
        pairs = [(row, known[row.label]) for row in rows if row.label in known]
    else:
        pairs = [(a, b) for a, b in zip(rows, others, strict=True) if a.value or b.value]
    return tuple(Compared(one=a, other=b, deviation=_apart(a, b)) for a, b in pairs)


def _apart(one: Row, other: Row) -> float | None:
    if one.error is None or other.error is None:
        return None
    error = hypot(one.error, other.error)
    return (one.value - other.value) / error if error else None


def _all_rows(page: RunPage) -> tuple[Row, ...]:
    told = figures_of(page.request, page.result)
    if page.request.kind is RunKind.WAR:
        return tuple(
            Row(
                label=_("Battles, on average: %(game)s", game=name_of(page.request, place)),
                is_share=False,
                value=each["mean_battles"] or 0.0,
                error=each["standard_error"],
            )
            for place, each in enumerate(told)
        )
    (of,) = told
    rows = [
        Row(
            label=str(FIGURES[name]),
            is_share=name in SHARES,
            value=of[name],
            error=of[f"{name}_standard_error"],
        )
        for name in (*SHARES, *MEANS)
    ]
    staked = of["staked"]
    share = of["loss"] / staked if staked else 0.0
    rows += [
        Row(label=_("Antes staked"), is_share=False, value=staked, error=None),
        Row(label=_("Lost of each ante staked"), is_share=True, value=share, error=None),
    ]
    return tuple(rows)


def compared_picture(one: RunPage, other: RunPage, names: Sequence[str]) -> Drawing:
    """Draw two runs over each other: who is not ruined, or how long the games last."""
    pages = (one, other)
    told = [figures_of(page.request, page.result) for page in pages]
    plan = one.request.plans[0]
    longer = other.request.plans[0]
    if isinstance(plan, SessionPlan) and isinstance(longer, SessionPlan):
        widest = max(plan, longer, key=lambda each: each.marks[-1])
        return pictures.curves(
            widest,
            [(name, each[0], "ruined") for name, each in zip(names, told, strict=True)],
        )
    return pictures.lengths(
        [
            (_("%(run)s: %(game)s", run=name, game=name_of(page.request, place)), each)
            for name, page, found in zip(names, pages, told, strict=True)
            for place, each in enumerate(found)
            if each["games"]
        ]
    )


def csv_of(page: RunPage) -> str:
    """Write the distribution that a run found: bankrolls at the end, or lengths of games."""
    told = figures_of(page.request, page.result)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    if page.request.kind is RunKind.SESSION:
        writer.writerow(("bankroll_antes", "sessions"))
        writer.writerows(told[0]["finals"].items())
    else:
        writer.writerow(("game", "battles", "games"))
        for name, each in zip(page.request.names, told, strict=True):
            writer.writerows((name, length, often) for length, often in each["lengths"].items())
    return file.getvalue()


def json_of(page: RunPage) -> dict[str, Any]:
    """Return what was asked and what was found, for programs."""
    return {
        "kind": page.request.kind.value,
        "state": page.state.value,
        "seed": page.request.seed,
        "done": page.done,
        "total": page.total,
        "is_partial": page.done < page.total,
        "plans": [
            {"name": name or "standard", "backend": backend, **_asked(plan), **told}
            for name, plan, backend, told in zip(
                page.request.names,
                page.request.plans,
                page.result.backends,
                figures_of(page.request, page.result),
                strict=True,
            )
        ],
    }


def _asked(plan: SessionPlan | WarPlan) -> dict[str, Any]:
    return asked_of(plan) if isinstance(plan, SessionPlan) else {}
