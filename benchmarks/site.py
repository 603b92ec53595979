"""The site as the benchmarks serve it: with one route more, which only says hello."""

import os

from flask import Flask

from casino_war.store import migrate
from casino_war.web import create_app
from casino_war.web.operations import server

WORKERS = 2
THREADS = 8


def make_site() -> Flask:
    """Build the application of ``DATABASE_URL`` with ``/hello`` beside its own routes."""
    app = create_app()
    app.add_url_rule("/hello", "hello", lambda: "hello")
    return app


def main() -> None:
    """Serve it on a free port, saying which."""
    migrate.upgrade(os.environ["DATABASE_URL"])
    server.serve(make_site(), host="127.0.0.1", port=0, workers=WORKERS, threads=THREADS)


if __name__ == "__main__":
    main()
