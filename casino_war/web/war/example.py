"""An example battle of any rules: played by the engine, told step by step with its cards.

The deal is looked for, not made up: the first seeds are tried until a battle shows what
these rules are about, which is a war with everything that it buries, or a theft.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from casino_war.game import war_choices
from casino_war.game.cards import Cards
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_events import (
    Buried,
    Carried,
    Compared,
    Ended,
    Exchanged,
    Recycled,
    Short,
    Split,
    Stolen,
    Tied,
    Turned,
    WarEvent,
    WarStepped,
    WentOut,
)
from casino_war.game.war_rules import BY_RANK, Choice, TieAction, WarRules
from casino_war.game.war_strategies import choose_all, usual
from casino_war.game.war_views import seen
from casino_war.web.language import _
from casino_war.web.practice.places import place_name
from casino_war.web.practice.words import tell_battle

SEEDS = 40
"""How many deals are tried before a battle without its highlight has to do."""

BATTLES = 60
"""How many battles of each are looked at."""

_BURIED_MAX = 8
"""A larger war fills the page: another one is looked for first."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that lie before a player after a step: face up, or so many face down."""

    player: str
    cards: Cards
    face_down: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens, in a sentence, with what it puts on the table."""

    text: str
    laid: tuple[Laid, ...] = ()


def example(rules: WarRules) -> tuple[Step, ...]:
    """Tell an example battle in the reader's language."""
    return tuple(_step(event, rules) for event in example_events(rules))


@lru_cache(maxsize=256)
def example_events(rules: WarRules) -> tuple[WarEvent, ...]:
    """Find the battle: the best among those of the first deals, the earliest of equals."""
    best: tuple[int, tuple[WarEvent, ...]] = (-1, ())
    for seed in range(1, SEEDS + 1):
        for events in _battles(rules, seed):
            worth = _worth(rules, events)
            if worth > best[0]:
                best = worth, events
            if worth == _WORTH_MAX:
                return events
    return best[1]


def _battles(rules: WarRules, seed: int) -> Iterator[tuple[WarEvent, ...]]:
    source, chooser = SplitMix64(seed), SplitMix64(seed)
    strategies = [usual(rules.choice)] * rules.players
    state = war_choices.deal(rules, source)
    told: list[WarEvent] = []
    while state.ended is None and state.battles < BATTLES:
        battles = state.battles
        choices = choose_all(state, strategies, chooser)
        state, events = war_choices.apply(state, choices, source)
        told.extend(events)
        if state.battles > battles:
            yield tuple(told)
            told.clear()


_WORTH_MAX = 3


def _worth(rules: WarRules, events: Sequence[WarEvent]) -> int:
    """Rate a battle: 0 for any, 3 for one that shows all in a form that fits a page."""
    steps = [event for event in events if isinstance(event, WarStepped)]
    buried = [event for event in events if isinstance(event, Buried)]
    is_tie = any(isinstance(event, Tied) for event in events)
    is_over = any(isinstance(event, Ended | Short | WentOut | Recycled) for event in events)
    is_theft = any(isinstance(event, Stolen | Exchanged) for event in events)
    if rules.tie_action is TieAction.SPLIT:
        return _WORTH_MAX if is_tie and not is_over else int(is_tie)
    if rules.choice is Choice.STEAL and not is_theft:
        return 1 if steps else 0
    if not steps and rules.choice is not Choice.STEAL:
        return 0
    largest = max((len(c) for event in buried for c in event.cards.values()), default=0)
    # Where somebody is out already the reader would look for cards that never come.
    is_all = all(len(one.cards) == rules.players for one in events if isinstance(one, Turned))
    is_whole = is_all and not is_over and len(steps) <= 1 and largest <= _BURIED_MAX
    asked = 2 if rules.war_face_down == BY_RANK else int(rules.war_face_down)
    is_shown = rules.choice is Choice.STEAL or largest >= asked
    return 1 + is_whole + is_shown


def _step(event: WarEvent, rules: WarRules) -> Step:
    """Tell an event as the practice table does; cards that are drawn are not named as well."""
    match event:
        case Turned():
            text = _("All turn up together.")
        case Compared():
            text = _("The cards that decide:")
        case _:
            text = " ".join(tell_battle([seen(event, None, rules)], rules))
    return Step(text, tuple(_laid(event, rules)))


def _laid(event: WarEvent, rules: WarRules) -> Iterator[Laid]:
    match event:
        case Turned() | Compared():
            for seat, cards in event.cards.items():
                yield Laid(place_name(seat, rules.players), cards)
        case Buried():
            for seat, cards in event.cards.items():
                yield Laid(place_name(seat, rules.players), (), len(cards))
        case Split(seat=seat) if event.shown:
            yield Laid(place_name(seat, rules.players), event.shown)
        case Carried() if event.shown:
            yield Laid(_("On the table"), event.shown)
        case _:
            return
