"""What a player may do at a tie whose raise the bankroll does not cover."""

from dataclasses import replace

import pytest

from casino_war.errors import BankrollTooSmallError, IllegalDecisionError, InvalidRulesError
from casino_war.game.casino import deal, decide, legal_decisions, may_rebuy
from casino_war.game.round import AwaitingDecision, Decision
from casino_war.game.table_rules import Shortfall, Surrender, TableRules
from tests.game.rounds import awaiting, bet, settled, shoe_of

REFUSE = TableRules(shortfall=Shortfall.REFUSE)
HOLD = TableRules(shortfall=Shortfall.HOLD)
SURRENDER_ONLY = TableRules(shortfall=Shortfall.SURRENDER_ONLY)
TIE = "9D 9C"


@pytest.mark.parametrize("funds_cents", [6_500, 6_499])
def test_refuse_asks_for_all_antes_twice_plus_the_tie_bets(funds_cents: int) -> None:
    wagers = [bet(10, 5), bet(20)]
    shoe = shoe_of("KD QD 2C")
    if funds_cents >= 2 * 3_000 + 500:
        deal(REFUSE, shoe, wagers, funds_cents)
        return
    with pytest.raises(BankrollTooSmallError) as refused:
        deal(REFUSE, shoe, wagers, funds_cents)
    assert refused.value.reason == "raises"
    assert refused.value.facts == {"amount_cents": 6_500, "limit_cents": 6_499}
    deal(HOLD, shoe, wagers, funds_cents)


def test_refuse_falls_back_to_hold_if_the_bankroll_was_emptied_meanwhile() -> None:
    state = awaiting(REFUSE, TIE, [bet(10)])
    assert legal_decisions(state, 0) == (Decision.SURRENDER,)
    assert may_rebuy(state)


@pytest.mark.parametrize("funds_cents", [0, 999, 1_000, 10**9])
def test_hold_keeps_surrender_open_and_allows_a_rebuy_whatever_the_bankroll(
    funds_cents: int,
) -> None:
    state = awaiting(HOLD, TIE, [bet(10)])
    assert may_rebuy(state)
    legal = legal_decisions(state, funds_cents)
    assert Decision.SURRENDER in legal
    assert (Decision.WAR in legal) is (funds_cents >= 1_000)


def test_hold_without_surrender_waits_for_a_rebuy() -> None:
    rules = TableRules(surrender=Surrender.NOT_OFFERED)
    state = awaiting(rules, TIE, [bet(10)])
    assert legal_decisions(state, 999) == ()
    assert legal_decisions(state, 1_000) == (Decision.WAR,)
    assert may_rebuy(state)


def test_surrender_only_leaves_surrender_and_allows_no_rebuy() -> None:
    state = awaiting(SURRENDER_ONLY, TIE, [bet(10)])
    assert legal_decisions(state, 999) == (Decision.SURRENDER,)
    assert legal_decisions(state, 1_000) == (Decision.SURRENDER, Decision.WAR)
    assert not may_rebuy(state)


def test_surrender_only_is_invalid_where_surrender_is_not_offered() -> None:
    with pytest.raises(InvalidRulesError) as refused:
        TableRules(shortfall=Shortfall.SURRENDER_ONLY, surrender=Surrender.NOT_OFFERED)
    assert refused.value.fields == ("shortfall", "surrender")


def test_no_rebuy_once_the_round_is_settled() -> None:
    state, _ = settled(HOLD, "KD 2C", [bet(10)])
    assert not may_rebuy(state)


@pytest.mark.parametrize(
    ("decision", "cost_cents"), [(Decision.WAR, 1000), (Decision.WAR_WITH_TIE_BET, 2000)]
)
def test_an_uncovered_decision_is_refused_with_its_cost(
    decision: Decision, cost_cents: int
) -> None:
    state = awaiting(replace(HOLD, second_tie_bet_to_one=10), TIE, [bet(10)])
    assert isinstance(state, AwaitingDecision)
    with pytest.raises(BankrollTooSmallError) as refused:
        decide(state, decision, cost_cents - 1)
    assert refused.value.facts == {"amount_cents": cost_cents, "limit_cents": cost_cents - 1}
    assert decision in legal_decisions(state, cost_cents)


def test_a_decision_that_the_table_does_not_offer_is_refused_by_name() -> None:
    state = awaiting(replace(HOLD, surrender=Surrender.NOT_OFFERED), TIE, [bet(10)])
    with pytest.raises(IllegalDecisionError) as refused:
        decide(state, Decision.SURRENDER, 0)
    assert refused.value.facts == {"decision": "surrender", "offered": "war"}
