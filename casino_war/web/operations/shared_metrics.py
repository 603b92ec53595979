"""The folder in which the processes of one server count together."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

IN_MEMORY = "/dev/shm"  # nosec B108  # below it a folder of its own is made
"""Where a full disk is no matter: a file that is mapped and finds no room kills its process."""

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Read by prometheus-client when it is imported; so it must be set before that."""


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Let this process and those that it forks count together, in a folder of their own.

    It goes with the process that made it: workers leave this block as well. A folder that
    the environment names already is its keeper's, who is to empty it before each start.
    """
    if os.environ.get(FOLDER_VARIABLE):
        yield
        return
    owner = os.getpid()
    folder = os.environ[FOLDER_VARIABLE] = _new_folder()
    try:
        yield
    finally:
        if os.getpid() == owner:
            # Whoever is started from here later on would take it for a keeper's.
            del os.environ[FOLDER_VARIABLE]
            shutil.rmtree(folder, ignore_errors=True)


def _new_folder() -> str:
    place = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    return tempfile.mkdtemp(prefix="casino-war-metrics-", dir=place)
