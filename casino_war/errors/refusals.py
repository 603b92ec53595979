"""What is understood, but refused: against the rules, or by a limit."""

from casino_war.errors.root import CasinoWarError


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
    """A player's own rules that cannot be kept, since the player keeps too many already."""

    code = "rules_refused"


class RunRefusedError(RefusedError):
    """A run of the laboratory that may not begin, since its player has too many already."""

    code = "run_refused"


class SignInRefusedError(RefusedError):
    """No account has this name and this password; the error does not tell which is wrong."""

    code = "sign_in_refused"


class TooManyTriesError(RefusedError):
    """Too many tries at a password in a short time, for one name or from one address."""

    code = "too_many_tries"


class PlayFrozenError(RefusedError):
    """A new round for a player whom the operator has frozen; open rounds may be finished."""

    code = "play_frozen"


class TokenRefusedError(RefusedError):
    """An API request without a token, or with one that is revoked or never existed."""

    code = "token_refused"


class ScopeRefusedError(RefusedError):
    """An API request that changes something, with a token that may only read."""

    code = "scope_refused"


class TooManyTokensError(RefusedError):
    """One token more than a player may have at a time."""

    code = "too_many_tokens"


class TooManyRequestsError(RefusedError):
    """Too many requests in a short time; the fact ``seconds`` says how long to wait."""

    code = "too_many_requests"


class CareLimitError(RefusedError):
    """A round that the player's own limit or break forbids; ``reason`` names which."""

    code = "care_limit"


class NoBankrollError(RefusedError):
    """An act that needs a player with a bankroll, by someone who has none."""

    code = "no_bankroll"
