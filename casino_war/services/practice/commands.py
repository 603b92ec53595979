"""What players ask for in the practice room; see `casino_war.services.commands`.

``version`` is that of the game, which every command steps; a `Choose` goes by its turn
instead, because seats that choose in secret must not make each other's forms stale.
"""

from dataclasses import dataclass

from casino_war.game.war_rules import WarRules
from casino_war.services.commands import Command

Settings = tuple[tuple[str, str], ...]
"""Every rule of War by its name, in the order of the names."""


def settings_of(rules: WarRules) -> Settings:
    """Return rules as a command carries them."""
    return tuple((name, str(value)) for name, value in sorted(rules.to_data().items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPractice(Command):
    """Start a game; by a stranger it makes the player."""

    preset_key: str
    settings: Settings
    seats: tuple[str, ...]
    """For each seat ``person``, ``elsewhere``, or ``computer``, ``:`` and a strategy."""
    client_seed: str
    visitor: str
    """The browser's own random name: who may repeat a stranger's start."""
    rematch_of: str | None = None
    """The link of the game whose match goes on."""
    deal_of: str | None = None
    """The link of the finished game whose cards are dealt once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCommand(Command):
    """What is asked in one game."""

    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseSeed(GameCommand):
    """Choose the client seed, before the cards are dealt."""

    client_seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(GameCommand):
    """Shuffle and deal; the clock starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip(GameCommand):
    """Play so many battles, or (None) to the end, as far as nobody has to choose."""

    battles: int | None = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(GameCommand):
    """Choose for one seat, in secret until all have chosen."""

    seat: int
    turn: int
    action: str
    and_rest: bool = False
    """Pick what is left of won cards in the order in which they lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledge(GameCommand):
    """Clear a war that lies on the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause(GameCommand):
    """Stop the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(GameCommand):
    """Let the clock run on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon(GameCommand):
    """Give the game up; nobody wins it, and its seed can be seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskSupply(Command):
    """Have games dealt ahead, to be played without a connection; by a stranger it makes the player.

    What is asked for is to have ``count`` games of these rules that wait for client seeds, so
    that a wish sent twice is granted once.
    """

    preset_key: str
    settings: Settings
    visitor: str
    """As in `StartPractice`."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSeat(GameCommand):
    """Take a free seat under a name; by a stranger it makes the player."""

    seat: int
    name: str
    visitor: str
    """The browser's own random name, as in `StartPractice`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameSeat(GameCommand):
    """Go by another name on a seat of one's own."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FillSeats(GameCommand):
    """Let computer players take the seats that are still free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn(GameCommand):
    """Let the computer play for a person who has left, or for oneself."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(GameCommand):
    """Take a seat back on which the computer plays for oneself."""

    seat: int
