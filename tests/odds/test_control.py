"""Control charts: what rings, what does not, and how often it does so falsely."""

from collections.abc import Iterator
from math import exp, inf
from random import Random

import numpy as np
import pytest

from casino_war.odds.control import (
    BATCH_ROUNDS,
    DRIFT_LIMIT,
    DRIFT_SLACK,
    JUMP_CHANCE,
    Alarm,
    Chart,
    Deviation,
    Drift,
    Figure,
    batches_to_false_drift,
)


def coins(chance: Random, lean: float = 0.0) -> Iterator[dict[Figure, Deviation]]:
    """Rounds in which each figure moves by one, up more often by so much."""
    while True:
        yield {
            figure: Deviation(1.0 if chance.random() < 0.5 + lean / 2 else -1.0, 1.0, 1.0)
            for figure in Figure
        }


def rounds_to_alarm(lean: float, seed: int, most: int) -> float:
    chart = Chart()
    for number, round_ in zip(range(1, most + 1), coins(Random(seed), lean), strict=False):
        judged = chart.add(round_)
        if judged and any(each.alarms for each in judged.values()):
            return number
    return inf


def test_a_fair_coin_rings_no_alarm_and_a_leaning_one_does() -> None:
    assert rounds_to_alarm(0.0, 1, 20_000) == inf
    # 0.05 a round is 1.1 standard deviations a batch: some 26 batches.
    assert rounds_to_alarm(0.05, 1, 40 * BATCH_ROUNDS) < 40 * BATCH_ROUNDS
    # Half a standard deviation a round is told by the first batch.
    assert rounds_to_alarm(0.5, 1, BATCH_ROUNDS) == BATCH_ROUNDS


def test_freedman_bounds_what_happens() -> None:
    """Sums of 50 lopsided steps: ten up with one chance in eleven, else one down."""
    chance = np.random.default_rng(5)
    up = chance.random((40_000, 50)) < 1 / 11
    sums = np.where(up, 10.0, -1.0).sum(axis=1)
    for by in (20.0, 40.0, 60.0, -30.0):
        bound = Deviation(by, 50 * 10.0, 10.0).chance
        found = (sums >= by).mean() if by > 0 else (sums <= by).mean()
        assert 0 < found < bound
    assert Deviation().chance == 1.0
    assert Deviation(0.1, 0.0, 0.0).chance == 0.0
    assert Deviation(3.0, 9.0, 0.0).chance == pytest.approx(exp(-0.5))


def test_one_rare_win_is_no_fault() -> None:
    """A lone tie bet that is paid 200 to 1 lies far beyond the limits, and rings nothing."""
    chart = Chart(batch_rounds=10)
    small = {figure: Deviation(0.0, 1.0, 1.0) for figure in Figure}
    for _ in range(9):
        chart.add(small)
    judged = chart.add(small | {Figure.RESULT: Deviation(200.0, 2.0, 200.0)})
    assert judged is not None
    result = judged[Figure.RESULT]
    assert result.is_beyond_limits
    assert result.deviation.z > 50
    assert result.alarms == ()
    assert judged[Figure.TIES].alarms == ()
    assert not judged[Figure.TIES].is_beyond_limits


def test_a_drift_rings_once_and_begins_anew() -> None:
    drift, rung = Drift(), []
    for batch in range(1, 40):
        drift = drift.after(1.0)
        if drift.is_too_far:
            rung.append(batch)
            drift = drift.anew
    # 22 / (1 - 1/4) batches.
    assert rung == [30]
    assert drift.up == pytest.approx(9 * 0.75)
    assert drift.down == 0


def test_a_drift_the_other_way_rings_too() -> None:
    chart = Chart(batch_rounds=1)
    alarms = [
        judged[Figure.TIES].alarms
        for _ in range(12)
        if (judged := chart.add({Figure.TIES: Deviation(-2.9, 1.0, 100.0)}))
    ]
    # 22 / (2.9 - 1/4) batches, and no jump: a single round could have moved it so far.
    assert [place for place, each in enumerate(alarms, 1) if each] == [9]
    assert alarms[8] == (Alarm.DRIFT,)
    assert chart.drifts[Figure.RESULT] == Drift()


def test_a_chart_is_read_as_it_was_written() -> None:
    chart = Chart(batch_rounds=7)
    for _, round_ in zip(range(25), coins(Random(3)), strict=False):
        chart.add(round_)
    assert Chart.from_data(chart.to_data(), batch_rounds=7) == chart
    assert (chart.batches, chart.rounds) == (3, 4)


def batches_between_false_alarms(slack: float, limit: float, batches: int) -> float:
    """Simulate right tables side by side; return batches for each drift that rings."""
    chance = np.random.default_rng(11)
    tables, rung = 20_000, 0
    up, down = np.zeros(tables), np.zeros(tables)
    for _ in range(batches // tables):
        z = np.clip(chance.standard_normal(tables), -3, 3)
        up, down = np.maximum(0, up + z - slack), np.maximum(0, down - z - slack)
        rung += int((up > limit).sum() + (down > limit).sum())
        up[up > limit] = 0
        down[down > limit] = 0
    return batches / rung


def test_a_drift_rings_falsely_as_seldom_as_is_told() -> None:
    found = batches_between_false_alarms(0.25, 6.0, 4_000_000)
    assert found == pytest.approx(batches_to_false_drift(0.25, 6.0), rel=0.1)
    assert 400_000 < batches_to_false_drift() < 460_000


@pytest.mark.slow
def test_the_drift_that_is_watched_rings_falsely_once_in_430_000_batches() -> None:
    found = batches_between_false_alarms(DRIFT_SLACK, DRIFT_LIMIT, 100_000_000)
    # Some 230 alarms, give or take 15.
    assert found == pytest.approx(batches_to_false_drift(), rel=0.25)


@pytest.mark.slow
def test_a_jump_rings_falsely_less_than_once_in_500_000_batches() -> None:
    chance = np.random.default_rng(12)
    batches, rung = 0, 0
    for _ in range(40):
        # A fair coin's batch, and a batch of tie bets at 10 to 1 of which one in 11 wins.
        heads = chance.binomial(BATCH_ROUNDS, 0.5, 100_000)
        wins = chance.binomial(BATCH_ROUNDS, 1 / 11, 100_000)
        for sums, variance, reach in (
            (2.0 * heads - BATCH_ROUNDS, 1.0, 1.0),
            (11.0 * wins - BATCH_ROUNDS, 10.0, 10.0),
        ):
            spread = variance * BATCH_ROUNDS + reach * np.abs(sums) / 3
            rung += int((np.exp(-(sums**2) / (2 * spread)) < JUMP_CHANCE).sum())
            batches += len(sums)
    assert batches == 8_000_000
    assert rung / batches < 2 * JUMP_CHANCE
