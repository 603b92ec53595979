"""The command as it is, but for one thing: forms are held up until a file of that name goes.

Each worker that holds one writes its number into the file's folder first. Run by
`tests.faults.server.CasinoServer`.
"""

import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import casino_war.web
from casino_war.web.cli.main import main as command
from casino_war.web.config import instance_folder

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SLOW = (sys.executable, "-m", "tests.faults.slow", "run")
HELD = "held"
_MARK = "hold"
_SECONDS_MAX = 20.0


def mark_of(folder: Path) -> Path:
    """Return the file that holds forms up at the server that lives in *folder*."""
    return folder / "instance" / _MARK


def slow(app: "WSGIApplication", mark: Path) -> "WSGIApplication":
    """Wrap an application; its forms are carried out only once the mark has gone."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        give_up_at = time.monotonic() + _SECONDS_MAX
        if environ["REQUEST_METHOD"] == "POST" and mark.exists():
            mark.with_name(HELD).write_text(str(os.getpid()))
            while mark.exists() and time.monotonic() < give_up_at:
                time.sleep(0.01)
        return app(environ, start_response)

    return answer


def main() -> None:
    make = casino_war.web.create_app

    def make_slow() -> Any:
        app = make()
        vars(app)["wsgi_app"] = slow(app.wsgi_app, instance_folder() / _MARK)
        return app

    vars(casino_war.web)["create_app"] = make_slow
    command()


if __name__ == "__main__":
    main()
