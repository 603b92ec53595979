"""What a table takes before the deal: every reason to refuse, with amount and limit."""

from typing import Any

import pytest

from casino_war.errors import BankrollTooSmallError, BetRefusedError, InvalidAmountError
from casino_war.game.casino import deal
from casino_war.game.money import format_chips, parse_chips
from casino_war.game.table_rules import Shortfall, TableRules
from casino_war.game.wagers import (
    HandWagers,
    check_spot,
    check_wagers,
    unread_ante,
    unread_tie_bet,
)
from tests.game.rounds import BOUNDLESS_CENTS, bet, shoe_of

STANDARD = TableRules()
ALONE = TableRules(tie_bet_alone=True)
NO_TIE_BET = TableRules(tie_bet_to_one=None)
NARROW = TableRules(tie_bet_min_cents=1_000, tie_bet_max_cents=2_000)
CENTS = HandWagers

REFUSED: list[tuple[str, TableRules, list[HandWagers], dict[str, Any]]] = [
    ("hands", STANDARD, [], {"hands": 0, "maximum": 5}),
    ("hands", STANDARD, [bet(10)] * 6, {"hands": 6, "maximum": 5}),
    ("no_wager", STANDARD, [bet(0)], {"hand": 1, "minimum_cents": 500}),
    ("no_wager", ALONE, [bet(10), bet(0)], {"hand": 2, "minimum_cents": 500}),
    (
        "tie_bet_alone",
        STANDARD,
        [bet(0, 5)],
        {"hand": 1, "amount_cents": 500, "minimum_cents": 500},
    ),
    ("ante_limits", STANDARD, [bet(1)], {"hand": 1, "amount_cents": 100, "minimum_cents": 500}),
    ("ante_limits", STANDARD, [bet(505)], {"amount_cents": 50_500, "maximum_cents": 50_000}),
    ("ante_limits", STANDARD, [bet(-5)], {"amount_cents": -500}),
    ("ante_limits", STANDARD, [bet(2**31)], {"amount_cents": 2**31 * 100}),
    ("ante_limits", STANDARD, [bet(2**53)], {"amount_cents": 2**53 * 100}),
    ("ante_limits", STANDARD, [bet(2**63)], {"amount_cents": 2**63 * 100}),
    ("ante_step", STANDARD, [bet(7)], {"hand": 1, "amount_cents": 700, "step_cents": 500}),
    ("ante_step", STANDARD, [CENTS(ante_cents=501)], {"amount_cents": 501}),
    ("tie_bet_not_offered", NO_TIE_BET, [bet(10, 5)], {"hand": 1, "amount_cents": 500}),
    ("tie_bet_limits", STANDARD, [bet(10, 505)], {"amount_cents": 50_500}),
    ("tie_bet_limits", STANDARD, [bet(10, 1)], {"amount_cents": 100, "minimum_cents": 500}),
    ("tie_bet_limits", STANDARD, [bet(10, -5)], {"amount_cents": -500}),
    ("tie_bet_limits", ALONE, [bet(0, -5)], {"amount_cents": -500}),
    ("tie_bet_limits", NARROW, [bet(10, 5)], {"minimum_cents": 1_000}),
    ("tie_bet_limits", NARROW, [bet(10, 25)], {"maximum_cents": 2_000}),
    ("tie_bet_step", STANDARD, [bet(10), bet(10, 7)], {"hand": 2, "step_cents": 500}),
]


@pytest.mark.parametrize(("reason", "rules", "wagers", "facts"), REFUSED)
def test_what_the_table_does_not_take(
    reason: str, rules: TableRules, wagers: list[HandWagers], facts: dict[str, Any]
) -> None:
    with pytest.raises(BetRefusedError) as refused:
        check_wagers(rules, wagers, BOUNDLESS_CENTS)
    assert refused.value.reason == reason
    assert facts.items() <= refused.value.facts.items()
    for name, fact in refused.value.facts.items():
        assert isinstance(fact, int)
        shown = format_chips(fact) if name.endswith("_cents") else str(fact)
        assert shown in str(refused.value)


def _unread(text: str) -> InvalidAmountError:
    with pytest.raises(InvalidAmountError) as unread:
        parse_chips(text)
    return unread.value


