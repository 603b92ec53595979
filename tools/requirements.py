"""Holds what is installed against the lock: its versions, and a hash for each release.

It needs no connection, and says nothing of releases that are known to be vulnerable: for
that there is ``make advisories``.
"""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from packaging.requirements import Requirement

LOCK = Path(__file__).parents[1] / "requirements" / "test.txt"


def faults(lock: str) -> Iterator[str]:
    """Tell what is wrong with a lock, or with what is installed by it."""
    for line in lock.replace("\\\n", " ").splitlines():
        pin, *hashes = re.split(r"\s--hash=", line.strip())
        if not pin or pin.startswith("#"):
            continue
        wanted = Requirement(pin)
        if not hashes or not all(re.fullmatch(r"sha256:[0-9a-f]{64}\s*", one) for one in hashes):
            yield f"{wanted.name} has no hash in the lock"
        if wanted.marker is None or wanted.marker.evaluate():
            yield from _installed(wanted)


def _installed(wanted: Requirement) -> Iterator[str]:
    try:
        found = version(wanted.name)
    except PackageNotFoundError:
        yield f"{wanted.name} is locked and not installed"
        return
    if not wanted.specifier.contains(found, prereleases=True):
        yield f"{wanted.name} {found} is installed, {wanted.specifier} is locked"


def main() -> None:
    """Print each fault, and exit with 1 if there is one."""
    told = [*faults(LOCK.read_text("utf-8"))]
    for fault in told:
        print(fault)
    sys.exit(bool(told))


if __name__ == "__main__":
    main()
