"""Every error that the project raises, with a code and the facts.

::

    CasinoWarError
    ├── InvalidInputError            text that cannot be read
    │   ├── InvalidAmountError       not a whole, positive number of chips
    │   ├── InvalidCardError         not a card
    │   ├── InvalidNotationError     not a line of round notation
    │   ├── InvalidRecordError       not a record of an exported round
    │   ├── InvalidSeedError         not a server seed, client seed or nonce
    │   ├── InvalidCompositionError  counts of cards that no round can be dealt from
    │   ├── InvalidFormError         a form field missing or not of its list
    │   ├── InvalidTitleError        not the title of a table
    │   ├── InvalidNameError         not a name for rules of one's own, or for a player
    │   ├── InvalidRequestError      fields of a request of the API that are not as documented
    │   ├── UnreadableRequestError   a body of a request of the API that is no JSON
    │   ├── KeyMissingError          no key with a request of the API that moves chips
    │   └── InvalidPasswordError     not a password that an account may have
    ├── InvalidRulesError            table rules whose fields disagree
    ├── UnknownPresetError           no preset of that name
    ├── UnknownStrategyError         no computer player of that name
    ├── RefusedError                 understood, but against the rules
    │   ├── BetRefusedError          a wager outside the table's limits
    │   ├── BankrollTooSmallError    a wager or decision that the bankroll cannot cover
    │   ├── IllegalDecisionError     a decision that the round does not offer
    │   ├── AmountRefusedError       a buy-in outside the cashier's limits
    │   ├── TableRefusedError        an own table that may not be made or changed so
    │   ├── RulesRefusedError        rules of one's own that may not be kept now
    │   ├── RunRefusedError          a run of the laboratory that may not begin now
    │   ├── SignInRefusedError       name and password that no account has together
    │   ├── TooManyTriesError        more tries at a password than there may be in a while
    │   ├── PlayFrozenError          a round by a player whom the house deals to no more
    │   ├── TokenRefusedError        a request of the API without a token that holds
    │   ├── ScopeRefusedError        a request of the API that its token may not make
    │   ├── TooManyTokensError       a token more than a player may have
    │   ├── TooManyRequestsError     more requests than there may be in a while
    │   ├── CareLimitError           a round beyond what the player has set as a limit
    │   └── NoBankrollError          an act that needs a player, by a stranger
    ├── ConflictError                right in itself, but not now
    │   ├── StaleVersionError        the form was drawn before the last change
    │   ├── KeyReusedError           the form's key came before with other content
    │   ├── RoundOpenError           a round is still waiting for a decision
    │   ├── SeedFixedError           the first bet of the shoe is down
    │   ├── TableClosedError         the house has closed the table
    │   ├── AccountClaimedError      the account has a name and password already, or has none
    │   ├── SignedOutError           this browser's player was signed out elsewhere
    │   ├── NotSeatedError           the player has not sat down at the table or game
    │   ├── SeatTakenError           somebody else sits there, or all seats are taken
    │   ├── GameOverError            the practice game has ended
    │   ├── GamePausedError          the clock of the practice game is stopped
    │   ├── OutOfTurnError           the practice game does not wait for that now
    │   ├── LateDecisionError        the choice was made already, and the game went on
    │   ├── DoubledDecisionError     the seat has chosen, and waits for the others
    │   └── RulesOutdatedError       a stored game's rules are none that can be played
    ├── NotFoundError                no such table, round or shoe for this player
    ├── ClusterError                 no cluster to simulate on, or it was lost on the way
    ├── DatabaseBusyError            the database did not answer in time
    ├── DatabaseUnusableError        the database is full, read-only, missing or damaged
    └── BrokenInvariantError         a fault of the program, never of the player
        └── ShoeExhaustedError       more cards asked for than the shoe holds

The message is an English format string that doubles as the gettext message id;
``facts`` fill it. A fact whose name ends in ``_cents`` is an amount in cents: a
shell may translate the message and print its amounts in its own way.
"""

from typing import ClassVar


def N_(message: str) -> str:
    """Mark a message id for extraction without translating it here."""
    return message


