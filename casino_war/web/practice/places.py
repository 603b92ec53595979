"""The places of a practice table: its seats by the points of the compass."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from casino_war.game.events import Seat
from casino_war.web.language import Text, _
from casino_war.web.language import lazy_gettext as _l

_NAMES: Mapping[str, Text] = {
    "south": _l("South"),
    "west": _l("West"),
    "north": _l("North"),
    "east": _l("East"),
}
_COMPASS: Mapping[int, Sequence[str]] = {
    2: ("south", "north"),
    3: ("south", "west", "east"),
    4: ("south", "west", "north", "east"),
}
"""Clockwise round the table, from the player whose screen it is."""


_people: ContextVar[Mapping[Seat, str]] = ContextVar("people")


@contextmanager
def called(people: Mapping[Seat, str]) -> Generator[None]:
    """Let seats go by the names of the people on them, wherever they are told of meanwhile."""
    before = _people.set(people)
    try:
        yield
    finally:
        _people.reset(before)


def place_name(seat: Seat, players: int) -> str:
    """Return what a seat is called at a table of so many players."""
    return _people.get({}).get(seat) or str(_NAMES[compass(seat, players)])


def compass(seat: Seat, players: int) -> str:
    """Return the seat's point of the compass in lower case, for style sheets."""
    return _COMPASS[players][seat]


def place_names(seats: Sequence[Seat], players: int) -> str:
    """List seats by name."""
    names = [place_name(seat, players) for seat in seats]
    if len(names) == 1:
        return names[0]
    return _("%(first)s and %(last)s", first=", ".join(names[:-1]), last=names[-1])
