"""Positions of Steal War in one line each, and a table that follows a game by its events."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from casino_war.game import war_choices
from casino_war.game.cards import Card, Cards, format_cards, parse_cards
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_actions import SEATS, parse_action
from casino_war.game.war_events import (
    Buried,
    Carried,
    Compared,
    DeadWar,
    Ended,
    Exchanged,
    Exhausted,
    Forestalled,
    Protected,
    Recycled,
    Short,
    Split,
    Stolen,
    Stood,
    Taken,
    Tied,
    Topped,
    Turned,
    WalkedOver,
    WarEvent,
    WarStepped,
    WentOut,
)
from casino_war.game.war_presets import find
from casino_war.game.war_rules import Value, WarRules
from casino_war.game.war_state import WarState
from casino_war.game.war_transcript import short


def start(*players: str, **settings: Value) -> WarState:
    """Start from players written as ``stock / pile``, the top of a pile last."""
    both = [parse_cards(packet) for player in players for packet in player.split("/")]
    rules = WarRules.from_data({**find("steal_war").rules.to_data(), **settings})
    return war_choices.from_stocks(rules, both[::2], both[1::2])


def lying(state: WarState) -> tuple[str, ...]:
    """Print the players as `start` reads them."""
    return tuple(
        f"{format_cards(stock)} / {format_cards(pile)}".strip()
        for stock, pile in zip(state.stocks, state.piles, strict=True)
    )


def choose(state: WarState, *turns: str) -> tuple[WarState, list[str]]:
    """Apply choices, each turn written in seat order: ``steal-B play``, or ``KS``."""
    told: list[str] = []
    for turn in turns:
        assert state.awaiting is not None
        actions = map(parse_action, turn.split())
        choices = dict(zip(state.awaiting.seats, actions, strict=True))
        state, events = war_choices.apply(state, choices, SplitMix64(1))
        told.extend(map(short, events))
    return state, told


def offered(state: WarState) -> dict[str, str]:
    """Print what each awaited seat may choose."""
    seats = () if state.awaiting is None else state.awaiting.seats
    return {
        SEATS[seat]: " ".join(map(str, war_choices.legal_actions(state, seat))) for seat in seats
    }


def all_cards(state: WarState) -> list[Card]:
    """List every card of a game, wherever it lies."""
    packets = (*state.stocks, *state.piles, *state.hands, state.carry, state.set_aside)
    return sorted_cards([*(card for packet in packets for card in packet), *laid(state)])


def laid(state: WarState) -> Cards:
    """List the cards on the table."""
    return tuple(placed.card for placed in state.table)


def sorted_cards(cards: Iterable[Card]) -> list[Card]:
    """Put cards in one order."""
    return sorted(cards, key=lambda card: card.code)


@dataclass
class Table:
    """What a screen knows that is shown events only, and how much lies face down."""

    stocks: list[Counter[Card]]
    piles: list[list[Card]]
    carry: list[Card]
    table: list[Card] = field(default_factory=list)

    @classmethod
    def of(cls, state: WarState) -> "Table":
        return cls(
            stocks=[Counter(stock) for stock in state.stocks],
            piles=[list(pile) for pile in state.piles],
            carry=list(state.carry),
            table=list(laid(state)),
        )

    def cards(self) -> list[Card]:
        stocks = [card for stock in self.stocks for card in stock.elements()]
        piles = [card for pile in self.piles for card in pile]
        return sorted_cards([*stocks, *piles, *self.carry, *self.table])

    def agrees_with(self, state: WarState) -> None:
        assert self.stocks == [Counter(stock) for stock in state.stocks]
        assert self.piles == [list(pile) for pile in state.piles]
        assert self.carry == list(state.carry)
        assert sorted_cards(self.table) == sorted_cards(laid(state))

    def follow(self, event: WarEvent) -> None:
        match event:
            case Turned() | Compared() | Buried():
                for seat, cards in event.cards.items():
                    for card in cards:
                        self._draw(seat, card)
                        self.table.append(card)
            case Recycled(seat=seat):
                self.stocks[seat] += Counter(self.piles[seat])
                self.piles[seat] = []
            case Stolen(thief=thief, victim=victim, card=card, pile=pile):
                assert self.piles[victim] == list(pile)
                self._draw(thief, card)
                self.piles[thief] += [*pile, card]
                self.piles[victim] = []
            case Exchanged(seats=ring, cards=cards, piles=piles):
                self._exchange(ring, piles)
                for seat in ring:
                    self._draw(seat, cards[seat])
                    self.piles[seat].append(cards[seat])
            case Taken(seat=seat, cards=cards):
                assert sorted_cards(cards) == sorted_cards([*self.carry, *self.table])
                self.piles[seat] += cards
                self.carry, self.table = [], []
            case Topped(seat=seat, card=card):
                assert self.piles[seat][-1] == card
            case DeadWar(carry=carry):
                assert sorted_cards(carry) == sorted_cards([*self.carry, *self.table])
                self.carry, self.table = list(carry), []
            case WentOut(seat=seat):
                assert not self.stocks[seat]
                assert not self.piles[seat]
            case Protected() | Forestalled() | WarStepped() | Short() | WalkedOver() | Ended():
                pass
            case Tied() | Split() | Carried() | Exhausted() | Stood():
                raise AssertionError(event)
            case _:
                assert_never(event)

    def _draw(self, seat: int, card: Card) -> None:
        assert self.stocks[seat][card] == 1
        del self.stocks[seat][card]

    def _exchange(self, ring: Sequence[int], piles: Mapping[int, Cards]) -> None:
        lay = [list(self.piles[seat]) for seat in ring]
        for seat, pile in zip(ring, [*lay[1:], lay[0]], strict=True):
            assert pile == list(piles[seat])
            self.piles[seat] = pile
