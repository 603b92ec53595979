"""Practice games in words: who sits where, what happens in a battle, how a game ends."""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from casino_war.game.cards import Cards
from casino_war.game.events import Seat
from casino_war.game.war_actions import Action, Pick, Play, Steal
from casino_war.game.war_events import (
    Compared,
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
    WarStepped,
    WentOut,
)
from casino_war.game.war_rules import WarRules
from casino_war.game.war_views import (
    SeenBuried,
    SeenCarried,
    SeenDeadWar,
    SeenEvent,
    SeenSplit,
    SeenTaken,
)
from casino_war.web.format import number
from casino_war.web.language import _, ngettext
from casino_war.web.practice.endings import tell_end
from casino_war.web.practice.places import place_name, place_names
from casino_war.web.words import card_name, card_title


def tell_battle(events: Sequence[SeenEvent], rules: WarRules) -> list[str]:
    """Tell what happened in a battle, a sentence or two for each event."""
    return [text for event in events for text in _tell(event, rules)]


def tell_outcome(events: Sequence[SeenEvent], rules: WarRules) -> str:
    """Say in one line what a battle came to so far."""
    told: list[SeenEvent] = [event for event in events if isinstance(event, Ended)]
    told = told or [event for event in events if not isinstance(event, _DETAILS)]
    return " ".join(text for event in told for text in _tell(event, rules))


def tell_action(action: Action, players: int) -> str:
    """Say what a choice is, on its button."""
    match action:
        case Play():
            return _("Play it")
        case Steal():
            return _("Steal from %(place)s", place=place_name(action.opponent, players))
        case Pick():
            return card_title(action.card)
    assert_never(action)


_DETAILS = (Turned, WarStepped, SeenBuried, Stood, Compared, Recycled)
"""What the table itself shows."""


def _tell(event: SeenEvent, rules: WarRules) -> Iterator[str]:
    players = rules.players

    def name(seat: Seat) -> str:
        return place_name(seat, players)

    match event:
        case Turned():
            yield from _tell_cards(event.cards, players)
        case WarStepped():
            yield _tell_step(event, players)
        case SeenBuried():
            yield _tell_buried(event, players)
        case Stood():
            yield ngettext(
                "The last card of %(places)s stands.",
                "The last cards of %(places)s stand.",
                len(event.seats),
                places=place_names(event.seats, players),
            )
        case Compared():
            yield from _tell_cards(event.cards, players)
        case Short():
            yield _("%(place)s has no card left for the war.", place=name(event.seat))
        case WalkedOver():
            yield _("Only %(place)s is left in the war and wins it.", place=name(event.seat))
        case WentOut():
            yield _("%(place)s is out of cards.", place=name(event.seat))
        case Recycled():
            yield _("The side pile of %(place)s becomes the stock.", place=name(event.seat))
        case Ended():
            yield tell_end(event, rules)
        case Stolen() | Exchanged() | Protected() | Forestalled() | Topped():
            yield _tell_theft(event, players)
        case _:
            yield _tell_pot(event, players)


def _tell_cards(cards: Mapping[Seat, Cards], players: int) -> Iterator[str]:
    for seat, own in cards.items():
        yield _("%(place)s: %(cards)s.", place=place_name(seat, players), cards=_names(own))


def _names(cards: Cards) -> str:
    return ", ".join(map(card_name, cards))


def _tell_step(event: WarStepped, players: int) -> str:
    places = place_names(event.entrants, players)
    if event.step > 1:
        return _("Another tie: %(places)s go on with the war.", places=places)
    return _("War! A tie for best: %(places)s go to war.", places=places)


def _tell_buried(event: SeenBuried, players: int) -> str:
    counts = set(event.counts.values())
    if len(counts) == 1:
        return ngettext(
            "Each lays %(num)s card face down.", "Each lays %(num)s cards face down.", counts.pop()
        )
    told = [
        _("%(place)s %(count)s", place=place_name(seat, players), count=number(count))
        for seat, count in event.counts.items()
    ]
    return _("Cards face down: %(told)s.", told=", ".join(told))


def _tell_theft(event: Stolen | Exchanged | Protected | Forestalled | Topped, players: int) -> str:
    def name(seat: Seat) -> str:
        return place_name(seat, players)

    match event:
        case Stolen():
            return ngettext(
                "%(thief)s steals the pile of %(victim)s with the %(card)s: %(num)s card.",
                "%(thief)s steals the pile of %(victim)s with the %(card)s: %(num)s cards.",
                len(event.pile),
                thief=name(event.thief),
                victim=name(event.victim),
                card=card_name(event.card),
            )
        case Exchanged():
            places = place_names(event.seats, players)
            return _("%(places)s steal from each other: the piles change places.", places=places)
        case Protected():
            return _(
                "%(place)s plays the rank of the own pile and is protected: %(thief)s has to play.",
                place=name(event.seat),
                thief=name(event.thief),
            )
        case Forestalled():
            return _(
                "%(first)s came first to the pile of %(victim)s: %(thief)s has to play.",
                first=name(event.first),
                victim=name(event.victim),
                thief=name(event.thief),
            )
        case Topped():
            return _(
                "%(place)s lays the %(card)s on top.",
                place=name(event.seat),
                card=card_name(event.card),
            )
    assert_never(event)


def _tell_pot(
    event: Taken | SeenTaken | Tied | Exhausted | Split | SeenSplit | SeenCarried | SeenDeadWar,
    players: int,
) -> str:
    match event:
        case Taken() | SeenTaken():
            return ngettext(
                "%(place)s takes %(num)s card.",
                "%(place)s takes %(num)s cards.",
                count_of(event),
                place=place_name(event.seat, players),
            )
        case Tied():
            return _("%(places)s tie and split the pot.", places=place_names(event.seats, players))
        case Exhausted():
            return _("The war cannot be fought to its end: all take their own cards back.")
        case Split() | SeenSplit():
            return ngettext(
                "%(place)s gets %(num)s card.",
                "%(place)s gets %(num)s cards.",
                count_of(event),
                place=place_name(event.seat, players),
            )
        case SeenCarried() | SeenDeadWar():
            return ngettext(
                "Nobody wins %(num)s card: it waits for the winner of the next battle.",
                "Nobody wins %(num)s cards: they wait for the winner of the next battle.",
                count_of(event),
            )
    assert_never(event)


def count_of(
    event: Taken | SeenTaken | Split | SeenSplit | SeenCarried | SeenDeadWar,
) -> int:
    """Count the cards that change hands or stay, seen or not."""
    if isinstance(event, Taken | Split):
        return len(event.cards)
    return len(event.shown) + event.hidden_count
