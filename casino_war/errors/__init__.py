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
    │   ├── InvalidFormError         a form field that is missing or not one of its choices
    │   ├── InvalidTitleError        not the title of a table
    │   ├── InvalidNameError         not a name for a player, or for rules that a player keeps
    │   ├── InvalidRequestError      fields of an API request that are not as documented
    │   ├── UnreadableRequestError   the body of an API request is not JSON
    │   ├── KeyMissingError          an API request that moves chips has no idempotency key
    │   └── InvalidPasswordError     not a password that an account may have
    ├── InvalidRulesError            table rules whose fields disagree
    ├── UnknownPresetError           no preset of that name
    ├── UnknownStrategyError         no computer player of that name
    ├── RefusedError                 understood, but against the rules
    │   ├── BetRefusedError          a wager outside the table's limits
    │   ├── BankrollTooSmallError    a wager or decision that the bankroll cannot cover
    │   ├── IllegalDecisionError     a decision that the round does not offer
    │   ├── AmountRefusedError       a buy-in outside the cashier's limits
    │   ├── TableRefusedError        a player's own table that may not be made or changed so
    │   ├── RulesRefusedError        a player's own rules: no more may be kept
    │   ├── RunRefusedError          a run of the laboratory: its player has too many already
    │   ├── SignInRefusedError       no account has this name and this password
    │   ├── TooManyTriesError        too many tries at a password in a short time
    │   ├── PlayFrozenError          a new round for a player whom the house has frozen
    │   ├── TokenRefusedError        an API request without a valid token
    │   ├── ScopeRefusedError        an API request that its token may not make
    │   ├── TooManyTokensError       one token more than a player may have
    │   ├── TooManyRequestsError     too many requests in a short time
    │   ├── CareLimitError           a round beyond a limit that the player has set
    │   └── NoBankrollError          an act that needs a player, by a stranger
    ├── ConflictError                right in itself, but not now
    │   ├── StaleVersionError        the form was drawn before the last change
    │   ├── KeyReusedError           the request's key was used before, with other content
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
    │   ├── LateDecisionError        the choice was made already, and the game has gone on
    │   ├── DoubledDecisionError     the seat has chosen, and waits for the others
    │   └── RulesOutdatedError       a stored game's rules cannot be played any more
    ├── NotFoundError                no such table, round or shoe for this player
    ├── ClusterError                 no cluster to simulate on, or it was lost on the way
    ├── DatabaseBusyError            the database did not answer in time
    ├── DatabaseUnusableError        the database is full, read-only, missing or damaged
    └── BrokenInvariantError         a fault of the program, never of the player
        └── ShoeExhaustedError       more cards asked for than the shoe holds

The message is an English format string that doubles as the gettext message id;
``facts`` fill it. A fact whose name ends in ``_cents`` is an amount in cents, which the
message names by ``_cents`` for the bare number of chips, or by ``_chips`` for the number
with its word. A shell may translate the message and print its amounts in its own way.
"""

from casino_war.errors.conflicts import (
    AccountClaimedError,
    ConflictError,
    DoubledDecisionError,
    GameOverError,
    GamePausedError,
    KeyReusedError,
    LateDecisionError,
    NotSeatedError,
    OutOfTurnError,
    RoundOpenError,
    RulesOutdatedError,
    SeatTakenError,
    SeedFixedError,
    SignedOutError,
    StaleVersionError,
    TableClosedError,
)
from casino_war.errors.inputs import (
    InvalidAmountError,
    InvalidCardError,
    InvalidCompositionError,
    InvalidFormError,
    InvalidInputError,
    InvalidNameError,
    InvalidNotationError,
    InvalidPasswordError,
    InvalidRecordError,
    InvalidRequestError,
    InvalidRulesError,
    InvalidSeedError,
    InvalidTitleError,
    KeyMissingError,
    UnknownPresetError,
    UnknownStrategyError,
    UnreadableRequestError,
)
from casino_war.errors.refusals import (
    AmountRefusedError,
    BankrollTooSmallError,
    BetRefusedError,
    CareLimitError,
    IllegalDecisionError,
    NoBankrollError,
    PlayFrozenError,
    RefusedError,
    RulesRefusedError,
    RunRefusedError,
    ScopeRefusedError,
    SignInRefusedError,
    TableRefusedError,
    TokenRefusedError,
    TooManyRequestsError,
    TooManyTokensError,
    TooManyTriesError,
)
from casino_war.errors.root import (
    N_,
    CasinoWarError,
    with_word,
)
from casino_war.errors.troubles import (
    BrokenInvariantError,
    ClusterError,
    DatabaseBusyError,
    DatabaseUnusableError,
    NotFoundError,
    ShoeExhaustedError,
)

__all__ = [
    "N_",
    "AccountClaimedError",
    "AmountRefusedError",
    "BankrollTooSmallError",
    "BetRefusedError",
    "BrokenInvariantError",
    "CareLimitError",
    "CasinoWarError",
    "ClusterError",
    "ConflictError",
    "DatabaseBusyError",
    "DatabaseUnusableError",
    "DoubledDecisionError",
    "GameOverError",
    "GamePausedError",
    "IllegalDecisionError",
    "InvalidAmountError",
    "InvalidCardError",
    "InvalidCompositionError",
    "InvalidFormError",
    "InvalidInputError",
    "InvalidNameError",
    "InvalidNotationError",
    "InvalidPasswordError",
    "InvalidRecordError",
    "InvalidRequestError",
    "InvalidRulesError",
    "InvalidSeedError",
    "InvalidTitleError",
    "KeyMissingError",
    "KeyReusedError",
    "LateDecisionError",
    "NoBankrollError",
    "NotFoundError",
    "NotSeatedError",
    "OutOfTurnError",
    "PlayFrozenError",
    "RefusedError",
    "RoundOpenError",
    "RulesOutdatedError",
    "RulesRefusedError",
    "RunRefusedError",
    "ScopeRefusedError",
    "SeatTakenError",
    "SeedFixedError",
    "ShoeExhaustedError",
    "SignInRefusedError",
    "SignedOutError",
    "StaleVersionError",
    "TableClosedError",
    "TableRefusedError",
    "TokenRefusedError",
    "TooManyRequestsError",
    "TooManyTokensError",
    "TooManyTriesError",
    "UnknownPresetError",
    "UnknownStrategyError",
    "UnreadableRequestError",
    "with_word",
]
