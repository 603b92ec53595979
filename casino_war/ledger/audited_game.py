"""What the audit asks of a game: to read its rules and to play a stored round again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from casino_war.game.events import CasinoEvent
from casino_war.store.luck_sums import LuckSums
from casino_war.store.rounds import StoredRound
from casino_war.store.rules import StoredRules


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedRound:
    """A round played again.

    ``rules_key``, ``rules_version``, ``shoe_name`` and ``position`` (cards gone before the
    round) are what its notation names, ``decisions`` counts those in it. ``shoe_end`` is
    None unless the round ended its shoe; the facts below it are None while the round
    waits for a decision.
    """

    rules_key: str
    rules_version: int
    shoe_name: str
    position: int
    decisions: int
    position_after: int
    events: tuple[CasinoEvent, ...]
    shoe_end: str | None = None
    cards_text: str | None = None
    outcome_text: str | None = None
    wagered_cents: int | None = None
    net_cents: int | None = None
    luck: Callable[[Sequence[str]], LuckSums] | None = None
    """Tells what the round adds to its seat's luck, from what earlier rounds of its shoe
    had shown (the ``cards_text`` of each)."""

    @property
    def is_open(self) -> bool:
        """Whether the round waits for a decision."""
        return self.cards_text is None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeRules:
    """What rules say of a new shoe: its packs of 52, and the cards burned from it first."""

    decks: int
    opening_burn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The game that the rounds in the books are of.

    ``replay`` and ``shoe_rules`` raise `CasinoWarError` where rules, notation or cards
    cannot be read.
    """

    replay: Callable[[StoredRound, str, str], ReplayedRound]
    """Plays a stored round again from its rules (JSON) and the order of its shoe (card codes)."""
    shoe_rules: Callable[[str], ShoeRules]
    """Reads what rules (JSON) say of a shoe."""
    fault_of_rules: Callable[[StoredRules], str | None]
    """Says in a few words how stored rules differ from those that the house published."""
    digest_of_own_rules: Callable[[StoredRules], str]
    """Digests the command that would have stored these rules of a player's own table."""
