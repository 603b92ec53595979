"""The game that a line tells, played again, or played on where the line leaves it open."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from casino_war.errors import N_, InvalidNotationError
from casino_war.game import war_choices
from casino_war.game.events import Seat
from casino_war.game.randomness import RandomSource
from casino_war.game.war_actions import Action
from casino_war.game.war_events import WarEvent
from casino_war.game.war_line import WarLine
from casino_war.game.war_rules import WarRules
from casino_war.game.war_seed import source_of
from casino_war.game.war_spelling import Choices, format_decisions
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import Strategy, find

Choose = Callable[[WarState], Mapping[Seat, Action]]
"""Decides for all seats that a game waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game as far as it was played; ``line`` tells every decision that was made."""

    line: WarLine
    state: WarState
    events: tuple[WarEvent, ...]


def replay(line: WarLine) -> tuple[WarState, tuple[WarEvent, ...]]:
    """Play the game of a line again; errors as in `play`."""
    played = play(line)
    return played.state, played.events


def play(line: WarLine, choose: Choose | None = None) -> Played:
    """Play the game of a line; *choose* decides what the line leaves open.

    Without it the game stops at the first open decision. Where the line tells of no clock
    a time limit counts battles, as in `war.play_battle`.

    Raises:
        InvalidRulesError, InvalidCardError: the rules do not take the stocks.
        IllegalDecisionError: a decision is none that the game offers then.
        InvalidNotationError: decisions are left over.
    """
    source = source_of(line.seed)
    computers = {seat: find(key, line.rules.choice) for seat, key in line.computers}
    if line.stocks:
        state = war_choices.from_stocks(line.rules, line.stocks, line.piles or None)
    else:
        state = war_choices.deal(line.rules, source)
    made: list[Choices] = []
    events: list[WarEvent] = []
    while state.ended is None and state.battles != line.battles:
        choices: Mapping[Seat, Action] = {}
        if state.awaiting is not None:
            if len(made) < len(line.decisions):
                draw_again(state, computers, source)
                choices = dict(line.decisions[len(made)])
            elif choose is not None:
                choices = choose(state)
            else:
                break
            made.append(tuple(sorted(choices.items(), key=lambda choice: choice[0])))
        minutes = clock_minutes(line.rules, line.clock, state.battles + 1)
        state, happened = war_choices.apply(state, choices, source, minutes)
        events.extend(happened)
    if len(made) < len(line.decisions):
        raise InvalidNotationError(
            N_("The game takes no decision %(text)s: it was over or stopped before."),
            text=repr(format_decisions(line.decisions[len(made) :][:1])),
        )
    battles = line.battles if state.ended is None else None
    told = replace(line, decisions=tuple(made), battles=battles)
    return Played(line=told, state=state, events=tuple(events))


def draw_again(
    state: WarState, computers: Mapping[Seat, Strategy], source: RandomSource
) -> dict[Seat, Action]:
    """Let the awaited seats of computer players choose, in the order of the seats.

    A choice by chance draws from the game's own stream, so that a game whose decisions
    are known must still draw them again.
    """
    awaited = () if state.awaiting is None else state.awaiting.seats
    return {
        seat: computers[seat](state, seat, source) for seat in sorted(awaited) if seat in computers
    }


def clock_minutes(rules: WarRules, rang: int | None, battle: int) -> float | None:
    """Return what the clock of a game says at the end of a battle; None if there is no clock.

    *rang* is the number of the battle in which it rang, 0 if it did not.
    """
    if rang is None:
        return None
    return float(rules.time_limit_min) if rang == battle else 0.0
