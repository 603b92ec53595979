"""What a seat, or a spectator, may see: no card that lies face down before it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_war.game import war, war_choices
from casino_war.game.battle import Placement
from casino_war.game.cards import Card, Cards, parse_card, parse_cards
from casino_war.game.events import Seat
from casino_war.game.randomness import SplitMix64
from casino_war.game.steal import AwaitingTop, AwaitingTurn, AwaitingWarCard
from casino_war.game.war_actions import Pick, Play, Steal
from casino_war.game.war_events import (
    Buried,
    Carried,
    Compared,
    DeadWar,
    Split,
    Stolen,
    Taken,
    Turned,
    WarEvent,
)
from casino_war.game.war_presets import find
from casino_war.game.war_rules import Choice, WarRules
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import RANDOM, choose_all
from casino_war.game.war_views import (
    SeenBuried,
    SeenCarried,
    SeenDeadWar,
    SeenEvent,
    SeenSplit,
    SeenTaken,
    seen,
    view,
)
from tests.game.war.strategies import plain_rules, positions, rules

BATTLES = 60


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere inside a value."""
    if isinstance(value, Card):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        yield from cards_in(tuple(value.values()))
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_in(item)


def flat(packets: Iterable[Cards]) -> set[Card]:
    return {card for packet in packets for card in packet}


def viewers(state: WarState) -> tuple[Seat | None, ...]:
    return (None, *range(len(state.stocks)))


def playing(text: str, preset: str = "classic") -> WarState:
    return war.from_stocks(find(preset).rules, [parse_cards(part) for part in text.split("|")])


def shown(text: str, **values: int | str) -> list[SeenEvent]:
    """What a spectator sees of the battles of a classic game with some rules changed."""
    stocks = [parse_cards(part) for part in text.split("|")]
    state = war.from_stocks(WarRules.from_data(values), stocks)
    _, events = war.play_battle(state, SplitMix64(1))
    return [seen(event, None, state.rules) for event in events]


@given(positions(rules(), war_choices.from_stocks), st.integers(0, 2**64 - 1))
@settings(max_examples=80)
def test_nobody_sees_a_card_that_has_not_been_turned(state: WarState, seed: int) -> None:
    """By a bookkeeper of its own, which knows nothing but the events."""
    rules, source = state.rules, SplitMix64(seed)
    up: set[Card] = set()
    down: set[Card] = set()
    while state.ended is None and state.battles < BATTLES:
        choices = choose_all(state, [RANDOM] * rules.players, source)
        state, events = war_choices.apply(state, choices, source)
        for event in events:
            if isinstance(event, Turned | Compared):
                up |= set(cards_in(event))
            if isinstance(event, Buried):
                down |= set(cards_in(event))
            for viewer in viewers(state):
                if not may_see_all(event, viewer, rules):
                    assert set(cards_in(seen(event, viewer, rules))) <= up
            if isinstance(event, Taken | Split):
                up -= set(event.cards)
                down -= set(event.cards)
        assert set(state.carry_shown) == set(state.carry) - down
        for viewer in viewers(state):
            closed = hidden_from(viewer, state) | down
            assert not set(cards_in(replace(view(state, viewer), legal=()))) & closed


def may_see_all(event: WarEvent, viewer: Seat | None, rules: WarRules) -> bool:
    """Piles of Steal War lie open; who arranges the spoils has seen them."""
    if rules.choice is Choice.SPOILS and isinstance(event, Taken):
        return viewer == event.seat
    return rules.choice is Choice.STEAL


def hidden_from(viewer: Seat | None, state: WarState) -> set[Card]:
    """All cards of the game but those that lie face up, or that the viewer holds or looks at."""
    hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    piles = () if state.rules.choice is Choice.STEAL else state.piles
    looks = isinstance(state.awaiting, AwaitingTurn | AwaitingWarCard)
    stocks = [
        stock[1 if looks and state.awaiting and seat == viewer in state.awaiting.seats else 0 :]
        for seat, stock in enumerate(state.stocks)
    ]
    return flat((*stocks, *piles, *hands, state.set_aside))


