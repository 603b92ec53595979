"""What the services must refuse, worked out from the rule sheet alone: which error, if any."""

from collections.abc import Iterator, Sequence

from casino_war.errors import (
    BankrollTooSmallError,
    BetRefusedError,
    CasinoWarError,
    IllegalDecisionError,
)
from casino_war.game.round import Decision
from casino_war.game.table_rules import Shortfall, Surrender, TableRules
from tests.services.guest import CHIP

Refusal = type[CasinoWarError] | None


def refusal_of_deal(
    rules: TableRules, wagers: Sequence[tuple[int, int]], funds_cents: int
) -> Refusal:
    """Say how a deal of antes and tie bets in chips is refused."""
    if not 1 <= len(wagers) <= rules.hands_max:
        return BetRefusedError
    if not all(_is_taken(rules, ante * CHIP, tie_bet * CHIP) for ante, tie_bet in wagers):
        return BetRefusedError
    antes = sum(ante for ante, _ in wagers) * CHIP
    needed = antes + sum(tie_bet for _, tie_bet in wagers) * CHIP
    if rules.shortfall is Shortfall.REFUSE:
        needed += antes
    return BankrollTooSmallError if needed > funds_cents else None


def _is_taken(rules: TableRules, ante_cents: int, tie_bet_cents: int) -> bool:
    if not ante_cents and not (tie_bet_cents and rules.tie_bet_alone):
        return False
    return all(_are_within(rules, ante_cents, tie_bet_cents))


def _are_within(rules: TableRules, ante_cents: int, tie_bet_cents: int) -> Iterator[bool]:
    if ante_cents:
        yield rules.ante_min_cents <= ante_cents <= rules.ante_max_cents
        yield ante_cents % rules.ante_step_cents == 0
    if tie_bet_cents:
        yield rules.tie_bet_offered
        yield rules.tie_bet_floor_cents <= tie_bet_cents <= rules.tie_bet_ceiling_cents
        yield tie_bet_cents % rules.ante_step_cents == 0


def refusal_of_decision(
    rules: TableRules, decision: Decision, ante_cents: int, funds_cents: int
) -> Refusal:
    """Say how a decision on a tied hand with that ante is refused."""
    if decision is Decision.SURRENDER:
        return IllegalDecisionError if rules.surrender is Surrender.NOT_OFFERED else None
    cost_cents = ante_cents
    if decision is Decision.WAR_WITH_TIE_BET:
        if rules.second_tie_bet_to_one is None:
            return IllegalDecisionError
        cost_cents += ante_cents
    return BankrollTooSmallError if cost_cents > funds_cents else None
