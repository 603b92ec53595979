"""How many requests there may be in a while: the one place that counts them.

Whoever wants a limit names a policy and who is counted. In memory every worker counts for
itself; where several machines or exact counts matter, ``CASINO_WAR_RATE_LIMITS`` names a
store for all of them, such as ``redis://localhost:6379``.
"""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import cast

from flask import Flask, Response, current_app, g

from casino_war.errors import N_, TooManyRequestsError
from casino_war.web.operations.counters import (
    MEMORY,
    Counted,
    Counter,
    NoAnswerError,
    Quota,
    make_counter,
    read_quota,
)
from casino_war.web.operations.requests import count_limited

PREFIX = "CASINO_WAR_"
STORAGE_VARIABLE = f"{PREFIX}RATE_LIMITS"
STORAGE = "RATE_LIMIT_STORAGE"
"""The setting that says where is counted; the environment is asked where it is not set."""

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

    def __init__(self, counter: Counter, quotas: Mapping[str, Quota]) -> None:
        self._counter = counter
        self._quotas = quotas
        self._rests_until = 0.0

    def hit(self, policy: str, who: str) -> Window:
        """Count a request of *who*; where nothing can be counted, nobody is kept out."""
        quota = self._quotas[policy]
        counted = Counted(0, quota.seconds)
        if time.monotonic() >= self._rests_until:
            try:
                counted = self._counter.count(f"{policy} {who}", quota.seconds)
            except NoAnswerError:
                self._rests_until = time.monotonic() + _REST_SECONDS
                # Its address may hold a password.
                current_app.logger.warning("requests cannot be counted for now: no store answers")
        return Window(
            policy=policy,
            quota=quota.amount,
            seconds=quota.seconds,
            left=max(0, quota.amount - counted.count),
            ends_in=max(1, ceil(counted.ends_in)),
            is_over=counted.count > quota.amount,
        )


def init_limits(app: Flask) -> None:
    """Give the application its limiter, by its settings or the environment's.

    Raises:
        CasinoWarError: one of them cannot be read.
    """
    app.config.setdefault(STORAGE, os.environ.get(STORAGE_VARIABLE) or MEMORY)
    for name, setting in POLICIES.items():
        app.config.setdefault(setting, os.environ.get(f"{PREFIX}{setting}") or _DEFAULTS[name])
    quotas = {name: read_quota(str(app.config[setting])) for name, setting in POLICIES.items()}
    counter = make_counter(str(app.config[STORAGE]))
    app.extensions["casino_war_limits"] = Limiter(counter, quotas)


def require_within(policy: str, who: str) -> None:
    """Count a request, remember for its answer how many are left, and refuse one too many.

    Raises:
        TooManyRequestsError: it is one too many.
    """
    limiter = cast(Limiter, current_app.extensions["casino_war_limits"])
    window = limiter.hit(policy, who)
    g.rate_limit = window
    if window.is_over:
        count_limited(policy)
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
