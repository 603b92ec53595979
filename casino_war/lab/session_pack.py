"""Plans of sessions as the numbers that their kernel takes.

What a hand is dealt and nets comes from `hands_pack`; what is added here is the bankroll.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from casino_war.lab import hands_pack
from casino_war.lab.plan import HandsPlan
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking

NEVER = -(2**62)
"""Stands for a limit that no bankroll falls to."""
ALWAYS = 2**62
"""Stands for one that none rises to."""


class Term(IntEnum):
    """Places of the numbers of a session."""

    BANKROLL = 0
    """In half antes, as all amounts but stakes."""
    GOAL = 1
    STOP_LOSS = 2
    HANDS = 3
    STAKE_MAX = 4
    """In antes."""
    COVER = 5
    """Half antes that the bankroll must hold for each ante staked."""
    IS_CREDIT = 6
    SYSTEM = 7
    """Which `System` it is."""
    SHARE_PERCENT = 8


class System(IntEnum):
    """What a system's stakes go by."""

    STEPS = 0
    OSCAR = 1
    PROPORTIONAL = 2


_SYSTEMS = {Staking.OSCAR: System.OSCAR, Staking.PROPORTIONAL: System.PROPORTIONAL}


@dataclass(frozen=True, slots=True)
class Packed:
    """The arrays of a plan."""

    hand: hands_pack.Packed
    short_rules: Any
    """The rules of a hand whose raise is not covered: it surrenders a tie."""
    pays: Any
    """By the ending of a hand what it nets and all that it stakes, in half antes a stake."""
    terms: Any
    """In the order of `Term`."""
    steps: Any
    """The rows of the progression."""
    marks: Any


def pack(plan: SessionPlan) -> Packed:
    """Return the arrays of a plan."""
    hand = hands_pack.pack(
        HandsPlan(rules=plan.rules, hands=1, ante_cents=plan.ante_cents, strategy=plan.strategy)
    )
    short_rules = hand.rules.copy()
    short_rules[hands_pack.Rule.FIGHTS] = 0
    terms = {
        Term.BANKROLL: 2 * plan.bankroll,
        Term.GOAL: ALWAYS if plan.goal is None else 2 * plan.goal,
        Term.STOP_LOSS: NEVER if plan.stop_loss is None else 2 * plan.stop_loss,
        Term.HANDS: ALWAYS if plan.hands is None else plan.hands,
        Term.STAKE_MAX: plan.stake_max,
        Term.COVER: 4 if plan.needs_raise else 2,
        Term.IS_CREDIT: plan.is_credit,
        Term.SYSTEM: _SYSTEMS.get(plan.staking, System.STEPS),
        Term.SHARE_PERCENT: plan.share_percent,
    }
    steps = [(step.stake, step.after_win, step.after_loss) for step in plan.steps]
    stakes = 2 * hand.stakes_cents[0] // plan.ante_cents
    return Packed(
        hand=hand,
        short_rules=short_rules,
        pays=np.stack([hand.units[0, :, 0], stakes], axis=1).astype(np.int64),
        terms=np.array([terms[place] for place in Term], dtype=np.int64),
        steps=np.array(steps, dtype=np.int64),
        marks=np.array(plan.marks, dtype=np.int64),
    )
