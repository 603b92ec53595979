"""What holds in every game of War without decisions, under any rules."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from casino_war.game import war
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_events import DeadWar, Ended, EndReason
from casino_war.game.war_presets import PRESETS, WarPreset
from casino_war.game.war_rules import CapturedTo, Choice, PickupOrder, TieAction, WarRules
from casino_war.game.war_state import BATTLES_MAX, WarState, is_deterministic
from tests.game.strategies import UNHURRIED
from tests.game.war.replay import play_and_follow
from tests.game.war.strategies import plain_rules, positions

SEEDS = st.integers(0, 2**64 - 1)
PLAIN = [preset for preset in PRESETS if preset.rules.choice is Choice.NOTHING]
SEATED = [
    pytest.param(preset, players, id=f"{preset.key}-{players}")
    for preset in PLAIN
    for players in preset.player_counts
]


@pytest.mark.parametrize(("preset", "players"), SEATED)
def test_a_preset_keeps_every_card_hides_what_lies_face_down_and_ends_once(
    preset: WarPreset, players: int
) -> None:
    rules = replace(preset.rules, players=players)
    state, _ = play_and_follow(war.deal(rules, SplitMix64(7)), SplitMix64(players))
    assert state.battles < BATTLES_MAX


@UNHURRIED
@given(positions(plain_rules()), SEEDS)
def test_any_rules_keep_every_card_hide_what_lies_face_down_and_end_once(
    state: WarState, seed: int
) -> None:
    end, _ = play_and_follow(state, SplitMix64(seed))
    assert end.battles <= BATTLES_MAX


@settings(UNHURRIED, max_examples=40)
@given(plain_rules(battle_limit=st.integers(1, 40)), SEEDS)
def test_any_rules_deal_the_whole_pack_evenly(rules: WarRules, seed: int) -> None:
    dealt = war.deal(rules, SplitMix64(seed))
    assert len({len(stock) for stock in dealt.stocks}) == 1
    assert len(dealt.set_aside) + len(dealt.carry) < rules.players
    play_and_follow(dealt, SplitMix64(seed))


@settings(UNHURRIED, max_examples=30)
@given(plain_rules(battle_limit=st.integers(1, 40)), SEEDS)
def test_the_same_seed_gives_the_same_game(rules: WarRules, seed: int) -> None:
    def game() -> tuple[WarState, object]:
        source = SplitMix64(seed)
        return play_and_follow(war.deal(rules, source), source)

    assert game() == game()


@UNHURRIED
@given(positions(plain_rules(tie_action=st.just(TieAction.WAR))), SEEDS)
def test_one_battle_treats_all_seats_alike(state: WarState, seed: int) -> None:
    """Whatever the seats: the same cards go to the same people, in whatever order."""
    after, _ = war.play_battle(state, SplitMix64(seed))
    for order in permutations(range(state.rules.players)):
        moved = war.from_stocks(state.rules, [state.stocks[seat] for seat in order])
        moved_after, _ = war.play_battle(moved, SplitMix64(seed))
        for place, seat in enumerate(order):
            assert Counter(moved_after.stocks[place]) == Counter(after.stocks[seat])
            assert Counter(moved_after.piles[place]) == Counter(after.piles[seat])
            assert moved_after.wars_won[place] == after.wars_won[seat]
            assert (place in moved_after.out) == (seat in after.out)
        assert Counter(moved_after.carry) == Counter(after.carry)
        assert _named(moved_after.ended, order) == _named(after.ended, range(len(order)))


def _named(ended: Ended | None, people: tuple[int, ...] | range) -> object:
    return ended and (ended.outcome, ended.reason, {people[seat] for seat in ended.seats})


TURNING = plain_rules(
    pickup_order=st.sampled_from([PickupOrder.WINNER_FIRST, PickupOrder.LOSER_FIRST]),
    captured_to=st.sampled_from([c for c in CapturedTo if c is not CapturedTo.PILE_SHUFFLED]),
    tie_action=st.just(TieAction.WAR),
    battle_limit=st.sampled_from([0, 1, 20]),
    time_limit_min=st.just(0),
)


@settings(UNHURRIED, max_examples=60)
@given(positions(TURNING), st.integers(1, 3))
def test_turning_the_table_turns_the_whole_game(state: WarState, turn: int) -> None:
    """Exact where pickup follows the winner clockwise; a carry lies in seat order."""
    seats = range(state.rules.players)
    order = tuple((seat + turn) % len(seats) for seat in seats)
    end, told = play_and_follow(state, SplitMix64(1))
    assume(len(seats) == 2 or not any(isinstance(event, DeadWar) for event in told))
    turned = war.from_stocks(state.rules, [state.stocks[seat] for seat in order])
    turned_end, _ = play_and_follow(turned, SplitMix64(1))
    assert turned_end.stocks == tuple(end.stocks[seat] for seat in order)
    assert turned_end.piles == tuple(end.piles[seat] for seat in order)
    assert turned_end.battles == end.battles
    assert _named(turned_end.ended, order) == _named(end.ended, seats)


FIXED = plain_rules(
    pickup_order=st.sampled_from(
        [PickupOrder.WINNER_FIRST, PickupOrder.LOSER_FIRST, PickupOrder.AS_PLAYED]
    ),
    battle_limit=st.just(0),
    time_limit_min=st.just(0),
).filter(is_deterministic)


@UNHURRIED
@given(positions(FIXED, cards_max=9))
def test_a_game_ends_as_a_cycle_exactly_if_a_position_comes_again(state: WarState) -> None:
    source = SplitMix64(1)
    came = {state.position: 0}
    period = None
    while state.ended is None:
        state, _ = war.play_battle(state, source)
        assert state.battles < BATTLES_MAX
        if period is None and state.position in came:
            period = state.battles - came[state.position]
        came.setdefault(state.position, state.battles)
    assert (state.ended.reason is EndReason.CYCLE) == (period is not None)
    assert state.ended.period == period
