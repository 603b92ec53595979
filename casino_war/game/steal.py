"""Steal War: a card equal to the top of an opponent's face-up pile may steal that pile.

Captured cards lie face up on one pile per player, which becomes the stock, shuffled, as
soon as a card is needed from an empty one, and at the end of each battle. Everybody looks
at the top card of the stock and chooses in secret to play it or to steal with it, at the
start of a battle and, after the face-down cards, in each step of a war. All who take part
are asked, those too who can only play: who could have stolen stays secret. Who wins names
the card that comes to lie on top of the pile; the others keep table order.

The rules are pagat's for two players:

1. Who plays the rank of his own pile's top is protected: a theft from him is void, and its
   thief has to play the card, which may protect him in turn.
2. Two who steal from each other exchange piles, each stealing card on top of its new pile.
3. Another thief's new pile is his own, the stolen one unchanged on it, and the stealing
   card on top. He then turns his next card, which he must play; there always is one.
4. The face-down cards of a war are unseen and steal nothing.
5. Who runs out in a war has lost.

Pagat is silent on three and four players, and on details; the project's choices:

- Thieves are served in the order of their seats from the left of whoever took the last
  pot, from the first seat while nobody has (`serving_order`).
- Piles are stolen as they lay when the choices were made. If A steals from B and B from C,
  A gets B's old pile and B gets C's, whatever the order; three or four who steal in a ring
  exchange as two do.
- Of two thieves of one pile the first served gets it; the other has to play his card.
  Protection comes before that, and is looked at again after each theft that falls.
- In a war the pile of any opponent may be stolen, also of one who is not asked to the war;
  he plays no card that could protect him.
- A player who has no card left to turn after the face-down ones is out at once, unasked.
- Cards left on the table by an earlier battle come first in table order, and face-down
  cards lie in packets, one player's after the other's. The rules' ``pickup_order`` says
  nothing here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from casino_war.game.battle import Contest, Laid, compare
from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource
from casino_war.game.thefts import settle
from casino_war.game.war_actions import Action, Pick, Play, Steal, picked
from casino_war.game.war_battle import Battle
from casino_war.game.war_events import (
    Compared,
    Exchanged,
    Stolen,
    Topped,
    Turned,
    WarEvent,
)
from casino_war.game.war_rules import WarEntrants
from casino_war.game.war_state import Awaiting, WarState


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitingTurn(Awaiting):
    """Each looks at the top card, and opens the battle with it or steals with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitingWarCard(Awaiting):
    """Each looks at the card after the face-down ones, and plays it or steals with it."""

    step: int
    """The step of the war, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitingTop(Awaiting):
    """The winner names the won card that comes to lie on top."""


def begin(state: WarState) -> WarState:
    """Wait for everybody's choice of the next battle, unless the game has ended."""
    return replace(state, awaiting=None if state.ended else AwaitingTurn(seats=state.alive))


def looked_at(state: WarState, seat: Seat) -> Card | None:
    """Return the card that this seat alone sees before it is turned, if there is one."""
    awaiting = state.awaiting
    looks = isinstance(awaiting, AwaitingTurn | AwaitingWarCard) and seat in awaiting.seats
    return state.stocks[seat][0] if looks else None


def legal_actions(state: WarState, seat: Seat) -> tuple[Action, ...]:
    """Return what an awaited seat may choose."""
    card = looked_at(state, seat)
    if card is None:
        return tuple(map(Pick, _won(state)))
    opponents = (other for other in state.alive if other != seat)
    return (Play(), *(Steal(other) for other in opponents if _matches(card, state.piles[other])))


def apply(
    state: WarState,
    choices: Mapping[Seat, Action],
    source: RandomSource,
    minutes: float | None,
    battles_a_minute: int,
) -> tuple[WarState, tuple[WarEvent, ...]]:
    """Reveal the choices and go on to the next, through the end of the battle if it comes."""
    battle = Battle(state, source)
    awaiting: Awaiting | None = None
    if isinstance(state.awaiting, AwaitingTop):
        _take(battle, choices)
    else:
        step = state.awaiting.step if isinstance(state.awaiting, AwaitingWarCard) else 0
        _move_piles(battle, choices)
        awaiting = _turn(battle, tuple(sorted(choices)), step)
    if awaiting is not None:
        return replace(battle.freeze(), awaiting=awaiting), tuple(battle.events)
    for seat in state.alive:
        battle.supply.refill(seat)
    battle.put(Laid())
    closed, events = battle.close(minutes, battles_a_minute)
    return begin(closed), events


