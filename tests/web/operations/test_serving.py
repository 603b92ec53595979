"""What the server is told before it serves."""

import logging
from typing import Any

import pytest
from gunicorn.config import Config  # type: ignore[import-untyped]  # ships no types
from gunicorn.http.errors import InvalidHeader  # type: ignore[import-untyped]  # ships no types

from casino_war.web.operations import log_lines, server
from tests.web.conftest import MakeApp


def served(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Let servers be built and not run; return the list of their settings."""
    built: list[dict[str, Any]] = []

    def run(self: server._Server) -> None:
        built.append({name: self.cfg.settings[name].get() for name in self._settings})

    monkeypatch.setattr(server._Server, "run", run)
    return built


def serve(app: Any, host: str = "127.0.0.1") -> None:
    server.serve(app, host=host, port=0, workers=2, threads=4)


@pytest.mark.parametrize(
    ("host", "stays"), [("127.0.0.1", True), ("::1", True), ("0.0.0.0", False), ("::", False)]
)
def test_nobody_elsewhere_is_shown_the_program(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, host: str, stays: bool
) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    served(monkeypatch)
    app = make_app()
    assert app.debug
    serve(app, host)
    assert app.debug == stays


def test_requests_in_hand_are_finished_and_no_proxy_is_believed(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = served(monkeypatch)
    serve(make_app())
    (settings,) = built
    assert settings["graceful_timeout"] == server.GRACE_SECONDS
    # gunicorn would take the word of whoever connects from this machine.
    assert settings["forwarded_allow_ips"] == []
    assert settings["secure_scheme_headers"] == {}


def test_gunicorn_logs_as_the_rest_does(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    built = served(monkeypatch)
    serve(make_app())
    monkeypatch.setenv(log_lines.LOG_VARIABLE, "json")
    serve(make_app())
    plain, as_json = (settings["logger_class"] for settings in built)
    assert plain is not as_json
    assert as_json is server._JsonLog


@pytest.mark.parametrize("logger_class", [server._Log, server._JsonLog])
def test_nothing_of_a_broken_request_is_logged(
    logger_class: Any, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("gunicorn.error"), "handlers", [])
    log = logger_class(Config())
    try:
        raise InvalidHeader("Cookie SECRET")
    except InvalidHeader as error:
        log.warning("Invalid request from ip=%s: %s", "192.0.2.1", error)
        log.error("Error handling request %s %s", "GET", "/practice/SECRET")
    log.warning("a worker was lost")
    told = capfd.readouterr().err
    assert "Invalid request: InvalidHeader" in told
    assert "Error handling request: InvalidHeader" in told
    assert "a worker was lost" in told
    assert "SECRET" not in told
    assert "192.0.2.1" not in told
