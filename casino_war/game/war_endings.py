"""When a game of War is over, for whom, and why."""

from collections.abc import Callable, Sequence
from typing import assert_never

from casino_war.game.events import Seat
from casino_war.game.war_events import Ended, EndReason, Outcome
from casino_war.game.war_rules import LimitResult, Objective
from casino_war.game.war_state import BATTLES_MAX, WarState

BATTLES_A_MINUTE = 12
"""Battles that count as a minute of a time limit where no clock runs."""


def objective_end(
    state: WarState, gone: Sequence[Seat], dead: Sequence[Seat], *, in_war: bool
) -> Ended | None:
    """Return the ending that the objective gives after a battle.

    ``gone`` are the seats that went out in this battle, ``dead`` those of them that ran
    out at one moment with nobody to win the war; ``in_war`` says whether a seat was short.
    """
    rules, alive = state.rules, state.alive
    if not alive:
        return _end(Outcome.DRAW, dead, EndReason.BOTH_RAN_OUT)
    if rules.objective is Objective.WARS_WON and max(state.wars_won) >= rules.wars_to_win:
        winner = state.wars_won.index(max(state.wars_won))
        return _end(Outcome.WIN, (winner,), EndReason.WARS_REACHED)
    if rules.objective is Objective.MOST_CARDS:
        if all(state.stocks):
            return None
        return _extreme(alive, state.owned, max, Outcome.WIN, EndReason.STOCKS_PLAYED)
    if rules.objective is Objective.AVOID_RUNNING_OUT:
        reason = EndReason.RAN_OUT_IN_WAR if in_war else EndReason.RAN_OUT
        return _end(Outcome.LOSER, gone, reason) if gone else None
    if len(alive) > 1:
        return None
    loses = rules.objective is Objective.AVOID_COLLECTING_ALL
    reason = EndReason.RAN_OUT_IN_WAR if in_war else EndReason.COLLECTED_ALL
    return _end(Outcome.LOSER if loses else Outcome.WIN, alive, reason)


def limit_end(state: WarState, minutes: float | None, battles_a_minute: int) -> Ended | None:
    """Return the ending that a limit gives; *minutes* since the deal, None without a clock."""
    rules = state.rules
    if rules.battle_limit and state.battles >= rules.battle_limit:
        return _limit(state, EndReason.BATTLE_LIMIT)
    played = state.battles / battles_a_minute if minutes is None else minutes
    if rules.time_limit_min and played >= rules.time_limit_min:
        return _limit(state, EndReason.TIME_LIMIT)
    if state.battles >= BATTLES_MAX:
        return _end(Outcome.DRAW, state.alive, EndReason.CAP)
    return None


def _limit(state: WarState, reason: EndReason) -> Ended:
    if state.rules.limit_result is LimitResult.DRAW:
        return _end(Outcome.DRAW, state.alive, reason)
    match state.rules.objective:
        case Objective.AVOID_COLLECTING_ALL:
            return _extreme(state.alive, state.owned, max, Outcome.LOSER, reason)
        case Objective.AVOID_RUNNING_OUT:
            return _extreme(state.alive, state.owned, min, Outcome.LOSER, reason)
        case Objective.WARS_WON:
            return _extreme(state.alive, state.wars_won.__getitem__, max, Outcome.WIN, reason)
        case Objective.COLLECT_ALL | Objective.MOST_CARDS:
            return _extreme(state.alive, state.owned, max, Outcome.WIN, reason)
    assert_never(state.rules.objective)


def _extreme(
    seats: Sequence[Seat],
    count: Callable[[Seat], int],
    pick: Callable[[list[int]], int],
    outcome: Outcome,
    reason: EndReason,
) -> Ended:
    best = pick([count(seat) for seat in seats])
    found = tuple(seat for seat in seats if count(seat) == best)
    return _end(outcome if len(found) == 1 else Outcome.DRAW, found, reason)


def _end(outcome: Outcome, seats: Sequence[Seat], reason: EndReason) -> Ended:
    return Ended(outcome=outcome, seats=tuple(seats), reason=reason)
