"""What is understood, but against the rules."""

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
