"""How likely a run is: so many successes one after the other, somewhere in a row of trials."""

from math import exp, log, log1p

_EXACT_MAX = 2000
"""Trials up to which every one is reckoned; the root is as good long before."""

_ROOT_STEPS = 200


def run_chance(trials: int, share: float, length: int) -> float:
    """Return the chance that *trials* hold a run of *length* successes or more.

    Each trial succeeds with the chance *share*, whatever came before.
    """
    if length <= 0:
        return 1.0
    if trials < length or share <= 0:
        return 0.0
    if share >= 1:
        return 1.0
    if trials <= _EXACT_MAX:
        return 1.0 - _without_exact(trials, share, length)
    return 1.0 - _without_by_root(trials, share, length)


def _without_exact(trials: int, share: float, length: int) -> float:
    """Return the chance of no such run: each ends with a failure right before it."""
    begins = (1.0 - share) * share**length
    without = [1.0] * length + [1.0 - share**length]
    for trial in range(length + 1, trials + 1):
        without.append(without[trial - 1] - begins * without[trial - length - 1])
    return without[trials]


def _without_by_root(trials: int, share: float, length: int) -> float:
    """Return the same by the least root above one of its generating function (Feller, XIII.7)."""
    begins = (1.0 - share) * share**length
    above = begins
    # What the root exceeds one by; it grows from below and stops at the root.
    for _ in range(_ROOT_STEPS):
        following = begins * exp((length + 1) * log1p(above))
        if abs(following - above) <= 1e-16 * above:
            break
        above = following
    root = 1.0 + above
    scale = (1.0 - share * root) / ((length + 1 - length * root) * (1.0 - share))
    return min(1.0, scale * exp(-(trials + 1) * log(root)))