@pytest.mark.parametrize("text", ["5.5", "0", "9" * 31, "x" * 100])
def test_a_wager_that_cannot_be_read_is_told_the_limits_of_its_table(text: str) -> None:
    rules = TableRules(ante_min_cents=1_000, ante_max_cents=8_000, tie_bet_min_cents=2_000)
    ante, tie_bet = unread_ante(rules, 2, _unread(text)), unread_tie_bet(rules, 3, _unread(text))
    for refused, hand, limits in ((ante, 2, "10 to 80"), (tie_bet, 3, "20 to 80")):
        assert f"Hand {hand}: " in str(refused)
        assert text[:40] in str(refused)
        assert f"{limits} " in str(refused)
        assert str(refused).endswith("in steps of 5.")
        assert ("more than the table takes" in str(refused)) == (text == "9" * 31)
    assert ante.reason == "ante_unread"
    assert tie_bet.reason == "tie_bet_unread"


def test_a_tie_bet_that_cannot_be_read_where_none_is_taken() -> None:
    refused = unread_tie_bet(NO_TIE_BET, 1, _unread("x"))
    assert refused.reason == "tie_bet_not_offered"
    assert str(refused) == "Hand 1: this table takes no tie bet, so not 'x': take it off."


@pytest.mark.parametrize("spot", [0, 4, 7])
def test_a_spot_that_the_table_does_not_have(spot: int) -> None:
    rules = TableRules(hands_max=3)
    with pytest.raises(BetRefusedError) as refused:
        check_spot(rules, spot)
    assert refused.value.reason == "spot"
    assert str(refused.value) == f"This table deals hands 1 to 3, so not hand {spot}."
    for known in (1, 2, 3):
        check_spot(rules, known)


def test_every_limit_and_step_is_named() -> None:
    for reason, rules, wagers, _ in REFUSED:
        if reason.endswith(("_limits", "_step")):
            with pytest.raises(BetRefusedError) as refused:
                check_wagers(rules, wagers, BOUNDLESS_CENTS)
            facts = {"amount_cents", "minimum_cents", "maximum_cents", "step_cents"}
            assert facts <= refused.value.facts.keys()


def test_every_reason_is_tried() -> None:
    assert {reason for reason, *_ in REFUSED} == {
        "hands",
        "no_wager",
        "tie_bet_alone",
        "ante_limits",
        "ante_step",
        "tie_bet_not_offered",
        "tie_bet_limits",
        "tie_bet_step",
    }


@pytest.mark.parametrize(
    ("rules", "wagers"),
    [
        (STANDARD, [bet(5)]),
        (STANDARD, [bet(500, 500)] * 5),
        (STANDARD, [bet(5, 500)]),
        (ALONE, [bet(0, 5), bet(5), bet(5, 5)]),
        (NARROW, [bet(5, 10), bet(5, 20)]),
        (NO_TIE_BET, [bet(10)]),
    ],
)
def test_what_the_table_takes(rules: TableRules, wagers: list[HandWagers]) -> None:
    check_wagers(rules, wagers, sum(wager.total_cents for wager in wagers))


def test_a_bankroll_one_cent_short_is_refused_with_both_amounts() -> None:
    with pytest.raises(BankrollTooSmallError) as refused:
        check_wagers(STANDARD, [bet(10, 5), bet(20)], 3_499)
    assert refused.value.reason == "wagers"
    assert (
        str(refused.value)
        == "The wagers come to 35 chips, the bankroll to 34.99: bet less, or buy chips."
    )


def test_a_table_that_refuses_shortfalls_still_names_uncovered_wagers_first() -> None:
    rules = TableRules(shortfall=Shortfall.REFUSE)
    with pytest.raises(BankrollTooSmallError) as refused:
        check_wagers(rules, [bet(10)], 999)
    assert refused.value.reason == "wagers"
    with pytest.raises(BankrollTooSmallError) as refused:
        check_wagers(rules, [bet(10)], 1_999)
    assert refused.value.reason == "raises"
    check_wagers(rules, [bet(10)], 2_000)


def test_the_deal_refuses_what_the_table_does_not_take() -> None:
    with pytest.raises(BetRefusedError):
        deal(STANDARD, shoe_of("KD 2C"), [bet(7)], BOUNDLESS_CENTS)