def serving_order(state: WarState) -> tuple[Seat, ...]:
    """List all seats in the order in which thieves are served."""
    seats = len(state.stocks)
    first = 0 if state.last_winner is None else state.last_winner + 1
    return tuple((first + turn) % seats for turn in range(seats))


def _matches(card: Card, pile: Sequence[Card]) -> bool:
    return bool(pile) and pile[-1].rank == card.rank


def _move_piles(battle: Battle, choices: Mapping[Seat, Action]) -> None:
    stocks, piles = battle.supply.stocks, battle.supply.piles
    attempts = {s: choice.opponent for s, choice in choices.items() if isinstance(choice, Steal)}
    matching = [seat for seat in choices if _matches(stocks[seat][0], piles[seat])]
    thefts = settle(attempts, matching, serving_order(battle.state))
    battle.events.extend(thefts.voids)
    for thief, victim in thefts.robberies:
        card, pile = stocks[thief].pop(0), piles[victim]
        piles[thief] += [*pile, card]
        piles[victim] = []
        battle.events.append(Stolen(thief=thief, victim=victim, card=card, pile=tuple(pile)))
    for ring in thefts.rings:
        cards = {seat: stocks[seat].pop(0) for seat in ring}
        stolen = {seat: tuple(piles[attempts[seat]]) for seat in ring}
        for seat in ring:
            piles[seat] = [*stolen[seat], cards[seat]]
        battle.events.append(Exchanged(seats=ring, cards=cards, piles=stolen))


def _turn(battle: Battle, seats: tuple[Seat, ...], step: int) -> Awaiting | None:
    """Turn and compare; return what is awaited then, None if the battle is over."""
    laid = battle.supply.turn(seats, step)
    battle.put(laid)
    shown = laid.upturned
    battle.events.append(Compared(cards=shown) if step else Turned(cards=shown))
    best = compare(Contest(seats), shown, battle.strength)
    if len(best) > 1:
        return _bury(battle, seats, best, step + 1, shown[best[0]][0])
    if step:
        battle.wars_won[best[0]] += 1
    return AwaitingTop(seats=best)


def _bury(
    battle: Battle, seats: tuple[Seat, ...], best: tuple[Seat, ...], step: int, tied: Card
) -> Awaiting | None:
    """Begin a war step up to the look at its deciding card; return as `_turn`."""
    entrants = best if battle.rules.war_entrants is WarEntrants.TIED else seats
    laid = battle.supply.bury(entrants, step, tied)
    battle.tell_burial(step, entrants, tied, laid)
    left, dead = tuple(seat for seat in entrants if seat not in laid.out), laid.dead
    if len(left) > 1 and not dead:
        looked = battle.supply.look(left)
        battle.put(looked)
        battle.tell_short(looked.out)
        left, dead = tuple(seat for seat in left if seat not in looked.out), looked.dead
    if dead:
        battle.die(dead)
        return None
    if len(left) > 1:
        return AwaitingWarCard(seats=left, step=step)
    battle.walk_over(left[0])
    return AwaitingTop(seats=left)


def _won(state: WarState) -> Cards:
    """Return carry and pot in table order, face-down cards in packets."""
    cards = list(state.carry)
    for is_face_up, placed in groupby(state.table, key=lambda card: card.is_face_up):
        run = list(placed)
        if not is_face_up:
            run = [card for seat in range(len(state.stocks)) for card in run if card.seat == seat]
        cards.extend(card.card for card in run)
    return tuple(cards)


def _take(battle: Battle, choices: Mapping[Seat, Action]) -> None:
    """Give the winner carry and pot, the card that was picked on top."""
    ((winner, top),) = picked(choices).items()
    battle.take(winner, (*(card for card in _won(battle.state) if card != top), top))
    battle.events.append(Topped(seat=winner, card=top))