@given(plain_rules(), st.integers(0, 2**64 - 1))
@settings(max_examples=40)
def test_nobody_sees_anything_of_the_deal(rules: WarRules, seed: int) -> None:
    state = war.deal(rules, SplitMix64(seed))
    assert not any(set(cards_in(view(state, viewer))) for viewer in viewers(state))


def test_a_view_counts_what_it_does_not_show() -> None:
    state = replace(
        playing("7S KD|7H"),
        carry=parse_cards("2S 3S 4S"),
        carry_shown=parse_cards("2S"),
        set_aside=parse_cards("9S"),
        out=frozenset({1}),
        wars_won=(2, 0),
        battles=8,
    )
    seat_view = view(state, 0).seats
    assert [seat.stock_count for seat in seat_view] == [2, 1]
    assert [seat.wars_won for seat in seat_view] == [2, 0]
    assert [seat.is_out for seat in seat_view] == [False, True]
    whole = view(state, None)
    assert (whole.carry, whole.carry_hidden_count) == (parse_cards("2S"), 2)
    assert (whole.set_aside_count, whole.battles) == (1, 8)
    assert (whole.awaits, whole.legal, whole.ended) == (None, (), None)
    assert whole.rules == state.rules


def test_a_view_tells_how_the_game_ended() -> None:
    state, _ = war.play_battle(playing("7S|8H"), SplitMix64(1))
    assert view(state, 0).ended == state.ended
    assert state.ended is not None


def test_a_hand_is_seen_by_its_holder_alone() -> None:
    state = replace(playing("7S KD|7H", "arneson"), hands=(parse_cards("2S 3S"), parse_cards("2H")))
    own = view(state, 0).seats
    assert (own[0].hand, own[1].hand) == (parse_cards("2S 3S"), ())
    for viewer in viewers(state):
        assert [seat.hand_count for seat in view(state, viewer).seats] == [2, 1]
    assert not list(cards_in(view(state, None)))


def test_cards_of_an_open_battle_are_seen_if_they_lie_face_up() -> None:
    table = (
        Placement(0, parse_card("7S"), is_face_up=True),
        Placement(1, parse_card("7H"), is_face_up=True),
        Placement(0, parse_card("2S"), is_face_up=False),
    )
    state = replace(playing("KS|KH", "arneson"), table=table)
    laid = [seat.laid for seat in view(state, 0).seats]
    assert laid == [(parse_card("7S"), None), (parse_card("7H"),)]


@pytest.fixture
def steal_war() -> WarState:
    """A game whose players look at their top cards, with a pile before each."""
    stocks = [parse_cards("9D KS"), parse_cards("4H 5H")]
    piles = [parse_cards("3C 5S"), parse_cards("QH 9S")]
    return war_choices.from_stocks(find("steal_war").rules, stocks, piles)


def test_piles_of_steal_war_lie_open(steal_war: WarState) -> None:
    for viewer in viewers(steal_war):
        assert tuple(seat.pile for seat in view(steal_war, viewer).seats) == steal_war.piles
    turned = WarRules.from_data({"captured_to": "pile_turned"})
    plain = replace(steal_war, rules=turned, awaiting=None)
    for viewer in viewers(plain):
        hidden = view(plain, viewer).seats
        assert [(seat.pile, seat.pile_count) for seat in hidden] == [((), 2), ((), 2)]


def test_one_looks_at_the_own_top_card_before_one_chooses(steal_war: WarState) -> None:
    own = view(steal_war, 0)
    assert [seat.top for seat in own.seats] == [parse_card("9D"), None]
    assert own.legal == (Play(), Steal(1))
    assert own.awaits is AwaitingTurn
    assert [seat.is_awaited for seat in own.seats] == [True, True]
    spectator = view(steal_war, None)
    assert [seat.top for seat in spectator.seats] == [None, None]
    assert (spectator.legal, spectator.awaits) == ((), AwaitingTurn)
    won, _ = war_choices.apply(steal_war, {0: Play(), 1: Play()}, SplitMix64(1))
    assert view(won, 0).awaits is AwaitingTop
    assert view(won, 0).legal == (Pick(parse_card("9D")), Pick(parse_card("4H")))
    assert [seat.top for seat in view(won, 0).seats] == [None, None]
    assert [seat.is_awaited for seat in view(won, 1).seats] == [True, False]


