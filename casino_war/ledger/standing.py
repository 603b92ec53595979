"""How the books stood at a clean audit: what the next must know of rows it does not read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from casino_war.store.luck import StoredLuck

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStanding:
    """What a player had come to: versions, and the commands that took seats."""

    version: int = 0
    seat_versions: int = 0
    """The versions of all the player's seats together."""
    may_sit: int = 0
    """Commands that may have taken a seat: those to sit down, and a first buy-in."""
    sat_down: int = 0
    """Those to sit down alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The books at one moment; without a mark, before their first row.

    Ids are the highest there were, counts those of all rows; both by table.
    """

    ids: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    seating: str = ""
    """A digest of who sits where, which no trigger keeps as it is."""
    balances: Mapping[int, int] = field(default_factory=dict)
    """What each account held, in cents, by its id; without those that keep no balance."""
    players: Mapping[int, PlayerStanding] = field(default_factory=dict)
    seat_rules: Mapping[int, int] = field(default_factory=dict)
    """The id of the rules of each seat."""
    shoes: Mapping[int, str] = field(default_factory=dict)
    """Digests of the shoes in play, every column of each: triggers keep but few of them."""
    open_rounds: Mapping[int, str] = field(default_factory=dict)
    """Digests of the rounds that waited for a decision, likewise."""

    luck: Mapping[int, Mapping[int, StoredLuck]] = field(default_factory=dict)
    """The sums of luck by seat and rules."""
    unmeasured: tuple[int, ...] = ()
    """Seats with settled rounds that their luck does not count yet."""

    def to_json(self) -> str:
        """Print all of it."""
        return _adapter().dump_json(self).decode()

    @classmethod
    def from_json(cls, text: str) -> "Standing":
        """Read what `to_json` printed.

        Raises:
            ValueError: the text is nothing of that kind.
        """
        return _adapter().validate_json(text)


# Made where an audit first asks for it, not at every start of the site.
@cache
def _adapter() -> "TypeAdapter[Standing]":
    from pydantic import TypeAdapter

    return TypeAdapter(Standing)
