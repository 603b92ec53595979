"""Serving with gunicorn: loaded once, forked, connected after the fork."""

from collections.abc import Callable
from typing import Any

import click
from flask import Flask, current_app
from gunicorn.app.base import (  # type: ignore[import-untyped]  # ships no types
    BaseApplication,
)
from sqlalchemy.engine import make_url

from casino_war.errors import CasinoWarError


class _Server(BaseApplication):  # type: ignore[misc]  # its base has no types
    def __init__(self, app: Flask, settings: dict[str, Any]) -> None:
        self._app = app
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Take the settings as given; no file and no environment is read."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Return the application that is built already."""
        return self._app


def prepare(database_url: str) -> None:
    """Bring an SQLite database up to date; refuse any other that is not.

    A server's database is shared, so that changing it is its keeper's decision.

    Raises:
        CasinoWarError: the database needs ``casino-war db upgrade``.
    """
    from casino_war.store import migrate

    if make_url(database_url).get_backend_name() == "sqlite":
        migrate.upgrade(database_url)
    elif not migrate.is_at_head(database_url):
        raise CasinoWarError("The database is not up to date: run casino-war db upgrade.")


def serve(*, host: str, port: int, workers: int, threads: int) -> None:
    """Serve the current application until told to stop, printing where it is."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # the proxy's own way
    settings = {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "workers": workers,
        "threads": threads,
        "worker_class": "gthread",
        "preload_app": True,
        "loglevel": "warning",
        "control_socket_disable": True,
        "when_ready": _announcer(host),
    }
    _Server(app, settings).run()


def _announcer(host: str) -> Callable[[Any], None]:
    def announce(arbiter: Any) -> None:
        # A port of 0 is known only now.
        port = arbiter.LISTENERS[0].getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"Casino War is open at http://{shown}:{port}/")

    return announce
