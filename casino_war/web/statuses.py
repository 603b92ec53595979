"""The status of every error, for pages and the API alike."""

from collections.abc import Sequence

from casino_war.errors import (
    CasinoWarError,
    ConflictError,
    DatabaseBusyError,
    DatabaseUnusableError,
    InvalidInputError,
    InvalidRulesError,
    KeyMissingError,
    NoBankrollError,
    NotFoundError,
    RefusedError,
    ScopeRefusedError,
    TokenRefusedError,
    TooManyRequestsError,
    TooManyTriesError,
    UnknownPresetError,
    UnknownStrategyError,
    UnreadableRequestError,
)

RETRY_AFTER_SECONDS = 2
MENDED_AFTER_SECONDS = 30

# The first kind that fits decides: exceptions to a kind stand before it.
_STATUSES: Sequence[tuple[type[CasinoWarError], int]] = (
    (NoBankrollError, 403),
    (TooManyTriesError, 429),
    (TooManyRequestsError, 429),
    (TokenRefusedError, 401),
    (ScopeRefusedError, 403),
    (UnreadableRequestError, 400),
    (KeyMissingError, 400),
    (InvalidInputError, 422),
    (InvalidRulesError, 422),
    (RefusedError, 422),
    (ConflictError, 409),
    (NotFoundError, 404),
    (UnknownPresetError, 404),
    (UnknownStrategyError, 404),
    (DatabaseBusyError, 503),
    (DatabaseUnusableError, 503),
)


def status_of(error: CasinoWarError) -> int:
    """Return the HTTP status of an error; 500 for a fault of the program."""
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), 500)
