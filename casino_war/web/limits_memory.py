"""Counts of requests in the memory of one process.

The library's own memory starts a thread with nearly every request, to drop what is over;
here that is dropped while somebody counts.
"""

import threading
import time

from limits.storage import Storage

_SWEPT_EVERY_SECONDS = 60.0


class WindowMemory(Storage):
    """Counts by key, each until the window ends that its first request began."""

    STORAGE_SCHEME = None

    def __init__(self) -> None:
        super().__init__("memory://")
        self._lock = threading.Lock()
        self._counts: dict[str, tuple[int, float]] = {}
        """How often, and when the window ends."""
        self._swept_at = time.time()

    @property
    def base_exceptions(self) -> type[Exception]:
        """Name what may be raised, which is nothing of its own."""
        return OSError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count, and return how often it was in this window."""
        with self._lock:
            now = time.time()
            if now - self._swept_at >= _SWEPT_EVERY_SECONDS:
                self._sweep(now)
            count, ends_at = self._counts.get(key, (0, 0.0))
            if ends_at <= now:
                count, ends_at = 0, now + expiry
            self._counts[key] = (count + amount, ends_at)
            return count + amount

    def get(self, key: str) -> int:
        """Return how often it was in this window."""
        count, ends_at = self._counts.get(key, (0, 0.0))
        return count if ends_at > time.time() else 0

    def get_expiry(self, key: str) -> float:
        """Return when the window ends, or now if there is none."""
        return max(self._counts.get(key, (0, 0.0))[1], time.time())

    def check(self) -> bool:
        """Say whether it can count, which it can."""
        return True

    def reset(self) -> int | None:
        """Forget everything; return how many keys there were."""
        with self._lock:
            known = len(self._counts)
            self._counts.clear()
            return known

    def clear(self, key: str) -> None:
        """Forget a key."""
        with self._lock:
            self._counts.pop(key, None)

    def _sweep(self, now: float) -> None:
        self._counts = {key: each for key, each in self._counts.items() if each[1] > now}
        self._swept_at = now
