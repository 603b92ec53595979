"""A match by its score sheet: totals, standings, the end, and changes of heart."""

from dataclasses import FrozenInstanceError
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_war.errors import InvalidInputError, InvalidRulesError, RefusedError
from casino_war.game.match import GameResult, Match, Standing

IDA_OTTO = Match(players=("Ida", "Otto"), games_to_win=3)
FOUR = Match(players=("A", "B", "C", "D"), games_to_win=3)


def played(match: Match, *winners: str) -> Match:
    """The match after games with one winner each; ``-`` is a drawn game."""
    for winner in winners:
        match = match.with_result(*(() if winner == "-" else (winner,)))
    return match


def totals(match: Match) -> list[tuple[int, ...]]:
    return [tuple(total.values()) for total in match.running_totals]


def places(match: Match) -> list[tuple[int, str, int]]:
    return [(line.place, line.player, line.games_won) for line in match.standings]


def test_the_worked_example() -> None:
    match = played(IDA_OTTO, "Otto", "Ida", "Otto", "Otto")
    assert totals(match) == [(0, 1), (1, 1), (1, 2), (1, 3)]
    assert match.standings == (Standing(1, "Otto", 3), Standing(2, "Ida", 1))
    assert match.winners == ("Otto",)
    assert match.is_over


def test_the_match_lasts_until_somebody_has_the_games_to_win() -> None:
    match = IDA_OTTO
    for winner in ("Otto", "Ida", "Otto"):
        match = match.with_result(winner)
        assert not match.is_over
        assert match.winners == ()
    assert match.with_result("Ida").games_won == {"Ida": 2, "Otto": 2}
    assert match.with_result("Otto").is_over


def test_an_empty_sheet() -> None:
    assert totals(IDA_OTTO) == []
    assert IDA_OTTO.games_won == {"Ida": 0, "Otto": 0}
    assert places(IDA_OTTO) == [(1, "Ida", 0), (1, "Otto", 0)]
    assert not IDA_OTTO.is_over


def test_a_drawn_game_gives_no_point_and_is_replayed() -> None:
    match = played(IDA_OTTO, "Otto", "-", "Otto", "-", "Otto")
    assert totals(match) == [(0, 1), (0, 1), (0, 2), (0, 2), (0, 3)]
    assert [row.is_drawn for row in match.rows] == [False, True, False, True, False]
    assert match.winners == ("Otto",)


def test_no_number_of_draws_ends_a_match() -> None:
    assert not played(IDA_OTTO.with_games_to_win(1), *"-" * 50).is_over


def test_rows_keep_who_and_the_note() -> None:
    match = IDA_OTTO.with_result("Otto", note="three wars").with_result(note="out of time")
    assert match.rows == (GameResult(("Otto",), "three wars"), GameResult((), "out of time"))


def test_players_with_as_many_games_share_a_place() -> None:
    assert places(played(FOUR, "D", "B", "D", "C")) == [
        (1, "D", 2),
        (2, "B", 1),
        (2, "C", 1),
        (4, "A", 0),
    ]
    assert [place for place, *_ in places(played(FOUR, "C", "B"))] == [1, 1, 3, 3]


def test_a_game_with_one_loser_is_won_by_all_others() -> None:
    match = FOUR.with_result("D", "A", "B")
    assert match.rows[0].winners == ("A", "B", "D")
    assert match.games_won == {"A": 1, "B": 1, "C": 0, "D": 1}


def test_players_who_get_there_in_the_same_game_share_the_match() -> None:
    match = FOUR.with_games_to_win(1).with_result("B", "D")
    assert match.winners == ("B", "D")
    assert [place for place, *_ in places(match)] == [1, 1, 3, 3]


def test_a_won_match_takes_no_further_game() -> None:
    match = played(IDA_OTTO, "Ida", "Ida", "Ida")
    for winners in (("Otto",), ()):
        with pytest.raises(RefusedError, match="has been won") as refused:
            match.with_result(*winners)
        assert refused.value.reason == "match_over"


def test_undo_strikes_the_last_row_and_reopens_a_won_match() -> None:
    before = played(IDA_OTTO, "Ida", "Ida")
    match = before.with_result("Ida", note="by mistake")
    assert match.is_over
    assert match.undo() == before
    assert not match.undo().is_over
    assert match.undo().undo().undo() == IDA_OTTO


