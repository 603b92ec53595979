"""What a player asks for: frozen values in the imperative, each with a key and a version.

``key`` is minted with the form and names this one intention: the same key with the same
content is carried out once. ``version`` is what the form was drawn from: the seat's for
table commands, the player's for the cashier's (0 for a stranger), that of its rules for
what is asked of an own table (0 for one that is made).
"""

import hashlib
import json
from dataclasses import asdict, dataclass

from casino_war.game.round import Decision
from casino_war.game.wagers import HandWagers


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What all commands carry."""

    key: str
    version: int

    @property
    def kind(self) -> str:
        """The command's name."""
        return type(self).__name__

    def content_hash(self) -> str:
        """Digest everything but the key, so that a reused key shows."""
        content = asdict(self)
        del content["key"]
        text = json.dumps([self.kind, content], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyIn(Command):
    """Buy chips; for a stranger the first, which makes the player."""

    amount_cents: int
    visitor: str
    """The browser's own random name: who may repeat a stranger's buy-in."""
    table_key: str | None = None
    """The table where the form stood, which seats a stranger; None at the cashier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepWarRules(Command):
    """Keep rules of War under a name; for a stranger the act that makes the player."""

    name: str
    rules_text: str
    """The rules as `casino_war.game.war_nearest` spells them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropWarRules(Command):
    """Give up a name under which rules of War are kept."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CashOut(Command):
    """Hand the whole bankroll back."""

    amount_cents: int
    """What the bankroll held when the form was drawn: rounds move it and not the version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAccount(Command):
    """Claim the account with a name and a password; for a stranger the act that makes it.

    Neither stands in the command: what is remembered of one stays when its player leaves.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeToken(Command):
    """Make a token for a program; for a stranger the act that makes the player."""

    name: str
    scope: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveGuest(Command):
    """Take a guest's whole bankroll along to an account that is signed in to."""

    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BringChips(Command):
    """Put what a guest has taken along into the account's bankroll; the other half of it."""

    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCommand(Command):
    """What is asked at one table."""

    table_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SitDown(TableCommand):
    """Take a seat of one's own, with a committed shoe and the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRound(TableCommand):
    """Stake wagers and deal."""

    wagers: tuple[HandWagers, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide(TableCommand):
    """Decide one tied hand."""

    round_id: int
    decision: Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class StartNewShoe(TableCommand):
    """End the present shoe early."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClientSeed(TableCommand):
    """Choose the client seed of the present shoe, before its first bet."""

    client_seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeTable(Command):
    """Make a table of one's own; for a stranger the act that makes the player."""

    title: str
    rules_json: str
    """The rules as they are stored, see `casino_war.services.rounds.rules_text`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTable(TableCommand):
    """Give a table of one's own other rules, another title, or both."""

    title: str
    rules_json: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(TableCommand):
    """Close a table of one's own for good."""
