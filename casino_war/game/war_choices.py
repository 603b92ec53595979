"""One way to play every game of War, those with decisions too.

`deal` or `from_stocks`, then `apply` until ``state.ended``: while ``state.awaiting`` names
seats, each of them chooses one of its `legal_actions`, in secret, and `apply` reveals all
choices together. A state that awaits nobody, as always in a game without decisions, is
taken on by `apply` without choices: it plays the next battle, or up to its first choice.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from casino_war.errors import N_, IllegalDecisionError
from casino_war.game import arneson, spoils, steal, war
from casino_war.game.cards import Cards
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource
from casino_war.game.war_actions import Action, seat_name
from casino_war.game.war_endings import BATTLES_A_MINUTE
from casino_war.game.war_events import WarEvent
from casino_war.game.war_rules import Choice, WarRules
from casino_war.game.war_state import WarState


class ChoiceGame(Protocol):
    """What the module of a game with decisions offers."""

    def begin(self, state: WarState) -> WarState:
        """Return a game that has been dealt, or has no battle open, with what it awaits."""
        ...

    def legal_actions(self, state: WarState, seat: Seat) -> tuple[Action, ...]:
        """Return what an awaited seat may choose."""
        ...

    def apply(
        self,
        state: WarState,
        choices: Mapping[Seat, Action],
        source: RandomSource,
        minutes: float | None,
        battles_a_minute: int,
    ) -> tuple[WarState, tuple[WarEvent, ...]]:
        """Reveal legal choices of all awaited seats and go on to the next, or to the end."""
        ...


_GAMES: Mapping[Choice, ChoiceGame] = {
    Choice.STEAL: steal,
    Choice.HAND: arneson,
    Choice.SPOILS: spoils,
}


def deal(rules: WarRules, source: RandomSource) -> WarState:
    """Deal any game, those with decisions up to their first choice; as `war.deal`."""
    return begun(war.deal(rules, source))


def from_stocks(
    rules: WarRules, stocks: Sequence[Cards], piles: Sequence[Cards] | None = None
) -> WarState:
    """Start any game from given stocks and piles; as `war.from_stocks`."""
    return begun(war.from_stocks(rules, stocks, piles))


def legal_actions(state: WarState, seat: Seat) -> tuple[Action, ...]:
    """Return what a seat may choose now; nothing if it is not awaited."""
    if state.awaiting is None or seat not in state.awaiting.seats:
        return ()
    return _GAMES[state.rules.choice].legal_actions(state, seat)


def apply(
    state: WarState,
    choices: Mapping[Seat, Action],
    source: RandomSource,
    minutes: float | None = None,
    battles_a_minute: int = BATTLES_A_MINUTE,
) -> tuple[WarState, tuple[WarEvent, ...]]:
    """Reveal the choices and play on, to the next choice or through the next battle.

    An ended game stays as it is. ``minutes`` and ``battles_a_minute`` are those of
    `war.play_battle`.

    Raises:
        IllegalDecisionError: a seat that is not awaited chose, an awaited one did not, or
            a choice is none of its `legal_actions`.
    """
    awaited = () if state.awaiting is None else state.awaiting.seats
    for seat in {*awaited, *choices}:
        legal = legal_actions(state, seat)
        if choices.get(seat) not in legal:
            raise IllegalDecisionError(
                N_("Player %(seat)s cannot choose %(decision)s now; possible: %(offered)s."),
                reason="war",
                seat=seat_name(seat),
                decision=str(choices.get(seat, "-")),
                offered=", ".join(map(str, legal)) or "-",
            )
    game = _GAMES.get(state.rules.choice)
    if game is None or state.ended is not None:
        return war.play_battle(state, source, minutes, battles_a_minute)
    return game.apply(state, choices, source, minutes, battles_a_minute)


def begun(state: WarState) -> WarState:
    """Return a state between two battles with what it awaits, if its game has decisions."""
    game = _GAMES.get(state.rules.choice)
    return state if game is None else game.begin(state)
