"""Arrange your spoils: War in which the winner lays the won cards under the stock in any order.

Everything else is the game that the rules describe, for two to four players. Whoever wins
a battle picks carry and pot up and chooses card by card which comes next under the stock;
the last card leaves no choice. A carry that falls to the last player at the end of a game
keeps its order.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from casino_war.game.cards import Card, Cards
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource
from casino_war.game.war_actions import Action, Pick, picked
from casino_war.game.war_battle import Battle
from casino_war.game.war_events import WarEvent
from casino_war.game.war_state import Awaiting, WarState


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitingNextCard(Awaiting):
    """The winner of a battle, the only seat, chooses which won card comes next.

    Until all are laid the state still shows the won cards as table and carry. They may
    have been buried: only the winner sees `left` and `laid`.
    """

    left: Cards
    """Won cards still to be laid: the carry, then the pot in the order of the table."""
    laid: Cards
    """Won cards in the order chosen so far, the first to come up first."""


def begin(state: WarState) -> WarState:
    """Await nobody: a battle is fought before there is anything to choose."""
    return state


def legal_actions(state: WarState, seat: Seat) -> tuple[Action, ...]:
    """Offer the winner every card that is left; nothing while no battle has been won."""
    awaiting = state.awaiting
    if not isinstance(awaiting, AwaitingNextCard) or seat not in awaiting.seats:
        return ()
    return tuple(Pick(card) for card in awaiting.left)


def apply(
    state: WarState,
    choices: Mapping[Seat, Action],
    source: RandomSource,
    minutes: float | None,
    battles_a_minute: int,
) -> tuple[WarState, tuple[WarEvent, ...]]:
    """Fight a battle, or lay the chosen card; close the battle once one card is left."""
    battle = Battle(state, source)
    awaiting = state.awaiting
    if isinstance(awaiting, AwaitingNextCard):
        awaiting = _lay(awaiting, picked(choices))
    else:
        winner = battle.fight()
        if winner is None:
            return battle.close(minutes, battles_a_minute)
        awaiting = AwaitingNextCard(seats=(winner,), left=battle.spoils(winner), laid=())
    if len(awaiting.left) > 1:
        return replace(battle.freeze(), awaiting=awaiting), tuple(battle.events)
    battle.take(awaiting.seats[0], awaiting.laid + awaiting.left)
    return battle.close(minutes, battles_a_minute)


def _lay(awaiting: AwaitingNextCard, chosen: Mapping[Seat, Card]) -> AwaitingNextCard:
    (card,) = chosen.values()
    left = tuple(other for other in awaiting.left if other != card)
    return replace(awaiting, left=left, laid=(*awaiting.laid, card))