class CasinoWarError(Exception):
    """Root of the tree.

    ``code`` names the kind for programs, ``reason`` the case within it,
    ``message`` is the format string and ``facts`` its values.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, reason: str = "", **facts: object) -> None:
        self.message = message
        self.reason = reason
        self.facts = facts
        super().__init__(message, reason, facts)

    def __str__(self) -> str:
        return self.message % {name: _shown(name, fact) for name, fact in self.facts.items()}


def _shown(name: str, fact: object) -> object:
    if name.endswith("_cents") and isinstance(fact, int):
        chips, cents = divmod(fact, 100)
        return f"{chips}.{cents:02d}" if cents else str(chips)
    return fact


class InvalidInputError(CasinoWarError):
    """Text that cannot be read as what it should be."""

    code = "invalid_input"


class InvalidAmountError(InvalidInputError):
    """Not a whole, positive number of chips in plain digits."""

    code = "invalid_amount"


class InvalidCardError(InvalidInputError):
    """Not a card in the notation rank and suit, such as ``KD``."""

    code = "invalid_card"


class InvalidNotationError(InvalidInputError):
    """Not a line of round notation."""

    code = "invalid_notation"


class InvalidRecordError(InvalidInputError):
    """Not a record of an exported round, or not a file of them."""

    code = "invalid_record"


class InvalidSeedError(InvalidInputError):
    """Not a server seed, client seed or nonce of the fairness scheme."""

    code = "invalid_seed"


class InvalidCompositionError(InvalidInputError):
    """Counts of the cards left that no shoe holds, or that no round can be dealt from."""

    code = "invalid_composition"


class InvalidFormError(InvalidInputError):
    """A form field that is missing or not one of its values."""

    code = "invalid_form"


class InvalidTitleError(InvalidInputError):
    """Not the title of a table: blank, too long, or not to be printed."""

    code = "invalid_title"


class InvalidNameError(InvalidInputError):
    """Not a name for rules of one's own, or for a player: blank, too long, not to be printed."""

    code = "invalid_name"


class InvalidRequestError(InvalidInputError):
    """Fields of a request of the API that are not as its document says; ``faults`` lists them.

    Each is where the field stands, parted by dots, and what is wrong with it in words.
    """

    code = "invalid_request"

    def __init__(
        self, message: str, *, faults: tuple[tuple[str, str], ...] = (), reason: str = ""
    ) -> None:
        self.faults = faults
        super().__init__(message, reason=reason, count=len(faults))


class UnreadableRequestError(InvalidInputError):
    """A body of a request of the API that is no JSON."""

    code = "unreadable_request"


class KeyMissingError(InvalidInputError):
    """A request of the API that moves chips, without the key that makes it safe to repeat."""

    code = "key_missing"


class InvalidPasswordError(InvalidInputError):
    """Not a password that an account may have: too short, too long, or known to everybody."""

    code = "invalid_password"


class InvalidRulesError(CasinoWarError):
    """Table rules out of range, or whose fields disagree; ``fields`` names them."""

    code = "invalid_rules"

    def __init__(
        self, message: str, *, fields: tuple[str, ...], reason: str = "", **facts: object
    ) -> None:
        self.fields = fields
        super().__init__(message, reason=reason, **facts)


class UnknownPresetError(CasinoWarError):
    """No preset of that name."""

    code = "unknown_preset"


class UnknownStrategyError(CasinoWarError):
    """No computer player of that name."""

    code = "unknown_strategy"


class RefusedError(CasinoWarError):
    """Understood, but against the rules of the table or the cashier."""

    code = "refused"


class BetRefusedError(RefusedError):
    """A wager outside the table's limits, or one that the table does not offer."""

    code = "bet_refused"


class BankrollTooSmallError(RefusedError):
    """A wager that the bankroll cannot cover."""

    code = "bankroll_too_small"


class IllegalDecisionError(RefusedError):
    """A decision that the round does not offer now."""

    code = "illegal_decision"


class AmountRefusedError(RefusedError):
    """A buy-in or rebuy outside the cashier's limits."""

    code = "amount_refused"


class TableRefusedError(RefusedError):
    """A table of a player's own that may not be made or changed so, or not now."""

    code = "table_refused"


class RulesRefusedError(RefusedError):
    """Rules of one's own that may not be kept, since there are too many already."""

    code = "rules_refused"


