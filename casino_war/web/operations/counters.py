"""Counting within windows of time: in this process, or in a Redis for all that name it.

A window begins with the first that is counted and ends so many seconds later. In memory it
is timed by a clock that nobody can set.
"""

import re
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from casino_war.errors import N_, CasinoWarError

if TYPE_CHECKING:
    from limits.storage import RedisStorage

MEMORY = "memory://"
_KEYS_MAX = 10_000
_STORE_SECONDS = 0.5
"""How long a Redis may take for an answer."""


_QUOTA = re.compile(r"([1-9][0-9]{0,8})/(second|minute|hour|day)")
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


class NoAnswerError(Exception):
    """The store did not answer."""


@dataclass(frozen=True, slots=True)
class Quota:
    """So many in so many seconds."""

    amount: int
    seconds: int


def read_quota(text: str) -> Quota:
    """Read a quota such as ``20/second`` or ``1200/minute``.

    Raises:
        CasinoWarError: it is none.
    """
    found = _QUOTA.fullmatch(text.strip())
    if found is None:
        raise CasinoWarError(
            N_("%(text)s is no limit: write one such as 20/second or 1200/minute."),
            reason="rate_limits",
            text=repr(text),
        )
    return Quota(int(found[1]), _SECONDS[found[2]])


@dataclass(frozen=True, slots=True)
class Counted:
    """How many a window holds with the latest, and in how many seconds it ends."""

    count: int
    ends_in: float


class Counter(Protocol):
    """What counts."""

    def count(self, key: str, seconds: int) -> Counted:
        """Count one more under *key*, in the present window or a new one of so many seconds.

        Raises:
            NoAnswerError: nobody answers who could.
        """


class MemoryCounter:
    """Counts in this process, for all its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[int, float]] = {}

    def count(self, key: str, seconds: int) -> Counted:
        """Count one more."""
        with self._lock:
            now = time.monotonic()
            count, ends_at = self._windows.get(key, (0, 0.0))
            if ends_at <= now:
                count, ends_at = 0, now + seconds
                if len(self._windows) >= _KEYS_MAX:
                    self._forget(now)
            self._windows[key] = (count + 1, ends_at)
            return Counted(count + 1, ends_at - now)

    def _forget(self, now: float) -> None:
        """Forget windows that have ended, or all: so many at once are nobody's honest use."""
        open_ones = {key: each for key, each in self._windows.items() if each[1] > now}
        self._windows = open_ones if len(open_ones) < _KEYS_MAX else {}


class RedisCounter:
    """Counts in a Redis, which ends the windows by its own time."""

    def __init__(self, address: str) -> None:
        self._storage = _redis(address)

    def count(self, key: str, seconds: int) -> Counted:
        """Count one more.

        Raises:
            NoAnswerError: the Redis does not answer.
        """
        from limits.errors import StorageError

        try:
            count = self._storage.incr(key, seconds)
            ends_at = self._storage.get_expiry(key)
        except StorageError as error:
            raise NoAnswerError from error
        # The library adds its own clock to what the Redis says is left.
        return Counted(count, max(0.0, ends_at - time.time()))


def make_counter(address: str) -> Counter:
    """Return what counts at an address: ``memory://`` or a Redis'.

    Raises:
        CasinoWarError: the address is neither, or the package for it is missing.
    """
    if address == MEMORY:
        return MemoryCounter()
    if not address.startswith("redis"):
        raise _unknown()
    return RedisCounter(address)


def _redis(address: str) -> "RedisStorage":
    # The library costs a tenth of the start.
    from limits.errors import ConfigurationError
    from limits.storage import storage_from_string

    try:
        from redis.backoff import NoBackoff
        from redis.retry import Retry
    except ImportError as error:
        raise CasinoWarError(
            N_("The package %(package)s is missing: pip install 'casino-war[redis]' brings it."),
            reason="rate_limits",
            package=error.name or "redis",
        ) from error
    try:
        storage = storage_from_string(
            address,
            wrap_exceptions=True,
            socket_timeout=_STORE_SECONDS,
            socket_connect_timeout=_STORE_SECONDS,
            # A visitor waits: it is asked once.
            retry=Retry(NoBackoff(), 0),  # type: ignore[arg-type]  # it is handed on as it is
        )
    except (ConfigurationError, ValueError) as error:
        raise _unknown() from error
    return cast("RedisStorage", storage)


def _unknown() -> CasinoWarError:
    return CasinoWarError(
        N_("Requests are counted at memory:// or at a redis:// address."), reason="rate_limits"
    )
