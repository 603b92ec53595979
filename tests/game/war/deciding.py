"""Games with decisions, played by a script or by computer players."""

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from casino_war.errors import IllegalDecisionError
from casino_war.game import war, war_choices, war_strategies
from casino_war.game.cards import Card, format_cards, parse_cards
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource, SplitMix64
from casino_war.game.war_actions import Action, Play, parse_action
from casino_war.game.war_events import EndReason
from casino_war.game.war_presets import find
from casino_war.game.war_rules import WarRules
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import Strategy, choose_all
from casino_war.game.war_transcript import short


def rules(preset: str, **differences: object) -> WarRules:
    return WarRules.from_data({**find(preset).rules.to_data(), **differences})


def start(preset: WarRules, stocks: str) -> WarState:
    """Start from stocks such as ``5S KS | 5H QH``."""
    return war_choices.from_stocks(preset, [parse_cards(stock) for stock in stocks.split("|")])


def play(state: WarState, *rounds: str) -> tuple[WarState, list[str]]:
    """Apply rounds of choices such as ``KS 8H``, one word for each awaited seat in order."""
    events: list[str] = []
    for words in rounds:
        seats = () if state.awaiting is None else state.awaiting.seats
        choices: dict[int, Action] = {
            seat: parse_action(word) for seat, word in zip(seats, words.split(), strict=True)
        }
        state, happened = war_choices.apply(state, choices, SplitMix64(1))
        events.extend(map(short, happened))
    return state, events


def held(state: WarState) -> list[str]:
    """Print each seat's cards as ``[hand] stock``."""
    return [
        f"[{format_cards(hand)}] {format_cards(stock)}"
        for hand, stock in zip(state.hands, state.stocks, strict=True)
    ]


def all_cards(state: WarState) -> list[str]:
    """List every card of a state, wherever it lies."""
    packets: Sequence[Sequence[Card]] = (
        *state.stocks,
        *state.piles,
        *state.hands,
        state.carry,
        state.set_aside,
        [placed.card for placed in state.table],
    )
    return sorted(str(card) for packet in packets for card in packet)


def short_deal(preset: WarRules, cards: int, source: RandomSource) -> WarState:
    """Deal as ever, but leave each stock only so many cards: a game that ends soon."""
    stocks = [stock[:cards] for stock in war.deal(preset, source).stocks]
    return war_choices.from_stocks(preset, stocks)


def refusals(state: WarState) -> Iterator[dict[Seat, Action]]:
    """Make rounds of choices with one fault each: not offered, missing, or of no seat."""
    legal = {seat: war_choices.legal_actions(state, seat) for seat in range(len(state.stocks))}
    right = {seat: actions[0] for seat, actions in legal.items() if actions}
    every = map(parse_action, ("play", "steal-A", "steal-B", "X2", *all_cards(state)))
    for action, (seat, offered) in product(every, legal.items()):
        if action not in offered:
            yield {**right, seat: action}
    for seat in right:
        yield {other: action for other, action in right.items() if other != seat}
    yield {**right, len(legal): Play()}
    yield {**right, -1: Play()}


def play_out(
    state: WarState, strategies: Sequence[Strategy], source: RandomSource
) -> Iterator[WarState]:
    """Play a game to its end and give every state after the first."""
    while state.ended is None:
        state, _ = war_choices.apply(state, choose_all(state, strategies, source), source)
        yield state


def check_refusals(state: WarState) -> None:
    for wrong in refusals(state):
        with pytest.raises(IllegalDecisionError):
            war_choices.apply(state, wrong, SplitMix64(1))


def check_random_game(state: WarState, seed: int) -> WarState:
    """Play by chance: no card may be lost or come twice, nor the cap be reached."""
    cards = all_cards(state)
    strategies = [war_strategies.RANDOM] * len(state.stocks)
    last = state
    for last in play_out(state, strategies, SplitMix64(seed)):
        assert all_cards(last) == cards
    assert last.ended is not None
    assert last.ended.reason not in (EndReason.CAP, EndReason.CYCLE)
    assert last.awaiting is None
    return last
