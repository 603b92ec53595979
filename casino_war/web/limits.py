"""How many requests there may be in a while: the one place that counts them.

Whoever wants a limit names a policy and who is counted. In memory every worker counts for
itself; where several machines or exact counts matter, ``CASINO_WAR_RATE_LIMITS`` names a
store for all of them, such as ``redis://localhost:6379``. The library that counts is what
Flask-Limiter stands on; by itself, limits can be put on answers that no route decides.
"""

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from flask import Flask, Response, current_app, g

from casino_war.errors import N_, CasinoWarError, TooManyRequestsError

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import FixedWindowRateLimiter

PREFIX = "CASINO_WAR_"
STORAGE_VARIABLE = f"{PREFIX}RATE_LIMITS"
STORAGE = "RATE_LIMIT_STORAGE"
"""The setting that says where is counted; the environment is asked where it is not set."""

MEMORY = "memory://"

POLICIES = {
    "api": "RATE_LIMIT_API",
    "play": "RATE_LIMIT_PLAY",
    "export": "RATE_LIMIT_EXPORT",
    "sign_in": "RATE_LIMIT_SIGN_IN",
}
"""Policies by name, and the setting of each: so many requests in so long.

The environment has each setting under the same name behind ``CASINO_WAR_``.
"""

_DEFAULTS = {
    "api": "3000/minute",
    # Twenty forms a second: nobody plays so fast, but bursts of a table full of players may.
    "play": "1200/minute",
    "export": "30/minute",
    # By address, and a whole class may sit behind one.
    "sign_in": "60/minute",
}

_REST_SECONDS = 5.0
"""How long a store that does not answer is left alone: nobody must wait for it each time."""
_STORE_SECONDS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """How far somebody has come with a policy: ``left`` of ``quota`` until ``ends_in`` seconds."""

    policy: str
    quota: int
    seconds: int
    left: int
    ends_in: int
    is_over: bool

    @property
    def headers(self) -> dict[str, str]:
        """The window as the IETF's draft of RateLimit header fields tells it."""
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.quota};w={self.seconds}',
            "RateLimit": f'"{self.policy}";r={self.left};t={self.ends_in}',
        }


class Limiter:
    """Counts requests by policy and by who makes them."""

    def __init__(self, app: Flask) -> None:
        self._uri = str(app.config[STORAGE])
        self._texts = {name: str(app.config[setting]) for name, setting in POLICIES.items()}
        self._items: dict[str, RateLimitItem] = {}
        self._strategy: FixedWindowRateLimiter | None = None
        self._rests_until = 0.0

    def hit(self, policy: str, who: str) -> Window:
        """Count a request of *who*; where nothing can be counted, nobody is kept out."""
        # Made by the first request: after the fork, and not with the program.
        from limits.errors import StorageError

        item = self._item(policy)
        seconds = int(item.get_expiry())
        try:
            if time.monotonic() < self._rests_until:
                raise StorageError(TimeoutError())
            strategy = self._counting()
            is_within = strategy.hit(item, who)
            stats = strategy.get_window_stats(item, who)
        except StorageError:
            if time.monotonic() >= self._rests_until:
                self._rests_until = time.monotonic() + _REST_SECONDS
                # Its address may hold a password.
                current_app.logger.warning("requests cannot be counted for now: no store answers")
            return Window(
                policy=policy,
                quota=item.amount,
                seconds=seconds,
                left=item.amount,
                ends_in=seconds,
                is_over=False,
            )
        return Window(
            policy=policy,
            quota=item.amount,
            seconds=seconds,
            left=max(0, int(stats.remaining)),
            ends_in=max(1, int(stats.reset_time - time.time()) + 1),
            is_over=not is_within,
        )

    def _item(self, policy: str) -> "RateLimitItem":
        from limits import parse

        if policy not in self._items:
            self._items[policy] = parse(self._texts[policy])
        return self._items[policy]

    def _options(self) -> dict[str, Any]:
        """Return how a Redis is spoken to: briefly, and once."""
        if not self._uri.startswith("redis"):
            return {}
        try:
            from redis.backoff import NoBackoff
            from redis.retry import Retry
        except ImportError as error:
            raise CasinoWarError(
                N_("The package %(package)s is missing: pip install 'casino-war[redis]'."),
                reason="rate_limits",
                package="redis",
            ) from error
        return {
            "socket_timeout": _STORE_SECONDS,
            "socket_connect_timeout": _STORE_SECONDS,
            "retry": Retry(NoBackoff(), 0),
        }

    def check(self) -> None:
        """Read all limits and the address of the store.

        Raises:
            CasinoWarError: one of them cannot be read, or the store's package is missing.
        """
        from limits.errors import ConfigurationError

        try:
            for policy in POLICIES:
                self._item(policy)
            self._counting()
        except (ValueError, ConfigurationError) as error:
            raise CasinoWarError(
                N_(
                    "Limits are such as 20/second or 1200/minute, their store memory:// or redis://."
                ),
                reason="rate_limits",
            ) from error

    def _counting(self) -> "FixedWindowRateLimiter":
        from limits.storage import storage_from_string
        from limits.strategies import FixedWindowRateLimiter

        from casino_war.web.limits_memory import WindowMemory

        if self._strategy is None:
            if self._uri == MEMORY:
                storage: Any = WindowMemory()
            else:
                storage = storage_from_string(self._uri, wrap_exceptions=True, **self._options())
            self._strategy = FixedWindowRateLimiter(storage)
        return self._strategy


def init_limits(app: Flask) -> None:
    """Give the application its limiter, by its settings or the environment's."""
    app.config.setdefault(STORAGE, os.environ.get(STORAGE_VARIABLE) or MEMORY)
    for name, setting in POLICIES.items():
        app.config.setdefault(setting, os.environ.get(f"{PREFIX}{setting}") or _DEFAULTS[name])
    limiter = app.extensions["casino_war_limits"] = Limiter(app)
    is_plain = app.config[STORAGE] == MEMORY and all(
        app.config[setting] == _DEFAULTS[name] for name, setting in POLICIES.items()
    )
    # The library costs a tenth of the start: only what somebody has written is looked at.
    if not is_plain:
        limiter.check()


def require_within(policy: str, who: str) -> None:
    """Count a request, remember for its answer how many are left, and refuse one too many.

    Raises:
        TooManyRequestsError: it is one too many.
    """
    limiter = cast(Limiter, current_app.extensions["casino_war_limits"])
    window = limiter.hit(policy, who)
    g.rate_limit = window
    if window.is_over:
        from casino_war.web import meters

        meters.RATE_LIMITED.labels(policy).inc()
        raise TooManyRequestsError(
            N_("That is more than %(quota)s requests in %(window)s seconds: wait %(seconds)s."),
            quota=window.quota,
            window=window.seconds,
            seconds=window.ends_in,
        )


def tell_limits(response: Response) -> Response:
    """Say in an answer how many requests are left, where they were counted."""
    window = g.get("rate_limit")
    if window is not None:
        response.headers.update(window.headers)
        if window.is_over:
            response.headers["Retry-After"] = str(window.ends_in)
    return response
