"""Days that pass for whoever checks the signature of a cookie."""

import time

import pytest
from itsdangerous import TimestampSigner


def pass_days(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """Let so many days pass."""
    then = int(time.time() + days * 24 * 60 * 60)
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: then)
