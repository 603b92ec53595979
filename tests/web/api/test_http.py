"""The API as the web has it: media types, entity tags, pages of lists, limits, refusals."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from flask import Flask

from casino_war.errors import BrokenInvariantError, DatabaseBusyError, DatabaseUnusableError
from casino_war.web.api import cashier
from casino_war.web.operations.counters import MemoryCounter, NoAnswerError
from casino_war.web.operations.limits import Limiter
from tests.web.api.program import Program
from tests.web.conftest import MakeApp


def test_what_is_known_already_is_not_told_again(program: Program) -> None:
    first = program.ask("GET", "/player")
    known = first.headers["ETag"]
    again = program.ask("GET", "/player", If_None_Match=known)
    assert (again.status_code, again.data) == (304, b"")
    program.buy(500)
    # Acts carry a version instead: no precondition keeps anybody from looking.
    assert program.ask("GET", "/player", If_Match='"another"').status_code == 200
    news = program.ask("GET", "/player", If_None_Match=known)
    assert news.status_code == 200
    assert news.headers["ETag"] != known
    assert news.headers["Cache-Control"] == "private, no-cache"


def test_lists_come_in_pages(program: Program) -> None:
    for _ in range(4):
        program.buy(500)
    told = program.get("/transfers?limit=2")
    seen = [each["transfer_id"] for each in told["items"]]
    while told["next"]:
        answer = program.client.get(
            told["next"], headers={"Authorization": f"Bearer {program.secret}"}
        )
        told = answer.get_json()
        seen += [each["transfer_id"] for each in told["items"]]
        assert ("Link" in answer.headers) is (told["next"] is not None)
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == 5
    for wrong in ("limit=0", "limit=101", "limit=x", "limit=1&limit=2", "cursor=x", "cursor=%FF",
                  "cursor=LTE=", "cursor=dHJhbnNmZXJzIDk5OTk5OTk5OTk5OTk5OTk5OTk=", "elsewhere=1",
                  "cursor=cm91bmRzIDE="):  # fmt: skip
        refused = program.get(f"/transfers?{wrong}", 422)
        assert refused["fields"][0]["field"] == wrong.partition("=")[0]


@pytest.mark.parametrize(
    "query",
    [
        "outcome=victory", "is_open=perhaps", "dealt_from=2026-01-01", "dealt_from=yesterday",
        "dealt_from=1700000000", "dealt_from=9999-12-31T23:59:59-12:00",
        "dealt_before=0001-01-01T00:00:00%2B12:00", "net_from_cents=1.5",
        "net_from_cents=9999999999999999999999", "table=%00",
    ],
)  # fmt: skip
def test_filters_are_as_documented(program: Program, query: str) -> None:
    assert program.get(f"/rounds?{query}", 422)["code"] == "invalid_request"


def test_filters_find(program: Program) -> None:
    program.deal()
    for query, count in (
        ("table=classic", 1), ("table=nowhere", 0), ("net_from_cents=-100000", 1),
        ("dealt_from=2999-01-01T00:00:00Z", 0), ("dealt_before=2999-01-01T00:00:00%2B02:00", 1),
        ("wagered_from_cents=5000000", 0),
    ):  # fmt: skip
        assert len(program.get(f"/rounds?{query}&limit=1")["items"]) == count, query


def test_only_json_goes_in_and_out(program: Program) -> None:
    path, head = "/api/v1/cashier/buy-ins", {"Authorization": f"Bearer {program.secret}"}
    post = {**head, "Idempotency-Key": "a-key-of-mine"}
    for given, status, code in (
        ({"data": {"version": 1}}, 415, "unsupported_media_type"),
        ({"data": b"{}"}, 415, "unsupported_media_type"),
        ({"data": b"{", "content_type": "application/json"}, 400, "unreadable_request"),
        ({"data": b"\xff", "content_type": "application/json"}, 400, "unreadable_request"),
        ({"data": b'{"a": "\\ud800"}', "content_type": "application/json"}, 400,
         "unreadable_request"),
        ({"data": b" " * 70_000, "content_type": "application/json"}, 413,
         "request_entity_too_large"),
    ):  # fmt: skip
        answer = program.client.post(path, headers=post, **given)
        assert (answer.status_code, answer.get_json(force=True)["code"]) == (status, code)
    for accept, status in (
        ("application/json", 200), ("*/*", 200), ("application/*", 200), ("text/html", 406),
    ):  # fmt: skip
        answer = program.client.get("/api/v1/player", headers={**head, "Accept": accept})
        assert answer.status_code == status, accept


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ('{"version": 0, "version": 0, "hands": [{"ante_cents": 500}]}', ["version"]),
        ('{"version": 0, "hands": [{"ante_cents": 500, "ante_cents": 900}]}', ["ante_cents"]),
        # The hand that is wrong is there: nothing is said of too few.
        ('{"version": 0, "hands": [{"ante_cents": 500.0}]}', ["hands.0.ante_cents"]),
        ('{"version": 0, "hands": []}', ["hands"]),
    ],
)
def test_exactly_what_is_wrong_is_named(program: Program, body: str, fields: list[str]) -> None:
    answer = program.client.post(
        "/api/v1/tables/classic/rounds",
        data=body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {program.secret}", "Idempotency-Key": "a-key-of-mine"},
    )
    assert answer.status_code == 422, answer.text
    assert [each["field"] for each in answer.get_json(force=True)["fields"]] == fields


def test_other_methods_are_told_which_there_are(program: Program) -> None:
    answer = program.ask("DELETE", "/player")
    assert answer.status_code == 405
    assert set(answer.allow) == {"GET", "HEAD", "OPTIONS"}
    assert answer.mimetype == "application/problem+json"
    for method, status in (("POST", 405), ("OPTIONS", 200)):
        answer = program.ask(method, "/openapi.json")
        assert answer.status_code == status
        assert set(answer.allow) == {"GET", "HEAD", "OPTIONS"}
    assert program.get("/nowhere", 404)["type"] == "/api/v1/#not_found"


def test_a_limit_is_told_and_held(make_app: MakeApp) -> None:
    app = make_app(RATE_LIMIT_API="3/hour")
    program, other = Program(app), Program(app)
    left = [program.ask("GET", "/player") for _ in range(4)]
    assert [each.status_code for each in left] == [200, 200, 200, 429]
    assert left[0].headers["RateLimit-Policy"] == '"api";q=3;w=3600'
    assert left[0].headers["RateLimit"].startswith('"api";r=2;t=')
    assert left[3].get_json(force=True)["code"] == "too_many_requests"
    assert 0 < int(left[3].headers["Retry-After"]) <= 3601
    assert other.ask("GET", "/player").status_code == 200
    # Whoever tries secrets is counted by address.
    tries = [app.test_client().get("/api/v1/player").status_code for _ in range(4)]
    assert tries == [401, 401, 401, 429]


def test_where_nothing_can_be_counted_nobody_is_kept_out(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise NoAnswerError

    app = make_app(RATE_LIMIT_API="1/hour")
    monkeypatch.setattr(MemoryCounter, "count", fail)
    program = Program(app)
    assert [program.ask("GET", "/player").status_code for _ in range(2)] == [200, 200]
    assert isinstance(app.extensions["casino_war_limits"], Limiter)


@pytest.mark.parametrize(
    ("error", "status", "wait"),
    [
        (DatabaseBusyError("Busy."), 503, "2"),
        (DatabaseUnusableError("Full.", reason="full"), 503, "30"),
        (BrokenInvariantError("Secret detail."), 500, None),
    ],
)
def test_failures_are_problems_too(
    app: Flask,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    status: int,
    wait: str | None,
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(cashier, "player_bar", fail)
    answer = program.ask("GET", "/player")
    assert answer.status_code == status
    assert answer.headers.get("Retry-After") == wait
    assert "Secret" not in answer.text


def test_refusals_speak_the_readers_language(make_app: MakeApp, tmp_path: Path) -> None:
    catalogue = Catalog(locale="sv", fuzzy=False)
    catalogue.add("There is nothing here", "Här finns ingenting")
    path = tmp_path / "texts" / "sv" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalogue)
    program = Program(make_app(TRANSLATIONS=tmp_path / "texts"))
    told = {
        language: program.ask("GET", "/rounds/999", Accept_Language=language).get_json(force=True)
        for language in ("en", "sv", "xx")
    }
    assert told["en"]["title"] == "There is nothing here"
    assert told["xx"] == told["en"]
    assert told["sv"]["title"] == "Här finns ingenting"
    for each in told.values():
        # What programs go by is the same for all.
        assert (each["code"], each["facts"]) == ("not_found", {"round_id": 999})
