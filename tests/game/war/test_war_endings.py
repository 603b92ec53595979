"""Every way in which a game of War ends: who, and why."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from casino_war.game import war, war_battle
from casino_war.game.cards import parse_cards
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_events import Compared, Ended, EndReason, Outcome, Taken
from casino_war.game.war_rules import WarRules
from casino_war.game.war_state import BATTLES_MAX, WarState, is_deterministic
from casino_war.game.war_transcript import result
from tests.game.war.replay import play_and_follow

SCORED = {"captured_to": "scored", "objective": "most_cards"}
EVER_SPLIT = {"tie_action": "split", "battle_limit": BATTLES_MAX + 1}


def start(rules: Mapping[str, Any], *stocks: str) -> WarState:
    return war.from_stocks(WarRules.from_data(rules), [parse_cards(stock) for stock in stocks])


def play(state: WarState, battles_a_minute: int = 12) -> tuple[Ended, int]:
    source = SplitMix64(1)
    while state.ended is None:
        state, _ = war.play_battle(state, source, None, battles_a_minute)
    return state.ended, state.battles


ENDINGS: list[tuple[str, str, int, dict[str, Any], tuple[str, ...]]] = [
    ("win A", "collected_all", 1, {}, ("KS", "QH")),
    ("win B", "collected_all", 1, {}, ("7S 2S 3S", "7H 2H 4H 5H")),
    ("win C", "collected_all", 2, {"pickup_order": "winner_first"}, ("2S 3S", "4S", "KS QS")),
    ("loser A", "collected_all", 1, {"objective": "avoid_collecting_all"}, ("KS", "QH")),
    ("win A", "ran_out_in_war", 1, {}, ("7S 2S 3S", "7H 2H")),
    ("loser A", "ran_out_in_war", 1, {"objective": "avoid_collecting_all"}, ("7S 2S 3S", "7H")),
    ("loser B", "ran_out", 1, {"objective": "avoid_running_out"}, ("KS 2S", "QH", "JD 2D")),
    ("loser BC", "ran_out", 1, {"objective": "avoid_running_out"}, ("KS 2S", "QH", "JD")),
    ("loser B", "ran_out_in_war", 1, {"objective": "avoid_running_out"}, ("7S 2S 3S", "7H")),
    (
        "loser AB",
        "ran_out_in_war",
        1,
        {"objective": "avoid_running_out", "war_entrants": "tied"},
        ("7S", "7H", "6D 5D"),
    ),
    ("win C", "ran_out_in_war", 1, {"war_entrants": "tied"}, ("7S", "7H", "6D 5D")),
    ("draw AB", "both_ran_out", 1, {}, ("7S", "7H")),
    ("draw AB", "both_ran_out", 1, {"objective": "avoid_collecting_all"}, ("7S 2S", "7H 2H")),
    ("draw ABC", "both_ran_out", 1, {"objective": "avoid_running_out"}, ("7S", "7H", "6D")),
    (
        "draw AB",
        "both_ran_out",
        1,
        {"short_rule": "last_card_stands"},
        ("7S", "7H", "6D"),
    ),
    ("draw AB", "battle_limit", 1, {"battle_limit": 1}, ("KS 2S", "QH 3H")),
    (
        "win A",
        "battle_limit",
        1,
        {"battle_limit": 1, "limit_result": "most_cards"},
        ("KS 2S", "QH 3H"),
    ),
    (
        "draw AC",
        "battle_limit",
        1,
        {"battle_limit": 1, "limit_result": "most_cards"},
        ("KS 2S 3S", "QH 2H", "JD 2D 3D 4D 5D 6D"),
    ),
    (
        "loser A",
        "battle_limit",
        1,
        {
            "battle_limit": 1,
            "limit_result": "most_cards",
            "objective": "avoid_collecting_all",
        },
        ("KS 2S", "QH 3H"),
    ),
    (
        "loser B",
        "battle_limit",
        1,
        {"battle_limit": 1, "limit_result": "most_cards", "objective": "avoid_running_out"},
        ("KS 2S", "QH 3H"),
    ),
    (
        "win B",
        "battle_limit",
        1,
        {
            "battle_limit": 1,
            "limit_result": "most_cards",
            "objective": "wars_won",
            "wars_to_win": 9,
        },
        ("7S 2S 3S 4S 5S 6S 8S 9S TS", "7H 2H 4H 5H"),
    ),
    (
        "draw AB",
        "battle_limit",
        1,
        {
            "battle_limit": 1,
            "limit_result": "most_cards",
            "objective": "wars_won",
            "wars_to_win": 9,
        },
        ("KS 2S", "QH 3H"),
    ),
    (
        "win A",
        "battle_limit",
        1,
        {"battle_limit": 1, "limit_result": "most_cards", **SCORED},
        ("KS 2S", "QH 3H"),
    ),
    ("draw AB", "time_limit", 60, {"tie_action": "split", "time_limit_min": 5}, ("AS", "AH")),
    (
        "win B",
        "wars_reached",
        1,
        {"objective": "wars_won", "wars_to_win": 1},
        ("7S 2S 3S 4S", "7H 2H 4H 5H"),
    ),
    (
        "win A",
        "wars_reached",
        1,
        {"objective": "wars_won", "wars_to_win": 1},
        ("7S 2S 3S 4S", "7H"),
    ),
    (
        "win A",
        "collected_all",
        1,
        {"objective": "wars_won", "wars_to_win": 1},
        ("KS", "QH"),
    ),
    ("win B", "stocks_played", 1, SCORED, ("KS 2S 4S", "KH 3H 5H")),
    ("win A", "stocks_played", 3, SCORED, ("KS QS 2S", "QH JH 3H")),
    ("draw AB", "stocks_played", 1, SCORED, ("KS 2S", "KH 3H")),
    ("draw AB", "stocks_played", 2, SCORED, ("KS 2S", "QH 3H")),
    (
        "draw AB",
        "stocks_played",
        1,
        {**SCORED, "short_rule": "share_pot", "war_face_down": 0},
        ("KS 2S", "KH 2H"),
    ),
    ("draw AB", "cap", BATTLES_MAX, EVER_SPLIT, ("AS", "AH")),
    ("draw AB", "cycle", 3, {"pickup_order": "loser_first"}, ("2S 3S", "4H")),
]


@pytest.mark.parametrize(("who", "why", "battles", "rules", "stocks"), ENDINGS, ids=str)
def test_ending(
    who: str, why: str, battles: int, rules: dict[str, Any], stocks: tuple[str, ...]
) -> None:
    ended, played = play(start(rules, *stocks))
    assert (result(ended), ended.reason.value, played) == (who, why, battles)
    assert (ended.period is None) == (why != "cycle")


def test_every_reason_is_reached() -> None:
    assert {why for _, why, *_ in ENDINGS} == set(EndReason)


def test_an_ended_game_stays_as_it_is() -> None:
    ended, _ = war.play_battle(start({}, "KS", "QH"), SplitMix64(1))
    assert war.play_battle(ended, SplitMix64(1)) == (ended, ())


TIMED = {"time_limit_min": 5, "limit_result": "most_cards", "pickup_order": "winner_first"}


def test_a_clock_ends_the_game_when_the_minutes_are_over() -> None:
    state = start(TIMED, "KS 2S", "QH 3H")
    early, _ = war.play_battle(state, SplitMix64(1), minutes=4.99)
    assert early.ended is None
    late, _ = war.play_battle(state, SplitMix64(1), minutes=5)
    assert late.ended is not None
    assert (result(late.ended), late.ended.reason) == ("win A", EndReason.TIME_LIMIT)


def test_a_clock_that_runs_makes_the_battles_count_no_more() -> None:
    state = replace(start(TIMED, "KS 2S", "QH 3H"), battles=5_000)
    after, _ = war.play_battle(state, SplitMix64(1), minutes=0.5)
    assert after.ended is None


def test_the_battle_in_progress_is_finished_war_and_all() -> None:
    state = start(TIMED, "7S 2S KD 9S", "7H 3H QD 9H")
    after, events = war.play_battle(state, SplitMix64(1), minutes=60)
    assert [type(event) for event in events[-3:]] == [Compared, Taken, Ended]
    assert after.ended is not None
    assert result(after.ended) == "win A"


@pytest.mark.parametrize(("battles_a_minute", "battles"), [(1, 5), (12, 60), (100, 500)])
def test_without_a_clock_so_many_battles_are_a_minute(battles_a_minute: int, battles: int) -> None:
    ended, played = play(
        start({"tie_action": "split", "time_limit_min": 5}, "AS", "AH"), battles_a_minute
    )
    assert (ended.reason, played) == (EndReason.TIME_LIMIT, battles)


def test_the_battle_limit_comes_before_the_time_limit() -> None:
    rules = {"tie_action": "split", "time_limit_min": 5, "battle_limit": 60}
    assert play(start(rules, "AS", "AH"))[0].reason is EndReason.BATTLE_LIMIT


@pytest.mark.parametrize("limit", [{"battle_limit": 1}, {"time_limit_min": 5}, {}])
def test_a_win_on_the_last_battle_is_a_win(limit: dict[str, int]) -> None:
    state = replace(start(limit, "KS", "QH"), battles=BATTLES_MAX - 1 if not limit else 0)
    after, _ = war.play_battle(state, SplitMix64(1), minutes=5 if limit else None)
    assert after.ended is not None
    assert (result(after.ended), after.ended.reason) == ("win A", EndReason.COLLECTED_ALL)


def test_the_cap_is_none_of_the_rules() -> None:
    """It stops games without limits too, and has a name of its own."""
    state = replace(start({}, "KS 2S", "QH 3H"), battles=BATTLES_MAX - 1)
    after, _ = war.play_battle(state, SplitMix64(1))
    assert after.ended == Ended(outcome=Outcome.DRAW, seats=(0, 1), reason=EndReason.CAP)


ENDLESS = [
    ("loser_first", ("2S 3S", "4H"), 0, 2),
    ("winner_first", ("2S 3S 5S", "4H 6H"), 3, 6),
    ("as_played", ("2S 4S", "5H 3H"), 2, 4),
]


@pytest.mark.parametrize(("order", "stocks", "first", "period"), ENDLESS, ids=str)
def test_an_endless_position_comes_again_as_often_as_is_known(
    order: str, stocks: tuple[str, ...], first: int, period: int
) -> None:
    """With a limit far away nothing looks for repetitions, and the game shows its own."""
    state = start({"pickup_order": order, "battle_limit": BATTLES_MAX}, *stocks)
    assert not is_deterministic(state.rules)
    came = [state.position]
    while len(came) <= first + 2 * period:
        state, _ = war.play_battle(state, SplitMix64(1))
        came.append(state.position)
    assert len(set(came)) == first + period
    assert came[first : first + period] == came[first + period : first + 2 * period]


@pytest.mark.parametrize(("order", "stocks", "first", "period"), ENDLESS, ids=str)
def test_an_endless_game_ends_as_a_cycle_with_its_period(
    order: str, stocks: tuple[str, ...], first: int, period: int
) -> None:
    ended, battles = play(start({"pickup_order": order}, *stocks))
    assert result(ended) == "draw AB"
    assert (ended.reason, ended.period) == (EndReason.CYCLE, period)
    assert first + period <= battles <= 3 * (first + period)


@pytest.mark.parametrize(
    ("rules", "stocks", "who", "carry"),
    [
        (
            {"war_entrants": "tied", "battle_limit": 1},
            ("7S", "7H", "6D 5D 4D", "3C 2C"),
            "win C",
            "7S 7H 6D 3C",
        ),
        ({"tie_action": "split", "battle_limit": 1}, ("7S 2S", "7H", "6D 5D 4D 3D"), "win C", "6D"),
        (
            {**SCORED, "war_face_down": 0, "pickup_order": "winner_first"},
            ("KS QS 2S", "QH JH 2H"),
            "win A",
            "2S 2H",
        ),
    ],
    ids=str,
)
def test_what_is_left_on_the_table_at_the_end_belongs_to_the_winner(
    rules: dict[str, Any], stocks: tuple[str, ...], who: str, carry: str
) -> None:
    state = start({"limit_result": "most_cards", **rules}, *stocks)
    state, told = play_and_follow(state, SplitMix64(1))
    assert state.ended is not None
    assert result(state.ended) == who
    (winner,) = state.ended.seats
    assert state.carry == ()
    taken = told[-2]
    assert isinstance(taken, Taken)
    assert (taken.seat, sorted(taken.cards, key=str)) == (
        winner,
        sorted(parse_cards(carry), key=str),
    )


def test_what_is_left_on_the_table_of_a_drawn_game_stays_there() -> None:
    rules = {"war_entrants": "tied", "battle_limit": 1, "limit_result": "most_cards"}
    end, _ = play_and_follow(start(rules, "7S", "7H", "6D 5D", "3C 2C"), SplitMix64(1))
    assert end.ended is not None
    assert (result(end.ended), len(end.carry)) == ("draw CD", 4)


LATE = "JS 9C 8H AD JD JC AC", "AH 9H JH 8D AS 9D 8C"


def test_a_cycle_whose_start_is_late_is_told_at_the_cap_with_its_period() -> None:
    """Its second visit to a position comes at battle 4,232, between two landmarks."""
    changes = {"war_face_down": 0, "war_entrants": "tied", "pickup_order": "as_played"}
    state = start(changes, *LATE)
    came: dict[object, int] = {}
    while state.position not in came:
        came[state.position] = state.battles
        state, _ = war.play_battle(state, SplitMix64(1))
    assert state.battles - came[state.position] == 4200
    ended, battles = play(state)
    assert (ended.reason, ended.period, battles) == (EndReason.CYCLE, 4200, BATTLES_MAX)


def test_a_game_at_the_cap_that_would_end_is_no_cycle() -> None:
    state = start({"pickup_order": "winner_first"}, "KS QS 2S", "QH 3H JH")
    state, _ = war.play_battle(replace(state, battles=BATTLES_MAX - 1), SplitMix64(1))
    assert state.ended is not None
    assert state.ended.reason is EndReason.CAP


def test_a_limit_that_the_cap_forestalls_hides_no_cycle() -> None:
    changes = {"pickup_order": "loser_first", "battle_limit": BATTLES_MAX + 1}
    ended, _ = play(start(changes, "2S 3S", "4H"))
    assert (ended.reason, ended.period) == (EndReason.CYCLE, 2)


def test_a_cycle_longer_than_a_game_may_last_is_not_proven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = start({"pickup_order": "winner_first"}, "2S 3S 5S", "4H 6H")
    monkeypatch.setattr(war_battle, "BATTLES_MAX", 5)
    after, _ = war.play_battle(replace(state, battles=BATTLES_MAX - 1), SplitMix64(1))
    assert after.ended is not None
    assert after.ended.reason is EndReason.CAP