class RunRefusedError(RefusedError):
    """A run of the laboratory that may not begin, since its player has too many already."""

    code = "run_refused"


class SignInRefusedError(RefusedError):
    """A name and a password that no account has together; which of them is wrong is not told."""

    code = "sign_in_refused"


class TooManyTriesError(RefusedError):
    """More tries at a password than there may be in a while, by name or by address."""

    code = "too_many_tries"


class PlayFrozenError(RefusedError):
    """A round by a player whom the operator has frozen: what is open may be finished."""

    code = "play_frozen"


class TokenRefusedError(RefusedError):
    """A request of the API without a token, or with one that is revoked or never was."""

    code = "token_refused"


class ScopeRefusedError(RefusedError):
    """A request of the API that changes something, with a token that may only read."""

    code = "scope_refused"


class TooManyTokensError(RefusedError):
    """A token more than a player may have at the same time."""

    code = "too_many_tokens"


class TooManyRequestsError(RefusedError):
    """More requests than there may be in a while; the fact ``seconds`` is how long to wait."""

    code = "too_many_requests"


class CareLimitError(RefusedError):
    """A round that a limit or break forbids which the player has set; ``reason`` names it."""

    code = "care_limit"


class NoBankrollError(RefusedError):
    """An act that needs a player with a bankroll, by someone who has none."""

    code = "no_bankroll"


class ConflictError(CasinoWarError):
    """Right in itself, but not in the present state of the table."""

    code = "conflict"


class StaleVersionError(ConflictError):
    """The form was drawn before the last change of the table or bankroll."""

    code = "stale_version"


class KeyReusedError(ConflictError):
    """The key of this command came before, with other content."""

    code = "key_reused"


class RoundOpenError(ConflictError):
    """A round of the player still waits for a decision."""

    code = "round_open"


class SeedFixedError(ConflictError):
    """The client seed cannot change once the first bet of its shoe is down."""

    code = "seed_fixed"


class TableClosedError(ConflictError):
    """The house has closed the table: what is open there ends, nothing new begins."""

    code = "table_closed"


class AccountClaimedError(ConflictError):
    """What only a guest's account can do, asked for a claimed one; or the other way round."""

    code = "account_claimed"


class SignedOutError(ConflictError):
    """The browser knows a player whose browsers have all been signed out since."""

    code = "signed_out"


class NotSeatedError(ConflictError):
    """The player has not sat down at this table."""

    code = "not_seated"


class SeatTakenError(ConflictError):
    """Somebody else sits on that seat of a practice game; ``full``: on every one."""

    code = "seat_taken"


class GameOverError(ConflictError):
    """The practice game has ended; it can only be looked at and played anew."""

    code = "game_over"


class GamePausedError(ConflictError):
    """The clock of the practice game is stopped."""

    code = "game_paused"


class OutOfTurnError(ConflictError):
    """The practice game does not wait for that now; ``reason`` says for what it does."""

    code = "out_of_turn"


class LateDecisionError(ConflictError):
    """The choice that the form asked for was made, and the game has gone on."""

    code = "late_decision"


class DoubledDecisionError(ConflictError):
    """The seat has chosen already, and its choice stands until all have chosen."""

    code = "doubled_decision"


class RulesOutdatedError(ConflictError):
    """The rules of a stored game are none that this version of the program can play."""

    code = "rules_outdated"


class NotFoundError(CasinoWarError):
    """No such table, round or shoe, or not this player's."""

    code = "not_found"


class ClusterError(CasinoWarError):
    """There is no cluster to simulate on, or it was lost: ``reason`` says which."""

    code = "cluster"


class DatabaseBusyError(CasinoWarError):
    """The database did not answer within its bounded wait."""

    code = "database_busy"


class DatabaseUnusableError(CasinoWarError):
    """The database fails until its keeper has mended it.

    ``reason`` is ``full``, ``read_only``, ``missing``, ``damaged`` or ``failed``.
    """

    code = "database_unusable"


class BrokenInvariantError(CasinoWarError):
    """A fault of the program: a state that the rules exclude."""

    code = "broken_invariant"


class ShoeExhaustedError(BrokenInvariantError):
    """More cards were asked for than the shoe holds."""

    code = "shoe_exhausted"
