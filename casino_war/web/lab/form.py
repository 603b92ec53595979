"""The forms of the laboratory: from their fields to what is asked of it, every fault named.

A field that is left out has its default, so that links fill a form in.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from casino_war.errors import N_, CasinoWarError, InvalidFormError
from casino_war.game.money import shorten
from casino_war.game.table_presets import PRESETS
from casino_war.game.war_presets import PRESETS as GAMES
from casino_war.lab.plan import WarPlan
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking, spell_steps
from casino_war.services.run_request import SEED_MAX, VARIANTS_MAX, RunRequest
from casino_war.web.asked import Asked
from casino_war.web.lab.run_values import (
    STANDARD,
    SessionValues,
    sessions_run,
    value_at_fault,
    war_run,
)

TABLES = (STANDARD, *(preset.key for preset in PRESETS))
YES, NO = "yes", "no"

SESSION_DEFAULTS: Mapping[str, str] = {
    "table": STANDARD,
    # The header of the page has a bankroll already.
    "begun_with": "20",
    "goal": "40",
    "stop_loss": "",
    "session_hands": "",
    "staking": Staking.FLAT.value,
    "progression": "",
    "share_percent": "",
    "limit": "",
    "credit": NO,
    "hands_per_hour": "60",
    "sessions": "10000",
    "seed": "",
}
WAR_DEFAULTS: Mapping[str, str] = {"games": "10000", "seed": ""}
_DIGITS_MAX = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAsked:
    """A form as it was sent, and what it asks for if nothing in it is at fault."""

    asked: Asked
    request: RunRequest | None
    variants: tuple[str, ...] = ()


def read_session(form: MultiDict[str, str], seed: int) -> RunAsked:
    """Read the form of sessions; *seed* is taken where none was typed."""
    asked = _read(form, SESSION_DEFAULTS)
    numbers = {
        name: _number(asked, name)
        for name in ("begun_with", "goal", "stop_loss", "session_hands", "limit", "hands_per_hour")
    }
    numbers |= {name: _number(asked, name) for name in ("share_percent", "sessions", "seed")}
    for name in ("begun_with", "sessions", "hands_per_hour"):
        if not asked.fields[name] and name not in asked.faults:
            asked.blame(InvalidFormError(N_("Say a number here."), reason=name), name)
    for name, known in (("table", TABLES), ("staking", tuple(Staking)), ("credit", (YES, NO))):
        if asked.fields[name] not in known:
            text = shorten(asked.fields[name])
            asked.blame(
                InvalidFormError(
                    N_("%(text)s is not in this list: choose one of it."), reason=name, text=text
                ),
                name,
            )
    if asked.faults:
        return RunAsked(asked=asked, request=None)
    return RunAsked(asked=asked, request=_session(asked, numbers, seed))


def _session(asked: Asked, numbers: Mapping[str, int | None], seed: int) -> RunRequest | None:
    fields = asked.fields
    given = numbers["seed"]
    values = SessionValues(
        table=fields["table"],
        begun_with=numbers["begun_with"] or 0,
        goal=numbers["goal"],
        stop_loss=numbers["stop_loss"],
        session_hands=numbers["session_hands"],
        staking=Staking(fields["staking"]),
        progression=fields["progression"],
        share_percent=numbers["share_percent"],
        limit=numbers["limit"],
        credit=fields["credit"] == YES,
        hands_per_hour=numbers["hands_per_hour"] or 0,
        sessions=numbers["sessions"] or 0,
    )
    try:
        return sessions_run(values, seed if given is None else given)
    except CasinoWarError as error:
        asked.blame(error, value_at_fault(error))
        return None


def read_war(form: MultiDict[str, str], seed: int) -> RunAsked:
    """Read the form of games of War side by side; *seed* as above."""
    asked = _read(form, WAR_DEFAULTS)
    games, given = _number(asked, "games"), _number(asked, "seed")
    chosen = tuple(form.getlist("variant"))
    if games is None and "games" not in asked.faults:
        asked.blame(InvalidFormError(N_("Say a number here."), reason="games"), "games")
    asked.fields["variants"] = ""
    known = {game.key for game in GAMES}
    variants = tuple(key for key in dict.fromkeys(chosen) if key in known)
    request = None
    if not asked.faults:
        try:
            request = war_run(variants, games or 0, seed if given is None else given)
        except CasinoWarError as error:
            asked.blame(error, "variants" if error.reason == "variants" else "games")
    return RunAsked(asked=asked, request=request, variants=variants[: VARIANTS_MAX + 1])


def _read(form: MultiDict[str, str], defaults: Mapping[str, str]) -> Asked:
    asked = Asked(dict(defaults))
    for name in defaults:
        text = asked.read(form, name)
        if text is not None:
            asked.fields[name] = text.strip(" ")
    return asked


def _number(asked: Asked, name: str) -> int | None:
    """Read a whole number in digits; blank is None."""
    text = asked.fields[name]
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX and int(text) <= SEED_MAX:
        return int(text)
    asked.blame(
        InvalidFormError(
            N_("%(text)s is no whole number in digits."), reason=name, text=shorten(text)
        ),
        name,
    )
    return None


def fields_of(request: RunRequest) -> dict[str, str | list[str]]:
    """Return the fields of the form that would ask for a run, without its seed."""
    plan = request.plans[0]
    if not isinstance(plan, SessionPlan):
        return {"variant": list(request.names), "games": str(plan.games)}
    return {
        "table": request.names[0] or STANDARD,
        "begun_with": str(plan.bankroll),
        "goal": _text(plan.goal),
        "stop_loss": _text(plan.stop_loss),
        "session_hands": _text(plan.hands),
        "staking": plan.staking.value,
        "progression": spell_steps(plan.own_steps),
        "share_percent": str(plan.share_percent or ""),
        "limit": str(plan.stake_max),
        "credit": YES if plan.is_credit else NO,
        "hands_per_hour": str(plan.hands_per_hour),
        "sessions": str(plan.sessions),
    }


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


def command_of(request: RunRequest) -> list[str]:
    """Return the command lines that simulate the same, one for each plan."""
    return [_command(name, plan) for name, plan in zip(request.names, request.plans, strict=True)]


def _command(name: str, plan: SessionPlan | WarPlan) -> str:
    if not isinstance(plan, SessionPlan):
        return f"casino-war simulate war --rules {name} --games {plan.games} --seed {plan.seed}"
    options = {
        "table": name or None,
        "decks": None if name else plan.rules.decks,
        "bankroll": plan.bankroll,
        "goal": plan.goal,
        "stop-loss": plan.stop_loss,
        "hands": plan.hands,
        "staking": plan.staking.value,
        "progression": f"'{spell_steps(plan.own_steps)}'" if plan.own_steps else None,
        "share": plan.share_percent or None,
        "limit": plan.stake_max,
        "hands-per-hour": plan.hands_per_hour,
        "sessions": plan.sessions,
        "seed": plan.seed,
    }
    said = [f"--{name} {value}" for name, value in options.items() if value is not None]
    return " ".join(["casino-war simulate session", *said, *["--credit"] * plan.is_credit])
