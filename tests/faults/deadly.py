"""The server as it is, but for one thing: a worker dies when it is about to answer a form.

The form is carried out and committed by then. Run by `tests.faults.server.CasinoServer`.
"""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from casino_war.web import create_app
from casino_war.web.config import instance_folder
from casino_war.web.operations.server import serve

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

DEADLY = (sys.executable, "-m", "tests.faults.deadly")
_MARK = "die"
_STATUS = 9


def die_after_the_next_post(folder: Path) -> None:
    """Let one worker of the server that lives in *folder* die."""
    (folder / "instance" / _MARK).touch()


def deadly(app: "WSGIApplication", mark: Path) -> "WSGIApplication":
    """Wrap an application; whoever takes the *mark* away after a form dies."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        parts = app(environ, start_response)
        if environ["REQUEST_METHOD"] == "POST":
            try:
                mark.unlink()
            except FileNotFoundError:
                return parts
            os._exit(_STATUS)
        return parts

    return answer


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--workers", type=int)
    given = parser.parse_args()
    app = create_app()
    vars(app)["wsgi_app"] = deadly(app.wsgi_app, instance_folder() / _MARK)
    serve(app, host="127.0.0.1", port=given.port, workers=given.workers, threads=4)


if __name__ == "__main__":
    main()
