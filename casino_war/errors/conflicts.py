"""What is right in itself, but not now."""

from casino_war.errors.root import CasinoWarError


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
    """Something for guests' accounts alone, asked of a claimed account; or the reverse."""

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
    """The practice game has ended; it can only be looked at, or played again from the start."""

    code = "game_over"


class GamePausedError(ConflictError):
    """The clock of the practice game is stopped."""

    code = "game_paused"


class OutOfTurnError(ConflictError):
    """The practice game is waiting for something else; ``reason`` says for what."""

    code = "out_of_turn"


class LateDecisionError(ConflictError):
    """The choice that the form asked for has been made, and the game has gone on."""

    code = "late_decision"


class DoubledDecisionError(ConflictError):
    """The seat has chosen already, and its choice stands until all have chosen."""

    code = "doubled_decision"


class RulesOutdatedError(ConflictError):
    """This version of the program cannot play the rules of a stored game."""

    code = "rules_outdated"
