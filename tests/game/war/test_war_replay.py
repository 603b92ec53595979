"""A game from its line, to the end or as far as the line goes."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_war.errors import IllegalDecisionError, InvalidCardError, InvalidNotationError
from casino_war.game import war_choices
from casino_war.game.events import Seat
from casino_war.game.randomness import SplitMix64
from casino_war.game.spoils import AwaitingNextCard
from casino_war.game.steal import AwaitingTop, AwaitingTurn
from casino_war.game.war_actions import Action
from casino_war.game.war_events import Stolen, Turned, WarEvent
from casino_war.game.war_line import WarLine, parse_line
from casino_war.game.war_presets import PRESETS, WarPreset, find
from casino_war.game.war_replay import play, replay
from casino_war.game.war_spelling import Choices
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import RANDOM, choose_all

STEAL = "war/1 steal_war@1 seed=7 stocks=9D,KS,2S/3C|4H,5H/QH,9S"


def first_offered(state: WarState) -> Mapping[Seat, Action]:
    """Let all choose what is offered first, named from the last seat to the first."""
    seats = state.awaiting.seats if state.awaiting else ()
    return {seat: war_choices.legal_actions(state, seat)[0] for seat in reversed(seats)}


@given(st.sampled_from(PRESETS), st.integers(0, 2**64 - 1))
@settings(max_examples=25)
def test_a_replay_is_the_game_that_was_played(preset: WarPreset, seed: int) -> None:
    line = WarLine(preset=preset.key, version=1, rules=preset.rules, seed=seed)
    source = SplitMix64(seed)
    state = war_choices.deal(preset.rules, source)
    events: list[WarEvent] = []
    made: list[Choices] = []
    while state.ended is None:
        choices = choose_all(state, [RANDOM] * preset.rules.players, SplitMix64(len(events)))
        state, happened = war_choices.apply(state, choices, source)
        events.extend(happened)
        made += [tuple(choices.items())] if choices else []
    told = replace(line, decisions=tuple(made))
    assert replay(parse_line(str(told))) == (state, tuple(events))


def test_battles_stop_a_game() -> None:
    stopped = play(parse_line("war/1 classic@1 seed=3 battles=2"))
    assert (stopped.state.battles, stopped.state.ended) == (2, None)
    assert str(stopped.line) == "war/1 classic@1 seed=3 battles=2"
    assert replay(parse_line("war/1 classic@1 seed=3 battles=0"))[1] == ()


def test_a_finished_game_needs_no_number_of_battles() -> None:
    played = play(parse_line("war/1 classic@1 seed=1 stocks=7S|8H battles=9"))
    assert str(played.line) == "war/1 classic@1 seed=1 stocks=7S|8H"
    assert played.state.ended is not None


def test_given_stocks_and_piles_are_where_the_game_starts() -> None:
    state, _ = replay(parse_line("war/1 steal_war@1 seed=1 stocks=9D,KS/3C|4H/QH,9S battles=0"))
    assert state.rules == find("steal_war").rules
    assert [len(stock) for stock in state.stocks] == [2, 1]
    assert [len(pile) for pile in state.piles] == [1, 2]


def test_the_pack_must_hold_the_cards() -> None:
    with pytest.raises(InvalidCardError, match="'2S' is not in the pack"):
        replay(parse_line("war/1 pyanitsa@1 seed=1 stocks=2S|8H"))


def test_a_game_stops_at_the_first_open_decision() -> None:
    state, events = replay(parse_line(STEAL))
    assert isinstance(state.awaiting, AwaitingTurn)
    assert events == ()
    state, events = replay(parse_line(f"{STEAL} decisions=A:steal-B,B:play"))
    assert isinstance(state.awaiting, AwaitingTop)
    assert [type(event) for event in events] == [Stolen, Turned]


def test_the_line_of_a_game_tells_whatever_was_decided() -> None:
    played = play(parse_line(f"{STEAL} decisions=A:steal-B,B:play"), first_offered)
    assert played.state.ended is not None
    assert str(played.line).startswith(f"{STEAL} decisions=A:steal-B,B:play;A:")
    assert replay(parse_line(str(played.line))) == (played.state, played.events)


def test_a_game_with_decisions_stops_after_its_battles_too() -> None:
    played = play(parse_line("war/1 arneson@1 seed=7 battles=3"), first_offered)
    assert played.state.battles == 3
    assert replay(played.line) == (played.state, played.events)


def test_a_game_that_waits_for_nobody_goes_on_to_its_first_choice() -> None:
    state, events = replay(parse_line("war/1 arrange_spoils@1 seed=1 stocks=7S,2S|8H,3H"))
    assert isinstance(state.awaiting, AwaitingNextCard)
    assert [type(event) for event in events] == [Turned]


def test_what_the_game_does_not_offer_is_refused() -> None:
    with pytest.raises(IllegalDecisionError, match="Player B cannot choose KS now"):
        replay(parse_line(f"{STEAL} decisions=A:play,B:KS"))
    with pytest.raises(IllegalDecisionError, match="Player B cannot choose - now"):
        replay(parse_line(f"{STEAL} decisions=A:play"))
    with pytest.raises(IllegalDecisionError, match="Player C cannot choose play now"):
        replay(parse_line(f"{STEAL} decisions=A:play,B:play,C:play"))


def test_decisions_left_over_are_refused() -> None:
    with pytest.raises(InvalidNotationError, match="no decision 'A:play,B:play'"):
        replay(parse_line(f"{STEAL} battles=1 decisions=A:play,B:play;A:9D;A:play,B:play;A:KS"))
    with pytest.raises(InvalidNotationError, match="no decision 'A:play'"):
        replay(parse_line("war/1 classic@1 seed=1 stocks=7S|8H decisions=A:play"))