def test_a_theft_is_told_in_full(steal_war: WarState) -> None:
    _, events = war_choices.apply(steal_war, {0: Steal(1), 1: Play()}, SplitMix64(1))
    assert isinstance(events[0], Stolen)
    assert [seen(event, None, steal_war.rules) for event in events] == list(events)


def test_who_arranges_the_spoils_alone_sees_the_buried_ones() -> None:
    stocks = [parse_cards("7S 2S KD"), parse_cards("7H 3H QD 9H")]
    state = war_choices.from_stocks(find("arrange_spoils").rules, stocks)
    state, _ = war_choices.apply(state, {}, SplitMix64(1))
    buried = set(parse_cards("2S 3H"))
    assert buried <= set(cards_in(view(state, 0)))
    for viewer in (1, None):
        assert not buried & set(cards_in(view(state, viewer)))
        assert view(state, viewer).seats[0].laid == (parse_card("7S"), None, parse_card("KD"))


def test_a_war_is_told_by_the_cards_face_up_in_the_order_in_which_they_were_laid() -> None:
    events = shown("7S 2S KD 9S|7H 3H QD 9H", pickup_order="loser_first")
    assert events[2] == SeenBuried(counts={0: 1, 1: 1})
    assert events[-1] == SeenTaken(seat=0, shown=parse_cards("7S 7H KD QD"), hidden_count=2)


def test_an_open_pile_and_ones_own_arrangement_are_told_in_full() -> None:
    taken = Taken(seat=0, cards=parse_cards("KD 2S 7S"), shown=parse_cards("7S KD"))
    told = SeenTaken(seat=0, shown=parse_cards("7S KD"), hidden_count=1)
    spoils, steal = find("arrange_spoils").rules, find("steal_war").rules
    assert [seen(taken, viewer, steal) for viewer in (None, 0, 1)] == [taken] * 3
    assert [seen(taken, viewer, spoils) for viewer in (None, 0, 1)] == [told, taken, told]
    assert [seen(taken, viewer, WarRules()) for viewer in (None, 0, 1)] == [told] * 3


def test_a_dead_war_is_carried_and_taken_without_telling_its_buried_cards() -> None:
    events = shown(
        "KS 2S|KH 3H|4D 5D 6D", players=3, war_entrants="tied", pickup_order="winner_first"
    )
    carried = parse_cards("KS KH 4D")
    assert SeenDeadWar(seats=(0, 1), shown=carried, hidden_count=2) in events
    assert SeenTaken(seat=2, shown=carried, hidden_count=2) in events


def test_a_split_pot_lay_open() -> None:
    events = shown("KS 2S|KH 3H|4D 5D", players=3, tie_action="split", battle_limit=9)
    assert SeenSplit(seat=0, shown=parse_cards("KS"), hidden_count=0) in events
    assert SeenCarried(shown=parse_cards("4D"), hidden_count=0) in events


def test_cards_taken_back_stay_as_they_lay() -> None:
    rules = {**find("tod_und_leben").rules.to_data(), "war_face_down": 1}
    events = shown("9S 7S 8S 7C|9H 7H 8H 7D", **rules)
    assert SeenSplit(seat=0, shown=parse_cards("9S 8S"), hidden_count=1) in events


def test_cards_that_were_left_over_go_to_the_first_winner_unseen() -> None:
    rules = WarRules.from_data({"players": 3, "undealt_cards": "to_first_winner"})
    state = war.deal(rules, SplitMix64(1))
    assert (view(state, 0).carry, view(state, 0).carry_hidden_count) == ((), 1)


def test_events_that_hide_nothing_are_told_as_they_are() -> None:
    turned = Turned(cards={0: parse_cards("7S")})
    assert seen(turned, None, WarRules()) is turned
    hidden: tuple[WarEvent, ...] = (
        Buried(cards={0: parse_cards("7S")}),
        DeadWar(seats=(), carry=()),
        Carried(cards=()),
        Split(seat=0, cards=()),
    )
    assert {type(seen(event, None, WarRules())).__name__[:4] for event in hidden} == {"Seen"}
