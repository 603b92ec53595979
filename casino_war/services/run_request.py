"""What a run of the laboratory is to simulate, as it is stored: plans with their rules whole.

A stored run is played by the rules that it was asked with, whatever becomes of its table.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from casino_war.errors import N_, InvalidInputError
from casino_war.game.table_rules import TableRules
from casino_war.game.war_presets import find
from casino_war.game.war_rules import Choice, WarRules
from casino_war.lab.backends import Backend, Plan, choose
from casino_war.lab.plan import WarPlan
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking, read_steps, spell_steps
from casino_war.odds.strategy import Strategy

HANDS_MAX = 200_000_000
"""Hands that the sessions of a run may be expected to play, by the kernel."""
GAMES_MAX = 200_000
"""Games of War that a run may play, by the kernel."""
ENGINE_SHARE = 200
"""The readable engine is given so many times less to do."""
VARIANTS_MAX = 4
SEED_MAX = 2**53 - 1
"""Seeds of runs are whole numbers that every reader of JSON keeps."""


class RunKind(StrEnum):
    """What is simulated."""

    SESSION = "session"
    WAR = "war"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """One or more plans under names: tables of Casino War, or games of War side by side."""

    kind: RunKind
    names: tuple[str, ...]
    """The key of the table or game of each plan; blank for the standard table."""
    plans: tuple[SessionPlan | WarPlan, ...]

    @property
    def seed(self) -> int:
        """The seed that all plans have."""
        return self.plans[0].seed

    @property
    def total(self) -> int:
        """Sessions or games in all."""
        return sum(size_of(plan) for plan in self.plans)

    def with_seed(self, seed: int) -> "RunRequest":
        """Return the same with other chances."""
        return replace(self, plans=tuple(replace(plan, seed=seed) for plan in self.plans))


def size_of(plan: SessionPlan | WarPlan) -> int:
    """Return how many sessions or games a plan has."""
    return plan.sessions if isinstance(plan, SessionPlan) else plan.games


def session_request(name: str, plan: SessionPlan) -> RunRequest:
    """Ask for sessions at one table."""
    return RunRequest(kind=RunKind.SESSION, names=(name,), plans=(plan,))


def war_request(names: Sequence[str], games: int, seed: int) -> RunRequest:
    """Ask how long games of these presets are; every one is played from the same seed.

    Raises:
        InvalidInputError: there are none or too many of them.
        UnknownPresetError: there is no such game.
    """
    if not 1 <= len(names) <= VARIANTS_MAX or len(set(names)) < len(names):
        raise InvalidInputError(
            N_("Choose one to %(limit)s different games."), reason="variants", limit=VARIANTS_MAX
        )
    rules = [find(name).rules for name in names]
    return RunRequest(
        kind=RunKind.WAR,
        names=tuple(names),
        plans=tuple(WarPlan(rules=each, games=games, seed=seed) for each in rules),
    )


def check_size(request: RunRequest) -> None:
    """Refuse what would keep the laboratory of a site busy for too long.

    Raises:
        InvalidInputError: it would.
    """
    for plan in request.plans:
        backend, _ = choose(plan)
        share = 1 if backend is Backend.KERNEL else ENGINE_SHARE
        if isinstance(plan, SessionPlan):
            hands, limit = plan.sessions * plan.hands_foreseen, HANDS_MAX // share
            if hands > limit:
                raise InvalidInputError(
                    N_(
                        "That is about %(hands)s hands, and this site plays %(limit)s in a run: "
                        "ask for fewer or shorter sessions, or use the command line."
                    ),
                    reason="size",
                    hands=hands,
                    limit=limit,
                )
        elif plan.games > GAMES_MAX // share:
            raise InvalidInputError(
                N_(
                    "This site plays at most %(limit)s games of such rules in a run: ask for "
                    "fewer, or use the command line."
                )
                if plan.rules.choice is Choice.NOTHING
                else N_(
                    "This site plays at most %(limit)s games with decisions in a run: ask for "
                    "fewer, or use the command line."
                ),
                reason="size",
                limit=GAMES_MAX // share,
            )


def write_request(request: RunRequest) -> str:
    """Write a request as it is stored."""
    plans = [_data(plan) for plan in request.plans]
    told = {"kind": request.kind.value, "names": request.names, "plans": plans}
    return json.dumps(told, sort_keys=True)


def read_request(text: str) -> RunRequest:
    """Read what `write_request` wrote."""
    told = json.loads(text)
    kind = RunKind(told["kind"])
    names = tuple(told["names"])
    if kind is RunKind.SESSION:
        sessions = tuple(_session_plan(each) for each in told["plans"])
        return RunRequest(kind=kind, names=names, plans=sessions)
    games = tuple(
        WarPlan(**{**each, "rules": WarRules.from_data(each["rules"])}) for each in told["plans"]
    )
    return RunRequest(kind=kind, names=names, plans=games)


def _data(plan: Plan) -> dict[str, Any]:
    if isinstance(plan, SessionPlan):
        return {
            **asdict(plan),
            "rules": plan.rules.to_data(),
            "own_steps": spell_steps(plan.own_steps),
        }
    return {**asdict(plan), "rules": plan.rules.to_data()}


def _session_plan(told: Mapping[str, Any]) -> SessionPlan:
    steps = told["own_steps"]
    return SessionPlan(
        **{
            **told,
            "rules": TableRules.from_data(told["rules"]),
            "own_steps": read_steps(steps) if steps else (),
            "staking": Staking(told["staking"]),
            "strategy": Strategy(told["strategy"]),
        }
    )
