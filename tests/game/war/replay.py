"""A second bookkeeper: what lies where, by nothing but the events."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from casino_war.game.battle import Placement
from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource
from casino_war.game.war import play_battle
from casino_war.game.war_events import (
    Buried,
    Carried,
    Compared,
    DeadWar,
    Ended,
    Recycled,
    Split,
    Taken,
    Turned,
    WarEvent,
    WentOut,
)
from casino_war.game.war_rules import CapturedTo
from casino_war.game.war_state import WarState


class Table:
    """Follows a game and refuses an event that names a card before it could be seen."""

    def __init__(self, state: WarState) -> None:
        self.cards = Counter(_all_cards(state))
        self.set_aside = state.set_aside
        self.goes_to_pile = state.rules.captured_to is not CapturedTo.STOCK_BOTTOM
        self.is_shuffled = state.rules.captured_to is CapturedTo.PILE_SHUFFLED
        self.endings = 0
        self.restart(state)

    def restart(self, state: WarState) -> None:
        """Take over the order of stocks that chance has shuffled."""
        self.stocks = [list(stock) for stock in state.stocks]
        self.piles = [list(pile) for pile in state.piles]
        self.known = [len(stock) for stock in self.stocks]
        self.carry = list(state.carry)
        self.pot: list[Placement] = []

    def hear(self, event: WarEvent) -> None:
        """Follow one event; afterwards no card is missing and none is there twice."""
        assert not self.endings, "nothing happens after the end"
        match event:
            case Turned():
                self._lay_all(event.cards, is_face_up=True)
            case Buried():
                self._lay_all(event.cards, is_face_up=False)
            case Compared():
                self._compare(event.cards)
            case Recycled():
                self.stocks[event.seat] += self.piles[event.seat]
                self.piles[event.seat].clear()
                if not self.is_shuffled:
                    self.known[event.seat] = len(self.stocks[event.seat])
            case Taken():
                self._hand_out(event.seat, event.cards)
                assert not self.pot
                assert not self.carry
            case Split():
                self._hand_out(event.seat, event.cards)
            case Carried() | DeadWar():
                cards = event.cards if isinstance(event, Carried) else event.carry
                assert Counter(cards) == Counter(self._on_table())
                self.carry, self.pot = list(cards), []
            case WentOut():
                assert not self.stocks[event.seat]
                assert not self.piles[event.seat]
            case Ended():
                self.endings += 1
            case _:
                pass
        assert self._count() == self.cards.total()

    def compare_with(self, state: WarState) -> None:
        """Demand that the state after a battle is what its events told.

        Only a stock that chance has shuffled may lie in another order.
        """
        assert state.set_aside == self.set_aside
        assert list(state.carry) == self.carry
        assert not self.pot
        assert [list(pile) for pile in state.piles] == self.piles
        for stock, told, known in zip(state.stocks, self.stocks, self.known, strict=True):
            assert list(stock[:known]) == told[:known]
            assert known == len(stock) or Counter(stock) == Counter(told)
        assert (state.ended is not None) == (self.endings == 1)
        self.restart(state)

    def _lay_all(self, cards: Mapping[Seat, Cards], *, is_face_up: bool) -> None:
        for seat, own in cards.items():
            for card in own:
                self._lay(seat, card, is_face_up=is_face_up)

    def _lay(self, seat: Seat, card: Card, *, is_face_up: bool) -> None:
        if self.known[seat]:
            assert self.stocks[seat].pop(0) == card, "only the top card can be laid"
            self.known[seat] -= 1
        else:
            self.stocks[seat].remove(card)
        self.pot.append(Placement(seat, card, is_face_up))

    def _compare(self, cards: Mapping[Seat, Cards]) -> None:
        for seat, own in cards.items():
            last = [placed for placed in self.pot if placed.seat == seat][-len(own) :]
            if tuple(placed.card for placed in last) != own:
                self._lay_all({seat: own}, is_face_up=True)
            else:
                assert all(placed.is_face_up for placed in last), "buried cards are hidden"

    def _on_table(self) -> list[Card]:
        return [*self.carry, *(placed.card for placed in self.pot)]

    def _hand_out(self, seat: Seat, cards: Sequence[Card]) -> None:
        for card in cards:
            if card in self.carry:
                self.carry.remove(card)
            else:
                self.pot.remove(next(placed for placed in self.pot if placed.card == card))
        if self.goes_to_pile:
            self.piles[seat].extend(cards)
        else:
            self.stocks[seat].extend(cards)
            self.known[seat] += len(cards)

    def _count(self) -> int:
        held = sum(len(packet) for packet in (*self.stocks, *self.piles, self.carry))
        return held + len(self.pot) + len(self.set_aside)


def _all_cards(state: WarState) -> Iterable[Card]:
    table = tuple(placed.card for placed in state.table)
    packets = (*state.stocks, *state.piles, *state.hands, state.carry, table, state.set_aside)
    return (card for packet in packets for card in packet)


def play_and_follow(state: WarState, source: RandomSource) -> tuple[WarState, list[WarEvent]]:
    """Play a game without decisions to its end, checking each event and each state."""
    table = Table(state)
    told: list[WarEvent] = []
    while state.ended is None:
        battles = state.battles
        state, events = play_battle(state, source)
        for event in events:
            table.hear(event)
        table.compare_with(state)
        assert state.battles == battles + 1
        told.extend(events)
    assert table.endings == 1
    assert told[-1] == state.ended
    assert Counter(_all_cards(state)) == table.cards
    return state, told
