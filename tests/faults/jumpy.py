"""The command as it is, but for its clock: it is as wrong as a file in the instance folder says.

Run by `tests.faults.server.CasinoServer`.
"""

import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import casino_war.web
from casino_war.services.house import utc_now
from casino_war.web.cli.main import main as command
from casino_war.web.config import instance_folder

JUMPY = (sys.executable, "-m", "tests.faults.jumpy", "run")
_OFFSET = "clock_offset_seconds"


def offset_file(folder: Path) -> Path:
    """Return the file that tells the servers that live in *folder* how wrong their clock is."""
    return folder / "instance" / _OFFSET


def main() -> None:
    path = instance_folder() / _OFFSET
    make, right_time = casino_war.web.create_app, time.time

    def offset_seconds() -> float:
        try:
            return float(path.read_text() or 0)
        except FileNotFoundError:
            return 0.0

    def clock() -> datetime:
        return utc_now() + timedelta(seconds=offset_seconds())

    def make_jumpy() -> Any:
        return make(clock=clock)

    # Cookies and limits are dated by it.
    vars(time)["time"] = lambda: right_time() + offset_seconds()
    vars(casino_war.web)["create_app"] = make_jumpy
    command()


if __name__ == "__main__":
    main()
