"""Table rules and plans as the numbers that the kernels of Casino War take.

Whatever a hand nets is asked of the settlement, once for each of its endings: no kernel
knows a payout.
"""

from dataclasses import dataclass
from enum import IntEnum
from math import gcd
from typing import Any

import numpy as np

from casino_war.game.table_rules import ShoeRule, Surrender
from casino_war.lab.hands_engine import dealt_rules
from casino_war.lab.hands_summary import endings_of
from casino_war.lab.plan import HandsPlan, TieBets
from casino_war.odds.endings import FIRST_TIED, UNIT_CENTS, Payoffs, UnitWager, payoffs
from casino_war.odds.strategy import Strategy

NETS_MAX = 2**22
"""Places of the histogram of nets, beyond which the engine plays."""

IRRELEVANT = {
    "tie_bet_min_cents": "The plan's wagers have been checked.",
    "tie_bet_max_cents": "The plan's wagers have been checked.",
    "tie_bet_max_share_percent": "The plan's wagers have been checked.",
    "tie_bet_alone": "The plan's wagers have been checked.",
    "ante_min_cents": "The plan's wagers have been checked.",
    "ante_max_cents": "The plan's wagers have been checked.",
    "ante_step_cents": "The plan's wagers have been checked.",
    "shortfall": "A simulated player never runs short.",
}
"""Fields of `TableRules` that change nothing in a kernel, and why."""


class Rule(IntEnum):
    """Places of the numbers that a kernel reads."""

    IS_FRESH = 0
    CUT = 1
    OPENING_BURN = 2
    WAR_BURN = 3
    BURNS_EACH = 4
    WARS = 5
    WORST_CASE = 6
    SPOTS = 7
    FIGHTS = 8
    """0: leaves every tie, 1: fights every tie, 2: whichever is worth more."""
    SURRENDER_NET = 9
    TIED_WAR_NET = 10
    TIE_BETS = 11
    """0: never, 1: always, 2: where `TIE_BET_TO_ONE` pays more than the count asks."""
    TIE_BET_TO_ONE = 12
    LOWEST_NET = 13
    """What the first place of the histogram of nets stands for, in its unit."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The arrays of a plan."""

    ranks: Any
    """The rank of every card of the shoe, 0-12."""
    rules: Any
    """In the order of `Rule`."""
    units: Any
    """Nets by tie bet (no, yes), ending and wager: half antes, tie bets, second tie bets."""
    nets: Any
    """Nets by tie bet and ending, in ``unit_cents``."""
    stakes_cents: Any
    """Stakes by tie bet and ending."""
    unit_cents: int
    places: int
    """Places of the histogram of nets."""


def unsupported(plan: HandsPlan) -> str | None:
    """Say why the kernel cannot play a plan, None if it can."""
    if plan.tie_bets is TieBets.COUNTED and plan.rules.tie_ladder:
        return "a counted tie bet on a ladder"
    if pack(plan).places > NETS_MAX:
        return "wagers of too many different sums"
    return None


def pack(plan: HandsPlan) -> Packed:
    """Return the arrays of a plan."""
    rules = dealt_rules(plan.rules)
    stakes_cents = np.array([_stakes_cents(plan, bets) for bets in (False, True)], dtype=np.int64)
    units = np.array([_units(plan, bets) for bets in (False, True)], dtype=np.int64)
    cents = units @ np.array([plan.ante_cents // 2, plan.tie_bet_cents, plan.ante_cents])
    unit_cents = max(1, gcd(*map(int, cents.ravel())))
    nets = cents // unit_cents
    lowest, highest = plan.spots * int(nets.min()), plan.spots * int(nets.max())
    paid = payoffs(rules)[UnitWager.ANTE]
    numbers = {
        Rule.IS_FRESH: rules.shoe is ShoeRule.FRESH,
        Rule.CUT: rules.cut_position,
        Rule.OPENING_BURN: rules.opening_burn,
        Rule.WAR_BURN: rules.war_burn,
        Rule.BURNS_EACH: rules.war_burn_each,
        Rule.WARS: rules.wars_in_a_row_max,
        Rule.WORST_CASE: rules.worst_case_cards,
        Rule.SPOTS: plan.spots,
        Rule.FIGHTS: _fights(plan),
        Rule.SURRENDER_NET: paid.surrender[-1],
        Rule.TIED_WAR_NET: paid.war[-1],
        Rule.TIE_BETS: list(TieBets).index(plan.tie_bets),
        Rule.TIE_BET_TO_ONE: rules.tie_bet_to_one or 0,
        Rule.LOWEST_NET: lowest,
    }
    return Packed(
        ranks=np.repeat(np.tile(np.arange(13, dtype=np.uint8), rules.decks), 4),
        rules=np.array([numbers[place] for place in Rule], dtype=np.int64),
        units=units,
        nets=nets,
        stakes_cents=stakes_cents,
        unit_cents=unit_cents,
        places=highest - lowest + 1,
    )


def _fights(plan: HandsPlan) -> int:
    if not plan.ante_cents:
        # Without an ante only a ladder is worth a war.
        return 1 if plan.rules.tie_ladder else 0
    if plan.strategy is Strategy.ALWAYS_SURRENDER:
        return 0
    may_surrender = plan.rules.surrender is not Surrender.NOT_OFFERED
    # Wars that repeat lose two or win one, or push at the end: no surrender beats that.
    is_open = may_surrender and plan.rules.wars_in_a_row_max == 1
    return 2 if plan.strategy is Strategy.BEST and is_open else 1


def _units(plan: HandsPlan, bets_on_tie: bool) -> list[list[int]]:
    paid = payoffs(plan.rules)
    nothing = (0,) * len(paid[UnitWager.ANTE].war)
    endings = endings_of(plan.rules.wars_in_a_row_max)

    def column(wager: UnitWager, is_placed: bool) -> list[int]:
        none = Payoffs(nothing, nothing, nothing, nothing)
        of = paid[wager] if is_placed else none
        left = of.surrender[FIRST_TIED]
        if wager is UnitWager.LONE_TIE_BET and is_placed:
            left = of.war[FIRST_TIED]
        return [*of.war, left]

    tie_bet = UnitWager.TIE_BET if plan.ante_cents else UnitWager.LONE_TIE_BET
    columns = (
        column(UnitWager.ANTE, plan.ante_cents > 0),
        [net // UNIT_CENTS for net in column(tie_bet, bets_on_tie and plan.bets_on_ties)],
        [net // UNIT_CENTS for net in column(UnitWager.SECOND_TIE_BET, plan.second_tie_bets)],
    )
    return [[of[place] for of in columns] for place in range(endings)]


def _stakes_cents(plan: HandsPlan, bets_on_tie: bool) -> list[int]:
    endings = endings_of(plan.rules.wars_in_a_row_max)
    at_deal_cents = plan.ante_cents + (plan.tie_bet_cents if bets_on_tie else 0)
    at_war_cents = plan.ante_cents * (2 if plan.second_tie_bets else 1)
    fought = range(FIRST_TIED, endings - 1)
    return [at_deal_cents + (at_war_cents if place in fought else 0) for place in range(endings)]