def test_an_empty_sheet_has_nothing_to_undo() -> None:
    with pytest.raises(RefusedError, match="nothing to undo") as refused:
        IDA_OTTO.undo()
    assert refused.value.reason == "nothing_to_undo"


def test_fewer_games_to_win_end_the_match_where_they_were_reached() -> None:
    """Whoever reached the new number first has won, even if another is ahead by now."""
    match = played(IDA_OTTO, "Ida", "Otto", "Otto")
    one = match.with_games_to_win(1)
    assert one.winners == ("Ida",)
    assert totals(one) == [(1, 0)]
    assert one.counted_rows == match.rows[:1]
    assert one.rows == match.rows
    two = match.with_games_to_win(2)
    assert two.winners == ("Otto",)
    assert two.counted_rows == two.rows


def test_more_games_to_win_reopen_the_match_with_every_row() -> None:
    match = played(IDA_OTTO, "Otto", "Ida", "Otto", "Otto")
    longer = match.with_games_to_win(1).with_games_to_win(5)
    assert not longer.is_over
    assert longer.games_won == {"Ida": 1, "Otto": 3}
    assert played(longer, "Otto", "Otto").winners == ("Otto",)


def test_undo_strikes_a_row_that_does_not_count() -> None:
    match = played(IDA_OTTO, "Ida", "Otto").with_games_to_win(1)
    assert match.undo().rows == match.rows[:1]
    assert match.undo().games_won == match.games_won


def test_a_match_is_frozen() -> None:
    match = played(IDA_OTTO, "Ida")
    with pytest.raises(FrozenInstanceError):
        match.games_to_win = 1  # type: ignore[misc]  # the refusal is what is tested
    assert IDA_OTTO.rows == ()
    assert hash(match) == hash(played(IDA_OTTO, "Ida"))


@pytest.mark.parametrize("games_to_win", [-1, 0, 6, 100])
def test_games_to_win_are_one_to_five(games_to_win: int) -> None:
    with pytest.raises(InvalidRulesError, match="Games to win must be from 1 to 5") as refused:
        IDA_OTTO.with_games_to_win(games_to_win)
    assert refused.value.fields == ("games_to_win",)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ((), "2 to 4 players, not 0"),
        (("A",), "2 to 4 players, not 1"),
        (tuple("ABCDE"), "2 to 4 players, not 5"),
        (("A", "B", "A"), "different names"),
        (("A", " "), "different names"),
    ],
)
def test_players_are_two_to_four_different_names(players: tuple[str, ...], message: str) -> None:
    with pytest.raises(InvalidRulesError, match=message) as refused:
        Match(players=players, games_to_win=3)
    assert refused.value.fields == ("players",)


@pytest.mark.parametrize(
    ("winners", "reason"),
    [(("E",), "unknown_player"), (("A", "A"), "winner_twice"), (tuple("BCDA"), "all_won")],
)
def test_winners_are_some_of_the_players(winners: tuple[str, ...], reason: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        FOUR.with_result(*winners)
    assert refused.value.reason == reason
    with pytest.raises(InvalidInputError):
        Match(players=FOUR.players, games_to_win=3, rows=(GameResult(winners),))


SHEETS = st.lists(st.sampled_from(["A", "B", "C", "-"]), max_size=30)


@given(SHEETS, st.integers(1, 5))
def test_whatever_is_entered_adds_up(entries: list[str], games_to_win: int) -> None:
    match = Match(players=("A", "B", "C"), games_to_win=games_to_win)
    points = list(accumulate(int(entry != "-") for entry in entries))
    for entry, point in zip(entries, points, strict=True):
        if match.is_over:
            break
        before = match
        match = played(match, entry)
        assert match.undo() == before
        assert sum(match.games_won.values()) == point
    leader = match.standings[0]
    assert leader.place == 1
    assert match.is_over == (leader.games_won == games_to_win)
    assert match.counted_rows == match.rows
    assert {line.player for line in match.standings} == set(match.players)


@given(SHEETS, st.integers(1, 5), st.integers(1, 5))
def test_the_number_in_force_decides_and_no_earlier_one(
    entries: list[str], first: int, then: int
) -> None:
    rows = tuple(GameResult(() if entry == "-" else (entry,)) for entry in entries)
    direct = Match(players=("A", "B", "C"), games_to_win=then, rows=rows)
    changed = Match(players=("A", "B", "C"), games_to_win=first, rows=rows)
    assert changed.with_games_to_win(then) == direct
    assert max(direct.games_won.values()) <= then
