"""Games of Steal War by chance: random rules, deals and choices."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_war.errors import IllegalDecisionError
from casino_war.game import steal, war_choices
from casino_war.game.cards import FRENCH_SUITS, JOKERS, PACK, Card, Rank
from casino_war.game.randomness import RandomSource, SplitMix64, choice
from casino_war.game.war_actions import Action, Pick, Play, Steal
from casino_war.game.war_events import Ended, WarEvent
from casino_war.game.war_presets import find
from casino_war.game.war_rules import Choice, Objective, WarEntrants, WarRules, WinningCard
from casino_war.game.war_state import BATTLES_MAX, WarState
from tests.game.strategies import UNHURRIED
from tests.game.war.steal_games import Table, all_cards

EVERY_ACTION: tuple[Action, ...] = (
    Play(),
    *map(Steal, range(-1, 5)),
    *map(Pick, (*PACK, *JOKERS)),
)


@st.composite
def rules(draw: st.DrawFn) -> WarRules:
    objective = draw(st.sampled_from([o for o in Objective if o is not Objective.MOST_CARDS]))
    return WarRules.from_data(
        {
            **find("steal_war").rules.to_data(),
            "players": draw(st.integers(2, 4)),
            "war_face_down": draw(st.sampled_from([0, 1, 2, 3, "by_rank"])),
            "repeat_face_down": draw(st.sampled_from(["same", 0])),
            "war_entrants": draw(st.sampled_from(WarEntrants)),
            "winning_card": draw(st.sampled_from(WinningCard)),
            "objective": objective,
            "wars_to_win": 3 if objective is Objective.WARS_WON else 0,
            "battle_limit": draw(st.sampled_from([0, 0, 0, 5])),
        }
    )


@st.composite
def positions(draw: st.DrawFn) -> WarState:
    """Deal few ranks, some of the cards to the piles, so that much is stolen."""
    played = draw(rules())
    ranks = draw(st.sets(st.sampled_from(Rank), min_size=2, max_size=5))
    pack = [Card(rank, suit) for rank in ranks - {Rank.JOKER} for suit in FRENCH_SUITS]
    cards = draw(st.permutations([*pack, *(JOKERS if Rank.JOKER in ranks else ())]))
    seats = played.players
    places = [draw(st.integers(0, 2 * seats - 1)) for _ in cards[seats:]]
    packets: list[list[Card]] = [[card] for card in cards[:seats]] + [[] for _ in range(seats)]
    for card, place in zip(cards[seats:], places, strict=True):
        packets[place].append(card)
    both = [tuple(packet) for packet in packets]
    return war_choices.from_stocks(played, both[:seats], both[seats:])


def choices_of(state: WarState, source: RandomSource) -> dict[int, Action]:
    seats = () if state.awaiting is None else state.awaiting.seats
    return {seat: choice(war_choices.legal_actions(state, seat), source) for seat in seats}


def check_offer(state: WarState) -> None:
    """Everything that is offered is possible, and all else refused."""
    assert state.awaiting is not None
    assert set(state.awaiting.seats) <= set(state.alive)
    for seat in range(-1, 5):
        offer = war_choices.legal_actions(state, seat)
        assert bool(offer) == (seat in state.awaiting.seats)
        assert len(set(offer)) == len(offer)
        card = steal.looked_at(state, seat)
        for action in offer:
            if isinstance(action, Steal):
                assert card is not None
                assert state.piles[action.opponent][-1].rank == card.rank
                assert action.opponent != seat
    rest = choices_of(state, SplitMix64(0))
    for seat in state.awaiting.seats:
        for action in set(EVERY_ACTION) - set(war_choices.legal_actions(state, seat)):
            with pytest.raises(IllegalDecisionError):
                war_choices.apply(state, {**rest, seat: action}, SplitMix64(0))
        with pytest.raises(IllegalDecisionError):
            war_choices.apply(state, {s: a for s, a in rest.items() if s != seat}, SplitMix64(0))


def play_out(state: WarState, seed: int, *, thorough: bool) -> tuple[WarState, list[WarEvent]]:
    """Play to the end, and check state and events on the way."""
    source, whims = SplitMix64(seed), SplitMix64(seed ^ 1)
    cards = all_cards(state)
    told: list[WarEvent] = []
    while state.ended is None:
        if thorough:
            check_offer(state)
        table = Table.of(state)
        before = state
        state, events = war_choices.apply(state, choices_of(state, whims), source)
        assert state.battles in (before.battles, before.battles + 1)
        for event in events:
            table.follow(event)
            assert table.cards() == sorted_without(cards, state)
        table.agrees_with(state)
        assert all_cards(state) == cards
        assert all(state.stocks[seat] for seat in state.alive) or state.table or state.ended
        told.extend(events)
    return state, told


def sorted_without(cards: list[Card], state: WarState) -> list[Card]:
    return [card for card in cards if card not in state.set_aside]


@UNHURRIED
@given(positions(), st.integers(0, 2**32))
def test_any_game_keeps_its_cards_and_ends(state: WarState, seed: int) -> None:
    ended, events = play_out(state, seed, thorough=True)
    assert Counter(isinstance(event, Ended) for event in events)[True] == 1
    assert events[-1] == ended.ended
    assert ended.awaiting is None
    assert ended.battles < BATTLES_MAX
    assert war_choices.apply(ended, {}, SplitMix64(1)) == (ended, ())


@UNHURRIED
@given(positions(), st.integers(0, 2**32))
def test_the_same_chance_and_choices_give_the_same_game(state: WarState, seed: int) -> None:
    assert play_out(state, seed, thorough=False) == play_out(state, seed, thorough=False)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_full_packs_keep_their_cards_and_end(players: int, seed: int) -> None:
    played = {**find("steal_war").rules.to_data(), "players": players}
    state = war_choices.deal(WarRules.from_data(played), SplitMix64(seed))
    assert state.rules.choice is Choice.STEAL
    assert len(all_cards(state)) == 54
    ended, _ = play_out(state, seed, thorough=False)
    assert ended.battles < BATTLES_MAX
