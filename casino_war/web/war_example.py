"""An example battle of any rules: played by the engine, told step by step with its cards.

The deal is looked for, not made up: the first seeds are tried until a battle shows what
these rules are about, which is a war with everything that it buries, or a theft.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from casino_war.game import war_choices
from casino_war.game.cards import Cards
from casino_war.game.events import Seat
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_actions import seat_name
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
from casino_war.game.war_rules import BY_RANK, Choice, TieAction, WarRules
from casino_war.game.war_strategies import STRATEGIES, choose_all
from casino_war.web.language import _, ngettext
from casino_war.web.words import card_name

SEEDS = 40
"""How many deals are tried before a battle without its highlight has to do."""

BATTLES = 60
"""How many battles of each are looked at."""

_BURIED_MAX = 8
"""A larger war fills the page: another one is looked for first."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards that a seat lays in a step: face up, or so many face down."""

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
    return tuple(step for event in example_events(rules) for step in _tell(event))


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
    strategies = [STRATEGIES[rules.choice][0]] * rules.players
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
    is_whole = not is_over and len(steps) <= 1 and largest <= _BURIED_MAX
    asked = 2 if rules.war_face_down == BY_RANK else int(rules.war_face_down)
    is_shown = rules.choice is Choice.STEAL or largest >= asked
    return 1 + is_whole + is_shown


def _player(seat: Seat) -> str:
    return _("Player %(letter)s", letter=seat_name(seat))


def _players(seats: Sequence[Seat]) -> str:
    return ", ".join(map(_player, seats))


def _names(cards: Cards) -> str:
    return ", ".join(map(card_name, cards))


def _tell(event: WarEvent) -> Iterator[Step]:
    match event:
        case Turned():
            yield Step(_("All turn up together."), _face_up(event))
        case Compared():
            yield Step(_("The cards that decide:"), _face_up(event))
        case WarStepped():
            yield Step(
                _("A tie: war between %(players)s.", players=_players(event.entrants))
                if event.step == 1
                else _("Another tie: the war goes on.")
            )
        case Buried():
            laid = tuple(Laid(_player(seat), (), len(cards)) for seat, cards in event.cards.items())
            yield Step(_("Cards go face down."), laid)
        case Taken():
            yield Step(
                ngettext(
                    "%(player)s takes %(num)s card.",
                    "%(player)s takes all %(num)s cards.",
                    len(event.cards),
                    player=_player(event.seat),
                )
            )
        case Tied():
            yield Step(_("%(players)s tie and split the pot.", players=_players(event.seats)))
        case Split():
            yield Step(
                ngettext(
                    "%(player)s gets %(num)s card: %(cards)s.",
                    "%(player)s gets %(num)s cards, face up among them: %(cards)s.",
                    len(event.cards),
                    player=_player(event.seat),
                    cards=_names(event.shown),
                )
            )
        case Stolen() | Exchanged() | Protected() | Forestalled() | Topped():
            yield Step(_tell_theft(event))
        case _:
            yield from _tell_rest(event)


def _tell_theft(event: Stolen | Exchanged | Protected | Forestalled | Topped) -> str:
    match event:
        case Stolen():
            return ngettext(
                "%(thief)s steals the %(num)s card of %(victim)s’s pile with the %(card)s.",
                "%(thief)s steals the %(num)s cards of %(victim)s’s pile with the %(card)s.",
                len(event.pile),
                thief=_player(event.thief),
                victim=_player(event.victim),
                card=card_name(event.card),
            )
        case Exchanged():
            return _("%(players)s steal each other’s piles.", players=_players(event.seats))
        case Protected():
            return _(
                "%(player)s plays the rank of their own pile’s top: %(thief)s must play.",
                player=_player(event.seat),
                thief=_player(event.thief),
            )
        case Forestalled():
            return _(
                "%(first)s was first at the pile: %(thief)s must play.",
                first=_player(event.first),
                thief=_player(event.thief),
            )
        case Topped():
            return _(
                "%(player)s lays the %(card)s on top of the pile.",
                player=_player(event.seat),
                card=card_name(event.card),
            )


def _tell_rest(event: WarEvent) -> Iterator[Step]:
    match event:
        case Short():
            text = _("%(player)s has no card left to lay.", player=_player(event.seat))
        case WalkedOver():
            text = _("%(player)s is the only one left.", player=_player(event.seat))
        case Stood():
            text = _("Last cards stand: %(players)s.", players=_players(event.seats))
        case DeadWar():
            text = _("Nobody can go on: the pot waits.")
        case Carried():
            text = _("What does not divide waits for the next battle: %(cards)s.").replace(
                "%(cards)s", _names(event.shown)
            )
        case Exhausted():
            text = _("The war cannot be fought to its end: all take their own cards back.")
        case Recycled():
            text = _("The pile of %(player)s becomes the stock.", player=_player(event.seat))
        case WentOut():
            text = _("%(player)s is out.", player=_player(event.seat))
        case Ended():
            text = _("The game is over.")
        case _:
            return
    yield Step(text)


def _face_up(event: Turned | Compared) -> tuple[Laid, ...]:
    return tuple(Laid(_player(seat), cards) for seat, cards in event.cards.items())
