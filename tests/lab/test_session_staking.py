"""Systems of stakes against sequences worked by hand; amounts in antes unless said."""

import pytest

from casino_war.errors import InvalidInputError
from casino_war.game.table_presets import find
from casino_war.lab.session_engine import Stakes
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking, Step, read_steps, spell_steps, steps_of

RULES = find("classic").rules


def stakes_after(staking: Staking, results: str, **more: object) -> list[int]:
    """What is staked hand by hand: after W a win of the stake, L a loss, D a lost war, = a push."""
    plan = SessionPlan(rules=RULES, bankroll=200, ante_cents=500, staking=staking, **more)  # type: ignore[arg-type]  # the names are the plan's
    stakes, bankroll, found = Stakes(plan), 2 * plan.bankroll, []
    for result in results:
        stake = min(stakes.wanted(bankroll), plan.stake_max)
        found.append(stake)
        net = {"W": 2, "L": -2, "D": -4, "=": 0}[result] * stake
        bankroll += net
        stakes.note(net)
    return found


@pytest.mark.parametrize(
    ("staking", "results", "expected"),
    [
        (Staking.FLAT, "LLWDL", [1, 1, 1, 1, 1]),
        # A lost war costs two stakes, and doubles like any loss.
        (Staking.MARTINGALE, "LDL=LWL", [1, 2, 4, 8, 8, 16, 1]),
        # Cut off at the table's 100 antes, from where only a win leads back.
        (Staking.MARTINGALE, "LLLLLLLLLWL", [1, 2, 4, 8, 16, 32, 64, 100, 100, 100, 1]),
        (Staking.PAROLI, "WWWWLWL=W", [1, 2, 4, 1, 2, 1, 2, 1, 1]),
        (Staking.DALEMBERT, "LLWWWL", [1, 2, 3, 2, 1, 1]),
        (Staking.FIBONACCI, "LLLLLWWLW", [1, 1, 2, 3, 5, 8, 3, 1, 2]),
        # -1, -2, then +1 at 1: 2 are staked and win the one that was left to gain, and more.
        (Staking.OSCAR, "LLWWWL", [1, 1, 1, 2, 1, 1]),
        # After -3 a win at 1 leaves -2: 2, then -0 and only 1 is needed.
        (Staking.OSCAR, "LLLWWWW", [1, 1, 1, 1, 2, 1, 1]),
    ],
)
def test_a_sequence_worked_by_hand(staking: Staking, results: str, expected: list[int]) -> None:
    assert stakes_after(staking, results) == expected


def test_a_share_of_the_bankroll_is_staked_in_whole_antes() -> None:
    # 5 % of 200, 210, 200, 180 and 171.
    found = stakes_after(Staking.PROPORTIONAL, "WLDLL", share_percent=5)
    assert found == [10, 10, 10, 9, 8]


def test_a_progression_of_ones_own_goes_by_its_table() -> None:
    steps = read_steps("1:1/2 3:1/3 2:1/1")
    assert steps == (Step(1, 0, 1), Step(3, 0, 2), Step(2, 0, 0))
    assert spell_steps(steps) == "1:1/2 3:1/3 2:1/1"
    assert stakes_after(Staking.OWN, "LLLL=W", own_steps=steps) == [1, 3, 2, 1, 3, 3]


@pytest.mark.parametrize("text", ["", "1", "0:1/1", "1:1/2", "1:0/1", "x:1/1", "1:1/1 " * 101])
def test_what_is_no_progression_is_refused(text: str) -> None:
    with pytest.raises(InvalidInputError):
        read_steps(text)


def test_systems_end_at_the_highest_stake() -> None:
    for staking in (Staking.MARTINGALE, Staking.FIBONACCI, Staking.DALEMBERT, Staking.PAROLI):
        for stake_max in (1, 2, 3, 50):
            steps = steps_of(staking, stake_max)
            assert max(step.stake for step in steps) <= stake_max
            assert all(step.after_win < len(steps) > step.after_loss for step in steps)
