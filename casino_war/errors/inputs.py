"""Input that cannot be read, and names that nothing has."""

from casino_war.errors.root import CasinoWarError


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
    """Not the title of a table: blank, too long, or not printable."""

    code = "invalid_title"


class InvalidNameError(InvalidInputError):
    """Not a name for a player or for a player's rules: blank, too long, or not printable."""

    code = "invalid_name"


class InvalidRequestError(InvalidInputError):
    """Fields of an API request that are not as documented; ``faults`` lists them.

    Each fault is the field's path, with dots between its parts, and what is wrong with it.
    """

    code = "invalid_request"

    def __init__(
        self, message: str, *, faults: tuple[tuple[str, str], ...] = (), reason: str = ""
    ) -> None:
        self.faults = faults
        super().__init__(message, reason=reason, count=len(faults))


class UnreadableRequestError(InvalidInputError):
    """The body of an API request is not JSON."""

    code = "unreadable_request"


class KeyMissingError(InvalidInputError):
    """An API request that moves chips, without the key that makes it safe to repeat."""

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
