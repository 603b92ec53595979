"""What a run is to simulate, as values: from the forms of the laboratory and from the API."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from casino_war.errors import CasinoWarError, UnknownPresetError
from casino_war.game.table_presets import find
from casino_war.game.table_rules import ShoeRule, TableRules
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking, read_steps
from casino_war.services.run_request import RunRequest, check_size, session_request, war_request

STANDARD = "standard"
"""The standard table, shuffled before every hand: the one that exact figures are told of."""

# Where the values are called otherwise than in the plan that refuses them.
_VALUES = {
    "bankroll": "begun_with",
    "hands": "session_hands",
    "long": "session_hands",
    "large": "sessions",
    "size": "sessions",
    "held": "credit",
    "not_offered": "table",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionValues:
    """What a bankroll is to live through; amounts in antes, None for what is not set."""

    table: str
    """A table's key, or `STANDARD`."""
    begun_with: int
    """The bankroll; the header of every page has one of another name already."""
    goal: int | None
    """Leave with so many or more."""
    stop_loss: int | None
    """Leave with so many or less."""
    session_hands: int | None
    """Leave after so many hands."""
    staking: Staking
    progression: str
    """The steps of `Staking.OWN`; no other system asks for them."""
    share_percent: int | None
    """What `Staking.PROPORTIONAL` stakes; no other system asks for it."""
    limit: int | None
    """The largest stake, instead of the table's own."""
    credit: bool
    """Whether a raise is always paid."""
    hands_per_hour: int
    sessions: int


def sessions_run(asked: SessionValues, seed: int) -> RunRequest:
    """Ask for sessions.

    Raises:
        CasinoWarError: a value is refused: `value_at_fault` says which.
    """
    if asked.table == STANDARD:
        key, rules = "", TableRules(shoe=ShoeRule.FRESH)
    else:
        preset = find(asked.table)
        key, rules = preset.key, preset.rules
    if asked.limit is not None:
        rules = replace(rules, ante_max_cents=asked.limit * rules.ante_min_cents)
    is_share = asked.staking is Staking.PROPORTIONAL
    plan = SessionPlan(
        rules=rules,
        bankroll=asked.begun_with,
        goal=asked.goal,
        stop_loss=asked.stop_loss,
        hands=asked.session_hands,
        ante_cents=rules.ante_min_cents,
        staking=asked.staking,
        own_steps=read_steps(asked.progression) if asked.staking is Staking.OWN else (),
        share_percent=asked.share_percent or 0 if is_share else 0,
        is_credit=asked.credit,
        hands_per_hour=asked.hands_per_hour,
        sessions=asked.sessions,
        seed=seed,
    )
    request = session_request(key, plan)
    check_size(request)
    return request


def value_at_fault(error: CasinoWarError) -> str:
    """Return the name of the value in `SessionValues` that sessions are refused for."""
    if isinstance(error, UnknownPresetError):
        return "table"
    reason = str(error.facts.get("field", error.reason))
    name = _VALUES.get(reason, reason)
    # Whatever else the table does not take is the largest stake.
    return name if name in SessionValues.__dataclass_fields__ else "limit"


def war_run(games: Iterable[str], times: int, seed: int) -> RunRequest:
    """Ask for games of War side by side, each named by its key and each once.

    Raises:
        InvalidInputError: there are too many or none, ``reason`` ``variants``; or they are
            to be played too often.
        UnknownPresetError: there is no such game.
    """
    request = war_request(tuple(dict.fromkeys(games)), times, seed)
    check_size(request)
    return request
