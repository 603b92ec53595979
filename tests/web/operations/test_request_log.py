"""What the log says of requests, and what it must never say."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from casino_war.errors import BrokenInvariantError, CasinoWarError
from casino_war.web.operations import log_lines
from casino_war.web.operations.log_lines import JsonLines, is_json, write_json_lines
from tests.web.api.program import Program
from tests.web.browser import Browser, is_tie, seed_where
from tests.web.conftest import MakeApp
from tests.web.player.test_account import PASSWORD, claim, sign_in
from tests.web.practice_browser import PracticeBrowser

TYPED = "what-nobody-else-may-read"


class Log:
    """Everything that is logged while a test runs, as lines of JSON."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    @property
    def requests(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["logger"] == "casino_war.request"]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    log = Log()
    handler = logging.StreamHandler(log.stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [*root.handlers, handler])
    # Lower than any operator has it: not even then may a secret be told.
    level = root.level
    root.setLevel(logging.DEBUG)
    yield log
    root.setLevel(level)


def secrets_of(browser: Browser) -> set[str]:
    """Whatever lets somebody be this browser."""
    cookie = browser.client.get_cookie("casino_war")
    assert cookie is not None
    with browser.client.session_transaction() as session:
        held = {str(value) for name, value in session.items() if name != "_permanent"}
    return {cookie.value, *held, *cookie.value.split(".")} - {""}


def test_no_secret_comes_into_the_log(make_app: MakeApp, log: Log) -> None:
    seed = seed_where(is_tie)
    app = make_app(seed, PROPAGATE_EXCEPTIONS=False)

    def fault(secret: str) -> str:
        raise ZeroDivisionError

    def own_fault(secret: str) -> str:
        raise BrokenInvariantError("a state that is none")

    app.add_url_rule("/faults/<secret>", view_func=fault, methods=["GET", "POST"])
    app.add_url_rule("/own-faults/<secret>", view_func=own_fault)
    player, guest = Browser(app), Browser(app)
    player.sit("classic")
    player.deal("classic", ante_1="10")
    player.decide("classic", "war")
    known = secrets_of(player)
    claim(player, name="Ada the Name")
    sign_in(guest, name="Ada the Name")
    sign_in(Browser(app), name="Ada the Name", password=f"{TYPED}-password", status=422)
    known |= secrets_of(player) | secrets_of(guest)
    room = PracticeBrowser(player)
    room.start("classic")
    known.add(room.path.rpartition("/")[2])
    player.get(f"/history?before={TYPED}", 422)
    player.get(f"/nowhere/{TYPED}", 404)
    player.get(f"/faults/{TYPED}", 500)
    player.get(f"/own-faults/{TYPED}", 500)
    form = player.form("/cashier", "/cashier/buy-in") | {"amount": TYPED}
    player.send(f"/faults/{TYPED}", form, 500)
    player.client.get("/", headers={"Authorization": f"Bearer {TYPED}", "Referer": f"/{TYPED}"})
    with app.extensions["casino_war"].database.reading() as connection:
        for column, table in (("server_seed", "shoe"), ("password_hash", "member")):
            rows = connection.exec_driver_sql(f"SELECT {column} FROM {table}")
            known |= {str(row[0]) for row in rows}
    known |= {seed, PASSWORD, TYPED, "Ada the Name", str(app.secret_key)}
    assert len(known) > 12
    assert [secret for secret in known if secret in log.text] == []
    routes = {(line["route"], line["status"]) for line in log.requests if "route" in line}
    assert {
        ("/tables/<key>/deal", 303),
        ("/account/sign-in", 422),
        ("/faults/<secret>", 500),
        ("/history", 422),
    } <= routes
    assert "ZeroDivisionError" in log.text
    assert "a state that is none" in log.text


