"""Passwords: what one must be like, and the only place that hashes and compares them."""

import secrets
import unicodedata
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from casino_war.errors import N_, InvalidPasswordError

LENGTH_MIN = 10
LENGTH_MAX = 200
"""Characters; a longer one would only cost the house time."""

_AT_ONCE = 2

# OWASP's second choice for Argon2id: 46 MiB and one pass, some 50 ms of a processor.
_HASHER = PasswordHasher(time_cost=1, memory_cost=47104, parallelism=1)

# Whoever tries many passwords at once must not take all memory and every processor.
_turns = BoundedSemaphore(_AT_ONCE)


def checked_password(text: str, name: str) -> str:
    """Return a password as it is hashed: composed, so that every keyboard writes the same.

    Raises:
        InvalidPasswordError: it has fewer than 10 characters or more than 200, is one
            character over and over, or is the *name*.
    """
    password = unicodedata.normalize("NFKC", text)
    if not LENGTH_MIN <= len(password) <= LENGTH_MAX:
        raise InvalidPasswordError(
            N_("A password has %(minimum)s to %(limit)s characters; a few words are good."),
            reason="length",
            minimum=LENGTH_MIN,
            limit=LENGTH_MAX,
        )
    if len(set(password)) < 4 or password.casefold() == name.casefold():
        raise InvalidPasswordError(
            N_("That password is guessed at once: take a few words that do not belong together."),
            reason="guessed",
        )
    return password


def hash_password(password: str) -> str:
    """Hash a checked password; outside of any transaction, for it takes its time."""
    with _turns:
        return _HASHER.hash(password)


def is_password(text: str, password_hash: str | None) -> bool:
    """Say whether *text* is the password of that hash; None is nobody's.

    It takes the same time either way, so that it does not tell which names there are.
    """
    password = unicodedata.normalize("NFKC", text)[: LENGTH_MAX + 1]
    # Asked for in either case, as the first of all tries is the one that makes it.
    nobodys = nobodys_hash()
    known = nobodys if password_hash is None else password_hash
    with _turns:
        try:
            _HASHER.verify(known, password)
        except (VerificationError, InvalidHashError):
            return False
    return password_hash is not None


@cache
def nobodys_hash() -> str:
    """Return the hash of a password that nobody knows, made once."""
    return _HASHER.hash(secrets.token_urlsafe())
