"""The Arneson hand: two players hold three cards each and choose which to play (ThoughtCo).

After the deal each takes the top three of the stock into the hand. Both choose a card of
the hand in secret; both are revealed together, and each draws to three again at once, the
drawn card last in the hand. The better card takes both. A tie is a war: each buries
`war_face_down` cards of the stock, or what there is, and chooses the next card from the
hand; further ties choose again and bury nothing. Who wins the war takes everything but
the two cards that caused it: these go to the loser.

Where ThoughtCo is silent, the project decides: who holds no card to play in a war loses
it, and the other walks over and takes everything, those two cards too; if neither holds
one, the war is dead. Won cards go under the stock, one's own first and then the
opponent's, each in the order they were laid, whatever `pickup_order` says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from casino_war.game.battle import Contest, Placement, compare
from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource
from casino_war.game.stock import face_down
from casino_war.game.war_actions import Action, Pick, picked
from casino_war.game.war_battle import Battle
from casino_war.game.war_events import (
    Buried,
    Compared,
    Turned,
    WarEvent,
    WarStepped,
)
from casino_war.game.war_state import Awaiting, WarState

HAND_SIZE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitingCard(Awaiting):
    """Both choose a card of the hand: for a new battle, or for a war if cards lie on the table."""


def begin(state: WarState) -> WarState:
    """Let both take up their hands and await a card of each."""
    drawn = [_drawn(hand, stock) for hand, stock in zip(state.hands, state.stocks, strict=True)]
    hands, stocks = zip(*drawn, strict=True)
    return replace(state, hands=hands, stocks=stocks, awaiting=AwaitingCard(seats=state.alive))


def legal_actions(state: WarState, seat: Seat) -> tuple[Action, ...]:
    """Offer every card of the hand, in its order."""
    return tuple(Pick(card) for card in state.hands[seat])


def apply(
    state: WarState,
    choices: Mapping[Seat, Action],
    source: RandomSource,
    minutes: float | None,
    battles_a_minute: int,
) -> tuple[WarState, tuple[WarEvent, ...]]:
    """Reveal both cards: one takes the pot, or a war begins or goes on."""
    battle = Battle(state, source)
    shown = {seat: (card,) for seat, card in picked(choices).items()}
    for seat, (card,) in shown.items():
        battle.hands[seat].remove(card)
        battle.table.append(Placement(seat, card, is_face_up=True))
    _refill(battle)
    is_war = bool(state.table)
    battle.events.append(Compared(cards=shown) if is_war else Turned(cards=shown))
    best = compare(Contest(state.alive), shown, battle.strength)
    if len(best) == 1:
        battle.wars_won[best[0]] += is_war
        _take(battle, best[0], cause_returns=is_war)
    elif _go_to_war(battle, tied=shown[best[0]][0]):
        waiting = replace(battle.freeze(), awaiting=AwaitingCard(seats=state.alive))
        return waiting, tuple(battle.events)
    after, events = battle.close(minutes, battles_a_minute)
    return (after if after.ended else begin(after)), events


def _go_to_war(battle: Battle, tied: Card) -> bool:
    """Bury for the next step of a war; say whether both hold a card to choose for it."""
    seats = battle.state.alive
    step = sum(placed.is_face_up for placed in battle.table) // len(seats)
    asked = face_down(battle.rules, step, tied)
    battle.events.append(WarStepped(step=step, entrants=seats, face_down=asked))
    able = tuple(seat for seat in seats if battle.hands[seat])
    if able == seats:
        _bury(battle, asked)
        return True
    if able:
        battle.tell_short([seat for seat in seats if seat not in able])
        battle.walk_over(able[0])
        _take(battle, able[0], cause_returns=False)
    else:
        battle.die(seats)
    return False


def _bury(battle: Battle, asked: int) -> None:
    """Lay up to so many cards of each stock face down, one card each at a time."""
    seats, supply = battle.state.alive, battle.supply
    laid = [
        Placement(seat, supply.next_card(seat), is_face_up=False)
        for _ in range(asked)
        for seat in seats
        if supply.holds(seat)
    ]
    battle.table.extend(laid)
    if laid:
        buried = {seat: tuple(p.card for p in laid if p.seat == seat) for seat in seats}
        battle.events.append(Buried(cards=buried))


def _take(battle: Battle, winner: Seat, *, cause_returns: bool) -> None:
    """Give the winner carry and pot, but the two first cards to the loser if they return."""
    loser = 1 - winner
    cause = battle.table[: 2 if cause_returns else 0]
    del battle.table[: len(cause)]
    battle.take(winner, (*battle.carry, *battle.own(winner), *battle.own(loser)))
    if cause:
        battle.table.extend(cause)
        battle.take(loser, (*battle.own(loser), *battle.own(winner)))
    _refill(battle)


def _refill(battle: Battle) -> None:
    stocks = battle.supply.stocks
    for seat in battle.state.alive:
        hand, stock = _drawn(battle.hands[seat], stocks[seat])
        battle.hands[seat], stocks[seat] = list(hand), list(stock)


def _drawn(hand: Sequence[Card], stock: Sequence[Card]) -> tuple[Cards, Cards]:
    """Return the hand filled up from the top of the stock, and the rest of the stock."""
    wanted = HAND_SIZE - len(hand)
    return (*hand, *stock[:wanted]), tuple(stock[wanted:])
