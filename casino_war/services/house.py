"""What the services need from outside: the database, the clock and the source of seeds."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from casino_war.store.database import Database

SERVER_SEED_BYTES = 32

FIRST_CLIENT_SEED = "casino-war"
"""The client seed of a shuffle whose player chose none, at the tables and in practice games."""


def utc_now() -> datetime:
    """Read the clock; services and nobody else do."""
    return datetime.now(UTC)


def draw_seed() -> str:
    """Draw a server seed from the operating system: 64 lower-case hex characters."""
    return secrets.token_hex(SERVER_SEED_BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """One casino. Tests pass a clock and seeds of their own; nothing else can."""

    database: Database
    clock: Callable[[], datetime] = field(default=utc_now)
    draw_seed: Callable[[], str] = field(default=draw_seed)
