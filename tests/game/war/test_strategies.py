"""Computer players: legal, blind to what is hidden, and as good as they are called."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from casino_war.errors import UnknownStrategyError
from casino_war.game import war, war_choices, war_strategies
from casino_war.game.cards import Card, Cards, parse_cards
from casino_war.game.events import Seat
from casino_war.game.randomness import SplitMix64, shuffle
from casino_war.game.war_actions import Action, Pick, Play, Steal
from casino_war.game.war_choices import legal_actions
from casino_war.game.war_events import Outcome
from casino_war.game.war_presets import PRESETS
from casino_war.game.war_rules import Choice
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import (
    BEST_IN_WAR,
    CHOOSY_THIEF,
    HIGH_FIRST,
    HONEST,
    LIKELY_WINNER,
    LOW_FIRST,
    RANDOM,
    STRATEGIES,
    THIEF,
    ComputerPlayer,
    Strategy,
    choose_all,
    find,
)
from tests.game.war.deciding import all_cards, play, play_out, rules, start

PLAYERS = {player.key: player for players in STRATEGIES.values() for player in players}
GAMES = [
    (preset.key, seats)
    for preset in PRESETS
    if preset.rules.choice is not Choice.NOTHING
    for seats in preset.player_counts
]


def _states(preset: str, seats: int, strategies: list[Strategy]) -> Iterator[WarState]:
    source = SplitMix64(seats)
    dealt = war_choices.deal(rules(preset, players=seats), source)
    return islice(play_out(dealt, strategies, source), 150)


def _chosen(strategy: Strategy, state: WarState, seat: Seat = 0) -> str:
    return str(strategy(state, seat, SplitMix64(1)))


def _elsewhere(state: WarState, seat: Seat) -> WarState:
    """Let the cards that a seat does not see change places."""
    offered = {action.card for action in legal_actions(state, seat) if isinstance(action, Pick)}
    looked_at = state.stocks[seat][:1] if state.rules.choice is Choice.STEAL else ()
    packets = (
        *state.stocks,
        *(hand for other, hand in enumerate(state.hands) if other != seat),
        tuple(placed.card for placed in state.table if not placed.is_face_up),
        state.set_aside,
    )
    hidden = [card for packet in packets for card in packet if card not in {*offered, *looked_at}]
    instead = dict(zip(hidden, shuffle(hidden, SplitMix64(len(hidden))), strict=True))

    def moved(cards: Cards) -> Cards:
        return tuple(instead.get(card, card) for card in cards)

    return replace(
        state,
        stocks=tuple(map(moved, state.stocks)),
        hands=tuple(map(moved, state.hands)),
        set_aside=moved(state.set_aside),
        table=tuple(replace(placed, card=moved((placed.card,))[0]) for placed in state.table),
    )


@pytest.mark.parametrize(("preset", "seats"), GAMES)
def test_every_strategy_chooses_what_is_legal_and_sees_nothing_hidden(
    preset: str, seats: int
) -> None:
    """Of every game too: whoever is put at a strange table still knows how to move."""
    for state in _states(preset, seats, [RANDOM] * seats):
        elsewhere = [_elsewhere(state, seat) for seat in range(seats)]
        for seat in state.awaiting.seats if state.awaiting else ():
            assert all_cards(elsewhere[seat]) == all_cards(state)
            for player in PLAYERS.values():
                chosen = player(state, seat, SplitMix64(1))
                assert chosen in legal_actions(state, seat)
                assert player(elsewhere[seat], seat, SplitMix64(1)) == chosen, player.key


@pytest.mark.parametrize("choice", Choice)
def test_every_game_has_computer_players_and_a_random_one(choice: Choice) -> None:
    players = STRATEGIES[choice]
    assert players[-1] is RANDOM
    assert len({player.key for player in players}) == len(players)
    assert all(player.choose.__doc__ for player in players)
    assert all(find(player.key, choice) is player for player in players)


def test_computer_players_are_found_in_any_spelling() -> None:
    for player in PLAYERS.values():
        for name in (player.key, player.title, player.key.replace("_", "-").upper()):
            assert find(f" {name} ") is player


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownStrategyError) as refused:
        find("high_frist")
    assert "'high_frist'" in str(refused.value)
    assert str(refused.value.facts["nearest"]).startswith("high_first, ")
    with pytest.raises(UnknownStrategyError) as refused:
        find("thief", Choice.HAND)
    assert "thief" not in str(refused.value.facts["nearest"])


def test_nobody_chooses_where_nobody_is_awaited() -> None:
    state = start(rules("arrange_spoils"), "KS 2S | 8H 3H")
    assert choose_all(state, [RANDOM, RANDOM], SplitMix64(1)) == {}


def test_every_awaited_seat_chooses_by_its_own_strategy() -> None:
    state = start(rules("arneson"), "5S KS 9S 2S 3S | 5H QH 8H 2H 3H")
    lowest_and_highest = choose_all(state, [LOW_FIRST, HIGH_FIRST], SplitMix64(1))
    assert {seat: str(action) for seat, action in lowest_and_highest.items()} == {0: "5S", 1: "QH"}
    assert choose_all(state, {0: LOW_FIRST, 1: HIGH_FIRST}, SplitMix64(1)) == lowest_and_highest


def test_chance_chooses_each_card_of_the_hand() -> None:
    state = start(rules("arneson"), "5S KS 9S 2S 3S | 5H QH 8H 2H 3H")
    source = SplitMix64(1)
    assert {str(RANDOM(state, 0, source)) for _ in range(50)} == {"5S", "KS", "9S"}


def test_high_and_low_are_what_the_rules_say() -> None:
    stocks = "5S AS 9S | 5H QH 8H"
    assert _chosen(HIGH_FIRST, start(rules("arneson"), stocks)) == "AS"
    assert _chosen(LOW_FIRST, start(rules("arneson"), stocks)) == "5S"
    peace = start(rules("arneson", winning_card="lowest"), stocks)
    assert _chosen(HIGH_FIRST, peace) == "5S"
    assert _chosen(LOW_FIRST, peace) == "AS"
    assert _chosen(LOW_FIRST, start(rules("arneson", ace_rank="low"), stocks)) == "AS"


def test_the_first_of_equals_is_picked() -> None:
    state = start(rules("arneson"), "5S 5D 5C | 5H QH 8H")
    assert _chosen(HIGH_FIRST, state) == _chosen(LOW_FIRST, state) == "5S"


def test_the_lowest_card_that_beats_half_of_the_unseen_is_likely_to_win() -> None:
    four = "4H 5H 6H 7H"
    assert _chosen(LIKELY_WINNER, start(rules("arneson"), f"AS 6S 5S | {four}")) == "6S"
    assert _chosen(LIKELY_WINNER, start(rules("arneson"), f"AS 7S 5S | {four}")) == "7S"
    assert _chosen(LIKELY_WINNER, start(rules("arneson"), f"5S 3S 2S | {four}")) == "2S"
    peace = rules("arneson", winning_card="lowest")
    assert _chosen(LIKELY_WINNER, start(peace, f"AS 5S 2S | {four}")) == "5S"


def test_cards_face_up_on_the_table_are_seen_and_buried_ones_are_not() -> None:
    state, _ = play(start(rules("arneson"), "3S 6S 9S JS | 3H 5H 7H 8H"), "3S 3H")
    assert _chosen(LIKELY_WINNER, state) == "9S"
    state, _ = play(start(rules("arneson"), "3S 6S 9S JS | 3H 5H 7H 8H 4H"), "3S 3H")
    assert _chosen(LIKELY_WINNER, state) == "6S"


def test_best_in_war_saves_its_best_card() -> None:
    state = start(rules("arneson"), "5S KS 9S 2S 3S 4S 6S 7S | 5H QH 8H 2H 3H 4H 6H 7H")
    assert _chosen(BEST_IN_WAR, state) == "5S"
    assert _chosen(BEST_IN_WAR, play(state, "5S 5H")[0]) == "KS"


def test_best_in_war_beats_chance_in_every_game_of_ten() -> None:
    won = 0
    for seed in range(10):
        source = SplitMix64(seed)
        state = war_choices.deal(rules("arneson"), source)
        *_, last = play_out(state, [BEST_IN_WAR, RANDOM], source)
        assert last.ended is not None
        won += last.ended.outcome is Outcome.WIN and last.ended.seats == (0,)
    assert won == 10


def _offering(monkeypatch: pytest.MonkeyPatch, *actions: Action) -> None:
    def offered(state: WarState, seat: Seat) -> tuple[Action, ...]:
        return actions

    monkeypatch.setattr(war_strategies, "legal_actions", offered)


def _with_piles(*piles: str) -> WarState:
    stocks = [parse_cards(text) for text in ("TS 2S", "TH 2H", "TD 2D")]
    return war.from_stocks(rules("steal_war", players=3), stocks, list(map(parse_cards, piles)))


@pytest.mark.parametrize(
    ("player", "own", "chosen"),
    [
        (THIEF, "3C", "steal-C"),
        (THIEF, "3C 4C 5C 6C", "steal-C"),
        (CHOOSY_THIEF, "3C 5S", "steal-C"),
        (CHOOSY_THIEF, "3C 5S 4S", "play"),
        (HONEST, "3C", "play"),
    ],
)
def test_thieves(
    monkeypatch: pytest.MonkeyPatch, player: ComputerPlayer, own: str, chosen: str
) -> None:
    _offering(monkeypatch, Play(), Steal(1), Steal(2))
    assert _chosen(player, _with_piles(own, "6H 9C", "7D 8D 9D")) == chosen


def test_a_thief_steals_the_largest_pile_that_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    _offering(monkeypatch, Play(), Steal(1))
    assert _chosen(THIEF, _with_piles("3C", "6H 9C", "7D 8D 9D")) == "steal-B"
    _offering(monkeypatch, Play())
    assert _chosen(THIEF, _with_piles("3C", "6H 9C", "7D 8D 9D")) == "play"
    assert _chosen(CHOOSY_THIEF, _with_piles("3C", "6H 9C", "7D 8D 9D")) == "play"


def test_what_thieves_lay_on_top(monkeypatch: pytest.MonkeyPatch) -> None:
    won: list[Card] = list(parse_cards("KS 4H 4D JS"))
    _offering(monkeypatch, *map(Pick, won))
    assert _chosen(THIEF, _with_piles("3C", "6H", "7D")) == "4H"
    assert _chosen(HONEST, _with_piles("3C", "6H", "7D")) == "4H"
    assert _chosen(CHOOSY_THIEF, _with_piles("3C", "6H", "7D")) == "4H"
    assert _chosen(CHOOSY_THIEF, _with_piles("3C KH", "6H", "KD")) == "KS"
