"""What a practice game shows of the people who share it: who is here, who is awaited, the score."""

from dataclasses import dataclass

from flask import url_for

from casino_war.game.events import Seat
from casino_war.services.practice.page import GamePage
from casino_war.services.practice.stage import Stage
from casino_war.web.practice.places import called, place_names
from casino_war.web.practice.presenter import people_of

PLAYERS_ASK_MS = 1000
WATCHERS_ASK_MS = 2000
"""How often a browser asks whether a game has changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMatchGame:
    """One game of a match; ``winners`` is blank where it was drawn."""

    link: str
    winners: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What is drawn beside the felt of a shared game."""

    address: str
    """The whole address of the game, to be passed on."""
    free: tuple[Seat, ...]
    may_sit: bool
    """Whether who looks may take a free seat."""
    unnamed: Seat | None
    """A seat of who looks that has no name before the deal, though others will see it."""
    away: tuple[Seat, ...]
    """Seats of others for whom the computer can play now."""
    stood_in: tuple[Seat, ...]
    """Own seats on which the computer plays."""
    awaited: str
    """The others who have to choose, blank if nobody has."""
    ask_ms: int
    """How often to ask for news; 0 for never."""
    refresh_seconds: int
    """After how long a page without scripts asks for itself anew; 0 for never."""
    games: tuple[ShownMatchGame, ...]


def shown_together(page: GamePage) -> Together:
    """Work out what a page says of the people at its game."""
    with called(people_of(page.people)):
        return _shown(page)


def _shown(page: GamePage) -> Together:
    players = page.rules.players
    is_over = page.stage is Stage.OVER
    own = [sign for sign in page.seats if sign.is_yours]
    free = tuple(sign.seat for sign in page.seats if sign.is_free and not is_over)
    may_sit = bool(free) and not own and not page.is_starter
    unnamed = next((sign.seat for sign in own if sign.name is None), None)
    ask_ms = _ask_ms(page)
    is_typing = may_sit or bool(page.choosing) or (unnamed is not None and bool(free))
    return Together(
        address=url_for("practice.game", link=page.game.link, _external=True),
        free=free,
        may_sit=may_sit,
        unnamed=unnamed if page.is_shared and page.stage is Stage.DEAL else None,
        away=tuple(sign.seat for sign in page.seats if own and sign.has_left and not sign.is_yours),
        stood_in=tuple(sign.seat for sign in own if sign.is_stood_in and not is_over),
        awaited=_awaited(page, players),
        ask_ms=ask_ms,
        refresh_seconds=5 if ask_ms and page.is_newest and not is_typing else 0,
        games=()
        if page.match is None
        else tuple(
            ShownMatchGame(
                link=game.link,
                winners=place_names(game.winners, players) if game.winners else "",
            )
            for game in page.match.games
        ),
    )


def _awaited(page: GamePage, players: int) -> str:
    if page.stage is not Stage.CHOOSE:
        return ""
    others = [seat for seat in page.awaited if seat not in page.choosing]
    return place_names(others, players) if others else ""


def _ask_ms(page: GamePage) -> int:
    """Say how often a page asks: nobody else changes a game that is one's own alone."""
    if page.is_owner and not page.is_shared:
        return 0
    if not page.may_follow:
        return 0
    return PLAYERS_ASK_MS if page.is_owner else WATCHERS_ASK_MS
