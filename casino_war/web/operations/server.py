"""Serving with gunicorn: loaded once, forked, connected after the fork."""

import gc
import importlib
import logging
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

import click
from flask import Flask
from gunicorn.app.base import (  # type: ignore[import-untyped]  # ships no types
    BaseApplication,
)
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]  # ships no types
from gunicorn.glogging import Logger  # type: ignore[import-untyped]  # ships no types
from gunicorn.workers.gthread import (  # type: ignore[import-untyped]  # ships no types
    ThreadWorker,
)

from casino_war.errors import N_, CasinoWarError
from casino_war.store.address import read_url
from casino_war.web.operations import log_lines
from casino_war.web.operations.health import is_loopback

GRACE_SECONDS = 30
"""How long a worker that is told to end may take over the requests in hand."""


class _Log(Logger):  # type: ignore[misc]  # its base has no types
    def setup(self, cfg: Any) -> None:
        """Let nothing of a request that could not be read or answered into the log."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.addFilter(_without_its_request)


class _JsonLog(_Log):
    def setup(self, cfg: Any) -> None:
        """Write what gunicorn says as the rest of the log is written."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(log_lines.JsonLines())


def _without_its_request(record: logging.LogRecord) -> bool:
    """Cut off what gunicorn quotes of a request, be it a broken cookie or an address."""
    for begin in ("Invalid request", "Error handling request"):
        if str(record.msg).startswith(begin):
            kind = sys.exception()
            record.msg, record.args = f"{begin}: {type(kind).__name__}", ()
    return True


class _Worker(ThreadWorker):  # type: ignore[misc]  # its base has no types
    def set_accept_enabled(self, enabled: bool) -> None:
        """Take new connections or none; once told to end, let go of the address as well.

        Left open, it would take connections that nobody answers any more for as long as the
        requests in hand last; so a proxy goes on to another machine at once.
        """
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                listener.close()


class _Arbiter(Arbiter):  # type: ignore[misc]  # its base has no types
    def __init__(self, server: "_Server") -> None:
        self._tend = server.tend
        super().__init__(server)

    def manage_workers(self) -> None:
        """Tend what runs beside the server, as its own workers are: about once a second."""
        self._tend()
        super().manage_workers()

    def handle_chld(self) -> None:
        """Ask first how a process beside the server has ended; else nobody would know."""
        self._tend()
        super().handle_chld()

    handle_cld = handle_chld


class _Server(BaseApplication):  # type: ignore[misc]  # its base has no types
    def __init__(self, app: Flask, settings: dict[str, Any], tend: Callable[[], None]) -> None:
        self._app = app
        self._settings = settings
        self.tend = tend
        super().__init__()

    def run(self) -> None:
        """Serve until told to stop."""
        _Arbiter(self).run()

    def load_config(self) -> None:
        """Take the settings as given; no file and no environment is read."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Return the application that is built already."""
        return self._app


def require_free(host: str, port: int) -> None:
    """Refuse an address that gunicorn could not listen on; it would tell so at length.

    Raises:
        CasinoWarError: the address is in use, forbidden or not of this machine.
    """
    if os.environ.get("GUNICORN_PID"):
        # A server that replaces itself hands its open sockets over.
        return
    if not host:
        raise CasinoWarError(
            N_("Say which address to listen on; 0.0.0.0 is every one."), reason="address"
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
            # Two may bind to one address in this way, but only one may listen.
            probe.listen()
    except (OSError, UnicodeError) as error:
        raise CasinoWarError(
            N_("Cannot listen on %(address)s: %(why)s."),
            reason="address",
            address=_address(host, port),
            why=getattr(error, "strerror", None) or "no such host",
        ) from error


def prepare(database_url: str) -> None:
    """Bring an SQLite database up to date; refuse any other that is not.

    A server's database is shared, so that changing it is its keeper's decision.

    Raises:
        CasinoWarError: the database cannot be used, or needs ``casino-war db upgrade``.
    """
    from casino_war.store import migrate

    if read_url(database_url).get_backend_name() == "sqlite":
        migrate.upgrade(database_url)
    else:
        migrate.require_head(database_url)


def serve(
    app: Flask,
    *,
    host: str,
    port: int,
    workers: int,
    threads: int,
    tend: Callable[[], None] = lambda: None,
) -> None:
    """Serve the application until told to stop, printing where it is.

    *tend* is called once the server listens, before any worker is forked, and from then on
    about once a second until it is told to stop.
    """
    settings: dict[str, Any] = {
        "bind": _address(host, port),
        "workers": workers,
        "threads": threads,
        "worker_class": _Worker,
        "preload_app": True,
        "loglevel": "warning",
        "control_socket_disable": True,
        # What a proxy says counts where its keeper said so: `casino_war.web.operations.proxies`.
        "forwarded_allow_ips": "",
        "secure_scheme_headers": {},
        "graceful_timeout": GRACE_SECONDS,
        "logger_class": _JsonLog if log_lines.is_json() else _Log,
        "when_ready": _announcer(host),
    }
    if app.debug and not is_loopback(host):
        # A fault would show the program to whoever meets it.
        app.debug = False
    # Each worker would load it with its first request.
    importlib.import_module("casino_war.web.operations.metrics")
    # All that is there now stays, and the workers share it until somebody writes into it,
    # which Python does where it looks for garbage.
    gc.freeze()
    _Server(app, settings, tend).run()


def _announcer(host: str) -> Callable[[Any], None]:
    def announce(arbiter: Any) -> None:
        # A port of 0 is known only now.
        port = arbiter.LISTENERS[0].getsockname()[1]
        click.echo(f"Casino War is open at http://{_address(host, port)}/")

    return announce


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
