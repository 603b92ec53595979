"""One plan, one result: in however many processes, and told honestly who played it."""

import subprocess
import sys
from dataclasses import replace
from functools import reduce
from typing import NoReturn

import pytest

from casino_war.errors import BetRefusedError, IllegalDecisionError, InvalidInputError
from casino_war.game.table_presets import find
from casino_war.game.table_rules import Surrender, TableRules
from casino_war.game.war_presets import find as find_game
from casino_war.game.war_rules import WarRules
from casino_war.lab import backends, cut_card, merging, runner, war_lengths
from casino_war.lab.backends import Backend
from casino_war.lab.hands_summary import HandsSummary, figures
from casino_war.lab.plan import HandsPlan, TieBets, WarPlan
from casino_war.lab.war_summary import WarSummary
from casino_war.lab.war_summary import figures as war_figures
from casino_war.odds.strategy import Strategy
from tests.web.war_commands import environment

HANDS = HandsPlan(rules=find("classic").rules, hands=4_000, ante_cents=1000, chunk_rounds=500)
GAMES = WarPlan(rules=WarRules(war_face_down=3), games=60, chunk_games=7)


def test_one_process_and_two_have_the_same_result() -> None:
    once = runner.simulate_hands(HANDS)
    assert once.backend is Backend.KERNEL
    assert (once.why, once.chunks, once.is_partial) == ("", 8, False)
    assert once.summary.hands == 4_000
    assert runner.simulate_hands(HANDS, jobs=2) == once


@pytest.mark.slow
def test_seven_processes_have_the_same_result() -> None:
    assert runner.simulate_hands(HANDS, jobs=7) == runner.simulate_hands(HANDS)
    assert runner.simulate_war(GAMES, jobs=7) == runner.simulate_war(GAMES)
    decided = WarPlan(rules=find_game("arneson").rules, games=20, chunk_games=3)
    assert runner.simulate_war(decided, jobs=7) == runner.simulate_war(decided)


def test_the_engine_has_the_same_result() -> None:
    few = replace(HANDS, hands=400, chunk_rounds=150)
    by_kernel, by_engine = runner.simulate_hands(few), runner.simulate_hands(few, 1, Backend.ENGINE)
    assert by_kernel.summary == by_engine.summary
    assert by_engine.backend is Backend.ENGINE
    games = replace(GAMES, games=3, chunk_games=2)
    slow = runner.simulate_war(games, 1, Backend.ENGINE)
    assert runner.simulate_war(games).summary == slow.summary


def test_parts_add_up_to_the_whole() -> None:
    parts = [backends.play_chunk(GAMES, Backend.KERNEL, index) for index in range(GAMES.chunks)]
    wars = [part for part in parts if isinstance(part, WarSummary)]
    assert reduce(WarSummary.plus, wars, WarSummary()) == runner.simulate_war(GAMES).summary
    assert reduce(WarSummary.plus, reversed(wars)) == runner.simulate_war(GAMES).summary


def test_an_interrupted_simulation_tells_what_it_has() -> None:
    told: list[int] = []

    def tell(hands: int) -> None:
        told.append(hands)
        if len(told) == 3:
            raise KeyboardInterrupt

    result = runner.simulate_hands(HANDS, tell=tell)
    assert result.is_partial
    assert (result.chunks, result.summary.hands, told) == (3, 1_500, [500] * 3)
    first = replace(HANDS, hands=1_500)
    assert result.summary == runner.simulate_hands(first).summary


def test_an_interrupted_simulation_measures_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "play_chunk", interrupted)
    with pytest.raises(KeyboardInterrupt):
        war_lengths.measure(WarRules(), 3, 1)
    with pytest.raises(KeyboardInterrupt):
        cut_card.measure(HANDS.rules, 400, 1)


def test_what_no_kernel_plays_the_engine_plays_and_says_so() -> None:
    ladder = HandsPlan(
        rules=find("ladder").rules,
        hands=20,
        ante_cents=500,
        tie_bet_cents=500,
        tie_bets=TieBets.COUNTED,
    )
    result = runner.simulate_hands(ladder)
    assert (result.backend, result.why) == (
        Backend.ENGINE,
        "no kernel plays a counted tie bet on a ladder",
    )
    decided = WarPlan(rules=find_game("arneson").rules, games=1)
    result_of_war = runner.simulate_war(decided)
    assert result_of_war.why == "no kernel plays a game with decisions"
    assert war_figures(decided, result_of_war.summary)["games"] == 1


def test_without_numba_the_engine_plays_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "find_spec", lambda name: None)
    result = runner.simulate_hands(replace(HANDS, hands=20))
    assert (result.backend, result.why) == (Backend.ENGINE, "numba is not installed")


def test_nothing_imports_numba_before_a_kernel_runs() -> None:
    program = (
        "import sys; import casino_war.web.cli.main, casino_war.lab.runner,"
        " casino_war.lab.war_engine, casino_war.lab.hands_engine;"
        " print({'numba', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )
    assert done.stdout == "set()\n"


def test_plans_that_no_table_takes_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="no whole number of rounds"):
        replace(HANDS, spots=3)
    with pytest.raises(BetRefusedError):
        replace(HANDS, ante_cents=50)
    with pytest.raises(BetRefusedError, match="second tie bet"):
        replace(HANDS, second_tie_bets=True)
    alone = replace(find("ladder").rules, second_tie_bet_to_one=10)
    unstaked = HandsPlan(rules=alone, hands=1, ante_cents=500, tie_bet_cents=500)
    with pytest.raises(BetRefusedError, match="needs a stake"):
        replace(unstaked, tie_bets=TieBets.ALWAYS, tie_bet_cents=0)
    with pytest.raises(BetRefusedError, match="needs one"):
        replace(unstaked, tie_bets=TieBets.ALWAYS, ante_cents=0, second_tie_bets=True)
    rules = TableRules(surrender=Surrender.NOT_OFFERED)
    with pytest.raises(IllegalDecisionError):
        replace(HANDS, rules=rules, strategy=Strategy.ALWAYS_SURRENDER)
    with pytest.raises(InvalidInputError):
        WarPlan(rules=WarRules(), games=0)


def test_a_tie_bet_that_is_never_placed_has_any_stake_at_any_table() -> None:
    plain = replace(HANDS, hands=100, rules=TableRules(tie_bet_to_one=None))
    staked = replace(plain, tie_bet_cents=500)
    assert runner.simulate_hands(staked) == runner.simulate_hands(plain)


def test_nothing_lost_is_plain_zero() -> None:
    even = HandsSummary(rounds=2, shoes=2, endings=((1, 1, 0, 0, 0, 0), ()), sums=(0, 0, 0, 0, 2))
    assert str(figures(HANDS, even)["house_edge"]) == "0.0"


def test_figures_of_nothing_are_none() -> None:
    assert figures(HANDS, HandsSummary())["house_edge"] is None
    assert war_figures(GAMES, WarSummary())["mean_battles"] is None


def test_quantiles_and_spreads() -> None:
    histogram = {1: 1, 2: 2, 10: 1}
    assert [merging.quantile(histogram, share) for share in (0.25, 0.5, 0.75, 0.76, 1)] == [
        1,
        2,
        2,
        10,
        10,
    ]
    assert merging.mean(histogram) == 3.75
    assert merging.variance(histogram) == pytest.approx(17.583333333)
    assert merging.standard_error(histogram) == pytest.approx((17.583333333 / 4) ** 0.5)
    assert merging.variance({3: 1}) is None
