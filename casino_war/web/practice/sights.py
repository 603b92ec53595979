"""Sights of shared games that are the same for many who look at them, kept for a moment."""

import threading
import time
from collections.abc import Callable, Hashable

_KEPT_SECONDS = 2.0
_KEPT_MAX = 256
_PRIVATE = 'name="csrf_token"'


class Sights:
    """What was drawn in the last seconds, by what it shows.

    A change of a game brings all who watch it at once: one of them draws, the rest wait.
    What holds a form is one visitor's own and is never kept.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[Hashable, tuple[float, str]] = {}

    def get(self, key: Hashable, draw: Callable[[], str]) -> str:
        """Return the sight of that key, drawn now unless it just was."""
        with self._lock:
            now = time.monotonic()
            drawn_at, text = self._kept.get(key, (0.0, ""))
            if text and now - drawn_at < _KEPT_SECONDS:
                return text
            text = draw()
            if _PRIVATE not in text:
                self._forget(now)
                self._kept[key] = (now, text)
            return text

    def _forget(self, now: float) -> None:
        if len(self._kept) >= _KEPT_MAX:
            self._kept = {
                key: (drawn_at, text)
                for key, (drawn_at, text) in self._kept.items()
                if now - drawn_at < _KEPT_SECONDS
            }
