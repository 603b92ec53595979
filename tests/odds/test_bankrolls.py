"""Exact fates of bankrolls: published values, the gambler's ruin, and every way to play."""

import json
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest

from casino_war.errors import InvalidInputError
from casino_war.game.table_rules import TableRules
from casino_war.odds.bankrolls import Chain, Moves, fate, moves_of
from casino_war.odds.composition import full_shoe
from casino_war.odds.numbers import EXACT, FAST
from casino_war.odds.report import hand_odds
from casino_war.odds.sessions import session_of
from casino_war.odds.strategy import Strategy

RUIN = json.loads((Path(__file__).parent.parent / "data" / "casino_ruin.json").read_text("utf-8"))
SIX = hand_odds(TableRules(), full_shoe(6), Strategy.ALWAYS_WAR, FAST).ante
MOVES = moves_of(SIX.distribution)
SHORT = moves_of(
    hand_odds(TableRules(), full_shoe(6), Strategy.ALWAYS_SURRENDER, FAST).ante.distribution
)


def chain(bankroll: int, goal: int | None = None, **more: object) -> Chain:
    """A chain on credit unless told otherwise, amounts in antes."""
    asked: dict[str, object] = {
        "bankroll": 2 * bankroll,
        "goal": None if goal is None else 2 * goal,
        "leaves_at": None,
        "hands": None,
        "needed": 2,
        "moves": MOVES,
        "short_below": 0,
        "short_moves": MOVES,
        **more,
    }
    return Chain(**asked)  # type: ignore[arg-type]  # the names are the chain's


@pytest.mark.parametrize("way", RUIN["goal_before_ruin"])
def test_goal_before_ruin_is_the_published_one(way: str) -> None:
    bankroll, goal = map(int, way.split("->"))
    expected = RUIN["goal_before_ruin"][way]
    found = fate(chain(bankroll, goal))
    assert found.p_goal == pytest.approx(expected["p_target"], abs=1e-9)
    assert found.p_ruin == pytest.approx(expected["p_ruin"], abs=1e-9)
    assert found.expected_hands == pytest.approx(expected["E_hands"], rel=1e-9)
    # The loss is the edge times the antes staked, and the other way round.
    assert bankroll - found.expected_final / 2 == pytest.approx(SIX.edge * found.expected_hands)


@pytest.mark.parametrize("way", RUIN["ruined_within"])
def test_ruin_within_so_many_hands_is_the_published_one(way: str) -> None:
    bankroll, hands = map(int, way.split(","))
    found = fate(chain(bankroll, hands=hands))
    assert found.p_ruin == pytest.approx(RUIN["ruined_within"][way], abs=1e-9)
    assert sum(found.finals.values()) == pytest.approx(1)


def test_a_bankroll_that_lasts_has_the_distribution_of_its_hands() -> None:
    expected = RUIN["net_after_100_hands"]
    found = fate(chain(500, hands=100))
    assert found.p_ruin == 0
    assert found.expected_final / 2 - 500 == pytest.approx(expected["mean"], abs=1e-9)
    ahead = sum(chance for value, chance in found.finals.items() if value > 1000)
    assert ahead == pytest.approx(expected["p_ahead"], abs=1e-9)
    assert found.finals[1000] == pytest.approx(expected["p_even"], abs=1e-9)
    ante = hand_odds(TableRules(), full_shoe(6), Strategy.ALWAYS_WAR, EXACT).ante
    counted = session_of(ante.distribution, ante.ev, ante.variance, 100)
    assert ahead == pytest.approx(counted.p_ahead, abs=1e-12)


def test_an_even_chance_is_the_gamblers_ruin() -> None:
    for p_win in (0.5, 0.48):
        moves = {2: p_win, -2: 1 - p_win}
        found = fate(chain(7, 20, moves=moves, short_moves=moves))
        odds = (1 - p_win) / p_win
        fair = odds == 1
        p_goal = 7 / 20 if fair else (1 - odds**7) / (1 - odds**20)
        hands = 7 * 13 if fair else (20 * p_goal - 7) / (2 * p_win - 1)
        assert found.p_goal == pytest.approx(p_goal, abs=1e-12)
        assert found.expected_hands == pytest.approx(hands)


def test_the_chance_of_the_goal_is_that_of_the_roots() -> None:
    """A + B r^i + C s^i solves the chain; the two ruins and the goal fix the three."""
    r, s = map(float, RUIN["roots"])
    goal = 15

    def unscaled(antes: int) -> float:
        # Nothing at 0 and at -1; the scale is what makes it 1 at the goal.
        b, c = 1 / s - 1, 1 - 1 / r
        return b * r**antes + c * s**antes - b - c

    for bankroll in (1, 4, 14):
        expected = unscaled(bankroll) / unscaled(goal)
        assert fate(chain(bankroll, goal)).p_goal == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("hands", [1, 2, 5])
@pytest.mark.parametrize(
    ("bankroll", "goal", "leaves_at"), [(2, 4, None), (1, None, None), (4, 6, 4), (3, None, 3)]
)
def test_short_sessions_are_those_of_all_ways_to_play(
    bankroll: int, goal: int | None, leaves_at: int | None, hands: int
) -> None:
    asked = chain(
        bankroll, goal, hands=hands, leaves_at=leaves_at, short_below=4, short_moves=SHORT
    )
    found = fate(asked)
    finals: dict[int, float] = {}
    expected = 0.0
    for ways in product(range(4), repeat=hands):
        final, chance, played = walk(asked, ways)
        finals[final] = finals.get(final, 0.0) + chance
        expected += chance * played
    assert found.expected_hands == pytest.approx(expected)
    for final, chance in finals.items():
        assert found.finals.get(final, 0.0) == pytest.approx(chance)
    assert found.p_goal + found.p_ruin + found.p_stop_loss + found.p_hands == pytest.approx(1)


def walk(asked: Chain, ways: tuple[int, ...]) -> tuple[int, float, int]:
    """Play hands that take these of their moves; those left over make no difference."""
    bankroll, chances, played = asked.bankroll, [], 0
    for way in ways:
        is_over = (
            bankroll < asked.needed
            or (asked.leaves_at is not None and bankroll <= asked.leaves_at)
            or (asked.goal is not None and bankroll >= asked.goal)
        )
        moves = asked.short_moves if bankroll < asked.short_below else asked.moves
        nets = sorted(moves)
        if is_over:
            chances.append(1.0 if way == 0 else 0.0)
            continue
        chances.append(moves[nets[way]] if way < len(nets) else 0.0)
        bankroll += nets[min(way, len(nets) - 1)]
        played += 1
    return bankroll, prod(chances), played


def test_quantiles_are_those_of_the_bankroll_at_the_end() -> None:
    moves: Moves = {2: 0.5, -2: 0.5}
    found = fate(chain(10, hands=2, moves=moves, short_moves=moves))
    assert found.finals == {16: 0.25, 20: 0.5, 24: 0.25}
    assert [found.quantile(share) for share in (0.25, 0.26, 0.75, 0.76, 1.0)] == [
        *(16, 20, 20, 24, 24)
    ]
    assert moves_of({Fraction(-1, 2): 1.0}) == {-1: 1.0}


@pytest.mark.parametrize(
    ("bankroll", "goal", "hands"), [(5, None, None), (5, 10**6, None), (500, None, 100_000)]
)
def test_what_cannot_be_counted_is_refused(
    bankroll: int, goal: int | None, hands: int | None
) -> None:
    with pytest.raises(InvalidInputError):
        fate(chain(bankroll, goal, hands=hands))
