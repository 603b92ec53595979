"""How many requests there may be in a while: the one place that counts them.

Whoever wants a limit names a policy and who is counted. In memory every worker counts for
itself; where several machines or exact counts matter, ``CASINO_WAR_RATE_LIMITS`` names a
store for all of them, such as ``redis://localhost:6379``. The library that counts is what
Flask-Limiter stands on; by itself, limits can be put on answers that no route decides.
"""

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from flask import Flask, Response, current_app, g

from casino_war.errors import N_, TooManyRequestsError

if TYPE_CHECKING:
    from limits import RateLimitItem
    from limits.strategies import FixedWindowRateLimiter

STORAGE_VARIABLE = "CASINO_WAR_RATE_LIMITS"
STORAGE = "RATE_LIMIT_STORAGE"
"""The setting that says where is counted; the environment is asked where it is not set."""

POLICIES = {"api": "RATE_LIMIT_API"}
"""Policies by name, and the setting of each: so many requests in so long."""

_DEFAULTS = {"api": "3000/minute"}


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

    def hit(self, policy: str, who: str) -> Window:
        """Count a request of *who*; where nothing can be counted, nobody is kept out."""
        # Made by the first request: after the fork, and not with the program.
        from limits.errors import StorageError

        strategy, item = self._counting(), self._item(policy)
        seconds = int(item.get_expiry())
        try:
            is_within = strategy.hit(item, who)
            stats = strategy.get_window_stats(item, who)
        except StorageError:
            current_app.logger.warning("requests cannot be counted at %s", self._uri)
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

    def _counting(self) -> "FixedWindowRateLimiter":
        from limits.storage import storage_from_string
        from limits.strategies import FixedWindowRateLimiter

        if self._strategy is None:
            storage = storage_from_string(self._uri, wrap_exceptions=True)
            self._strategy = FixedWindowRateLimiter(storage)
        return self._strategy


def init_limits(app: Flask) -> None:
    """Give the application its limiter, by its settings or the environment's."""
    app.config.setdefault(STORAGE, os.environ.get(STORAGE_VARIABLE) or "memory://")
    for name, setting in POLICIES.items():
        app.config.setdefault(setting, _DEFAULTS[name])
    app.extensions["casino_war_limits"] = Limiter(app)


def require_within(policy: str, who: str) -> None:
    """Count a request, remember for its answer how many are left, and refuse one too many.

    Raises:
        TooManyRequestsError: it is one too many.
    """
    limiter = cast(Limiter, current_app.extensions["casino_war_limits"])
    window = limiter.hit(policy, who)
    g.rate_limit = window
    if window.is_over:
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
