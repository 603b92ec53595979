"""Felts of the practice room for the page of the design: battles from deals that are known."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from casino_war.game.randomness import SplitMix64
from casino_war.game.war import deal, play_battle
from casino_war.game.war_presets import find
from casino_war.services.practice.course import PlayedBattle
from casino_war.services.practice.felt import Felt, felt_of_battle
from casino_war.web.practice.presenter import ShownTable, shown_table

_SEED = 14
_BATTLES = 200
"""Every deal that is shown has what is looked for long before."""


def practice_tables() -> Mapping[str, ShownTable]:
    """Return a felt for each thing that can lie on one, by its name."""
    return {
        "battle": _first("classic", 2, lambda felt: not felt.is_war),
        "war": _first("three_down", 2, lambda felt: felt.is_war),
        "four": _first("razboi", 4, lambda felt: felt.is_war and _is_anybody_out(felt)),
    }


def _is_anybody_out(felt: Felt) -> bool:
    return any(seat.view.is_out for seat in felt.seats)


def _first(key: str, players: int, shows: Callable[[Felt], bool]) -> ShownTable:
    """Show the first battle of a game that has what is wanted."""
    rules, source = replace(find(key).rules, players=players), SplitMix64(_SEED)
    state = deal(rules, source)
    for number in range(1, _BATTLES):
        after, events = play_battle(state, source)
        felt = felt_of_battle(
            PlayedBattle(number=number, before=state, after=after, events=events), viewer=0
        )
        if shows(felt):
            return shown_table(felt)
        state = after
    raise AssertionError(f"no such battle of {key!r} among {_BATTLES}")