def test_a_line_tells_who_asked_for_what(player: Browser, log: Log) -> None:
    player.get("/cashier")
    answer = Browser(player.app).client.get("/nowhere")
    mine, strangers = log.requests
    assert mine.keys() == {
        *("time", "level", "logger", "message", "pid"),
        *("request_id", "method", "route", "status", "ms", "player"),
    }
    assert (mine["method"], mine["route"], mine["status"]) == ("GET", "/cashier", 200)
    assert mine["player"] == 1
    assert mine["ms"] > 0
    assert mine["time"].endswith("Z")
    # Nobody has a number there, and no route was found.
    assert "player" not in strangers
    assert "route" not in strangers
    assert strangers["request_id"] == answer.headers["X-Request-ID"]


def test_a_program_is_known_by_what_it_asks_for(app: Flask, log: Log) -> None:
    program = Program(app)
    program.buy()
    program.sit()
    assert program.ask("GET", "/rounds/999999").status_code == 404
    bought, sat, missed = (log.requests[place] for place in (1, 2, 3))
    assert (bought["route"], bought["status"]) == ("/api/v1/cashier/buy-ins", 201)
    assert (sat["route"], sat["player"]) == ("/api/v1/tables/<key>/seat", 1)
    assert missed["status"] == 404
    assert "999999" not in log.text
    assert program.secret not in log.text
    assert program.player_token not in log.text
    page = app.test_client().get("/metrics").text
    assert 'endpoint="api.' in page


def test_machines_and_files_leave_no_line(app: Flask, log: Log) -> None:
    for path in ("/healthz", "/readyz", "/metrics"):
        assert app.test_client().get(path).status_code == 200
    assert log.requests == []


def test_the_page_of_a_fault_tells_the_number_of_its_line(make_app: MakeApp, log: Log) -> None:
    app = make_app(PROPAGATE_EXCEPTIONS=False)

    def fault() -> str:
        raise ZeroDivisionError

    app.add_url_rule("/fault", view_func=fault)
    answer = app.test_client().get("/fault")
    number = answer.headers["X-Request-ID"]
    assert len(number) == 16
    assert f">{number}</span>" in answer.text
    assert log.text.count(number) == 2
    # What is no fault of ours needs no number.
    missing = app.test_client().get("/nowhere")
    assert missing.headers["X-Request-ID"] not in missing.text


@pytest.mark.parametrize(
    ("given", "is_kept"),
    [("abc-123_4.5", True), ("a" * 64, True), ("a" * 65, False), ("a b", False), ("å", False)],
)
def test_a_trusted_proxy_names_the_request(make_app: MakeApp, given: str, is_kept: bool) -> None:
    headers = {"X-Request-ID": given}
    told = make_app(TRUSTED_PROXIES="1").test_client().get("/healthz", headers=headers)
    assert (told.headers["X-Request-ID"] == given) == is_kept
    # Anybody else's word would be written into the log as it is.
    own = make_app(TRUSTED_PROXIES="").test_client().get("/healthz", headers=headers)
    assert own.headers["X-Request-ID"] != given


def test_a_record_is_one_line_whatever_it_says(log: Log) -> None:
    logging.getLogger("casino_war.probe").warning("two\nlines %s", {"a": 1}, extra={"foreign": 2})
    (line,) = [line for line in log.lines if line["logger"] == "casino_war.probe"]
    assert line["message"] == "two\nlines {'a': 1}"
    assert "foreign" not in line


@pytest.mark.parametrize(("given", "wanted"), [("json", True), ("text", False), ("", False)])
def test_the_form_is_the_environments(
    monkeypatch: pytest.MonkeyPatch, given: str, wanted: bool
) -> None:
    monkeypatch.setenv(log_lines.LOG_VARIABLE, given)
    assert is_json() == wanted


def test_another_form_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(log_lines.LOG_VARIABLE, "xml")
    with pytest.raises(CasinoWarError, match="CASINO_WAR_LOG is text or json, not 'xml'"):
        is_json()


def test_json_lines_go_to_the_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root, own = logging.getLogger(), logging.getLogger("casino_war")
    levels = root.level, own.level
    monkeypatch.setattr(root, "handlers", [])
    write_json_lines()
    try:
        logging.getLogger("casino_war.request").info("told")
        logging.getLogger("elsewhere").info("not told")
    finally:
        root.setLevel(levels[0])
        own.setLevel(levels[1])
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["message"] == "told"
